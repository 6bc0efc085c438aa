"""Stores challenges until they are answered, and refused ones for a while after that."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.errors import UserError
from bot.features.start.values import (
    COOLDOWN,
    EXPIRY,
    Challenge,
    Refusal,
    StartProblem,
    decode_terms,
    encode_terms,
)
from bot.match.players import ChallengeId, ChannelId, MessageId, ScopeId, UserId
from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata, partial_index
from bot.store.database import Step, TableStore, Transaction, transaction
from bot.store.deletion import OfServer, Own
from engine import decode_game, encode_game

challenges: Final = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    # The scope: a server, or a chat of people without one.
    sa.Column("guild_id", Snowflake, nullable=False),
    sa.Column("channel_id", Snowflake, nullable=False),
    sa.Column("message_id", Snowflake),
    sa.Column("challenger_id", Snowflake, nullable=False),
    sa.Column("opponent_id", Snowflake),  # NULL where anyone may join
    sa.Column("terms", sa.String(64), nullable=False),
    sa.Column("start", sa.Text),  # the code of the position that it goes on from
    sa.Column("asked_at", UtcDateTime, nullable=False),
    sa.Column("refusal", sa.String(16)),  # NULL while it waits
    sa.Column("refused_at", UtcDateTime),
    sqlite_autoincrement=True,  # a button must not answer another challenge
)
"""One row a challenge that waits, or was turned down a while ago."""

partial_index(
    "one_waiting_challenge_a_person",
    challenges.c.guild_id,
    challenges.c.challenger_id,
    where=challenges.c.refusal.is_(None),
    unique=True,
)

DELETIONS: Final = (
    Own(challenges.c.challenger_id),
    Own(challenges.c.opponent_id),
    OfServer(challenges.c.guild_id),
)
"""What is deleted with a person, or with a server."""

_WAITING = challenges.c.refusal.is_(None)


class ChallengeStore(TableStore):
    """The stored challenges: those that wait, and those that were refused a short time ago."""

    async def find(self, number: ChallengeId) -> Challenge | None:
        """Return a challenge by number. None if it was accepted or deleted."""
        row = await self._row(sa.select(challenges).where(challenges.c.id == number))
        return None if row is None else _read(row)

    async def of(self, scope: ScopeId, challenger: UserId) -> list[Challenge]:
        """Return the stored challenges of a person in a scope, oldest first."""
        return await self._all(
            challenges.c.guild_id == scope, challenges.c.challenger_id == challenger
        )

    async def waiting_in(self, scope: ScopeId, channel: ChannelId) -> list[Challenge]:
        """Return the challenges that wait in a channel, oldest first."""
        here = challenges.c.guild_id == scope, challenges.c.channel_id == channel
        return await self._all(*here, _WAITING)

    async def between(self, challenger: UserId, opponent: UserId) -> list[Challenge]:
        """Return the challenges of one person to another that wait, oldest first."""
        asked = challenges.c.challenger_id == challenger, challenges.c.opponent_id == opponent
        return await self._all(*asked, _WAITING)

    async def waiting_since(self, since: datetime) -> list[Challenge]:
        """Return the challenges that were posted, wait, and were asked after a time."""
        posted = challenges.c.message_id.is_not(None)
        return await self._all(_WAITING, posted, challenges.c.asked_at > since)

    async def unposted(self, before: datetime) -> list[Challenge]:
        """Return the challenges that wait, were asked before a time, and that no message shows."""
        unposted = challenges.c.message_id.is_(None)
        return await self._all(_WAITING, unposted, challenges.c.asked_at < before)

    async def add(self, challenge: Challenge) -> Challenge:
        """Store a new challenge with a number, and delete those that are no longer needed.

        Raises ConflictError if another challenge of the person waits in this scope.
        """
        added = sa.insert(challenges).values(_columns(challenge)).returning(challenges.c.id)
        async with transaction(self.database) as connection:
            await connection.execute(sa.delete(challenges).where(_expired(challenge.asked)))
            number = await connection.scalar(added)
        return replace(challenge, number=ChallengeId(number))

    async def posted(self, number: ChallengeId, message: MessageId) -> None:
        """Store the message that shows a challenge."""
        this = challenges.c.id == number
        await self._run(sa.update(challenges).where(this).values(message_id=message))

    async def delete(self, number: ChallengeId) -> None:
        """Delete a challenge, unless it was refused meanwhile."""
        await self._run(sa.delete(challenges).where(challenges.c.id == number, _WAITING))

    async def refuse(self, number: ChallengeId, refusal: Refusal, now: datetime) -> bool:
        """Mark a waiting challenge as refused. Return whether it was still waiting."""
        query = (
            sa.update(challenges)
            .where(challenges.c.id == number, _WAITING)
            .values(refusal=refusal.value, refused_at=now)
        )
        return await self._run(query) == 1

    async def has_refused(self, challenger: UserId, opponent: UserId, since: datetime) -> bool:
        """Whether a challenge of one person to another was refused after a time, in any scope."""
        refused = sa.select(challenges.c.id).where(
            challenges.c.challenger_id == challenger,
            challenges.c.opponent_id == opponent,
            challenges.c.refused_at > since,
        )
        return await self._value(refused.limit(1)) is not None

    async def _all(self, *where: sa.ColumnElement[bool]) -> list[Challenge]:
        query = sa.select(challenges).where(*where).order_by(challenges.c.id)
        # in a transaction, which sees the challenge that has just been in the way of another
        async with transaction(self.database) as connection:
            return [_read(row) for row in await connection.execute(query)]


def _expired(now: datetime) -> Any:
    """The condition for challenges that can be deleted: they neither wait nor limit anybody."""
    expired = sa.and_(_WAITING, challenges.c.asked_at <= now - EXPIRY)
    return sa.or_(expired, challenges.c.refused_at <= now - COOLDOWN)


def _columns(challenge: Challenge) -> dict[str, Any]:
    """The columns of a waiting challenge, without its number."""
    return {
        "guild_id": challenge.scope,
        "channel_id": challenge.channel,
        "challenger_id": challenge.challenger,
        "opponent_id": challenge.opponent,
        "terms": encode_terms(challenge.terms),
        "start": encode_game(challenge.terms.start) if challenge.terms.start else None,
        "asked_at": challenge.asked,
        "message_id": challenge.message,
    }


def _read(row: sa.Row[Any]) -> Challenge:
    return Challenge(
        scope=ScopeId(row.guild_id),
        channel=ChannelId(row.channel_id),
        challenger=UserId(row.challenger_id),
        opponent=None if row.opponent_id is None else UserId(row.opponent_id),
        terms=replace(decode_terms(row.terms), start=decode_game(row.start) if row.start else None),
        asked=row.asked_at,
        refusal=Refusal(row.refusal) if row.refusal else None,
        refused=row.refused_at,
        message=None if row.message_id is None else MessageId(row.message_id),
        number=ChallengeId(row.id),
    )


def accepting(challenge: ChallengeId) -> Step:
    """Return what deletes a challenge that waits, in the commit of the game that answers it.

    It raises UserError if the challenge was answered before.
    """

    async def accept(connection: Transaction) -> None:
        waiting = challenges.c.id == challenge, challenges.c.refusal.is_(None)
        if (await connection.execute(sa.delete(challenges).where(*waiting))).rowcount != 1:
            raise UserError(StartProblem.CHALLENGE_GONE)

    return accept
