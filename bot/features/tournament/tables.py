"""Tournaments, who takes part, and their games: the tables."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    false,
    literal_column,
)

from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index
from bot.store.deletion import Named, OfServer

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("guild_id", Snowflake, nullable=False, index=True),
    Column("channel_id", Snowflake, nullable=False),
    Column("leader_id", Snowflake, nullable=False, index=True),  # who opened it
    Column("leader_name", String(100), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("swap", Boolean, nullable=False),
    Column("swap2", Boolean, nullable=False, server_default=false()),
    Column("style", String(16), nullable=False),
    Column("patience", Integer, nullable=False),  # seconds for a move
    Column("length", Integer),  # seconds of an arena
    Column("stage", String(8), nullable=False),
    Column("round", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("told_end", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("closes_at", UtcDateTime),
    Column("due_at", UtcDateTime, index=True),  # the next moment at which there is work
    Column("message_id", Snowflake),
    sqlite_autoincrement=True,  # a button must not join another tournament
)
"""One row a tournament, also after its end."""

IS_ON: Final = tournaments.c.stage.in_((literal_column("'open'"), literal_column("'running'")))
"""The condition that a tournament is not over."""

partial_index("one_tournament_a_channel", tournaments.c.channel_id, where=IS_ON, unique=True)

Index("tournaments_by_channel", tournaments.c.channel_id, tournaments.c.id)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("tournament_id", ForeignKey(tournaments.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, nullable=False, index=True),
    Column("name", String(100), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("absences", Integer, nullable=False),
)
"""One row a person who has joined."""

fixtures: Final = Table(
    "fixtures",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("tournament_id", ForeignKey(tournaments.c.id, ondelete="CASCADE"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("leg", Integer, nullable=False),
    Column("x", Integer, nullable=False),
    Column("o", Integer),  # NULL for a bye
    Column("result", String(8)),  # where there is no game that tells it
    Column("due_at", UtcDateTime),
    Column("channel_id", Snowflake),
    sqlite_autoincrement=True,  # a game must not count for another fixture
)
"""One row a game that two of them are to play, or a bye."""

Index(
    "one_fixture_a_board",
    fixtures.c.tournament_id,
    fixtures.c.round,
    fixtures.c.board,
    fixtures.c.leg,
    unique=True,
)

DELETIONS: Final = (
    Named(entrants.c.user_id, {"name": "", "left": True}),
    Named(tournaments.c.leader_id, {"leader_name": ""}),
    OfServer(tournaments.c.guild_id),
)
"""What goes with a person, or with a server."""
