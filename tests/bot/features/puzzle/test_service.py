"""The puzzle of the day: one in each scope, and everybody's own way through it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.errors import AnyProblem, EngineUnavailable, Problem, UserError
from bot.features.puzzle.collection_store import PuzzleRatings
from bot.features.puzzle.service import NEAREST, WEEK, Puzzles, near
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import NEWCOMER, DailyPuzzle, PuzzleProblem
from bot.match.session import ChannelId, GuildId, Person, ScopeId, UserId, offers
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import (
    PRESETS,
    Grade,
    Position,
    Puzzle,
    PuzzleEntry,
    Theme,
    consequence,
    grade,
    puzzle_collection,
)
from tests.bot.builders import ALICE, BOB, session, unheard
from tests.bot.puzzles import DISCS, GOMOKU, HOLD, daily

CLUB = ScopeId(20)
TODAY = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Composer(Thinker):
    """An engine that finds one puzzle in games, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Sequence[Position]] = []
        self.is_down = False
        self.jobs = self  # type: ignore[assignment] # it runs them itself

    async def run(self, job: partial[Any], *_limit: object, **_kernels: object) -> Any:
        """Grade as if it had searched, or find the same puzzle in all games; after a while."""
        await asyncio.sleep(0)
        if job.func is grade:
            puzzle, found, move = job.args
            return Grade.BEST if puzzle.solves(found, move) else Grade.WRONG
        if job.func is consequence:
            raise EngineUnavailable  # an answer counts without it
        games, _ = job.args
        self.asked.append(games)
        if self.is_down:
            raise EngineUnavailable
        return next((HOLD for game in games if game.moves[:3] == HOLD.start.moves), None)


class Clock:
    """The time, as a test sets it."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> datetime:
        """The time now."""
        return self.now


@pytest.fixture
def composer() -> Composer:
    """Counts the puzzles that are made."""
    return Composer()


@pytest.fixture
def clock() -> Clock:
    """Noon on New Year's Day, a Thursday."""
    return Clock()


@pytest.fixture
def desk(store: Store, composer: Composer, clock: Clock) -> Puzzles:
    """Where puzzles are given out."""
    return puzzles(store, composer, clock)


def puzzles(store: Store, thinker: Thinker, clock: Clock) -> Puzzles:
    """The service on top of a store."""
    return Puzzles(store.database, thinker, clock)


async def solve(desk: Puzzles, person: Person = ALICE, scope: ScopeId = CLUB) -> int:
    """Answer today's puzzle right, move by move; the streak that it makes."""
    today = await desk.today(scope)
    for move in today.puzzle.line[::2]:
        answer = await desk.answer(scope, today, person, str(move), unheard)
        assert answer.right
    assert answer.after.streak is not None
    return answer.after.streak


async def test_everybody_gets_the_same(desk: Puzzles) -> None:
    """Of many who ask at once, and later."""
    found = await asyncio.gather(*(desk.today(CLUB) for _ in range(5)))
    assert len(set(found)) == 1
    assert await desk.today(CLUB) == found[0]


async def test_two_processes_agree(store: Store, clock: Clock, database_url: str) -> None:
    """Whichever stores its puzzle first; also after a restart."""
    async with Store.open(database_url) as other:
        desks = [puzzles(each, Composer(), clock) for each in (store, other)]
        first, second = await asyncio.gather(*(desk.today(CLUB) for desk in desks))
    assert first == second
    kept = await PuzzleStore(store.database).keep(CLUB, daily(HOLD))
    assert kept == first


async def test_a_week_gets_harder_each_day(desk: Puzzles, clock: Clock) -> None:
    """Each puzzle is nearest to the strength of its weekday, and none comes twice."""
    clock.now += timedelta(days=4)
    week = []
    for _ in range(7):
        week.append(await desk.today(CLUB))
        clock.now += timedelta(days=1)
    numbers = [day.number for day in week if day.number is not None]
    assert len(set(numbers)) == 7
    assert list(WEEK) == sorted(WEEK)
    strengths = {entry.number: entry.strength for entry in puzzle_collection().entries}
    for wanted, number in zip(WEEK, numbers, strict=True):
        nearer = [
            other
            for other, strength in strengths.items()
            if abs(strength - wanted) < abs(strengths[number] - wanted)
        ]
        assert len(nearer) < NEAREST + len(numbers)


async def test_each_scope_and_day_has_its_own(desk: Puzzles, clock: Clock) -> None:
    """The day changes at midnight in UTC; other servers get other puzzles."""
    assert desk.next_at() == datetime(2026, 1, 2, tzinfo=UTC)
    first = await desk.today(CLUB)
    clock.now = datetime(2026, 1, 1, 23, 59, tzinfo=UTC)
    assert await desk.today(CLUB) == first
    elsewhere = {(await desk.today(ScopeId(scope))).number for scope in range(30, 40)}
    assert len(elsewhere) > 1
    clock.now += timedelta(minutes=1)
    assert (await desk.today(CLUB)).number != first.number


