"""Which games are played where the bot is no member."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.add_column(
        "games", sa.Column("outside", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("games", "outside")
