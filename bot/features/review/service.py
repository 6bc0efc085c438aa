"""The service for finished games: finds and judges them. It does not use Discord."""

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
from engine import Judgement, Limit, Position, forgive_lost

_MOVE: Final = 2.0
"""The most seconds for one search, so that live games do not wait long for a worker."""
_WHOLE: Final = 30.0
"""The most seconds for one search of each move of a game. The last move takes a second one, and a
move that is to be blamed, though nothing is proved of the position, some more before it is."""


class FinishedGames:
    """Finds finished games, and reviews them."""

    def __init__(self, store: Store, thinker: Thinker, think: Limit) -> None:
        self._store = store
        self._thinker = thinker
        self._think = think
        self._turn = asyncio.Lock()
        """Held for each judgement, so that all reviews together use only one worker."""
        self._reviewed: set[ChannelId] = set()

    async def find(
        self, channel: ChannelId, game: GameId | None, may_see: Callable[[Session], bool]
    ) -> Session:
        """Return a finished game with moves. Without a number it is the last one of the channel.

        Raises UserError. The error is the same for a game that does not exist and for one that
        the person may not see.
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
        """Judge every move of a finished game. Return the judgements in the order of the moves.

        The last move is judged first. `told` is called with the number of judged moves. Raises
        UserError if the channel already waits for a review.
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
        return forgive_lost(reversed(judgements))

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
    """Return the limit for each move of a review."""
    seconds = min(_MOVE, _WHOLE / moves)
    return replace(think, seconds=min(seconds, think.seconds or seconds))


def _backwards(end: Position) -> Iterator[tuple[Position, int]]:
    """Return pairs of a position and the move that was played there, the last pair first."""
    start = Position.start(end.rules)
    positions = list(accumulate(end.moves, Position.play, initial=start))
    return zip(positions[-2::-1], reversed(end.moves), strict=True)