async def test_no_puzzle_comes_twice_until_all_have_been(desk: Puzzles, clock: Clock) -> None:
    """A month without a repetition."""
    numbers = []
    for _ in range(30):
        numbers.append((await desk.today(CLUB)).number)
        clock.now += timedelta(days=1)
    assert len(set(numbers)) == 30


async def played(store: Store) -> None:
    """A game with a puzzle in it was played in the club."""
    game = session([1, 2, 2, 3, 3, 4], rules="5x5x4g", x=ALICE, o=BOB)
    kept = await store.create(replace(game, channel=ChannelId(7), guild=GuildId(CLUB)))
    await store.save(kept, offers.resign(kept, ALICE.id))


async def test_on_thursday_a_game_that_was_played_here_comes_first(
    desk: Puzzles, composer: Composer, store: Store, clock: Clock
) -> None:
    """Once: its position is not asked for again the next week."""
    await played(store)
    assert await desk.today(CLUB) == daily(HOLD, played=True)
    for _ in range(7):
        clock.now += timedelta(days=1)
        assert not (await desk.today(CLUB)).played
    assert [len(games) for games in composer.asked] == [1]


async def test_without_the_engine_there_is_a_puzzle_all_the_same(
    desk: Puzzles, composer: Composer, store: Store
) -> None:
    """From the collection."""
    await played(store)
    composer.is_down = True
    assert (await desk.today(CLUB)).number is not None


async def test_first_answers_move_the_strength_of_a_puzzle(desk: Puzzles, store: Store) -> None:
    """The first answer of each counts, for the person and the puzzle; the second does not."""
    ratings, today = PuzzleRatings(store.database), await desk.today(CLUB)
    assert today.number is not None
    before = puzzle_collection()[today.number].strength
    await miss(desk, ALICE)
    after_miss = (await ratings.strengths())[today.number]
    assert after_miss > before
    mine = await ratings.of(ALICE.id)
    assert mine.mu < NEWCOMER.mu
    await miss(desk, ALICE)
    await solve(desk)
    assert await ratings.strengths() == {today.number: after_miss}
    assert await ratings.of(ALICE.id) == mine
    await solve(desk, BOB)
    assert (await ratings.strengths())[today.number] < after_miss
    assert (await ratings.of(BOB.id)).mu > NEWCOMER.mu
    await solve(desk, BOB, ScopeId(99))
    assert (await ratings.of(BOB.id)).games <= 2


async def miss(desk: Puzzles, person: Person) -> None:
    """Answer the first move of today's puzzle wrong."""
    today = await desk.today(CLUB)
    wrong = next(move for move in today.puzzle.start.legal if not today.puzzle.solves(0, move))
    assert not (await desk.answer(CLUB, today, person, str(wrong), unheard)).right


async def test_a_person_is_led_through_it(desk: Puzzles, store: Store) -> None:
    """A miss changes nothing but its count; others are not concerned."""
    today = await posed(desk, store)
    missed = await desk.answer(CLUB, today, ALICE, "1", unheard)
    assert (missed.right, missed.after.misses) == (False, 1)
    first = await desk.answer(CLUB, today, ALICE, "4", unheard)
    assert (first.right, first.after.found) == (True, 1)
    assert (await desk.store.attempt(CLUB, today.day, ALICE)).found == 1
    assert (await desk.store.attempt(CLUB, today.day, BOB)).found == 0
    assert (await desk.store.attempt(ScopeId(99), today.day, ALICE)).found == 0


async def test_answers_at_once_are_taken_in_turn(desk: Puzzles, store: Store) -> None:
    """The second meets the position that the first has led to."""
    today = await posed(desk, store)
    answers = await asyncio.gather(
        *(desk.answer(CLUB, today, ALICE, "4", unheard) for _ in range(3))
    )
    assert sorted((answer.before.found, answer.before.misses) for answer in answers) == [
        (0, 0),
        (1, 0),
        (1, 1),
    ]


@pytest.mark.parametrize(
    "word, problem",
    [("9", Problem.NO_SUCH_COLUMN), ("a1", Problem.FLOATING), ("x", Problem.NOT_A_MOVE)],
)
async def test_words_that_are_no_move_are_no_miss(
    desk: Puzzles, store: Store, word: str, problem: AnyProblem
) -> None:
    """A sentence, and nothing is kept."""
    today = await posed(desk, store)
    with pytest.raises(UserError) as refused:
        await desk.answer(CLUB, today, ALICE, word, unheard)
    assert refused.value.problem is problem
    assert (await desk.store.attempt(CLUB, today.day, ALICE)).misses == 0


async def test_solved_is_solved(desk: Puzzles) -> None:
    """No further answer is taken that day."""
    await solve(desk)
    today = await desk.today(CLUB)
    with pytest.raises(UserError) as refused:
        await desk.answer(CLUB, today, ALICE, str(today.puzzle.start.legal[0]), unheard)
    assert refused.value.problem is PuzzleProblem.SOLVED


