"""Judges the moves of a finished game in several workers at once, and weighs its mistakes.

    moves   1 ─────────────── 15 │ 16 ───────────── 30
            ◀─── part 1 ─────────   ◀─── part 2 ─────────

A game is judged from its end, because what a move led to is known from the judgement of the next
one (`engine.judge`). Each part is judged from its own end, so that the parts do not wait for each
other. If the first judgement of a part turns out to be a proof, the last one of the part before it
was made without that proof: it is made again, and so are those before it, as far as the proof
reaches.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import accumulate, pairwise
from time import perf_counter
from typing import Final

from bot.games.slips import Slip, known_of, to_weigh
from bot.match.notes import named_best
from bot.pool.queue import Asker, FairQueue
from bot.pool.thinker import Thinker
from engine import Explanation, Judgement, Limit, Position, Side, forgive_lost

Progress = Callable[[int], Awaitable[None]]
"""A callback that gets the number of judged moves."""

MOVE: Final = 1.0
"""The most seconds for one search, so that live games do not wait long for a worker."""
WHOLE: Final = 20.0
"""The most seconds for a game, if no other game needs the workers."""
_SEARCHES: Final = 11.0
"""How many of those are for judging each move once, without a second look before blaming."""
_AGAIN: Final = 4.0
"""How many of those are for judging moves again. The rest is for second looks and everything
else."""
REMARK: Final = 0.25
"""The most seconds for each search that finds out what to say of one move."""
_LEAST: Final = 0.03
"""The seconds for a search once those are spent. A proof is passed on at once."""
_MOST_PARTS: Final = 4
"""The most parts of a game. A person may have eight questions in the queue (`bot.pool.queue`),
and their live games need some of them."""
_PART: Final = 6
"""The least moves of a part."""


class Judges:
    """Judges games. All games together have no more jobs than there are workers."""

    def __init__(
        self, thinker: Thinker, think: Limit, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._thinker = thinker
        self._think = think
        self._clock = clock
        self._queue = FairQueue(lambda: max(1, thinker.jobs.slots))

    async def judge(self, end: Position, asker: Asker, progress: Progress) -> tuple[Judgement, ...]:
        """Judge every move of a game. Return the judgements in the order of the moves.

        `progress` is called after each judgement, one call at a time. Raises EngineUnavailable.
        """
        parts = self._parts(end.ply)
        left = (WHOLE - _AGAIN) * len(parts)
        game = _Game(end, _limit(self._think, end.ply, len(parts)), left, progress)
        work = [asyncio.ensure_future(self._judge_part(game, part, asker)) for part in parts]
        try:
            await asyncio.gather(*work)
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        await self._carry_proofs(game, asker)
        return forgive_lost(judged for _, judged in sorted(game.judged.items()))

    async def weigh(
        self,
        end: Position,
        judgements: Sequence[Judgement],
        strengths: Mapping[Side, float],
        horizons: Mapping[Side, int],
        asker: Asker,
    ) -> tuple[Slip, ...]:
        """Work out what the mistakes of a game cost its players, who have these strengths in Elo.

        `horizons` is how many plies each sees ahead. Raises EngineUnavailable.
        """
        rules = end.rules
        seen = await self._thinker.lapses(end, judgements, horizons, asker=asker)

        few = asyncio.Semaphore(_MOST_PARTS)

        async def weighed(judged: Judgement) -> Slip:
            before = Position.from_moves(rules, end.moves[: judged.ply - 1])
            elo = strengths[before.side]
            async with few, self._turn(asker):
                best = await self._explained(before, judged, asker)
                named = named_best(judged, best)
                cost = await self._thinker.weigh(before, named, elo, asker=asker)
            return Slip.of(named, best, seen.get(judged.ply), cost, elo)

        return tuple(await asyncio.gather(*map(weighed, to_weigh(judgements, seen))))

    async def _explained(self, before: Position, judged: Judgement, asker: Asker) -> Explanation:
        """Explain the best move as the coach does, with what a judgement has proved."""
        limit, known = self._think.within(REMARK), known_of(judged)
        return (await self._thinker.explain(before, limit, known=known, asker=asker))[1]

    def _parts(self, moves: int) -> list[range]:
        """Cut the indices of the moves into parts of nearly the same length."""
        count = max(1, min(self._queue.share, _MOST_PARTS, moves // _PART))
        cuts = [moves * part // count for part in range(count + 1)]
        return [range(first, last) for first, last in pairwise(cuts)]

    async def _judge_part(self, game: _Game, part: range, asker: Asker) -> None:
        """Judge a part from its end."""
        for index in reversed(part):
            later = game.judged.get(index + 1) if index + 1 in part else None
            await self._judge_move(game, index, later, game.share, asker)
            await game.tell()

    async def _carry_proofs(self, game: _Game, asker: Asker) -> None:
        """Judge again the moves about which the next part has proved more than was known."""
        left = _AGAIN
        for index in reversed(range(len(game.moves) - 1)):
            later = game.judged[index + 1]
            if later.before.value is None or game.judged[index].after.value is not None:
                continue
            started = self._clock()
            await self._judge_move(game, index, later, left, asker)
            left -= self._clock() - started

    async def _judge_move(
        self, game: _Game, index: int, later: Judgement | None, most: float, asker: Asker
    ) -> None:
        """Judge a move with searches of at most so many seconds."""
        async with self._turn(asker):
            position, move = game.positions[index], game.moves[index]
            seconds = min(game.limit.seconds or MOVE, max(_LEAST, most))
            limit, started = replace(game.limit, seconds=seconds), self._clock()
            game.judged[index] = await self._thinker.judge(
                position, move, limit, later, asker=asker
            )
            game.left -= self._clock() - started

    @asynccontextmanager
    async def _turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait until fewer moves are judged than there are workers.

        So a live game's job waits for at most one of them: the queue of the engine lets people take
        turns, and so does this one.
        """
        await self._queue.enter(asker)
        try:
            yield
        finally:
            self._queue.leave(asker)


class _Game:
    """A game that is being judged. `judged` holds the judgements by the index of their move."""

    def __init__(self, end: Position, limit: Limit, left: float, progress: Progress) -> None:
        start = Position.start(end.rules)
        self.moves = end.moves
        self.positions = list(accumulate(end.moves, Position.play, initial=start))
        self.limit = limit
        self.left = left
        """The seconds of all workers that judging each move once may still take."""
        self.judged: dict[int, Judgement] = {}
        self._progress = progress
        self._telling = asyncio.Lock()
        self._done = 0

    @property
    def share(self) -> float:
        """The seconds for each move that is left. Second looks may have taken those of others."""
        return self.left / max(1, len(self.moves) - self._done)

    async def tell(self) -> None:
        """Tell that one more move is judged."""
        async with self._telling:
            self._done += 1
            await self._progress(self._done)


def _limit(think: Limit, moves: int, parts: int) -> Limit:
    """Return the limit for each search. The last move of a part may take two searches."""
    return think.within(min(MOVE, _SEARCHES * parts / (moves + parts)))
