"""The service for challenges. It does not use Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import ConflictError, UserError
from bot.features.start.store import ChallengeStore
from bot.features.start.values import (
    ANYWHERE,
    COOLDOWN,
    EXPIRY,
    Challenge,
    Refusal,
    StartProblem,
    check,
)
from bot.games.screen import Listeners
from bot.match.players import ChallengeId
from bot.match.session import ChannelId, MessageId, ScopeId, Terms, UserId
from bot.store.database import Database

_QUIET_AFTER: Final = timedelta(minutes=2)
"""After this long an unposted challenge counts as abandoned."""


class Challenges:
    """All challenges, in every scope."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self.changed: Final = Listeners[[Challenge]]()
        """Told of each challenge that was posted, and of each that was turned down."""
        self._store = ChallengeStore(database)
        self._clock = clock
        self._locks: WeakValueDictionary[frozenset[UserId | None], asyncio.Lock] = (
            WeakValueDictionary()
        )

    def lock(self, challenger: UserId, opponent: UserId | None) -> asyncio.Lock:
        """The lock under which two people challenge each other, so that the second sees the first.

        It works in one process; across processes the commit that stores a game does this.
        """
        return self._locks.setdefault(frozenset((challenger, opponent)), asyncio.Lock())

    async def crossing(
        self, scope: ScopeId, challenger: UserId, opponent: UserId
    ) -> Challenge | None:
        """The opponent's waiting challenge, if the challenger may accept it."""
        waiting = await self.waiting(scope, opponent)
        return waiting if waiting and waiting.opponent in {None, challenger} else None

    async def ask(
        self,
        scope: ScopeId,
        channel: ChannelId,
        challenger: UserId,
        opponent: UserId | None,
        terms: Terms,
    ) -> Challenge:
        """Store a challenge. Raises UserError if one waits, or if a person asks too often."""
        wanted = Challenge(scope, channel, challenger, opponent, terms, self._clock())
        check(wanted, await self._store.of(scope, challenger))
        try:
            return await self._store.add(wanted)
        except ConflictError:  # another process stored one first, so one waits now
            check(wanted, await self._store.of(scope, challenger))
            raise

    async def check(
        self, scope: ScopeId, challenger: UserId, opponent: UserId | None, terms: Terms
    ) -> None:
        """Raise UserError as `ask` does, and store nothing."""
        wanted = Challenge(scope, ANYWHERE, challenger, opponent, terms, self._clock())
        check(wanted, await self._store.of(scope, challenger))

    async def asked(
        self, scope: ScopeId, channel: ChannelId, user: UserId, *, anyone: bool
    ) -> Challenge | None:
        """Return the newest challenge to a person that waits in a channel, if there is one.

        With `anyone` also one of somebody else that anyone may accept, if there is no other.
        """
        found = await self.waiting_in(scope, channel)
        own = [c for c in found if c.opponent == user]
        others = [c for c in found if c.opponent is None and c.challenger != user]
        return next(reversed([*(others if anyone else ()), *own]), None)

    async def waiting_in(self, scope: ScopeId, channel: ChannelId) -> list[Challenge]:
        """Return the challenges that can be answered in a channel, oldest first."""
        now = self._clock()
        return [c for c in await self._store.waiting_in(scope, channel) if not c.is_over(now)]

    def is_over(self, challenge: Challenge) -> bool:
        """Whether a challenge cannot be answered any more, by what is known of it and the time."""
        return challenge.is_over(self._clock())

    async def unanswered(self) -> list[Challenge]:
        """Return the challenges that wait, in all servers and chats."""
        return await self._store.waiting_since(self._clock() - EXPIRY)

    async def unposted(self) -> list[Challenge]:
        """Return the challenges that a process stored and could no longer post."""
        now = self._clock()
        found = await self._store.unposted(now - _QUIET_AFTER)
        return [challenge for challenge in found if not challenge.is_over(now)]

    async def posted(self, challenge: Challenge, message: MessageId) -> None:
        """Store the message that shows a challenge."""
        await self._store.posted(challenge.number, message)
        self.changed.tell(challenge)

    async def find(self, number: ChallengeId) -> Challenge:
        """Return a challenge that can be answered. Raises UserError if it is over."""
        challenge = await self._store.find(number)
        if challenge is None or challenge.refusal is not None:
            raise UserError(StartProblem.CHALLENGE_GONE)
        if challenge.is_over(self._clock()):
            raise UserError(StartProblem.CHALLENGE_EXPIRED)
        return challenge

    async def waiting(self, scope: ScopeId, challenger: UserId) -> Challenge | None:
        """Return a person's challenge that nobody has answered yet, if there is one."""
        now = self._clock()
        asked = await self._store.of(scope, challenger)
        return next((challenge for challenge in asked if not challenge.is_over(now)), None)

    async def between(self, challenger: UserId, opponent: UserId) -> list[Challenge]:
        """Return the challenges of one person to another that can be answered, in all scopes."""
        now = self._clock()
        asked = await self._store.between(challenger, opponent)
        return [challenge for challenge in asked if not challenge.is_over(now)]

    def may_ask_again(self) -> datetime:
        """When somebody whose challenge is declined now may ask the same person again."""
        return self._clock() + COOLDOWN

    async def refuse(self, challenge: Challenge, refusal: Refusal) -> None:
        """Decline a challenge, or withdraw one's own. Raises UserError if it is over."""
        if not await self._store.refuse(challenge.number, refusal, self._clock()):
            raise UserError(StartProblem.CHALLENGE_GONE)
        self.changed.tell(replace(challenge, refusal=refusal))

    async def has_pinged(self, challenge: Challenge) -> bool:
        """Whether the challenger has just asked the same person, anywhere, and got no game.

        However often somebody asks and takes it back, the other is pinged once.
        """
        assert challenge.opponent is not None, "an open challenge pings nobody"
        since = self._clock() - COOLDOWN
        return await self._store.has_refused(challenge.challenger, challenge.opponent, since)

    def accepted(self, challenge: Challenge) -> None:
        """Tell that a challenge is over: the game that answers it is stored."""
        self.changed.tell(replace(challenge, refusal=Refusal.WITHDRAWN))

    async def lose(self, challenge: Challenge) -> None:
        """Take a challenge back that nobody sees any more, unless it is over."""
        with suppress(UserError):
            await self.refuse(challenge, Refusal.WITHDRAWN)

    async def forget(self, challenge: Challenge) -> None:
        """Delete a challenge that could not be posted, or that nobody can answer any more."""
        await self._store.delete(challenge.number)
        if challenge.message is not None:
            self.changed.tell(replace(challenge, refusal=Refusal.WITHDRAWN))
