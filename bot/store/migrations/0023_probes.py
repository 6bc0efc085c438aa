"""A row that shows that the database takes one, and when the gateway may be identified to again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    for name, time in (("probes", "written_at"), ("identifies", "free_at")):
        op.create_table(
            name,
            sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
            sa.Column(time, sa.DateTime(timezone=True), nullable=False),
        )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("identifies")
    op.drop_table("probes")
