"""What each shard has heard, by the id of a message; and the games whose channel was closed.

A time of the host that an earlier version stored is dropped, since its clock may have been wrong.
Then each channel is read back once from the last move that is known.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0018"
branch_labels = None
depends_on = None


def _shards(heard: sa.Column[object]) -> None:
    op.drop_table("shards")
    number = sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False)
    op.create_table("shards", number, heard)


def upgrade() -> None:
    """To this version."""
    _shards(sa.Column("heard_until", sa.BigInteger(), nullable=False))
    closed = sa.text("ending = 'closed'")
    op.create_index(
        "closed_games", "games", ["touched_at"], sqlite_where=closed, postgresql_where=closed
    )


def downgrade() -> None:
    """Back to the version before, which knows no closed channels."""
    op.drop_index("closed_games", "games")
    op.execute("UPDATE games SET ending = 'idle' WHERE ending = 'closed'")
    _shards(sa.Column("heard_at", sa.DateTime(timezone=True), nullable=False))
