"""What servers and people have chosen, or have been told."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Integer, String, Table, Text

from bot.store.tables.columns import Snowflake, metadata

notify_choices: Final = Table(
    "notify_choices",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("way", String(8), nullable=False),
)

preferences: Final = Table(
    "preferences",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, index=True),  # whose direct messages they are; NULL in a server
    Column("prefix", String(16)),
    Column("rules", String(32)),
    Column("level", String(16)),
    Column("style", String(16)),
    Column("channels", Text, nullable=False),  # ids with blanks between; none for everywhere
    Column("language", String(16)),
    Column("idle_seconds", Integer),
    # The daily post of the puzzle: where, and at which minute of the day in UTC.
    Column("puzzle_channel_id", Snowflake),
    Column("puzzle_minute", Integer),
    Column("threads", Boolean),  # whether games begin in threads of their own
    Column("strict", Boolean),  # NULL where nothing was chosen
    Column("history", Boolean),  # whether a line stays where a board was
)

told_permissions: Final = Table(
    "told_permissions",
    metadata,
    Column("channel_id", Snowflake, primary_key=True, autoincrement=False),
    Column("permission", String(32), primary_key=True),
)

styles: Final = Table(
    "styles",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("style", String(16), nullable=False),
)

coaches: Final = Table(
    "coaches",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("coach", String(8), nullable=False),
)
