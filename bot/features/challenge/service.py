"""Challenges from asking to answering; knows nothing of Discord."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.errors import ConflictError, Problem, UserError
from bot.features.challenge.store import ChallengeBook
from bot.features.challenge.values import Challenge, Refusal, check
from bot.match.session import ChallengeId, ChannelId, GuildId, MessageId, Terms, UserId


class Challenges:
    """Who has asked whom, in every server."""

    def __init__(self, book: ChallengeBook, clock: Callable[[], datetime]) -> None:
        self._book = book
        self._clock = clock

    async def ask(
        self,
        guild: GuildId,
        channel: ChannelId,
        challenger: UserId,
        opponent: UserId | None,
        terms: Terms,
    ) -> Challenge:
        """Keep a challenge; raises UserError where one waits already, or for asking too often."""
        wanted = Challenge(guild, channel, challenger, opponent, terms, self._clock())
        check(wanted, await self._book.of(guild, challenger))
        try:
            return await self._book.add(wanted)
        except ConflictError:  # another process was faster: now one waits
            check(wanted, await self._book.of(guild, challenger))
            raise

    async def posted(self, challenge: Challenge, message: MessageId) -> None:
        """Remember which message asks."""
        await self._book.posted(challenge.number, message)

    async def find(self, number: ChallengeId) -> Challenge:
        """A challenge that can be answered; raises UserError."""
        challenge = await self._book.find(number)
        if challenge is None or challenge.refusal is not None:
            raise UserError(Problem.CHALLENGE_GONE)
        if challenge.is_over(self._clock()):
            raise UserError(Problem.CHALLENGE_EXPIRED)
        return challenge

    async def waiting(self, guild: GuildId, challenger: UserId) -> Challenge | None:
        """The challenge of a person that nobody has answered yet."""
        now = self._clock()
        asked = await self._book.of(guild, challenger)
        return next((challenge for challenge in asked if not challenge.is_over(now)), None)

    async def accept(self, challenge: Challenge) -> None:
        """Take a challenge, once; raises UserError for whoever comes second."""
        if not await self._book.accept(challenge.number):
            raise UserError(Problem.CHALLENGE_GONE)

    async def put_back(self, challenge: Challenge) -> None:
        """Let a challenge wait again whose acceptance has led to nothing."""
        await self._book.put_back(challenge)

    async def decline(self, challenge: Challenge) -> None:
        """Turn a challenge down, which its challenger is to respect for a while."""
        await self._refuse(challenge, Refusal.DECLINED)

    async def withdraw(self, challenge: Challenge) -> None:
        """Take one's own challenge back."""
        await self._refuse(challenge, Refusal.WITHDRAWN)

    async def forget(self, challenge: Challenge) -> None:
        """Drop a challenge that nobody has seen."""
        await self._book.accept(challenge.number)

    async def _refuse(self, challenge: Challenge, refusal: Refusal) -> None:
        if not await self._book.refuse(challenge.number, refusal, self._clock()):
            raise UserError(Problem.CHALLENGE_GONE)
