"""The service for puzzles without end: one after the other, near the strength of the person."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from bot.errors import Problem, UserError
from bot.features.puzzle.answering import take_answer
from bot.features.puzzle.choice import near
from bot.features.puzzle.endless.store import TrialStore
from bot.features.puzzle.endless.values import Solution, Trial, TrialAnswer
from bot.features.puzzle.rated.store import PuzzleRatings
from bot.features.puzzle.rated.values import RatingChange, first_result
from bot.features.puzzle.values import Attempt
from bot.match.session import ChannelId, Person
from bot.pool.asker import Asker
from bot.pool.thinker import Thinker
from engine import Explanation, Limit, RatedPuzzle, puzzle_collection


class EndlessPuzzles:
    """Chooses puzzles for a person, takes answers, and rates both by the first one."""

    def __init__(
        self,
        store: TrialStore,
        ratings: PuzzleRatings,
        thinker: Thinker,
        think: Limit,
        rng: Random,
    ) -> None:
        self._store = store
        self._ratings = ratings
        self._thinker = thinker
        self._think = think
        self._rng = rng

    async def next(self, person: Person) -> Trial:
        """Return a puzzle that a person has not met yet, near their rating.

        Whoever has met them all gets one again.
        """
        rating, met = await self._ratings.of(person.id), await self._store.met(person.id)
        strengths = await self._ratings.strengths()
        number = near(puzzle_collection().entries, strengths, rating.mu, met, self._rng)
        await self._store.meet(person.id, number)
        return await self.trial(number, person)

    async def trial(self, number: int, person: Person) -> Trial:
        """Return a puzzle, and how far a person is with it. Raises UserError."""
        return Trial(_rated(number), await self._store.attempt(person, number))

    async def answer(
        self, number: int, person: Person, word: str, channel: ChannelId
    ) -> TrialAnswer:
        """Take an answer. Raises UserError and EngineUnavailable."""
        rated = _rated(number)
        load = partial(self._store.attempt, person, number)
        keep = partial(self._store.keep, number)
        asker = Asker(person.id, channel=channel)
        answer = await take_answer(rated.puzzle, word, load, keep, self._thinker, asker)
        change = await self._settle(rated, answer.before, answer.after)
        return TrialAnswer(rated, answer, change)

    async def give_up(self, number: int, person: Person) -> Solution:
        """Show a person the solution. If they had no answer yet, the puzzle has won."""
        rated = _rated(number)
        while True:
            before = await self._store.attempt(person, number)
            if before.over:
                return Solution(Trial(rated, before), None)
            after = await self._store.keep(number, before, replace(before, given_up=True))
            if after is not None:
                return Solution(Trial(rated, after), await self._settle(rated, before, after))

    async def explain(self, number: int, person: Person, channel: ChannelId) -> Explanation:
        """Say why the first move is right. Raises UserError before the puzzle is over."""
        trial = await self.trial(number, person)
        if not trial.attempt.over:
            raise UserError(Problem.PUZZLE_UNSOLVED)
        start = trial.rated.puzzle.start
        asker = Asker(person.id, channel=channel)
        _, explanation = await self._thinker.explain(start, self._think, asker=asker)
        return explanation

    async def _settle(
        self, rated: RatedPuzzle, before: Attempt, after: Attempt
    ) -> RatingChange | None:
        result = first_result(before, after)
        return await self._ratings.settle(after.person.id, rated, result) if result else None


def _rated(number: int) -> RatedPuzzle:
    """The puzzle of a number. Raises UserError if the collection has none."""
    if (rated := puzzle_collection().get(number)) is None:
        raise UserError(Problem.PUZZLE_GONE)
    return rated
