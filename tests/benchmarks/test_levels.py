"""The figures of the ladder: kept, on the page and in the engine, all the same."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Final

import pytest

from benchmarks.anchors import ANCHORS
from benchmarks.duels import expected
from benchmarks.elo import Tally
from benchmarks.levels import DATA, GAMES, KEPT, PAGE, STEPS, Results, ascending, data, figures
from benchmarks.levels import _strengths as strengths
from engine import LADDER, Position, Rules, strength
from tests.engine.boards import wander
from tests.thorough import long, thorough

NEIGHBOURS: Final = tuple(pairwise(STEPS))
SOME: Final = NEIGHBOURS[::4]


@pytest.fixture(scope="module")
def kept() -> Results:
    """The games that were played."""
    found: Results = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def test_the_page_shows_what_was_played(kept: Results) -> None:
    """And the engine's data are the same figures."""
    assert figures(kept) in PAGE.read_text(encoding="utf-8")
    assert data(kept) == DATA.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_tells_what_was_measured(name: str, kept: Results) -> None:
    """On the boards that were measured."""
    rules = Rules.parse(GAMES[name])
    found = [strength(rules, level) for level in LADDER]
    assert found == ascending(strengths(kept[name]))


@pytest.mark.parametrize("name", GAMES)
def test_no_step_is_out_of_reach_of_the_one_below(name: str, kept: Results) -> None:
    """Or else nobody between the two would find an equal; nor is one weaker than that below.

    In vanishing they play with the skills of 3x3, where Finn is stronger than Otto.
    """
    least = 0.4 if name == "vanishing" else 0.45
    for below, above in pairwise(STEPS):
        assert least <= Tally(*kept[name][f"{above} - {below}"]).score <= 0.96, (above, below)


@pytest.mark.parametrize(
    "below, above", [*thorough(*SOME), *long(*(pair for pair in NEIGHBOURS if pair not in SOME))]
)
def test_tictactoe_comes_out_again(below: str, above: str, kept: Results) -> None:
    """What was computed over all games of neighbours on 3x3."""
    found = expected(Rules(3, 3, 3), above, below)
    was = Tally(*kept["3x3"][f"{above} - {below}"])
    assert (found.won, found.drawn, found.lost) == pytest.approx(
        (was.won, was.drawn, was.lost), abs=1e-3
    )


@pytest.mark.parametrize("name", ANCHORS)
@pytest.mark.parametrize("game", ["3x3", "4x4x4", "connect4", "9x9x5"])
def test_an_anchor_moves_as_it_says(name: str, game: str) -> None:
    """Only legal moves; one who completes lines never misses one, nor a blocker one to stop."""
    rng = random.Random(game)
    for plies in range(12):
        position = wander(Rules.parse(game), plies, rng)
        if position.outcome is not None:
            continue
        likely = ANCHORS[name](position)
        assert set(likely) <= set(position.legal)
        assert sum(likely.values()) == pytest.approx(1)
        wins = {move for move in position.legal if lines(position.play(move))}
        if wins and name != "random":
            assert set(likely) == wins


def lines(position: Position) -> bool:
    """Whether the last stone has completed a line."""
    return position.outcome is not None and bool(position.outcome.line)
