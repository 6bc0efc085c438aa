"""The puzzle of the day: one in each scope, and everybody's own way through it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.errors import Problem, UserError
from bot.features.puzzle.service import Puzzles
from bot.features.puzzle.store import PuzzleStore
from bot.match.session import ChannelId, GuildId, Person, ScopeId, UserId
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Position, Puzzle, Task, compose
from tests.bot.builders import ALICE, BOB, session
from tests.bot.daily import DISCS, GOMOKU, HOLD, daily

CLUB = ScopeId(20)
TODAY = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Composer(Thinker):
    """An engine that has puzzles ready, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, range, Sequence[Position]]] = []

    async def compose(self, seed: str, moves: range, games: Sequence[Position]) -> Puzzle:
        """The same for all, after a while."""
        self.asked.append((seed, moves, games))
        await asyncio.sleep(0)
        return next((HOLD for game in games if game.moves[:3] == HOLD.start.moves), DISCS)


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
    return Puzzles(PuzzleStore(store.database), composer, clock)


async def solve(desk: Puzzles, person: Person = ALICE, scope: ScopeId = CLUB) -> int:
    """Answer today's puzzle right, move by move; the streak that it makes."""
    today = await desk.today(scope)
    for move in today.puzzle.line[::2]:
        answer = await desk.answer(scope, today, person, str(move))
        assert answer.right
    assert answer.after.streak is not None
    return answer.after.streak


async def test_everybody_gets_the_same(desk: Puzzles, composer: Composer) -> None:
    """Of many who ask at once the first has it made; later it is found again."""
    found = await asyncio.gather(*(desk.today(CLUB) for _ in range(5)))
    assert found == [daily()] * 5
    assert await desk.today(CLUB) == daily()
    assert len(composer.asked) == 1


async def test_two_processes_agree(store: Store, clock: Clock, database_url: str) -> None:
    """Whichever stores its puzzle first; also after a restart with another engine."""
    async with Store.open(database_url) as other:
        desks = [Puzzles(PuzzleStore(each.database), Composer(), clock) for each in (store, other)]
        first, second = await asyncio.gather(*(desk.today(CLUB) for desk in desks))
    assert first == second
    kept = await PuzzleStore(store.database).keep(CLUB, daily(HOLD))
    assert kept == first


async def test_each_day_and_scope_has_its_own(
    desk: Puzzles, composer: Composer, clock: Clock
) -> None:
    """The day changes at midnight in UTC, and with it what is asked of the engine."""
    await desk.today(CLUB)
    assert desk.next_at() == datetime(2026, 1, 2, tzinfo=UTC)
    clock.now = datetime(2026, 1, 1, 23, 59, tzinfo=UTC)
    await desk.today(CLUB)
    clock.now += timedelta(minutes=1)
    await desk.today(CLUB)
    await desk.today(ScopeId(21))
    seeds = [seed for seed, _, _ in composer.asked]
    assert seeds == ["20 2026-01-01", "20 2026-01-02", "21 2026-01-02"]


async def test_it_gets_harder_towards_the_weekend(
    desk: Puzzles, composer: Composer, clock: Clock
) -> None:
    """From two moves on Monday to three and more on Sunday."""
    clock.now += timedelta(days=4)
    for _ in range(7):
        await desk.today(CLUB)
        clock.now += timedelta(days=1)
    asked = [moves for _, moves, _ in composer.asked]
    assert asked[0] == range(2, 3)
    longest = [max(moves) for moves in asked]
    assert longest == sorted(longest)
    assert min(asked[-1]) == 3


async def test_a_game_that_was_played_here_comes_first(
    desk: Puzzles, composer: Composer, store: Store, clock: Clock
) -> None:
    """Once: its position is not asked for again the next day."""
    played = session([1, 2, 2, 3, 3, 4], rules="5x5x4g", x=ALICE, o=BOB)
    played = replace(played, channel=ChannelId(7), guild=GuildId(CLUB))
    kept = await store.create(played)
    await store.save(kept, kept.resign(ALICE.id))
    assert await desk.today(CLUB) == daily(HOLD, played=True)
    clock.now += timedelta(days=1)
    assert not (await desk.today(CLUB)).played
    assert [len(games) for _, _, games in composer.asked] == [1, 0]


