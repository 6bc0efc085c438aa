"""Roles that servers give for ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "roles",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("role_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("roles")
