"""People on small boards: what they see, and what they overlook."""

from __future__ import annotations

import random

import pytest

from engine import Position, Rules
from engine.coaching.beginner import Perception, chances, handles
from tests.engine.boards import wander

BLIND = Perception(attention=0.0, sees_forks=False, temperature=30.0)
HALF = Perception(attention=0.5, sees_forks=False, temperature=5.0)
SHARP = Perception(attention=1.0, sees_forks=True, temperature=1.0)


@pytest.mark.parametrize("perception", [BLIND, HALF, SHARP])
@pytest.mark.parametrize("game", ["3x3", "3x4x3", "4x4x4", "4x4x3"])
def test_chances_are_a_whole(game: str, perception: Perception) -> None:
    """They belong to legal moves and add up to 1; where there is a win in one it is made."""
    rng = random.Random(game)
    for _ in range(40):
        position = wander(Rules.parse(game), rng.randint(0, 12), rng)
        likely = chances(position, perception)
        assert set(likely) <= set(position.legal)
        assert sum(likely.values()) == pytest.approx(1)
        wins = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if wins:
            assert set(likely) == wins


def test_full_attention_stops_every_line() -> None:
    """Half attention stops most of those beside the last stone, and fewer that slant."""
    plain = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    slanting = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    assert chances(plain, SHARP)[3] == chances(slanting, SHARP)[9] == pytest.approx(1)
    assert 1 > chances(plain, HALF)[3] > chances(slanting, HALF)[9] > 0
    assert chances(plain, BLIND)[3] < 0.3


def test_double_threats_are_found_by_who_sees_them() -> None:
    """With two stones each that make one, only who sees forks is sure to find it."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 6, 8, 7])
    assert chances(position, SHARP) == {2: 0.5, 5: 0.5}
    assert len(chances(position, HALF)) > 2


def test_small_boards_are_handled() -> None:
    """Sixteen cells, and no other rules than lines."""
    assert handles(Rules(4, 4, 4))
    assert not handles(Rules(4, 5, 4))
    assert not handles(Rules(3, 3, 3, gravity=True))
