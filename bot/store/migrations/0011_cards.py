"""Whose moves in a game were judged, and the positions in which people went wrong."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version. Games that were reviewed before are looked at again when somebody trains."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "studies",
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("accuracy", sa.Integer()),
        sa.Column("moves", sa.Integer()),
        sa.PrimaryKeyConstraint("game_id", "user_id"),
    )
    op.create_index("ix_studies_user_id", "studies", ["user_id"])
    op.create_table(
        "cards",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("position_key", sa.String(32), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("worth", sa.String(4), nullable=False),
        sa.Column("made_at", moment, nullable=False),
        sa.Column("due", moment),
        sa.Column("memory", sa.Text(), nullable=False),
        sa.Column("hinted", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("solved_at", moment),
        sa.Column("trial_game_id", number, sa.ForeignKey("games.id", ondelete="SET NULL")),
        sqlite_autoincrement=True,
    )
    op.create_index("one_card_a_position", "cards", ["user_id", "position_key"], unique=True)
    op.create_index("cards_by_due", "cards", ["user_id", "due"])
    op.create_index("ix_cards_trial_game_id", "cards", ["trial_game_id"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("cards")
    op.drop_table("studies")
