"""How well people are foretold: simulated ones of known strength, and those of a database."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import log
from random import Random

import pytest

from bot.match.players import ERASED_USER
from bot.match.session import Bot, UserId, moves, offers
from bot.run.fit_people import (
    ENGINE,
    MIXTURE,
    ONE_PLY,
    PEOPLE,
    UNIFORM,
    Fit,
    Foretold,
    fit_people,
    fitted,
    loss,
    mixed,
    report,
)
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
    loss = {name: fit.score(name).loss for name in (UNIFORM, ONE_PLY, ENGINE, PEOPLE[0])}
    assert fit.moves > 80
    assert min(loss[UNIFORM], loss[ONE_PLY], loss[ENGINE]) > loss[PEOPLE[0]]
    assert abs(fit.lead) <= 200
    assert fit.score(PEOPLE[0]).hits > fit.score(UNIFORM).hits


def test_the_fit_notices_people_who_are_rated_too_low() -> None:
    """They play like stronger people than they are said to be."""
    rules = Rules.parse("5x5x4g")
    low = strength(rules, Level.OTTO) - 500
    fit = fitted(simulated(rules, Level.OTTO, 12, low), 150)[rules]
    assert fit.lead >= 200
    assert any(f"{fit.lead:+} points" in line for line in report({rules: fit}))


def foretold(made: Mapping[str, Callable[[int], float]], games: int) -> Fit:
    """A fit in which predictors gave the move that was made such a chance, one of four moves."""
    seen = []
    for game in range(games):
        guesses: dict[str, Mapping[int, float]] = {
            name: dict.fromkeys(range(1, 5), 0.25)
            for name in (UNIFORM, ONE_PLY, ENGINE, *PEOPLE.values())
        }
        guesses |= {name: {1: of(game), 2: 1 - of(game)} for name, of in made.items()}
        seen.append(Foretold(game, 1, guesses))
    return Fit(seen)


def test_a_move_that_was_held_to_be_impossible_does_not_decide_all() -> None:
    """A share of slips is counted for each predictor, as many as there were in other games."""
    score = foretold({ONE_PLY: lambda game: float(game != 50)}, 100).score(ONE_PLY)
    assert 0.03 < score.loss < 0.1
    assert 0.03 < score.error < 0.1
    assert score.hits == pytest.approx(0.99)


def test_nothing_foretells_moves_that_it_was_fitted_to() -> None:
    """Where only one game was right, as nobody can know before, there is nothing to gain."""
    fit = foretold({ONE_PLY: lambda game: 0.99 if game == 3 else 0.01}, 20)
    assert fit.score(ONE_PLY).loss > fit.score(UNIFORM).loss - 0.01
    assert fit.score(UNIFORM).loss == pytest.approx(log(4))
    alone = foretold({ONE_PLY: lambda _game: 0.99}, 1)
    assert alone.score(ONE_PLY) == alone.score(UNIFORM)


def lapsing(rules: Rules, games: int, care: float) -> list[Played]:
    """Games of somebody who sees every line, and makes other moves for no reason."""
    rng, found = Random(1), []
    for _ in range(games):
        position = Position.start(rules)
        while position.outcome is None:
            likely = one_ply(position) if rng.random() < care else dict.fromkeys(position.legal, 1)
            position = position.play(rng.choices(list(likely), list(likely.values()))[0])
        users = tuple(SIMULATED for _ in position.moves)
        found.append(Played(rules, position.moves, users, {SIMULATED: 900.0}))
    return found


@pytest.mark.parametrize("board", ["3x3", "4x4x4"])
def test_the_mixture_is_as_good_as_whatever_is_in_it(board: str) -> None:
    """Also for people who are nothing like the model, on games that it was not fitted to."""
    rules = Rules.parse(board)
    for games in (lapsing(rules, 40, 0.7), simulated(rules, Level.REX, 40, 800)):
        fit = fitted(games, 250)[rules]
        alone = [fit.score(name).loss for name in (UNIFORM, ONE_PLY, ENGINE, PEOPLE[0])]
        assert fit.score(MIXTURE).loss < min(alone) + 0.02
        shares = fit.mixture
        assert sum(shares.values()) == pytest.approx(1)
        for name in (UNIFORM, ONE_PLY, ENGINE, PEOPLE[0]):
            alike = loss(fit.seen, mixed(fit.seen, [name]))
            assert loss(fit.seen, shares) < alike + 1 / fit.moves


def test_the_mixture_tells_what_people_are_like() -> None:
    """Each predictor by how much it explains; one that explains next to nothing is left out."""
    rules = Rules.parse("4x4x4")
    fit = fitted(lapsing(rules, 40, 0.6), 300)[rules]
    assert fit.mixture[ONE_PLY] == pytest.approx(0.6, abs=0.15)
    assert fit.mixture[UNIFORM] == pytest.approx(0.4, abs=0.15)
    *_, last = report({rules: fit})
    assert last.startswith("  the mixture: ")
    assert "one ply" in last
    half = foretold({ONE_PLY: lambda game: game % 2 * 1.0, ENGINE: lambda game: 1 - game % 2}, 40)
    assert half.mixture == {
        ONE_PLY: pytest.approx(0.5, abs=0.02),
        ENGINE: pytest.approx(0.5, abs=0.02),
        UNIFORM: pytest.approx(0.0, abs=0.03),
    }


def test_people_are_expected_to_play_like_the_levels() -> None:
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
