"""Votes from the first ballot to the move; knows nothing of Discord.

When a round ends is stored with the game. Who watches the clock is told of every change
and asks for the count in time; any process may do that, and after any restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from random import Random

from bot.errors import Problem, UserError
from bot.games.screen import Screen
from bot.match.session import ChannelId, GameId, MessageId, Session, UserId
from bot.match.vote import top_moves
from bot.show import text
from bot.store import Store


@dataclass(frozen=True, slots=True)
class Steps:
    """What votes share with every other act on a game."""

    lock: Callable[[ChannelId, Screen], AbstractAsyncContextManager[None]]
    live: Callable[[ChannelId], Awaitable[Session]]
    save: Callable[[Session, Session], Awaitable[Session]]
    keep: Callable[[Session, Session, MessageId | None], Awaitable[Session]]
    """Store a change that leaves the stones as they are."""
    carry_on: Callable[[Screen, Session, str], Awaitable[None]]
    show: Callable[[Screen, Session, str], Awaitable[None]]


class Votes:
    """The votes of every channel."""

    def __init__(
        self, store: Store, clock: Callable[[], datetime], rng: Random, steps: Steps
    ) -> None:
        self._store = store
        self._rng = rng
        self._steps = steps
        self._listener: Callable[[Session], None] = lambda session: None
        self._notes: dict[GameId, tuple[int, str]] = {}
        """What stood under the board of the round that is on, by its ply."""
        self.clock = clock

    def listen(self, listener: Callable[[Session], None]) -> None:
        """Be told of each stored change of a game that is voted on."""
        self._listener = listener

    def told(self, session: Session) -> None:
        """A change has been stored."""
        if session.poll is not None:
            self._listener(session)

    def noted(self, session: Session, note: str) -> None:
        """A board has been shown: what stands under it stays while its round goes on."""
        if session.voting:
            self._notes[session.game] = session.position.ply, note
        else:
            self._notes.pop(session.game, None)

    async def voting(self, channel: ChannelId) -> Session:
        """The game of a channel in which a round is on; raises UserError."""
        session = await self._store.load(channel)
        if session is None or not session.voting:
            raise UserError(Problem.NO_VOTE)
        return session

    async def cast(
        self, screen: Screen, seen: Session, user: UserId, move: int, message: MessageId | None
    ) -> Session:
        """Take a ballot on the board that somebody saw; raises UserError if it has moved on."""
        async with self._steps.lock(seen.channel, screen):
            session = await self._steps.live(seen.channel)
            if message is not None and await self._store.seen(message):
                return session  # one event, delivered twice
            if not session.has_same_board(seen):
                raise UserError(Problem.MOVED_ON)
            after = session.vote(user, move, self.clock())
            return await self._steps.keep(session, after, message)

    async def refresh(self, screen: Screen, channel: ChannelId) -> None:
        """Show how the vote stands, if one is on."""
        async with self._steps.lock(channel, screen):
            session = await self._store.load(channel)
            if session is not None and session.voting:
                turn, note = self._notes.get(session.game, (-1, ""))
                on_board = note if turn == session.position.ply else ""
                await self._steps.show(screen, session, on_board)

    async def count(
        self, screen: Screen, channel: ChannelId, user: UserId, *, may_manage: bool
    ) -> None:
        """End the round now; raises UserError for others than its leader, and without ballots."""
        async with self._steps.lock(channel, screen):
            session = check_count(await self.voting(channel), user, may_manage=may_manage)
            await self._play(screen, session)

    async def close(self, screen: Screen, channel: ChannelId) -> bool:
        """End the round if its time is over; False where nobody has voted and it goes on."""
        async with self._steps.lock(channel, screen):
            session, now = await self._store.load(channel), self.clock()
            if session is None or not session.voting or session.poll is None:
                return True
            if not session.poll.is_due(now):
                return True
            if not session.poll.ballots:
                await self._steps.keep(session, session.put_off(now), None)
                return False
            await self._play(screen, session)
            return True

    async def _play(self, screen: Screen, session: Session) -> None:
        """Play what most want; chance decides among moves that are tied."""
        assert session.poll is not None, "a round is on"
        tied = top_moves(session.poll.ballots)
        move = self._rng.choice(tied)
        after = await self._steps.save(session, session.play_vote(move))
        await self._steps.carry_on(screen, after, text.counted(screen.styled(session), move))


def check_count(session: Session, user: UserId, *, may_manage: bool) -> Session:
    """The session whose round this person may end now; raises UserError."""
    if not may_manage:
        session.side_of(user)
    if not session.voting or session.poll is None:
        raise UserError(Problem.NO_VOTE)
    if not session.poll.ballots:
        raise UserError(Problem.NO_BALLOTS)
    return session
