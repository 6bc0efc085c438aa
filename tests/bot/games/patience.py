"""An engine that judges when it is allowed to, and counts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from bot.errors import EngineUnavailable
from bot.pool.job_runner import JobRunner
from bot.pool.queue import NOBODY, Asker
from bot.pool.thinker import Thinker
from bot.pool.worker import NOTHING_KNOWN, analyse_and_explain
from engine import (
    Analysis,
    Cost,
    Explanation,
    Judgement,
    Lapse,
    Limit,
    Mistake,
    Position,
    Side,
    Verdict,
    cost,
    lapses,
    review,
)

_UNKNOWN: Final = Verdict(None, None, 0.0)


class PatientThinker(Thinker):
    """Gives the judgements of the engine on 3x3, one whenever it is let; needs no worker."""

    def __init__(self, slots: int = 1) -> None:
        self.let = asyncio.Semaphore(0)
        self.limits: list[Limit] = []
        self.asked: list[tuple[int, Judgement | None]] = []
        """The ply and the later judgement of each question."""
        self.busy = self.busiest = 0
        self.down = False
        self.jobs = JobRunner(slots)  # as many workers as the test wants; none starts

    async def judge(
        self,
        position: Position,
        move: int,
        limit: Limit,
        later: Judgement | None,
        *,
        asker: Asker = NOBODY,
    ) -> Judgement:
        """The judgement of the engine, which takes no time on 3x3."""
        self.limits.append(limit)
        self.asked.append((position.ply + 1, later))
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        try:
            await self.let.acquire()
        finally:
            self.busy -= 1
        if self.down:
            raise EngineUnavailable("it is down")
        return self.judgement(position, move)

    async def explain(
        self,
        position: Position,
        limit: Limit,
        *,
        known: Mapping[int, Verdict] = NOTHING_KNOWN,
        asker: Asker = NOBODY,
    ) -> tuple[Analysis, Explanation]:
        """The explanation of the engine."""
        return analyse_and_explain(position, limit, known)

    async def lapses(
        self,
        end: Position,
        judgements: Sequence[Judgement],
        horizons: Mapping[Side, int],
        *,
        asker: Asker = NOBODY,
    ) -> dict[int, Lapse]:
        """What the engine finds."""
        return lapses(end, judgements, horizons)

    async def weigh(
        self, position: Position, judged: Judgement, elo: float, *, asker: Asker = NOBODY
    ) -> Cost:
        """What the engine finds; it plays on from the move once."""
        return cost(position, judged, elo, games=1)

    def judgement(self, position: Position, move: int) -> Judgement:
        """What it finds: on larger boards than 3x3 nothing, at once."""
        if position.rules.cells > 9:
            return Judgement(position.ply + 1, move, _UNKNOWN, _UNKNOWN, move, Mistake.NONE)
        return review(position.rules, (*position.moves, move))[-1]
