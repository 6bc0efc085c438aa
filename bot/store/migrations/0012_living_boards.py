"""What a board leaves behind when it moves on: its moves in a line, or nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.add_column("games", sa.Column("shown_from", sa.Integer()))
    op.add_column("old_boards", sa.Column("first", sa.Integer()))
    op.add_column("preferences", sa.Column("history", sa.Boolean()))


def downgrade() -> None:
    """Back to the version before."""
    op.drop_column("preferences", "history")
    op.drop_column("old_boards", "first")
    op.drop_column("games", "shown_from")
