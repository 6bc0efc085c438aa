"""How much one person may ask for."""

from __future__ import annotations

from math import inf

from bot.match.session import UserId
from bot.pool.bounds import MOST, PAUSE, Cooldowns, Cost

ALICE, BOB = UserId(1), UserId(2)


class Clock:
    """A clock that the test moves."""

    now = 1_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def asked(cooldowns: Cooldowns, person: UserId, cost: Cost) -> int:
    """How often a person may ask at once."""
    count = 0
    while cooldowns.take(person, cost) == 0:
        count += 1
    return count


def test_an_allowance_is_spent_and_comes_back() -> None:
    """Some at once, then as many as time has given back; asking too early is told when."""
    clock = Clock()
    cooldowns = Cooldowns(clock=clock)
    assert asked(cooldowns, ALICE, Cost.SEARCH) == MOST // Cost.SEARCH
    assert cooldowns.take(ALICE, Cost.SEARCH) == Cost.SEARCH
    clock.now += Cost.SEARCH - 1
    assert cooldowns.take(ALICE, Cost.SEARCH) == 1
    clock.now += 1
    assert cooldowns.take(ALICE, Cost.SEARCH) == 0
    clock.now += 10 * MOST
    assert asked(cooldowns, ALICE, Cost.GAME) == MOST // Cost.GAME


def test_all_that_a_person_asks_for_counts_together() -> None:
    """Expensive things leave less room for cheap ones; moves are always free."""
    cooldowns = Cooldowns(clock=Clock())
    cooldowns.take(ALICE, Cost.GAME)
    assert asked(cooldowns, ALICE, Cost.COMMAND) == (MOST - Cost.GAME) // Cost.COMMAND
    assert cooldowns.take(ALICE, Cost.PRESS) == Cost.PRESS
    assert cooldowns.take(ALICE, Cost.FREE) == 0


def test_nobody_pays_for_others() -> None:
    """Each person has an allowance."""
    cooldowns = Cooldowns(clock=Clock())
    assert asked(cooldowns, ALICE, Cost.COMMAND) == asked(cooldowns, BOB, Cost.COMMAND)


def test_a_person_is_told_now_and_then() -> None:
    """Once in ten seconds, however often they ask."""
    clock = Clock()
    cooldowns = Cooldowns(clock=clock)
    told = 0
    for _ in range(300):
        told += cooldowns.may_tell(ALICE)
        clock.now += 0.1
    assert told == 3
    assert cooldowns.may_tell(BOB)


def test_fast_play_is_never_held_up() -> None:
    """An answer to a puzzle each second, or a position to train with each four, for an hour."""
    clock = Clock()
    cooldowns = Cooldowns(clock=clock)
    for _ in range(3_600):
        assert cooldowns.take(ALICE, Cost.PRESS) == 0
        clock.now += 1
    for _ in range(900):
        assert cooldowns.take(BOB, Cost.COMMAND) + cooldowns.take(BOB, Cost.COMMAND) == 0
        clock.now += 4


def test_things_asked_for_in_one_moment_begin_one_after_the_other() -> None:
    """Each after a pause; others begin at once, and so does a person who has paused already."""
    clock = Clock()
    cooldowns = Cooldowns(clock=clock)
    assert [cooldowns.turn(ALICE) for _ in range(4)] == [0, PAUSE, 2 * PAUSE, 3 * PAUSE]
    assert cooldowns.turn(BOB) == 0
    clock.now += 4 * PAUSE
    assert cooldowns.turn(ALICE) == 0


def test_acts_begin_at_once_without_other_people() -> None:
    """As on the page that plays without Discord."""
    cooldowns = Cooldowns(inf, Clock())
    assert [cooldowns.turn(ALICE) for _ in range(4)] == [0, 0, 0, 0]


def test_only_so_many_people_are_remembered() -> None:
    """The oldest asker is forgotten, and has a full allowance, as it mostly would be."""
    cooldowns = Cooldowns(clock=Clock())
    for person in range(20_000):
        cooldowns.take(UserId(person), Cost.GAME)
        cooldowns.may_tell(UserId(person))
        cooldowns.turn(UserId(person))
    assert len(cooldowns._full_at) == len(cooldowns._warned_at) == len(cooldowns._free_at) == 10_000
