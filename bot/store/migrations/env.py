"""Run by Alembic: applies the steps inside the transaction of the connection it is given.

Logging is left as the bot has set it up.
"""

from alembic import context

from bot.store.columns import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
)
with context.begin_transaction():
    context.run_migrations()
