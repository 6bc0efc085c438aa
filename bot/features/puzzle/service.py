"""The service for the puzzle of the day: one puzzle for each scope and day.

It is chosen by its strength, which is on the scale of ratings: a person of that rating solves it at
the first try half of the time. The collection gives the strength measured with the engine's levels;
people's results move it from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from heapq import nsmallest
from random import Random
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import EngineUnavailable, UserError
from bot.features.puzzle.collection_store import PuzzleRatings, rated_in
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.taste import ANY
from bot.features.puzzle.values import (
    OF_DAY,
    SHOWN_AFTER,
    Attempt,
    DailyPuzzle,
    PostClaim,
    PuzzleAnswer,
    PuzzleProblem,
    Solvers,
    answer_in,
    first_result,
    worth,
)
from bot.match.guilds import PuzzlePost
from bot.match.session import ChannelId, MessageId, Person, ScopeId
from bot.pool.queue import Asker
from bot.pool.thinker import UNLIMITED, Thinker
from bot.store.database import Database, Step, Transaction, nothing
from bot.store.given import Given, GivenAnswers, Stored
from engine import (
    Grade,
    Limit,
    Position,
    Puzzle,
    PuzzleEntry,
    consequence,
    grade,
    kernels_of,
    puzzle_collection,
    puzzle_from,
)

Load = Callable[[], Awaitable[Attempt]]
"""Returns a person's attempt as it is stored."""
Keep = Callable[[Attempt, Attempt, Step], Awaitable[Attempt | None]]
"""Stores an attempt after an answer, and takes a step in the same commit.

None if the attempt before it has changed meanwhile: then nothing is stored.
"""
Give = Callable[[int, int], Given]
"""What is kept of an answer until it is graded: after so many right moves, this one."""

WEEK: Final = (900, 1050, 1200, 1350, 1550, 1750, 2000)
"""The strength of the puzzle of the day, from Monday to Sunday: it gets harder each day."""
NEAREST: Final = 30
"""How many puzzles of about the wanted strength one is drawn from."""

_PLAYED_ON: Final = 3
"""The weekday, Thursday, whose puzzle comes from a game of people here if one has any."""
_PLAYED_MOVES: Final = range(2, 4)
"""How many moves such a puzzle may take, so that it is about as hard as others of that day."""
_GAMES: Final = 10
"""How many of the latest games are searched for a puzzle."""
_PUNISHING: Final = Limit(nodes=100_000)
"""The limit for finding what punishes a wrong answer: 0.1 s and less."""
_NAMED: Final = 10
"""The most solvers that are named."""


def near(
    entries: Iterable[PuzzleEntry],
    strengths: Mapping[int, float],
    wanted: float,
    used: Collection[int],
    rng: Random,
) -> int:
    """Draw one of the puzzles of about the wanted strength, of those not `used` if any is left.

    Returns its number. `strengths` has those that differ from the collection's, by number.
    """
    of_all = tuple(entries)
    fresh = [entry for entry in of_all if entry.number not in used] or of_all

    def distance(entry: PuzzleEntry) -> tuple[float, float]:
        # Many are equally strong: chance decides among them too, not the number.
        return abs(strengths.get(entry.number, entry.strength) - wanted), rng.random()

    return rng.choice(nsmallest(NEAREST, fresh, key=distance)).number


@dataclass(frozen=True, slots=True)
class Grading:
    """Grades answers: here, or by a worker if it takes a search. Then they are kept before that."""

    thinker: Thinker
    answers: GivenAnswers

    async def take(
        self,
        puzzle: Puzzle,
        word: str,
        before: Attempt | None,
        load: Load,
        keep: Keep,
        give: Give,
        stored: Stored,
    ) -> PuzzleAnswer:
        """Take a word as an answer. Raises UserError and EngineUnavailable; then nothing is stored.

        `before` is the attempt so far, if it was just loaded. Of two answers at the same moment the
        second meets the position after the first.
        """
        while True:
            before = before or await load()
            move = answer_in(puzzle, before, word)
            given = give(before.found, move)
            async with self.graded(puzzle, before.found, given, stored) as (mark, also):
                after = await keep(before, before.answered(puzzle, mark), also)
            if after is not None:
                stored()
                return PuzzleAnswer(puzzle, before, move, mark, after)
            before = None

    async def again(self, puzzle: Puzzle, found: int, given: Given, load: Load, keep: Keep) -> None:
        """Grade an answer that was kept. Raises UserError if the person has come further since."""
        before = await load()
        if before.found != found:
            raise UserError(PuzzleProblem.SOLVED)
        before.check_open()
        async with self.graded(puzzle, found, given, lambda: None) as (mark, also):
            await keep(before, before.answered(puzzle, mark), also)

    @asynccontextmanager
    async def graded(
        self, puzzle: Puzzle, found: int, given: Given, stored: Stored
    ) -> AsyncIterator[tuple[Grade, Step]]:
        """Give a block the grade of an answer, and the step for the commit that stores it."""
        if (mark := known(puzzle, found, given.move)) is not None:
            yield mark, nothing
            return
        asker = Asker(given.person.id, channel=given.channel)
        async with self.answers.kept(given, stored) as take:
            yield await graded(self.thinker, puzzle, found, given.move, asker), take

    async def with_punishment(self, answer: PuzzleAnswer, asker: Asker) -> PuzzleAnswer:
        """A stored answer, with what punishes it if that is shown without asking."""
        wrong = not answer.right and answer.after.misses >= SHOWN_AFTER
        return await punished(self.thinker, answer, asker) if wrong else answer


