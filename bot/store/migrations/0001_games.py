"""Games, their moves, and the messages that changed them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "games",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("x_user_id", sa.BigInteger()),
        sa.Column("x_name", sa.String(100)),
        sa.Column("x_level", sa.String(16)),
        sa.Column("o_user_id", sa.BigInteger()),
        sa.Column("o_name", sa.String(100)),
        sa.Column("o_level", sa.String(16)),
        sa.Column("coach", sa.Boolean(), nullable=False),
        sa.Column("style", sa.String(16), nullable=False),
        sa.Column("offer", sa.String(16)),
        sa.Column("offer_by", sa.String(1)),
        sa.Column("ending", sa.String(16)),
        sa.Column("winner", sa.String(1)),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("touched_at", moment, nullable=False),
        sa.Column("board_message_id", sa.BigInteger()),
        sa.Column("shown_version", sa.Integer()),
        sa.CheckConstraint("(x_user_id IS NULL) <> (x_level IS NULL)", "x_is_person_or_bot"),
        sa.CheckConstraint("(o_user_id IS NULL) <> (o_level IS NULL)", "o_is_person_or_bot"),
        sqlite_autoincrement=True,
    )
    op.create_index("games_by_channel", "games", ["channel_id", "id"])
    op.create_index("ix_games_x_user_id", "games", ["x_user_id"])
    op.create_index("ix_games_o_user_id", "games", ["o_user_id"])
    op.create_index(
        "one_live_game_a_channel",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("ending IS NULL"),
        postgresql_where=sa.text("ending IS NULL"),
    )
    op.create_table(
        "moves",
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("ply", sa.Integer(), autoincrement=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("played_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply"),
    )
    op.create_table(
        "messages",
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_messages_game_id", "messages", ["game_id"])


def downgrade() -> None:
    """Back to an empty database."""
    for table in ("messages", "moves", "games"):
        op.drop_table(table)
