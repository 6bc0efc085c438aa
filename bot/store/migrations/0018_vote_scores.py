"""Which votes were the best by the engine, by turn, and by person and week."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def _game() -> sa.Column[int]:
    """The game that a row belongs to, with which it goes."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(
        "game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "vote_turns",
        _game(),
        sa.Column("ply", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("right_votes", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
    )
    op.create_table(
        "vote_scores",
        _game(),
        sa.Column("week", sa.Date(), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("right_votes", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Integer(), nullable=False),
    )
    op.create_index("vote_scores_by_week", "vote_scores", ["scope_id", "week"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("vote_scores")
    op.drop_table("vote_turns")
