"""Games that a whole channel plays: rounds of votes, and what the engine says of them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Date, ForeignKey, Index, Integer, String, Table

from bot.store.tables.columns import Snowflake, UtcDateTime, metadata
from bot.store.tables.games import games

polls: Final = Table(
    "polls",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("leader_id", Snowflake, nullable=False, index=True),
    Column("leader_name", String(100), nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("closes_at", UtcDateTime),
    Column("silent", Integer, nullable=False),
)

ballots: Final = Table(
    "ballots",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("choice", Integer, nullable=False),
)

vote_turns: Final = Table(
    "vote_turns",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # of the position voted on
    Column("best", Integer, nullable=False),
    Column("right_votes", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
)

vote_scores: Final = Table(
    "vote_scores",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("week", Date, primary_key=True),  # its Monday, in UTC
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("scope_id", Snowflake, nullable=False),
    Column("right_votes", Integer, nullable=False),
    Column("votes", Integer, nullable=False),
)

Index("vote_scores_by_week", vote_scores.c.scope_id, vote_scores.c.week)
