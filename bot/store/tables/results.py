"""What games have come to for people: results, ratings, roles for these, and skills."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Float, Index, Integer, String, Table

from bot.store.tables.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata

results: Final = Table(
    "results",
    metadata,
    # Of a game that may be deleted: results are kept.
    Column("game_id", GAME_NUMBER, primary_key=True, autoincrement=False),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("scope_id", Snowflake, nullable=False),
    Column("rules", String(32), nullable=False),
    Column("opponent_id", Snowflake),  # NULL where it was the bot
    Column("value", String(4), nullable=False),
    # The rating that it led to; NULL where the game was not rated.
    Column("mu", Float),
    Column("sigma", Float),
    Column("ended_at", UtcDateTime, nullable=False),
)

Index("results_by_person", results.c.user_id, results.c.scope_id, results.c.ended_at)

Index("results_by_scope", results.c.scope_id, results.c.game_id)

Index("results_by_opponent", results.c.opponent_id)

Index("results_by_game", results.c.scope_id, results.c.rules, results.c.game_id)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    Column("name", String(100), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

Index("ratings_by_strength", ratings.c.scope_id, ratings.c.rules, ratings.c.mu)

roles: Final = Table(
    "roles",
    metadata,
    Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
    Column("role_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), nullable=False),
    Column("points", Integer, nullable=False),
)

skills: Final = Table(
    "skills",
    metadata,
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("rules", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("step", String(16), nullable=False),  # for the next game
)
