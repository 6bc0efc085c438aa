"""What processes leave for each other: shards, servers, and their turns."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Integer, Table

from bot.store.tables.columns import Snowflake, UtcDateTime, metadata

shards: Final = Table(
    "shards",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("heard_until", Snowflake, nullable=False),
)

guilds: Final = Table(
    "guilds",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("missed_since", UtcDateTime, index=True),  # NULL while the bot is in it
)

probes: Final = Table(
    "probes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("written_at", UtcDateTime, nullable=False),
)

identifies: Final = Table(
    "identifies",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("free_at", UtcDateTime, nullable=False),
)
