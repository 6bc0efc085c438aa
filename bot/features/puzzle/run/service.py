"""The service for runs against the clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random
from typing import Final

from bot.errors import Problem, UserError
from bot.features.puzzle.choice import near
from bot.features.puzzle.run.store import RunStore
from bot.features.puzzle.run.values import LONGEST, Run, RunRecord, RunView
from bot.features.puzzle.values import Attempt, answer_in
from bot.match.session import ChannelId, Person, ScopeId
from bot.pool.asker import Asker
from bot.pool.thinker import Thinker
from engine import Grade, RatedPuzzle, puzzle_collection

_TOP: Final = 10
"""How many of the best runs are listed."""


class Runs:
    """Begins runs, and takes answers in them."""

    def __init__(
        self, store: RunStore, thinker: Thinker, clock: Callable[[], datetime], rng: Random
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._clock = clock
        self._rng = rng

    async def begin(self, scope: ScopeId, person: Person) -> RunView:
        """Begin a run. It takes the place of an earlier one, which ends with that."""
        begun = self._clock().replace(microsecond=0)
        run = Run(person, begun, ())
        run = Run(person, begun, (self._following(run),))
        await self._store.begin(run)
        return await self._shown(scope, run)

    async def view(self, scope: ScopeId, person: Person, begun: int) -> RunView:
        """Return the run that began at a time. Raises UserError if it is not the last one."""
        run = await self._store.find(person)
        if run is None or run.step[0] != begun:
            raise UserError(Problem.RUN_OVER)
        return await self._shown(scope, run)

    async def answer(
        self,
        scope: ScopeId,
        person: Person,
        step: tuple[int, int, int],
        word: str,
        channel: ChannelId,
    ) -> RunView:
        """Take an answer to a step of a run. An answer to another step changes nothing.

        Raises UserError if it is no legal move, and EngineUnavailable.
        """
        shown = await self.view(scope, person, step[0])
        run, rated = shown.run, shown.rated
        if shown.over or run.step != step:
            return shown
        move = answer_in(rated.puzzle, Attempt(person, run.found), word)
        asker = Asker(person.id, channel=channel)
        grade = await self._thinker.grade(rated.puzzle, run.found, move, asker=asker)
        after = run.answered(rated, grade, self._following(run))
        if not await self._store.keep(scope, run, after, self._clock()):
            return await self.view(scope, person, step[0])
        return await self._shown(scope, after, (rated, run.found, grade))

    async def top(self, scope: ScopeId) -> list[RunRecord]:
        """Return the best runs in a scope."""
        return await self._store.top(scope, _TOP)

    def _following(self, run: Run) -> int:
        """Draw the puzzle after the open one."""
        short = (entry for entry in puzzle_collection().entries if entry.moves <= LONGEST)
        return near(short, {}, run.next_strength, run.numbers, self._rng)

    async def _shown(
        self, scope: ScopeId, run: Run, told: tuple[RatedPuzzle, int, Grade] | None = None
    ) -> RunView:
        rated = puzzle_collection().get(run.numbers[-1])
        if rated is None:
            raise UserError(Problem.RUN_OVER)
        over = run.is_over(self._clock())
        return RunView(run, rated, over, await self._store.best(scope, run.person.id), told)
