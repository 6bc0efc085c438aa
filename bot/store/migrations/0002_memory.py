"""Results, ratings, and the puzzles of the day with who has tried them.

Games that ended with a result before count as results, and for no rating; those that began
from a code do not.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_SEATS = (("x", "o", "X"), ("o", "x", "O"))
_BACKFILL = """
    INSERT INTO results (game_id, user_id, scope_id, rules, opponent_id, value, ended_at)
    SELECT id, {own}_user_id, COALESCE(guild_id, channel_id), rules, {other}_user_id,
        CASE WHEN winner IS NULL THEN 'draw' WHEN winner = '{mark}' THEN 'win' ELSE 'loss' END,
        touched_at
    FROM games
    WHERE {own}_user_id IS NOT NULL AND begun = 0
        AND ending IN ('line', 'full', 'resigned', 'agreed')
"""


def upgrade() -> None:
    """To this version."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "results",
        sa.Column("game_id", number, sa.ForeignKey("games.id", ondelete="CASCADE")),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("scope_id", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("opponent_id", sa.BigInteger()),
        sa.Column("value", sa.String(4), nullable=False),
        sa.Column("mu", sa.Float()),
        sa.Column("sigma", sa.Float()),
        sa.Column("ended_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id"),
    )
    op.create_index("results_by_person", "results", ["scope_id", "user_id", "ended_at"])
    op.create_index("results_by_opponent", "results", ["opponent_id"])
    for own, other, mark in _SEATS:
        op.execute(_BACKFILL.format(own=own, other=other, mark=mark))
    op.create_table(
        "ratings",
        sa.Column("scope_id", sa.BigInteger(), autoincrement=False),
        sa.Column("rules", sa.String(32)),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope_id", "rules", "user_id"),
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_index("ratings_by_strength", "ratings", ["scope_id", "rules", "mu"])
    op.create_table(
        "puzzles",
        sa.Column("scope_id", sa.BigInteger(), autoincrement=False),
        sa.Column("day", sa.Date()),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("task", sa.String(16), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scope_id", "day"),
    )
    op.create_table(
        "attempts",
        sa.Column("scope_id", sa.BigInteger(), autoincrement=False),
        sa.Column("day", sa.Date()),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer()),
        sa.Column("solved_at", moment),
        sa.PrimaryKeyConstraint("scope_id", "day", "user_id"),
        sa.ForeignKeyConstraint(
            ["scope_id", "day"], ["puzzles.scope_id", "puzzles.day"], ondelete="CASCADE"
        ),
    )
    op.create_index("ix_attempts_user_id", "attempts", ["user_id"])


def downgrade() -> None:
    """Back to games alone."""
    for table in ("attempts", "puzzles", "ratings", "results"):
        op.drop_table(table)
