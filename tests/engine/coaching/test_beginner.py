"""People on small boards: what they see, and what they overlook."""

from __future__ import annotations

import random

import pytest

from engine import Limit, Position, Rules
from engine.coaching.beginner import Eyes, chances, handles, prospects
from engine.thinking.clock import Clock
from tests.engine.boards import wander

BLIND = Eyes(attention=0.0, plans=False, warmth=30.0)
HALF = Eyes(attention=0.5, plans=False, warmth=5.0)
SHARP = Eyes(attention=1.0, plans=True, warmth=1.0)


@pytest.mark.parametrize("eyes", [BLIND, HALF, SHARP])
@pytest.mark.parametrize("game", ["3x3", "3x4x3", "4x4x4", "4x4x3"])
def test_chances_are_a_whole(game: str, eyes: Eyes) -> None:
    """They belong to legal moves and add up to 1; where there is a win in one it is made."""
    rng = random.Random(game)
    for _ in range(40):
        position = wander(Rules.parse(game), rng.randint(0, 12), rng)
        likely = chances(position, eyes)
        assert set(likely) <= set(position.legal)
        assert sum(likely.values()) == pytest.approx(1)
        wins = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if wins:
            assert set(likely) == wins


def test_sharp_eyes_stop_every_line() -> None:
    """And half-open ones most of those beside the last stone, fewer that slant."""
    plain = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    slanting = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    assert chances(plain, SHARP)[3] == chances(slanting, SHARP)[9] == pytest.approx(1)
    assert 1 > chances(plain, HALF)[3] > chances(slanting, HALF)[9] > 0
    assert chances(plain, BLIND)[3] < 0.3


def test_own_double_threats_are_seen_by_who_plans() -> None:
    """With two stones each that make one, only the planner is sure to find it."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 6, 8, 7])
    assert chances(position, SHARP) == {2: 0.5, 5: 0.5}
    assert len(chances(position, HALF)) > 2


def test_prospects_tell_traps_from_quiet_moves() -> None:
    """After the corner on 3x3 most replies lose, after a side only half: it promises more."""
    promise = prospects(Position.start(Rules(3, 3, 3)), [1, 2], random.Random(1), Clock(Limit()))
    assert promise[1] > promise[2]


def test_prospects_keep_a_deadline() -> None:
    """Where there is no time left no game is played out, and the lines alone are counted."""
    position = Position.start(Rules(4, 4, 4))
    rng = random.Random(1)
    before = rng.getstate()
    seconds = iter((0.0, 1.0))
    clock = Clock(Limit(seconds=0.5), now=lambda: next(seconds))
    promise = prospects(position, position.legal, rng, clock)
    assert rng.getstate() == before
    assert max(promise, key=lambda move: promise[move]) in {1, 4, 6, 7, 10, 11, 13, 16}


def test_small_boards_are_handled() -> None:
    """Sixteen cells, and no other rules than lines."""
    assert handles(Rules(4, 4, 4))
    assert not handles(Rules(4, 5, 4))
    assert not handles(Rules(3, 3, 3, gravity=True))
