"""Games that have ended: found again, and judged move by move; knows nothing of Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate
from typing import Final

from bot.errors import Problem, UserError
from bot.match.session import ChannelId, GameId, Session
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Judgement, Limit, Position

_MOVE: Final = 2.0
"""Seconds at most for one search: a worker is not kept longer from the games that are on."""
_WHOLE: Final = 30.0
"""Seconds of search at most for all moves of a game; the last one may take two searches."""


class Library:
    """Every finished game, by its number or as the last one of a channel."""

    def __init__(self, store: Store, thinker: Thinker, think: Limit) -> None:
        self._store = store
        self._thinker = thinker
        self._think = think
        self._turn = asyncio.Lock()
        """Reviews judge their moves in turn, so that all of them together keep one worker busy."""
        self._reviewed: set[ChannelId] = set()

    async def find(
        self, channel: ChannelId, game: GameId | None, may_see: Callable[[Session], bool]
    ) -> Session:
        """A finished game with moves, the last one of the channel where no number is given.

        Raises UserError, for a game that may not be seen as for one that never was.
        """
        if game is None:
            last = await self._store.last_finished(channel)
            if last is None:
                raise UserError(Problem.NO_FINISHED_GAME)
            return last
        session = await self._store.find(game)
        if session is None or not session.position.moves or not may_see(session):
            raise UserError(Problem.UNKNOWN_GAME, number=game)
        if session.ending is None:
            raise UserError(Problem.STILL_ON, number=game)
        return session

    async def review(
        self, channel: ChannelId, session: Session, told: Callable[[int], Awaitable[None]]
    ) -> tuple[Judgement, ...]:
        """One judgement a move of a finished game, in the order of the game.

        The last move is judged first; `told` hears how many are done. Raises UserError where
        the channel that asks waits for a review already.
        """
        limit = _limit(self._think, session.position.ply)
        judgements: list[Judgement] = []
        with self._one_at_a_time(channel):
            for position, move in _backwards(session.position):
                later = judgements[-1] if judgements else None
                async with self._turn:
                    judgement = await self._thinker.judge(
                        position, move, limit, later, channel=channel
                    )
                judgements.append(judgement)
                await told(len(judgements))
        return tuple(reversed(judgements))

    @contextmanager
    def _one_at_a_time(self, channel: ChannelId) -> Iterator[None]:
        if channel in self._reviewed:
            raise UserError(Problem.REVIEWING)
        self._reviewed.add(channel)
        try:
            yield
        finally:
            self._reviewed.remove(channel)


def _limit(think: Limit, moves: int) -> Limit:
    """How long the engine may think about each move of a game that it judges."""
    seconds = min(_MOVE, _WHOLE / moves)
    return replace(think, seconds=min(seconds, think.seconds or seconds))


def _backwards(end: Position) -> Iterator[tuple[Position, int]]:
    """Each position of a game with the move that was played there, the last one first."""
    start = Position.start(end.rules)
    positions = list(accumulate(end.moves, Position.play, initial=start))
    return zip(positions[-2::-1], reversed(end.moves), strict=True)
