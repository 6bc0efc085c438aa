"""What windows are worth: by hand, and learnt where discs fall."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from engine import Position, Rules
from engine.alphabeta import window_weights
from engine.alphabeta.arrays import fresh_window_board
from engine.alphabeta.window_weights import KINDS, by_hand, family, kinds, weights_of
from engine.game.geometry import windows
from engine.kernels import window_search
from engine.kernels.windows import TEMPO, WAITS, evaluate, waits
from tests.engine.boards import positions

EIGHT = Rules(8, 8, 4, gravity=True)


def worth(rules: Rules, *columns: int) -> int:
    """The static evaluation after discs in these columns, for the side to move."""
    board = fresh_window_board(rules)
    cells = [tile - 1 for tile in Position.from_moves(rules, columns).tiles]
    window_search.put_stones(board, np.array(cells, np.int64))
    return int(evaluate(board))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(6, 7, 4, gravity=True),
        Rules(8, 8, 4),
        Rules(8, 8, 4, gravity=True, misere=True),
        Rules(9, 9, 6, gravity=True),
    ],
)
def test_other_boards_have_weights_by_hand(rules: Rules) -> None:
    """Boards that are solved or have no gravity, misere, and goals of which nothing is learnt."""
    assert not window_weights.handles(rules)
    assert weights_of(rules).value.tolist() == 2 * by_hand(rules.goal)
    assert set(weights_of(rules).kind.tolist()) == {0}
    assert weights_of(rules).balance.size == 1


@pytest.mark.parametrize("goal", [4, 5])
def test_each_family_is_learnt(goal: int) -> None:
    """Four or five in a row, with even and odd numbers of rows and columns, up to 20x20."""
    boards = [Rules(rows, columns, goal, gravity=True) for rows in (8, 9, 20) for columns in (8, 9)]
    assert all(map(window_weights.handles, boards))
    assert len({family(rules) for rules in boards}) == 3


def test_kinds_are_columns_rows_and_diagonals_by_height() -> None:
    """A row above the eighth is like the one two below it, since evenness is what matters."""
    rules = Rules(12, 9, 4, gravity=True)
    found: dict[tuple[int, int], set[int]] = {}
    for window, kind in zip(windows(rules), kinds(rules).tolist(), strict=True):
        height = rules.rows - 1 - window[-1] // rules.columns
        found.setdefault((window[1] - window[0], height), set()).add(kind)
    assert all(len(kinds_) == 1 for kinds_ in found.values())
    rows = [found[1, height].pop() for height in range(12)]
    assert rows == [1, 2, 3, 4, 5, 6, 7, 8, 7, 8, 7, 8]
    assert [found[10, height].pop() for height in range(9)] == [9, 10, 11, 12, 13, 12, 13, 12, 13]
    assert {kind for (step, _), kinds_ in found.items() if step == 9 for kind in kinds_} == {0}
    assert KINDS == 14


def test_a_mirrored_position_is_worth_the_same() -> None:
    """Nothing that is learnt tells left from right."""
    assert worth(EIGHT, 4, 4, 3, 5, 6, 2) == worth(EIGHT, 5, 5, 6, 4, 3, 7)


def test_a_finish_that_waits_counts() -> None:
    """X has one, in the third row, with nothing below it: that is worth more than its windows."""
    rules, board = EIGHT, fresh_window_board(EIGHT)
    cells = [tile - 1 for tile in Position.from_moves(rules, [1, 2, 2, 3, 4, 3, 3]).tiles]
    window_search.put_stones(board, np.array(cells, np.int64))
    assert (waits(board, 0), waits(board, 1)) == (3, 0)
    own = board._replace(balance=np.zeros(1, np.int64))
    waiting = board.balance[WAITS * 3]
    assert waiting - board.balance[0] > 500
    assert evaluate(board) - evaluate(own) == board.shape[TEMPO] - waiting


@given(positions(largest=9, longest=50))
def test_waiting_threats_agree_with_a_recount(position: Position) -> None:
    """The definition in words, on boards with and without gravity."""
    if position.outcome is not None:
        return
    rules = position.rules
    board = fresh_window_board(rules)
    window_search.put_stones(board, np.array([tile - 1 for tile in position.tiles], np.int64))
    for side in (0, 1):
        mine, theirs = (
            {cell for cell in range(rules.cells) if board.finish[2 * cell + one]}
            for one in (side, 1 - side)
        )
        left = {
            cell
            for cell in mine
            if not any(
                below in theirs for below in range(cell + rules.columns, rules.cells, rules.columns)
            )
        }
        heights = [rules.rows - 1 - cell // rules.columns for cell in left]
        first, second = (sum(height % 2 == one for height in heights) for one in (0, 1))
        stacked = any(cell - rules.columns in mine for cell in left)
        assert waits(board, side) == min(first, 2) + 3 * min(second, 2) + 9 * stacked
