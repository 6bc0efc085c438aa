"""Whether the games of a server begin in threads of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version. Servers that have chosen nothing go on as before."""
    op.add_column("preferences", sa.Column("threads", sa.Boolean()))


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("preferences", "threads")
