"""Tournaments, who takes part, and their games: the tables."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index
from bot.store.deletion import Named, OfServer

tournaments: Final = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    sa.Column("guild_id", Snowflake, nullable=False, index=True),
    sa.Column("channel_id", Snowflake, nullable=False),
    sa.Column("leader_id", Snowflake, nullable=False, index=True),  # who opened it
    sa.Column("leader_name", sa.String(100), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("swap", sa.Boolean, nullable=False),
    sa.Column("swap2", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("casual", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("style", sa.String(16), nullable=False),
    sa.Column("patience", sa.Integer, nullable=False),  # seconds for a move
    sa.Column("length", sa.Integer),  # seconds of an arena
    sa.Column("stage", sa.String(8), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("told_end", sa.Boolean, nullable=False),
    sa.Column("created_at", UtcDateTime, nullable=False),
    sa.Column("closes_at", UtcDateTime),
    sa.Column("due_at", UtcDateTime, index=True),  # the next moment at which there is work
    sa.Column("message_id", Snowflake),
    sqlite_autoincrement=True,  # a button must not join another tournament
)
"""One row a tournament, also after its end."""

IS_ON: Final = tournaments.c.stage.in_(
    (sa.literal_column("'open'"), sa.literal_column("'running'"))
)
"""The condition that a tournament is not over."""

partial_index("one_tournament_a_channel", tournaments.c.channel_id, where=IS_ON, unique=True)

sa.Index("tournaments_by_channel", tournaments.c.channel_id, tournaments.c.id)

entrants: Final = sa.Table(
    "entrants",
    metadata,
    sa.Column(
        "tournament_id", sa.ForeignKey(tournaments.c.id, ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", Snowflake, nullable=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("seed", sa.Integer, nullable=False),
    sa.Column("left", sa.Boolean, nullable=False),
    sa.Column("absences", sa.Integer, nullable=False),
)
"""One row a person who has joined."""

fixtures: Final = sa.Table(
    "fixtures",
    metadata,
    sa.Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    sa.Column("tournament_id", sa.ForeignKey(tournaments.c.id, ondelete="CASCADE"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("leg", sa.Integer, nullable=False),
    sa.Column("x", sa.Integer, nullable=False),
    sa.Column("o", sa.Integer),  # NULL for a bye
    sa.Column("result", sa.String(8)),  # where there is no game that tells it
    sa.Column("due_at", UtcDateTime),
    sa.Column("channel_id", Snowflake),
    sqlite_autoincrement=True,  # a game must not count for another fixture
)
"""One row a game that two of them are to play, or a bye."""

sa.Index(
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
"""What is deleted with a person, or with a server."""