async def why_wrong(
    thinker: Thinker, puzzle: Puzzle, attempt: Attempt, move: int, asker: Asker
) -> PuzzleAnswer:
    """Tell what punishes a wrong answer, at the stage that a person has reached.

    Raises UserError before their first miss, or for a move that is not wrong.
    """
    move = answer_in(puzzle, attempt, str(move))
    mark = await graded(thinker, puzzle, attempt.found, move, asker)
    if not attempt.misses or mark is not Grade.WRONG:
        raise UserError(PuzzleProblem.UNSOLVED)
    return await punished(thinker, PuzzleAnswer(puzzle, attempt, move, mark, attempt), asker)


async def punished(thinker: Thinker, answer: PuzzleAnswer, asker: Asker) -> PuzzleAnswer:
    """A wrong answer with what happens after it, if the engine can tell."""
    puzzle, step = answer.puzzle, answer.before.found
    best = worth(puzzle, step)
    job = partial(consequence, puzzle.after(step), answer.move, answer.fastest, best, _PUNISHING)
    kernels = kernels_of(puzzle.start.rules)
    with suppress(EngineUnavailable):  # the answer counts without it
        found = await thinker.jobs.run(job, UNLIMITED, asker, kernels=kernels)
        return replace(answer, punished=found)
    return answer


def known(puzzle: Puzzle, found: int, move: int) -> Grade | None:
    """The grade of a move; None if it takes a search."""
    at_hand = puzzle.slower is not None or puzzle.solves(found, move)
    return grade(puzzle, found, move) if at_hand else None


async def graded(thinker: Thinker, puzzle: Puzzle, found: int, move: int, asker: Asker) -> Grade:
    """Grade a move: here, or by a worker if it takes a search. Raises EngineUnavailable."""
    if (mark := known(puzzle, found, move)) is not None:
        return mark
    job, kernels = partial(grade, puzzle, found, move), kernels_of(puzzle.start.rules)
    return await thinker.jobs.run(job, UNLIMITED, asker, kernels=kernels)


