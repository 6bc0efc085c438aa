"""How many openings and games differ."""

from __future__ import annotations

import random

from benchmarks.openings import count, decide, share, views
from engine import Position, Rules


def test_images_of_a_game_are_one() -> None:
    """Eight views of a square board, four of another, two with gravity; the same set from each."""
    for text, number in (("5x5", 8), ("4x5", 4), ("connect4", 2)):
        rules = Rules.parse(text)
        tiles = (1, 2, rules.columns + 3)
        seen = set(views(rules, tiles))
        assert len(seen) == number
        for view in seen:
            assert set(views(rules, view)) == seen


def test_games_are_counted_up_to_symmetry() -> None:
    """Whoever begins in any corner and goes on in order plays few games of nine cells."""
    rng = random.Random(1)

    def corner(position: Position) -> int:
        return rng.choice((1, 3, 7, 9)) if position.ply == 0 else position.legal[0]

    counted = count(Rules(3, 3, 3), corner, corner, 40)
    assert counted.openings <= 4
    assert len(counted.points) == 40


def test_a_share_tells_what_chance_may_add() -> None:
    """Half of the points, all games decided or all drawn."""
    assert share([0.5] * 10) == "50% ± 0"
    assert share([1.0, 0.0] * 50) == "50% ± 10"


def test_a_match_stops_by_itself() -> None:
    """Soon where one side loses all, and at the limit where every pair is even."""

    def first(position: Position) -> int:
        return position.legal[0]

    even = decide(Rules(3, 3, 3), first, first, 3)
    assert (even.pairs, even.score, even.verdict) == (3, 0.5, None)
    rng = random.Random(2)
    poor = decide(Rules.parse("9x9x5"), lambda position: rng.choice(position.legal), first, 100)
    assert poor.verdict == 0.4
    assert poor.pairs < 20
