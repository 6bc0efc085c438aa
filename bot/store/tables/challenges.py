"""Challenges that wait, or were turned down a while ago."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, String, Table

from bot.store.tables.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index

challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    # The scope: a server, or a chat of people without one.
    Column("guild_id", Snowflake, nullable=False),
    Column("channel_id", Snowflake, nullable=False),
    Column("message_id", Snowflake),
    Column("challenger_id", Snowflake, nullable=False),
    Column("opponent_id", Snowflake),  # NULL where anyone may join
    Column("terms", String(64), nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("refusal", String(16)),  # NULL while it waits
    Column("refused_at", UtcDateTime),
    sqlite_autoincrement=True,  # a button must not answer another challenge
)

partial_index(
    "one_waiting_challenge_a_person",
    challenges.c.guild_id,
    challenges.c.challenger_id,
    where=challenges.c.refusal.is_(None),
    unique=True,
)
