"""Challenges that wait, the swap rule, and votes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    for name in ("swap", "swapped"):
        op.add_column(
            "games", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_table(
        "polls",
        sa.Column(
            "game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("leader_id", sa.BigInteger(), nullable=False),
        sa.Column("leader_name", sa.String(100), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("closes_at", moment),
        sa.Column("silent", sa.Integer(), nullable=False),
    )
    op.create_table(
        "ballots",
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id"),
    )
    op.create_table(
        "challenges",
        sa.Column("id", number, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("terms", sa.String(64), nullable=False),
        sa.Column("asked_at", moment, nullable=False),
        sa.Column("refusal", sa.String(16)),
        sa.Column("refused_at", moment),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_waiting_challenge_a_person",
        "challenges",
        ["guild_id", "challenger_id"],
        unique=True,
        sqlite_where=sa.text("refusal IS NULL"),
        postgresql_where=sa.text("refusal IS NULL"),
    )


def downgrade() -> None:
    """Back to the version before: games that were voted on go, since their seats cannot stay."""
    op.execute("DELETE FROM games WHERE id IN (SELECT game_id FROM polls)")
    for table in ("challenges", "ballots", "polls"):
        op.drop_table(table)
    for name in ("swapped", "swap"):
        op.drop_column("games", name)
