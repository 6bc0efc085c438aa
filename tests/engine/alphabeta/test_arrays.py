"""The arrays of boards: what boards of a game share, and what each has for itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine import Rules
from engine.alphabeta.arrays import fresh_shape_board, fresh_window_board
from engine.kernels import window_search
from engine.wide_kernels import shape_search

KINDS: dict[str, tuple[Callable[[Rules], Any], Callable[[Any, Any], None]]] = {
    "windows": (fresh_window_board, window_search.put_stones),
    "shapes": (fresh_shape_board, shape_search.put_stones),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_changes_no_other_board(kind: str) -> None:
    """Of two boards of a game the one that is not played on stays as it was, in every array."""
    make, set_up = KINDS[kind]
    rules = Rules(15, 15, 5)
    played, other = make(rules), make(rules)
    before = [array.copy() for array in other]
    set_up(played, np.array([112, 0, 113, 14, 114], np.int64))
    assert all(np.array_equal(was, array) for was, array in zip(before, other, strict=True))
    assert all(np.array_equal(was, array) for was, array in zip(before, make(rules), strict=True))
    assert any((array != was).any() for was, array in zip(before, played, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_tables_that_no_move_changes_are_shared(kind: str) -> None:
    """The large tables are there once, so that a new board costs little."""
    make, _ = KINDS[kind]
    one, other = make(Rules(15, 15, 5)), make(Rules(15, 15, 5))
    own = sum(array.nbytes for array, its in zip(one, other, strict=True) if array is not its)
    assert own < 200_000
