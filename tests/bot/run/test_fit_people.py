"""How well people are foretold: simulated ones of known strength, and those of a database."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.match.players import ERASED_USER
from bot.match.session import Bot, UserId, moves, offers
from bot.run.fit_people import ENGINE, ONE_PLY, PEOPLE, UNIFORM, Score, fit_people, fitted, report
from bot.store import Store
from bot.store.games import Played, played_by_people
from engine import LADDER, Level, Position, Rules, choose, likely_at, one_ply, strength
from tests.bot.builders import ALICE, session

SIMULATED = UserId(77)


def simulated(rules: Rules, level: Level, games: int, told: float) -> list[Played]:
    """Games of somebody who plays like a level against itself, said to be of a strength."""
    rng = random.Random(level.value)
    found = []
    for _ in range(games):
        position = Position.start(rules)
        while position.outcome is None:
            position = position.play(choose(position, level, rng=rng))
        users = tuple(SIMULATED for _ in position.moves)
        found.append(Played(rules, position.moves, users, {SIMULATED: told}))
    return found


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM])
def test_people_are_foretold_better_than_by_whoever_knows_nothing_of_them(level: Level) -> None:
    """Of their own strength best of all, by log loss and by moves guessed."""
    rules = Rules.parse("5x5x4g")
    fit = fitted(simulated(rules, level, 12, strength(rules, level)), 150)[rules]
    loss = {name: score.loss for name, score in fit.scores.items()}
    assert fit.moves > 80
    assert min(loss[UNIFORM], loss[ONE_PLY], loss[ENGINE]) > loss[PEOPLE[0]]
    assert abs(fit.lead) <= 200
    assert fit.scores[PEOPLE[0]].hits > fit.scores[UNIFORM].hits


def test_whoever_is_rated_too_low_is_noticed() -> None:
    """They play like stronger people than they are said to be."""
    rules = Rules.parse("5x5x4g")
    low = strength(rules, Level.OTTO) - 500
    fit = fitted(simulated(rules, Level.OTTO, 12, low), 150)[rules]
    assert fit.lead >= 200
    assert any(f"{fit.lead:+} points" in line for line in report({rules: fit}))


def test_a_move_that_was_held_to_be_impossible_does_not_decide_all() -> None:
    """A share of slips is counted for each predictor, the best one."""
    score = Score()
    for _ in range(99):
        score.add({1: 1.0}, 1, 9)
    score.add({1: 1.0}, 2, 9)
    assert 0.03 < score.loss < 0.1
    assert score.hits == pytest.approx(0.99)


def test_what_is_expected_of_people_is_what_levels_do() -> None:
    """At the strength of a step its own chances, between two of them something of both."""
    position = Position.from_moves(Rules.parse("5x5x4"), [13, 7])
    steps = [strength(position.rules, level) for level in LADDER[:4]]
    one, two = likely_at(position, steps[2]), likely_at(position, steps[3])
    between = likely_at(position, (steps[2] + steps[3]) / 2)
    assert between[8] == pytest.approx((one[8] + two[8]) / 2)
    for likely in (one, between, likely_at(position, 0), likely_at(position, 9_000)):
        assert sum(likely.values()) == pytest.approx(1)
    line = Position.from_moves(Rules.parse("3x3"), [1, 4, 2, 5])
    assert one_ply(line) == {3: pytest.approx(1)}


async def test_the_moves_of_people_are_read_without_a_name(store: Store) -> None:
    """Of ended games from the empty board without help; only sums are told."""
    assert [line async for line in fit_people(store.database, 100)] == [
        "No moves of people are stored yet."
    ]
    live = await store.create(session([1, 4, 2, 5], o=Bot(Level.EASY)))
    await store.save(live, moves.play(live, ALICE.id, 3))
    helped = await store.create(session([1, 4, 2, 5], o=Bot(Level.EASY), assisted=True))
    await store.save(helped, offers.resign(helped, ALICE.id))
    (found,) = await played_by_people(store.database)
    assert found.moves == (1, 4, 2, 5, 3)
    assert set(found.users) == {ALICE.id, None}
    assert list(found.strengths) == [ALICE.id]
    told = [line async for line in fit_people(store.database, 100)]
    assert told[0].startswith("3x3x3: 2 moves of people")
    assert not any(ALICE.name in line for line in told)
    erased = replace(found, users=tuple(user and ERASED_USER for user in found.users))
    assert not any(fit.moves for fit in fitted([erased], 100).values())
