"""Positions in which people went wrong."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from bot.store.tables.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata
from bot.store.tables.games import games

studies: Final = Table(
    "studies",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    # Both NULL where the person had nothing to decide.
    Column("accuracy", Integer),  # per cent
    Column("moves", Integer),
)

cards: Final = Table(
    "cards",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    Column("user_id", Snowflake, nullable=False),
    Column("position_key", String(32), nullable=False),  # the same for mirror images
    Column("start", Text, nullable=False),  # the code of the position
    Column("played", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("worth", String(4), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("due", UtcDateTime),  # NULL once it is learned
    Column("memory", Text, nullable=False),  # what the scheduler knows of it
    Column("hinted", Boolean, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("solved_at", UtcDateTime),
    # The game in which the person tries to win the position.
    Column("trial_game_id", ForeignKey(games.c.id, ondelete="SET NULL"), index=True),
    sqlite_autoincrement=True,  # a button must not answer for another position
)

Index("one_card_a_position", cards.c.user_id, cards.c.position_key, unique=True)

Index("cards_by_due", cards.c.user_id, cards.c.due)
