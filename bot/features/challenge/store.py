"""Challenges, from the asking until nobody needs to remember them any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, delete, insert, or_, select, update

from bot.features.challenge.values import (
    EXPIRY,
    PATIENCE,
    Challenge,
    Refusal,
    read_terms,
    write_terms,
)
from bot.match.players import ChallengeId, ChannelId, GuildId, MessageId, UserId
from bot.store.database import Database, transaction
from bot.store.tables import challenges

_WAITING = challenges.c.refusal.is_(None)


class ChallengeBook:
    """Every challenge that waits, and those that were turned down a while ago."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    async def find(self, number: ChallengeId) -> Challenge | None:
        """A challenge by its number; None where it is answered or forgotten."""
        query = select(challenges).where(challenges.c.id == number)
        async with transaction(self._engine) as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else _read(row)

    async def of(self, guild: GuildId, challenger: UserId) -> list[Challenge]:
        """What a person has asked in a server, oldest first."""
        query = (
            select(challenges)
            .where(challenges.c.guild_id == guild, challenges.c.challenger_id == challenger)
            .order_by(challenges.c.id)
        )
        async with transaction(self._engine) as connection:
            return [_read(row) for row in await connection.execute(query)]

    async def add(self, challenge: Challenge) -> Challenge:
        """Number and keep a new one; forgets all that is over for long enough.

        Raises ConflictError if another one of the person waits in this server.
        """
        added = insert(challenges).values(_columns(challenge)).returning(challenges.c.id)
        async with transaction(self._engine) as connection:
            await connection.execute(delete(challenges).where(_forgettable(challenge.asked)))
            number = await connection.scalar(added)
        return replace(challenge, number=ChallengeId(number))

    async def posted(self, number: ChallengeId, message: MessageId) -> None:
        """Remember the message that asks."""
        query = update(challenges).where(challenges.c.id == number).values(message_id=message)
        async with transaction(self._engine) as connection:
            await connection.execute(query)

    async def accept(self, number: ChallengeId) -> bool:
        """Take a challenge that waits; of two who do, one hears that it did."""
        query = delete(challenges).where(challenges.c.id == number, _WAITING)
        async with transaction(self._engine) as connection:
            return (await connection.execute(query)).rowcount == 1

    async def put_back(self, challenge: Challenge) -> None:
        """Keep a challenge again that was accepted; raises ConflictError as `add` does."""
        row = {**_columns(challenge), "id": challenge.number}
        async with transaction(self._engine) as connection:
            await connection.execute(insert(challenges).values(row))

    async def refuse(self, number: ChallengeId, refusal: Refusal, now: datetime) -> bool:
        """Turn a challenge down that waits; whether it did."""
        query = (
            update(challenges)
            .where(challenges.c.id == number, _WAITING)
            .values(refusal=refusal.value, refused_at=now)
        )
        async with transaction(self._engine) as connection:
            return (await connection.execute(query)).rowcount == 1


def _forgettable(now: datetime) -> Any:
    """What neither waits for an answer nor keeps its challenger from asking again."""
    expired = and_(_WAITING, challenges.c.asked_at <= now - EXPIRY)
    return or_(expired, challenges.c.refused_at <= now - PATIENCE)


def _columns(challenge: Challenge) -> dict[str, Any]:
    """What is kept of a challenge that waits, all but its number."""
    return {
        "guild_id": challenge.guild,
        "channel_id": challenge.channel,
        "challenger_id": challenge.challenger,
        "opponent_id": challenge.opponent,
        "terms": write_terms(challenge.terms),
        "asked_at": challenge.asked,
        "message_id": challenge.message,
    }


def _read(row: Row[Any]) -> Challenge:
    return Challenge(
        guild=GuildId(row.guild_id),
        channel=ChannelId(row.channel_id),
        challenger=UserId(row.challenger_id),
        opponent=None if row.opponent_id is None else UserId(row.opponent_id),
        terms=read_terms(row.terms),
        asked=row.asked_at,
        refusal=Refusal(row.refusal) if row.refusal else None,
        refused=row.refused_at,
        message=None if row.message_id is None else MessageId(row.message_id),
        number=ChallengeId(row.id),
    )
