"""Boards that newer ones have replaced, until they have lost their buttons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("games", sa.Column("shown_ply", sa.Integer()))
    op.create_table(
        "old_boards",
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ply", sa.Integer()),
    )
    op.create_index("ix_old_boards_game_id", "old_boards", ["game_id"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("old_boards")
    op.drop_column("games", "shown_ply")
