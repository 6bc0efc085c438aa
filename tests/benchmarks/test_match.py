"""Matches between versions of the engine."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from benchmarks.match import contender, openings, play, result
from engine import Position, Rules


def test_the_result_tells_its_error() -> None:
    """A share of points, its error and both in Elo; even pairs leave no doubt."""
    assert result([0.5, 0.5]) == "50.0 % +- 0.0 in 4 games; Elo -0 (-0 to -0)"
    assert result([1.0, 0.5, 0.5, 1.0]).startswith("75.0 % +- 28.3 in 8 games; Elo +191")


def test_openings_leave_the_game_open() -> None:
    """Each opening is a position that goes on, the same for the same seed."""
    rules = Rules.parse("4x4")
    found = list(islice(openings(rules, random.Random(1)), 20))
    assert all(position.outcome is None and position.ply == 3 for position in found)
    assert found == list(islice(openings(rules, random.Random(1)), 20))


@pytest.mark.parametrize("text", ["", "fast", "main:level", "seconds=1;rm", "seconds=-1"])
def test_a_wrong_player_is_refused(text: str) -> None:
    """What is no limit and no level ends the program with a sentence."""
    with pytest.raises(SystemExit, match="a player is"), contender(text):
        pass


def test_an_unknown_revision_is_refused() -> None:
    """A revision that does not exist ends the program with what git says."""
    with pytest.raises(SystemExit, match="nowhere"), contender("nowhere:nodes=1"):
        pass


class Ranked:
    """Plays the legal move of this rank, by number."""

    def __init__(self, index: int) -> None:
        self._index = index

    def move(self, position: Position) -> int:
        """The move of that rank."""
        return position.legal[self._index]


def test_points_go_to_the_winner() -> None:
    """A win of X counts one, of O nothing, a draw half."""
    start = Position.start(Rules.parse("3x3"))
    assert play(start, Ranked(0), Ranked(-1)) == 1.0
    lost = Position.from_moves(start.rules, [1, 4, 2, 5, 9])
    assert play(lost, Ranked(0), Ranked(1)) == 0.0
    assert play(start.play(5).play(1), Ranked(0), Ranked(0)) == 0.5
