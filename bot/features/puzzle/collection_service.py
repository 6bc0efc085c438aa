"""The services for puzzles of the collection: one after another, and runs against the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from random import Random
from typing import Final

from bot.errors import UserError
from bot.features.puzzle import collection_store, store
from bot.features.puzzle.collection_store import PuzzleRatings, RunStore, TrialStore
from bot.features.puzzle.service import graded, near, take_answer, why_wrong
from bot.features.puzzle.taste import ANY, Asked, Taste
from bot.features.puzzle.values import (
    LONGEST,
    Attempt,
    PuzzleProblem,
    RatingChange,
    Run,
    RunRecord,
    RunView,
    Solution,
    Trial,
    TrialAnswer,
    answer_in,
    first_result,
)
from bot.match.session import ChannelId, Person, ScopeId
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from engine import Explanation, Grade, Limit, Position, RatedPuzzle, puzzle_collection


@dataclass(frozen=True, slots=True)
class EndlessPuzzles:
    """Chooses puzzles for a person, takes answers, and rates both by the first one."""

    store: TrialStore
    ratings: PuzzleRatings
    thinker: Thinker
    think: Limit
    rng: Random

    async def next(self, person: Person, taste: Taste) -> Trial:
        """Return a puzzle to a person's taste that they have not met yet, near their rating.

        A person who has met them all gets one again. Raises UserError if there is none.
        """
        rating, met = await self.ratings.of(person.id), await self.store.met(person.id)
        strengths = await self.ratings.strengths()
        entries = [entry for entry in puzzle_collection().entries if taste.wants(entry)]
        if not entries:
            raise UserError(PuzzleProblem.NO_SUCH)
        wanted = rating.mu if taste.strength is None else taste.strength
        number = near(entries, strengths, wanted, met, self.rng)
        await self.store.meet(person.id, number)
        return await self.trial(Asked.of(number, taste), person)

    async def trial(self, asked: Asked, person: Person) -> Trial:
        """Return a puzzle, and how far a person is with it. Raises UserError."""
        rated = _rated(asked.number)  # a forged number may be too large for the store
        return Trial(rated, await self.store.attempt(person, asked.number), asked.taste)

    async def answer(
        self,
        asked: Asked,
        person: Person,
        word: str,
        channel: ChannelId,
        before: Attempt | None = None,
    ) -> TrialAnswer:
        """Take an answer, after an attempt that was just loaded, if it was.

        Raises UserError and EngineUnavailable.
        """
        number = asked.number
        rated = _rated(number)
        load = partial(self.store.attempt, person, number)
        keep = partial(self.store.keep, number)
        asker = Asker(person.id, channel=channel)
        answer = await take_answer(rated.puzzle, word, before, load, keep, self.thinker, asker)
        change = await self._settle(rated, answer.before, answer.after)
        return TrialAnswer(rated, answer, change, asked.taste)

    async def why_wrong(
        self, asked: Asked, person: Person, move: int, channel: ChannelId
    ) -> TrialAnswer:
        """Tell a person what punishes a wrong answer. Raises UserError."""
        trial = await self.trial(asked, person)
        asker, puzzle = Asker(person.id, channel=channel), trial.rated.puzzle
        answer = await why_wrong(self.thinker, puzzle, trial.attempt, move, asker)
        return TrialAnswer(trial.rated, answer, None, asked.taste)

    async def give_up(self, asked: Asked, person: Person) -> Solution:
        """Show a person the solution. If they had no answer yet, the puzzle has won."""
        number, taste = asked.number, asked.taste
        rated = _rated(number)
        while True:
            before = await self.store.attempt(person, number)
            if before.over:
                return Solution(Trial(rated, before, taste), None)
            after = await self.store.keep(number, before, replace(before, given_up=True))
            if after is not None:
                change = await self._settle(rated, before, after)
                return Solution(Trial(rated, after, taste), change)

    async def explain(
        self, number: int, person: Person, channel: ChannelId
    ) -> tuple[Position, Explanation]:
        """Return the start and why the first move is right. Raises UserError while it is open."""
        trial = await self.trial(Asked.of(number, ANY), person)
        if not trial.attempt.over:
            raise UserError(PuzzleProblem.UNSOLVED)
        start = trial.rated.puzzle.start
        asker = Asker(person.id, channel=channel)
        _, explanation = await self.thinker.explain(start, self.think, asker=asker)
        return start, explanation

    async def _settle(
        self, rated: RatedPuzzle, before: Attempt, after: Attempt
    ) -> RatingChange | None:
        result = first_result(before, after)
        return await self.ratings.settle(after.person.id, rated, result) if result else None


def _rated(number: int) -> RatedPuzzle:
    """The puzzle of a number. Raises UserError if the collection has none."""
    if (rated := puzzle_collection().get(number)) is None:
        raise UserError(PuzzleProblem.GONE)
    return rated


DELETIONS: Final = (*store.DELETIONS, *collection_store.DELETIONS)
"""What is deleted from all puzzle tables with a person, or with a server."""
_TOP: Final = 10
"""How many of the best runs are listed."""


@dataclass(frozen=True, slots=True)
class Runs:
    """Begins runs, and takes answers in them."""

    store: RunStore
    thinker: Thinker
    clock: Callable[[], datetime]
    rng: Random

    async def begin(self, scope: ScopeId, person: Person) -> RunView:
        """Begin a run. It replaces and ends an earlier one."""
        begun = self.clock().replace(microsecond=0)
        run = Run(person, begun, ())
        run = Run(person, begun, (self._following(run),))
        await self.store.begin(run)
        return await self._shown(scope, run)

    async def view(self, scope: ScopeId, person: Person, begun: int) -> RunView:
        """Return the run that began at a time. Raises UserError if it is not the last one."""
        run = await self.store.find(person)
        if run is None or run.step[0] != begun:
            raise UserError(PuzzleProblem.RUN_OVER)
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
        grade = await graded(self.thinker, rated.puzzle, run.found, move, asker)
        after = run.answered(rated, grade, self._following(run))
        if not await self.store.keep(scope, run, after, self.clock()):
            return await self.view(scope, person, step[0])
        return await self._shown(scope, after, (rated, run.found, grade))

    async def top(self, scope: ScopeId) -> list[RunRecord]:
        """Return the best runs in a scope."""
        return await self.store.top(scope, _TOP)

    def _following(self, run: Run) -> int:
        """Draw the puzzle after the open one."""
        short = (entry for entry in puzzle_collection().entries if entry.moves <= LONGEST)
        return near(short, {}, run.next_strength, run.numbers, self.rng)

    async def _shown(
        self, scope: ScopeId, run: Run, told: tuple[RatedPuzzle, int, Grade] | None = None
    ) -> RunView:
        rated = puzzle_collection().get(run.numbers[-1])
        if rated is None:
            raise UserError(PuzzleProblem.RUN_OVER)
        over = run.is_over(self.clock())
        return RunView(run, rated, over, await self.store.best(scope, run.person.id), told)
