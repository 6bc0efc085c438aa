"""What drawn moves promise against a player who sees one move ahead."""

from __future__ import annotations

import random
from collections import Counter

from engine import Limit, Position, Rules
from engine.coaching.small_boards import _random_bit, expected_points
from engine.thinking.clock import Clock


def test_traps_promise_more_than_quiet_moves() -> None:
    """After the corner on 3x3 most replies lose, after a side only half: it promises more."""
    start = Position.start(Rules(3, 3, 3))
    promise = expected_points(start, [1, 2], random.Random(1), Clock(Limit()))
    assert promise[1] > promise[2]


def test_a_deadline_is_kept() -> None:
    """Where there is no time left no game is played out, and the lines alone are counted."""
    position = Position.start(Rules(4, 4, 4))
    rng = random.Random(1)
    before = rng.getstate()
    seconds = iter((0.0, 1.0))
    clock = Clock(Limit(seconds=0.5), now=lambda: next(seconds))
    promise = expected_points(position, position.legal, rng, clock)
    assert rng.getstate() == before
    assert max(promise, key=lambda move: promise[move]) in {1, 4, 6, 7, 10, 11, 13, 16}


def test_any_free_cell_may_be_played() -> None:
    """Each as often as the others, in a game that is played out."""
    rng = random.Random(1)
    counts = Counter(_random_bit(0b1011001, rng) for _ in range(4000))
    assert set(counts) == {1, 8, 16, 64}
    assert min(counts.values()) > 900
