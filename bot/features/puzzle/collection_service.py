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
from bot.features.puzzle.collection_store import PuzzleRatings, RunStore, TrialStore, rated_in
from bot.features.puzzle.service import Grading, near, why_wrong
from bot.features.puzzle.taste import ANY, Asked, Taste
from bot.features.puzzle.values import (
    LONGEST,
    OF_COLLECTION,
    OF_RUN,
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
from bot.store.database import Step, Transaction, nothing
from bot.store.given import Given, Stored
from engine import Explanation, Grade, Limit, Position, RatedPuzzle, puzzle_collection


@dataclass(frozen=True, slots=True)
class EndlessPuzzles:
    """Chooses puzzles for a person, takes answers, and rates both by the first one."""

    store: TrialStore
    ratings: PuzzleRatings
    grading: Grading
    think: Limit
    clock: Callable[[], datetime]
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
        place: tuple[ScopeId, ChannelId],
        stored: Stored,
        before: Attempt | None = None,
    ) -> TrialAnswer:
        """Take an answer, after an attempt that was just loaded, if it was.

        Raises UserError and EngineUnavailable.
        """
        number, now, changes = asked.number, self.clock(), list[RatingChange]()
        rated = _rated(number)

        def give(found: int, move: int) -> Given:
            return Given(person, *place, f"{OF_COLLECTION} {number} {found}", move, now)

        load = partial(self.store.attempt, person, number)
        keep = partial(self._keep, rated, changes)
        puzzle = rated.puzzle
        answer = await self.grading.take(puzzle, word, before, load, keep, give, stored)
        return TrialAnswer(rated, answer, next(iter(changes), None), asked.taste)

    async def with_punishment(self, answered: TrialAnswer, channel: ChannelId) -> TrialAnswer:
        """A stored answer, with what punishes it if that is shown without asking."""
        asker = Asker(answered.answer.after.person.id, channel=channel)
        return replace(answered, answer=await self.grading.with_punishment(answered.answer, asker))

    async def grade_later(self, given: Given) -> None:
        """Grade an answer that was given and kept. Raises UserError if it can count no more."""
        _, number, found = given.task.split()
        rated = _rated(int(number))
        load = partial(self.store.attempt, given.person, rated.number)
        keep = partial(self._keep, rated, [])
        await self.grading.again(rated.puzzle, int(found), given, load, keep)

    async def why_wrong(
        self, asked: Asked, person: Person, move: int, channel: ChannelId
    ) -> TrialAnswer:
        """Tell a person what punishes a wrong answer. Raises UserError."""
        trial = await self.trial(asked, person)
        asker, puzzle = Asker(person.id, channel=channel), trial.rated.puzzle
        answer = await why_wrong(self.grading.thinker, puzzle, trial.attempt, move, asker)
        return TrialAnswer(trial.rated, answer, None, asked.taste)

    async def give_up(self, asked: Asked, person: Person) -> Solution:
        """Show a person the solution. If they had no answer yet, the puzzle has won."""
        number, taste, changes = asked.number, asked.taste, list[RatingChange]()
        rated = _rated(number)
        while True:
            before = await self.store.attempt(person, number)
            if before.over:
                return Solution(Trial(rated, before, taste), None)
            given_up = replace(before, given_up=True)
            after = await self._keep(rated, changes, before, given_up, nothing)
            if after is not None:
                return Solution(Trial(rated, after, taste), next(iter(changes), None))

    async def explain(
        self, number: int, person: Person, channel: ChannelId
    ) -> tuple[Position, Explanation]:
        """Return the start and why the first move is right. Raises UserError while it is open."""
        trial = await self.trial(Asked.of(number, ANY), person)
        if not trial.attempt.over:
            raise UserError(PuzzleProblem.UNSOLVED)
        start = trial.rated.puzzle.start
        asker = Asker(person.id, channel=channel)
        _, explanation = await self.grading.thinker.explain(start, self.think, asker=asker)
        return start, explanation

    async def _keep(
        self,
        rated: RatedPuzzle,
        changes: list[RatingChange],
        before: Attempt,
        after: Attempt,
        also: Step,
    ) -> Attempt | None:
        """Store an attempt in one commit with what it changes in ratings, and note that change."""
        result = first_result(before, after)

        async def settle(connection: Transaction) -> None:
            await also(connection)
            if result is not None:
                change = await rated_in(connection, after.person.id, rated, result)
                changes.extend([change] if change is not None else [])

        return await self.store.keep(rated.number, before, after, settle)


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
    grading: Grading
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
        stored: Stored,
    ) -> RunView:
        """Take an answer to a step of a run. An answer to another step changes nothing.

        Raises UserError if it is no legal move, and EngineUnavailable.
        """
        shown = await self.view(scope, person, step[0])
        run, rated = shown.run, shown.rated
        if shown.over or run.step != step:
            return shown
        move = answer_in(rated.puzzle, Attempt(person, run.found), word)
        task = " ".join(map(str, (OF_RUN, *step)))
        given = Given(person, scope, channel, task, move, self.clock())
        answered = await self._take(shown, given, stored)
        if answered is None:
            return await self.view(scope, person, step[0])
        return await self._shown(scope, *answered)

    async def grade_later(self, given: Given) -> None:
        """Grade an answer that was given and kept. Raises UserError if it can count no more."""
        _, *step = map(str, given.task.split())
        shown = await self.view(given.scope, given.person, int(step[0]))
        if list(map(str, shown.run.step)) != step:
            raise UserError(PuzzleProblem.RUN_OVER)
        await self._take(shown, given, lambda: None)

    async def _take(
        self, shown: RunView, given: Given, stored: Stored
    ) -> tuple[Run, tuple[RatedPuzzle, int, Grade]] | None:
        """Store the answer to the open puzzle; None if another one was stored meanwhile."""
        run, rated = shown.run, shown.rated
        async with self.grading.graded(rated.puzzle, run.found, given, stored) as (mark, also):
            after = run.answered(rated, mark, self._following(run))
            if not await self.store.keep(given.scope, run, after, given.at, also):
                return None
        stored()
        return after, (rated, run.found, mark)

    async def top(self, scope: ScopeId) -> list[RunRecord]:
        """Return the best runs in a scope."""
        return await self.store.top(scope, _TOP)

    def _following(self, run: Run) -> int:
        """Draw the puzzle after the open one."""
        every = filter(ANY.wants, puzzle_collection().entries)
        short = (entry for entry in every if entry.moves <= LONGEST)
        return near(short, {}, run.next_strength, run.numbers, self.rng)

    async def _shown(
        self, scope: ScopeId, run: Run, answered: tuple[RatedPuzzle, int, Grade] | None = None
    ) -> RunView:
        rated = puzzle_collection().get(run.numbers[-1])
        if rated is None:
            raise UserError(PuzzleProblem.RUN_OVER)
        over = run.is_over(self.clock())
        return RunView(run, rated, over, await self.store.best(scope, run.person.id), answered)
