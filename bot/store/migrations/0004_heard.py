"""Until when each shard was listening."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "shards",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("heard_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("games_by_touch", "games", ["touched_at"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index("games_by_touch", "games")
    op.drop_table("shards")
