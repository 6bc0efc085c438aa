"""What servers have chosen, and people for direct messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "preferences",
        sa.Column("scope_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("prefix", sa.String(16)),
        sa.Column("rules", sa.String(32)),
        sa.Column("level", sa.String(16)),
        sa.Column("style", sa.String(16)),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("language", sa.String(16)),
        sa.Column("idle_seconds", sa.Integer()),
    )
    op.create_index("ix_preferences_user_id", "preferences", ["user_id"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("preferences")
