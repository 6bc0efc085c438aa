"""Puzzles of the day and of the collection, and how people fared with them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Float,
    ForeignKeyConstraint,
    Integer,
    String,
    Table,
    Text,
)

from bot.store.tables.columns import Snowflake, UtcDateTime, metadata

puzzles: Final = Table(
    "puzzles",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),  # in UTC
    Column("start", Text, nullable=False),  # the code of the position
    Column("task", String(16), nullable=False),
    Column("line", Text, nullable=False),
    Column("played", Boolean, nullable=False),  # by people in this scope, not by the engine
    Column("number", Integer),  # in the collection; NULL where it comes from elsewhere
    # The daily post: its message, or until when a process has it in hand.
    Column("message_id", Snowflake),
    Column("claimed_until", UtcDateTime),
)

attempts: Final = Table(
    "attempts",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("day", Date, primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("name", String(100), nullable=False),
    Column("found", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    # Both NULL until the puzzle is solved; the streak counts days, this one included.
    Column("streak", Integer),
    Column("solved_at", UtcDateTime),
    Column("marks", Text, nullable=False, server_default=""),  # a letter for each answer
    ForeignKeyConstraint(
        ["scope_id", "day"], [puzzles.c.scope_id, puzzles.c.day], ondelete="CASCADE"
    ),
)

trials: Final = Table(
    "trials",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("found", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("marks", Text, nullable=False),
    Column("ending", String(16)),  # "solved" or "given up"; NULL while it is open
    Column("rated", Boolean, nullable=False),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

puzzle_strengths: Final = Table(
    "puzzle_strengths",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

runs: Final = Table(
    "runs",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("begun_at", UtcDateTime, nullable=False),
    Column("numbers", Text, nullable=False),  # the puzzles met, with dashes between, the last open
    Column("found", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("score", Integer, nullable=False),
)

run_records: Final = Table(
    "run_records",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("name", String(100), nullable=False),
    Column("best", Integer, nullable=False),
    Column("reached_at", UtcDateTime, nullable=False),
)
