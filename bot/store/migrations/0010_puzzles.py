"""Puzzles without end, runs against the clock, and the daily post.

Puzzles of the day that are stored already come from no collection: their number is NULL.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_COLUMNS = (
    ("puzzles", "number", sa.Integer()),
    ("puzzles", "message_id", sa.BigInteger()),
    ("puzzles", "claimed_until", _MOMENT),
    ("preferences", "puzzle_channel_id", sa.BigInteger()),
    ("preferences", "puzzle_minute", sa.Integer()),
)


def upgrade() -> None:
    """To this version."""
    for table, name, kind in _COLUMNS:
        op.add_column(table, sa.Column(name, kind))
    op.add_column("attempts", sa.Column("marks", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "puzzle_strengths",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )
    op.create_table(
        "trials",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("ending", sa.String(16)),
        sa.Column("rated", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "runs",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("begun_at", _MOMENT, nullable=False),
        sa.Column("numbers", sa.Text(), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
    )
    op.create_table(
        "run_records",
        sa.Column("scope_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("reached_at", _MOMENT, nullable=False),
    )
    op.create_index("ix_run_records_user_id", "run_records", ["user_id"])


def downgrade() -> None:
    """Back to the version before."""
    for table in ("run_records", "runs", "trials", "puzzle_ratings", "puzzle_strengths"):
        op.drop_table(table)
    op.drop_column("attempts", "marks")
    for table, name, _ in _COLUMNS:
        op.drop_column(table, name)