async def test_streaks_go_by_days(desk: Puzzles, clock: Clock) -> None:
    """A day without an answer begins a new one; each scope counts for itself."""
    streaks = []
    for days in (1, 1, 2, 1):
        streaks.append(await solve(desk))
        clock.now += timedelta(days=days)
    assert streaks == [1, 2, 3, 1]
    assert await solve(desk, scope=ScopeId(99)) == 1


async def test_the_first_ten_solvers_are_named_in_their_order(desk: Puzzles, clock: Clock) -> None:
    """In their order, the first ten by name; who only tried is not among them."""
    people = [Person(UserId(50 - n), f"p{n}") for n in range(12)]
    for person in people:
        await solve(desk, person)
        clock.now += timedelta(seconds=1)
    today = await desk.today(CLUB)
    await miss(desk, BOB)
    solvers = await desk.solvers(CLUB, today.day)
    assert [attempt.person for attempt in solvers.first] == people[:10]
    assert solvers.count == 12


async def test_an_old_puzzle_is_over(desk: Puzzles, clock: Clock) -> None:
    """After midnight there is another one."""
    today = await desk.today(CLUB)
    assert await desk.check(CLUB, today.day) == today
    clock.now += timedelta(days=1)
    with pytest.raises(UserError) as refused:
        await desk.check(CLUB, today.day)
    assert refused.value.problem is PuzzleProblem.OVER


@pytest.mark.parametrize("puzzle", [DISCS, GOMOKU, HOLD])
async def test_a_puzzle_comes_back_as_it_was(store: Store, puzzle: Puzzle) -> None:
    """Its position with all moves, its task and its line."""
    made = daily(puzzle, played=True)
    await PuzzleStore(store.database).keep(CLUB, made)
    found = await PuzzleStore(store.database).find(CLUB, made.day)
    assert found == made
    assert found is not None
    assert found.puzzle.start.moves == puzzle.start.moves


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_a_puzzle_of_the_collection_comes_back_with_its_theme(
    store: Store, number: int
) -> None:
    """And with what other moves are worth, which its row does not hold."""
    made = DailyPuzzle(TODAY.date(), puzzle_collection()[number].puzzle, False, number)
    assert await PuzzleStore(store.database).keep(CLUB, made) == made
    assert made.puzzle.theme is not None


async def test_the_real_engine_grades(store: Store, thinker: Thinker, clock: Clock) -> None:
    """Where a search has to tell, a worker does."""
    today = await posed(puzzles(store, thinker, clock), store)
    answer = await puzzles(store, thinker, clock).answer(CLUB, today, ALICE, "1", unheard)
    assert answer.grade is Grade.WRONG


async def posed(desk: Puzzles, store: Store) -> DailyPuzzle:
    """A certain puzzle is today's."""
    await PuzzleStore(store.database).keep(CLUB, daily())
    return await desk.today(CLUB)


LADDER = [PuzzleEntry(n, 10 * n, Theme.WIN, PRESETS["connect4"], 2) for n in range(1, 201)]
"""Puzzles of strength 10 to 2000."""


def test_those_nearest_to_the_strength_are_drawn_among() -> None:
    """Each of them comes now and then, and no other."""
    drawn = {near(LADDER, {}, 1000, (), Random(seed)) for seed in range(500)}
    assert drawn == set(range(100 - NEAREST // 2, 101 + NEAREST // 2))


def test_of_many_equal_ones_each_may_come() -> None:
    """Not only those with the lowest numbers."""
    equal = [replace(entry, strength=1000) for entry in LADDER]
    assert max(near(equal, {}, 1000, (), Random(seed)) for seed in range(20)) > NEAREST


def test_none_comes_twice_while_there_are_others() -> None:
    """And when all have been, it begins anew."""
    used = set(range(2, 201))
    assert near(LADDER, {}, 2000, used, Random(1)) == 1
    assert near(LADDER, {}, 2000, used | {1}, Random(1)) > 200 - NEAREST


def test_puzzles_nearby_are_found_by_their_measured_strength() -> None:
    """Not what it was thought to be."""
    strengths = dict.fromkeys(range(1, 101), 5000.0)
    assert near(LADDER, strengths, 500, (), Random(1)) > 100


def test_the_collection_has_enough_for_each_day_of_the_week() -> None:
    """What is drawn for a day is harder than what is drawn for the day before."""
    drawn = [
        {near(puzzle_collection().entries, {}, wanted, (), Random(seed)) for seed in range(100)}
        for wanted in WEEK
    ]
    strengths = [[puzzle_collection()[n].strength for n in numbers] for numbers in drawn]
    for easier, harder in pairwise(strengths):
        assert sum(easier) / len(easier) < sum(harder) / len(harder)
        assert max(easier) <= min(harder) + 100


async def test_no_puzzle_of_a_day_is_from_the_opening(desk: Puzzles, clock: Clock) -> None:
    """On no day of the week."""
    for _ in range(14):
        today = await desk.today(CLUB)
        assert not today.puzzle.is_opening
        clock.now += timedelta(days=1)
