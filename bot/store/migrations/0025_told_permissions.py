"""Which missing permissions were told in which channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "told_permissions",
        sa.Column("channel_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("permission", sa.String(32), primary_key=True),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("told_permissions")
