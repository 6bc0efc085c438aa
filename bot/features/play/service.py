"""The service for votes, from the first ballot to what the engine says of it. No Discord.

The time at which a round ends is stored with the game. `bot.features.play.voting` watches it and
calls `close` in time. Since the time is stored, this also works after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Final

from bot.errors import Problem, UserError
from bot.features.play.store import VoteScoreStore
from bot.features.play.values import JudgedVote, Voter, best_moves, judged_turn, week_of
from bot.games.screen import Listeners, Screen
from bot.games.turns import Turns
from bot.match.notes import Counted
from bot.match.session import ChannelId, GameId, MessageId, ScopeId, Session, UserId, moves
from bot.match.timing import top_moves
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit

_SECONDS: Final = 0.5
"""The most seconds of the one search for a turn: it must not keep the next games waiting."""
_NAMED: Final = 5
"""The voters that are named after a game."""
_TABLE: Final = 10
"""The voters in the table of a week."""


class Votes:
    """The votes of all channels."""

    def __init__(self, store: Store, turns: Turns, rng: Random) -> None:
        self._store = store
        self._turns = turns
        self._rng = rng
        self.clock = turns.clock
        self.counted = Listeners[[Session]]()
        """Told each session that was voted on, with its ballots, after the answer is shown."""

    async def voting(self, channel: ChannelId) -> Session:
        """Return the game of a channel in which a round is open. Raises UserError if none is."""
        session = await self._store.load(channel)
        if session is None or not session.voting:
            raise UserError(Problem.NO_VOTE)
        return session

    async def cast(
        self,
        screen: Screen,
        seen: Session,
        user: UserId,
        move: int | str,
        message: MessageId | None,
    ) -> Session:
        """Take a ballot for the board that somebody saw. Raises UserError if it is outdated."""
        moves.vote(seen, user, move, self.clock())
        async with self._turns.lock(seen.channel, screen):
            session = await self._turns.live(seen.channel)
            if message is not None and await self._store.is_processed(message):
                return session  # one event, delivered twice
            if not session.has_same_board(seen):
                raise UserError(Problem.MOVED_ON)
            after = moves.vote(session, user, move, self.clock())
            stored = await self._turns.save(session, after, message)
        screen.acknowledge()
        return stored

    async def refresh(self, screen: Screen, channel: ChannelId) -> None:
        """Show the current ballots on the board, if a round is open."""
        async with self._turns.lock(channel, screen):
            session = await self._store.load(channel)
            if session is not None and session.voting:
                board = await self._store.boards.newest(session.game)
                ply = session.position.ply
                notes = () if board is None else self._turns.boards.notes_under(board, ply)
                self._turns.show(screen, session, *notes)

    async def count(
        self,
        screen: Screen,
        channel: ChannelId,
        user: UserId,
        seen: Session | None = None,
        message: MessageId | None = None,
        *,
        may_manage: bool,
    ) -> None:
        """End the round now, and play the winning move. `message` asks for that, and counts once.

        Raises UserError if the person may not do that, if there are no ballots, or if the board
        that they have `seen` is outdated.
        """
        if seen is not None:
            check_count(seen, user, may_manage=may_manage)
        async with self._turns.lock(channel, screen):
            if message is not None and await self._store.is_processed(message):
                return
            session = await self.voting(channel)
            if seen is not None and not session.has_same_board(seen):
                raise UserError(Problem.MOVED_ON)
            await self._play(screen, check_count(session, user, may_manage=may_manage), message)

    async def close(self, screen: Screen, channel: ChannelId) -> bool:
        """End the round if its time is over. Returns False if nobody has voted: then it goes on."""
        async with self._turns.lock(channel, screen):
            session, now = await self._store.load(channel), self.clock()
            if session is None or not session.voting or session.poll is None:
                return True
            if not session.poll.is_due(now):
                return True
            if not session.poll.ballots:
                await self._turns.save(session, moves.put_off(session, now), same_board=True)
                return False
            await self._play(screen, session)
            return True

    async def _play(
        self, screen: Screen, session: Session, message: MessageId | None = None
    ) -> None:
        """Play the move with the most ballots. A tie is decided at random."""
        assert session.poll is not None, "a round is on"
        move = self._rng.choice(top_moves(session.poll.ballots))
        after = await self._turns.save(session, moves.play_vote(session, move), message)
        screen.acknowledge()
        try:
            await self._turns.carry_on(screen, after, Counted.of(session, move))
        finally:
            self.counted.tell(session)


def check_count(session: Session, user: UserId, *, may_manage: bool) -> Session:
    """Return the session if this person may end its round now. Raises UserError if not."""
    if not may_manage:
        session.side_of(user)
    if not session.voting or session.poll is None:
        raise UserError(Problem.NO_VOTE)
    if not session.poll.ballots:
        raise UserError(Problem.NO_BALLOTS)
    return session


@dataclass(frozen=True, slots=True)
class Voters:
    """What the engine says about the votes in all channels."""

    store: VoteScoreStore
    thinker: Thinker
    think: Limit
    clock: Callable[[], datetime]

    async def judge(
        self, session: Session, erased: Callable[[], Collection[UserId]] = frozenset
    ) -> None:
        """Judge the ballots of a session whose round was counted.

        A turn without a choice, or with nothing to lose, does not count. `erased` are the people
        whose ballots are not to be kept any more.
        Raises EngineUnavailable if the engine gives no answer.
        """
        poll, position = session.poll, session.position
        if poll is None or not poll.ballots or len(position.legal) == 1:
            return
        if await self.store.is_judged(session.game, position.ply):
            return  # it was taken back and voted on again
        limit = self.think.within(_SECONDS)
        analysis = await self.thinker.analyse(position, limit, every=True, asker=Asker.of(session))
        if good := best_moves(analysis.verdicts):
            turn, voters = judged_turn(position.ply, poll.ballots, analysis.best, good)
            kept = (voter for voter in voters if voter.user not in erased())  # asked in the commit
            week = week_of(self.clock())
            await self.store.keep(session.game, session.scope, week, turn, kept)

    async def of_game(self, game: GameId) -> JudgedVote:
        """Return the judged turns of a game, and its best voters."""
        return await self.store.of_game(game, _NAMED)

    async def top(self, scope: ScopeId) -> tuple[Voter, ...]:
        """Return the best voters of this week in a scope."""
        return await self.store.top(scope, week_of(self.clock()), _TABLE)