async def test_a_person_is_led_through_it(desk: Puzzles) -> None:
    """A miss changes nothing but its count; others are not concerned."""
    today = await desk.today(CLUB)
    missed = await desk.answer(CLUB, today, ALICE, "1")
    assert (missed.right, missed.after.misses) == (False, 1)
    first = await desk.answer(CLUB, today, ALICE, "4")
    assert (first.right, first.after.found) == (True, 1)
    assert (await desk.attempt(CLUB, today.day, ALICE)).found == 1
    assert (await desk.attempt(CLUB, today.day, BOB)).found == 0
    assert (await desk.attempt(ScopeId(99), today.day, ALICE)).found == 0


async def test_answers_at_once_are_taken_in_turn(desk: Puzzles) -> None:
    """The second meets the position that the first has led to."""
    today = await desk.today(CLUB)
    answers = await asyncio.gather(*(desk.answer(CLUB, today, ALICE, "4") for _ in range(3)))
    assert sorted((answer.before.found, answer.before.misses) for answer in answers) == [
        (0, 0),
        (1, 0),
        (1, 1),
    ]


@pytest.mark.parametrize(
    "word, problem",
    [("9", Problem.NO_SUCH_COLUMN), ("a1", Problem.FLOATING), ("x", Problem.NOT_A_MOVE)],
)
async def test_what_is_no_move_is_no_miss(desk: Puzzles, word: str, problem: Problem) -> None:
    """A sentence, and nothing is kept."""
    today = await desk.today(CLUB)
    with pytest.raises(UserError) as refused:
        await desk.answer(CLUB, today, ALICE, word)
    assert refused.value.problem is problem
    assert (await desk.attempt(CLUB, today.day, ALICE)).misses == 0


async def test_solved_is_solved(desk: Puzzles) -> None:
    """No further answer is taken that day."""
    await solve(desk)
    with pytest.raises(UserError) as refused:
        await desk.answer(CLUB, await desk.today(CLUB), ALICE, "3")
    assert refused.value.problem is Problem.PUZZLE_SOLVED


async def test_streaks_go_by_days(desk: Puzzles, clock: Clock) -> None:
    """A day without an answer begins a new one; each scope counts for itself."""
    streaks = []
    for days in (1, 1, 2, 1):
        streaks.append(await solve(desk))
        clock.now += timedelta(days=days)
    assert streaks == [1, 2, 3, 1]
    assert await solve(desk, scope=ScopeId(99)) == 1


async def test_who_has_solved_it(desk: Puzzles, clock: Clock) -> None:
    """In their order, the first ten by name; who only tried is not among them."""
    people = [Person(UserId(50 - n), f"p{n}") for n in range(12)]
    for person in people:
        await solve(desk, person)
        clock.now += timedelta(seconds=1)
    today = await desk.today(CLUB)
    await desk.answer(CLUB, today, BOB, "1")
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
    assert refused.value.problem is Problem.PUZZLE_OVER


@pytest.mark.parametrize("puzzle", [DISCS, GOMOKU, HOLD])
async def test_a_puzzle_comes_back_as_it_was(store: Store, puzzle: Puzzle) -> None:
    """Its position with all moves, its task and its line."""
    made = daily(puzzle, played=True)
    await PuzzleStore(store.database).keep(CLUB, made)
    found = await PuzzleStore(store.database).find(CLUB, made.day)
    assert found == made
    assert found is not None
    assert found.puzzle.start.moves == puzzle.start.moves


async def test_the_real_engine_makes_one(store: Store, thinker: Thinker, clock: Clock) -> None:
    """In a worker, the same as here."""
    today = await Puzzles(PuzzleStore(store.database), thinker, clock).today(CLUB)
    assert today.puzzle == compose("20 2026-01-01", range(1, 4))
    assert today.puzzle.task in Task
    assert not today.played
