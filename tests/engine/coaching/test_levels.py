"""The ladder: figures on its steps, and the step for a figure."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import LADDER, Level, Rules, level_near, strength
from engine.coaching.levels import Foresight, foresight, player, step_of
from tests.engine.boards import rules

BOARDS = [Rules.parse(game) for game in ("3x3", "4x4", "connect4", "gomoku")]
"""One of each kind."""


@given(rules())
def test_each_step_is_stronger_than_the_one_below(board: Rules) -> None:
    """On every board that there is."""
    found = [strength(board, level) for level in LADDER]
    assert all(below < above for below, above in pairwise(found))


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("level", LADDER)
def test_the_step_for_its_own_strength_is_itself(board: Rules, level: Level) -> None:
    """Whatever the board."""
    assert level_near(board, strength(board, level)) is level


@given(st.sampled_from(BOARDS), st.floats(-5_000, 9_000))
def test_no_step_is_nearer(board: Rules, elo: float) -> None:
    """Beyond the ends it is the first and the last."""
    found = level_near(board, elo)
    assert all(
        abs(strength(board, found) - elo) <= abs(strength(board, level) - elo) for level in LADDER
    )


@pytest.mark.parametrize("level", LADDER[:-1])
def test_a_step_has_a_skill_or_looks_ahead(level: Level) -> None:
    """On boards of each kind one or the other, and not both; PERFECT does neither."""
    step = step_of(level)
    assert len(step.skills) == (2 if step.falling and step.large else 4)
    assert bool(step.falling) == bool(step.large)
    for board in BOARDS:
        if foresight(board, level) is None:
            assert 0 <= player(board, level).attention < 1


@pytest.mark.parametrize("level", LADDER[LADDER.index(Level.HARD) : LADDER.index(Level.VEGA)])
def test_in_renju_the_moves_of_a_step_vary_more(level: Level) -> None:
    """Scores lie further apart there than in the other variants, which are alike."""
    found = [foresight(Rules.parse(game), level) for game in ("exact", "caro", "renju")]
    exact, caro, renju = (ahead.temperature for ahead in found if isinstance(ahead, Foresight))
    assert exact == caro < renju


def test_a_level_is_known_by_its_name() -> None:
    """It is stored and sent by that, whatever becomes of its record."""
    assert [Level(level.value) for level in Level] == list(Level)
    assert all(pickle.loads(pickle.dumps(level)) is level for level in Level)
    assert repr(Level.PIP) == "Level.PIP"


def test_adaptive_has_no_strength() -> None:
    """It is no step."""
    with pytest.raises(ValueError, match="no step"):
        strength(BOARDS[0], Level.ADAPTIVE)
