"""Run by Alembic: applies the steps inside the transaction of the connection it is given.

Logging stays as the bot has set it up.
"""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
