"""The tables, for SQLite and PostgreSQL alike.

    games ──< moves      one row a ply that stands; two processes cannot both play a ply
      └────< messages    one row a Discord message that changed the game, taken back or not
    shards               until when each shard was listening

A change here needs a revision in `bot/migrations/versions`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
)
from sqlalchemy.types import TypeDecorator

metadata: Final = MetaData()

Snowflake: Final = BigInteger
"""An id that Discord gave: 64 bits, of which the sign stays free until the year 2084."""

_GAME_NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite numbers rows by itself in a column of type INTEGER only, which holds 64 bits."""


class Moment(TypeDecorator[datetime]):
    """A point in time, aware and in UTC on the way in and out; SQLite keeps no zone itself."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To the database."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs a time zone: {value!r}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """From the database."""
        if value is None:
            return None
        assert isinstance(value, datetime)
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


games: Final = Table(
    "games",
    metadata,
    Column("id", _GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("guild_id", Snowflake),
    Column("rules", String(32), nullable=False),
    # A seat is a person, by id and name, or the bot, by level.
    Column("x_user_id", Snowflake, index=True),
    Column("x_name", String(100)),
    Column("x_level", String(16)),
    Column("o_user_id", Snowflake, index=True),
    Column("o_name", String(100)),
    Column("o_level", String(16)),
    Column("coach", Boolean, nullable=False),
    Column("style", String(16), nullable=False),
    Column("offer", String(16)),
    Column("offer_by", String(1)),
    Column("ending", String(16)),
    Column("winner", String(1)),
    Column("assisted", Boolean, nullable=False),
    Column("begun", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("touched_at", Moment, nullable=False),
    # What the channel was last shown: the message, and the version that it shows.
    Column("board_message_id", Snowflake),
    Column("shown_version", Integer),
    CheckConstraint("(x_user_id IS NULL) <> (x_level IS NULL)", name="x_is_person_or_bot"),
    CheckConstraint("(o_user_id IS NULL) <> (o_level IS NULL)", name="o_is_person_or_bot"),
    sqlite_autoincrement=True,  # a number is never given twice
)

_live: Final = games.c.ending.is_(None)
Index("games_by_touch", games.c.touched_at)
Index("games_by_channel", games.c.channel_id, games.c.id)
Index(
    "one_live_game_a_channel",
    games.c.channel_id,
    unique=True,
    sqlite_where=_live,
    postgresql_where=_live,
)

moves: Final = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Integer, nullable=False),
    Column("user_id", Snowflake),  # NULL where the bot moved
    Column("played_at", Moment, nullable=False),
)

messages: Final = Table(
    "messages",
    metadata,
    Column("message_id", Snowflake, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), nullable=False, index=True),
)

shards: Final = Table(
    "shards",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("heard_at", Moment, nullable=False),
)