class Puzzles:
    """Makes the puzzle of the day, and takes answers."""

    def __init__(
        self,
        database: Database,
        thinker: Thinker,
        clock: Callable[[], datetime],
    ) -> None:
        self.store = PuzzleStore(database)
        self._ratings = PuzzleRatings(database)
        self._grading = Grading(thinker, GivenAnswers(database))
        self._thinker = thinker
        self._clock = clock
        self._locks: WeakValueDictionary[ScopeId, asyncio.Lock] = WeakValueDictionary()

    def next_at(self) -> datetime:
        """The time of the next puzzle: midnight in UTC."""
        return datetime.combine(self._day() + timedelta(days=1), time(), UTC)

    async def today(self, scope: ScopeId) -> DailyPuzzle:
        """Return today's puzzle. The first call of a day waits until it is made."""
        day = self._day()
        async with self._locks.setdefault(scope, asyncio.Lock()):
            found = await self.store.find(scope, day)
            return found or await self.store.keep(scope, await self._made(scope, day))

    async def is_made(self, scope: ScopeId) -> bool:
        """Whether somebody has seen today's puzzle already."""
        return await self.store.find(scope, self._day()) is not None

    async def solvers(self, scope: ScopeId, day: date) -> Solvers:
        """Return who has solved a day's puzzle."""
        return await self.store.solvers(scope, day, _NAMED)

    async def check(self, scope: ScopeId, day: date) -> DailyPuzzle:
        """Return today's puzzle. Raises UserError if `day` is not today."""
        if day != self._day():
            raise UserError(PuzzleProblem.OVER)
        return await self.today(scope)

    async def answer(
        self,
        scope: ScopeId,
        daily: DailyPuzzle,
        person: Person,
        word: str,
        stored: Stored,
        before: Attempt | None = None,
    ) -> PuzzleAnswer:
        """Take an answer, after an attempt that was just loaded, if it was.

        The first one to a puzzle of the collection counts for ratings.
        Raises UserError if it is no legal move or if the puzzle is solved, and EngineUnavailable.
        """
        now, channel = self._clock(), ChannelId(scope)

        def give(found: int, move: int) -> Given:
            return Given(person, scope, channel, f"{OF_DAY} {daily.day} {found}", move, now)

        load = partial(self.store.attempt, scope, daily.day, person)
        keep = partial(self._keep, scope, daily, now)
        return await self._grading.take(daily.puzzle, word, before, load, keep, give, stored)

    async def with_punishment(self, scope: ScopeId, answer: PuzzleAnswer) -> PuzzleAnswer:
        """A stored answer, with what punishes it if that is shown without asking."""
        asker = Asker(answer.after.person.id, channel=ChannelId(scope))
        return await self._grading.with_punishment(answer, asker)

    async def grade_later(self, given: Given) -> None:
        """Grade an answer that was given and kept. Raises UserError if it can count no more."""
        _, day, found = given.task.split()
        daily = await self.store.find(given.scope, date.fromisoformat(day))
        if daily is None:
            raise UserError(PuzzleProblem.GONE)
        load = partial(self.store.attempt, given.scope, daily.day, given.person)
        keep = partial(self._keep, given.scope, daily, given.at)
        await self._grading.again(daily.puzzle, int(found), given, load, keep)

    async def _keep(
        self,
        scope: ScopeId,
        daily: DailyPuzzle,
        now: datetime,
        before: Attempt,
        after: Attempt,
        also: Step,
    ) -> Attempt | None:
        """Store an attempt after an answer, in one commit with what it changes in ratings."""
        rated = None if daily.number is None else puzzle_collection().get(daily.number)
        result = first_result(before, after)

        async def settle(connection: Transaction) -> None:
            await also(connection)
            if rated is not None and result is not None:
                await rated_in(connection, after.person.id, rated, result)

        return await self.store.keep_answer(scope, daily.day, before, after, now, settle)

    async def why_wrong(
        self, scope: ScopeId, daily: DailyPuzzle, person: Person, move: int
    ) -> PuzzleAnswer:
        """Tell a person what punishes a wrong answer. Raises UserError."""
        attempt = await self.store.attempt(scope, daily.day, person)
        asker = Asker(person.id, channel=ChannelId(scope))
        return await why_wrong(self._thinker, daily.puzzle, attempt, move, asker)

    async def _made(self, scope: ScopeId, day: date) -> DailyPuzzle:
        """Choose a puzzle: from a game that was played here on one day of the week, if there is
        one; else from the engine's collection.
        """
        if day.weekday() == _PLAYED_ON and (played := await self._played(scope, day)) is not None:
            return played
        used, strengths = await self.store.numbers(scope), await self._ratings.strengths()
        lot = Random(f"{scope} {day.isoformat()}")
        collection = puzzle_collection()
        common = filter(ANY.wants, collection.entries)
        entries = (entry for entry in common if not entry.is_opening)
        number = near(entries, strengths, WEEK[day.weekday()], used, lot)
        return DailyPuzzle(day, collection[number].puzzle, played=False, number=number)

    async def _played(self, scope: ScopeId, day: date) -> DailyPuzzle | None:
        """Make a puzzle from the latest games of the scope. None if there is none in them."""
        used = await self.store.starts(scope)
        games = await self.store.games(scope, _GAMES)
        fresh = [game for game in games if not any(_is_within(start, game) for start in used)]
        if not fresh:
            return None
        try:
            job = partial(puzzle_from, tuple(fresh), _PLAYED_MOVES)
            puzzle = await self._thinker.jobs.run(job, UNLIMITED)
        except EngineUnavailable:
            return None
        return None if puzzle is None else DailyPuzzle(day, puzzle, played=True)

    def _day(self) -> date:
        return self._clock().astimezone(UTC).date()


def _is_within(start: Position, game: Position) -> bool:
    """Whether a game began with the moves of a position."""
    return start.rules == game.rules and start.moves == game.moves[: start.ply]


_TRY: Final = timedelta(minutes=5)
"""How long a process has for one try. After that another one may, until the day is over."""


class PuzzlePosts:
    """Gives out the posts that are due, each to one process."""

    def __init__(self, database: Database, puzzles: Puzzles, clock: Callable[[], datetime]) -> None:
        self._store = PuzzleStore(database)
        self.puzzles = puzzles
        self._clock = clock
        self._settled: dict[ScopeId, date] = {}
        """The day of the last post of each scope that is known to be made."""

    def due(self, posts: Iterable[tuple[ScopeId, PuzzlePost]]) -> list[tuple[ScopeId, PuzzlePost]]:
        """Return the posts whose time has come today and that are not known to be made."""
        now = self._clock().astimezone(UTC)
        minute = 60 * now.hour + now.minute
        return [
            (scope, post)
            for scope, post in posts
            if post.minute <= minute and self._settled.get(scope) != now.date()
        ]

    async def claim(self, scope: ScopeId) -> tuple[PostClaim, DailyPuzzle]:
        """Claim the post of today's puzzle, for some minutes."""
        now, daily = self._clock(), await self.puzzles.today(scope)
        return await self._store.claim_post(scope, daily.day, now, now + _TRY), daily

    async def mark_posted(self, scope: ScopeId, daily: DailyPuzzle, message: MessageId) -> None:
        """Note that a puzzle is posted, for all processes."""
        await self._store.mark_posted(scope, daily.day, message)
        self._settled[scope] = daily.day
