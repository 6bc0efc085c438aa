"""Which servers the bot has greeted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "greeted",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, primary_key=True),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("greeted")
