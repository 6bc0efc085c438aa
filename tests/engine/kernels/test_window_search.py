"""The kernel's counters, against counting anew."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Position, Rules, Variant
from engine.alphabeta.arrays import fresh_alphabeta_arrays, fresh_window_board
from engine.alphabeta.window_weights import by_hand, weights_of
from engine.game.geometry import windows
from engine.kernels import alphabeta
from engine.kernels import window_search as kernel
from engine.kernels import windows as counts
from engine.kernels.windows import WindowBoard
from engine.thinking.score import WIN
from tests.engine.boards import positions


def board_of(position: Position) -> WindowBoard:
    """The kernel's board of a position."""
    board = fresh_window_board(position.rules)
    kernel.put_stones(board, np.array([tile - 1 for tile in position.tiles], np.int64))
    return board


@given(positions(largest=9, longest=40))
def test_counters_agree_with_a_recount(position: Position) -> None:
    """What is counted stone by stone is what counting anew gives.

    Of the variants the search knows none: there a full window need not end the game.
    """
    if position.outcome is not None or position.rules.variant is not Variant.FREESTYLE:
        return
    rules = position.rules
    board = board_of(position)
    weight, known = by_hand(rules.goal), weights_of(rules)
    sides = [position.tiles[0::2], position.tiles[1::2]]
    stones = [{tile - 1 for tile in tiles} for tiles in sides]
    worth, alive = [0, 0], [0, 0]
    influence = [[0] * rules.cells, [0] * rules.cells]
    finish = [[0] * rules.cells, [0] * rules.cells]
    near: list[set[int]] = [set(), set()]
    for number, window in enumerate(windows(rules)):
        filled = [len(stones[side] & set(window)) for side in range(2)]
        assert [board.word[number] & 255, board.word[number] >> 8 & 255] == filled
        free = set(window) - stones[0] - stones[1]
        for side in range(2):
            if filled[1 - side]:
                continue
            alive[side] += 1
            kind = 2 * rules.goal * known.kind[number]
            worth[side] += int(known.value[kind + rules.goal * side + filled[side]])
            for cell in window:
                influence[side][cell] += weight[filled[side]]
            if filled[side] == rules.goal - 1:
                finish[side][free.pop()] += 1
            elif filled[side] == rules.goal - 2:
                near[side].add(number)
    for side in range(2):
        assert board.sums[counts.ALIVE + side] == alive[side]
        assert board.sums[counts.WORTH + side] == worth[side]
        assert [*board.influence[side::2]] == influence[side]
        assert [*board.finish[side::2]] == finish[side]
        end = board.sums[counts.FINISHES + side]
        listed = board.finishes[side * rules.cells : side * rules.cells + end]
        assert sorted(listed) == [cell for cell in range(rules.cells) if finish[side][cell]]
        count = board.sums[counts.NEAR + side]
        base = side * len(windows(rules))
        assert set(board.near[base : base + count]) == near[side]
        assert count == len(near[side])


@given(positions(largest=7, longest=30), st.integers(0, 360))
def test_a_search_leaves_the_board_as_it_was(position: Position, choice: int) -> None:
    """After a search of a move every counter is back, so that nothing drifts."""
    legal = [
        move
        for move in position.legal
        if not (after := position.play(move).outcome) or not after.line
    ]
    if not legal:
        return
    board, search = board_of(position), fresh_alphabeta_arrays(position.rules, 100)
    before = [array.copy() for array in board]
    cell = position.landing(legal[choice % len(legal)]) - 1
    kernel.begin(board, search, cell, -WIN, WIN, 2, 0)
    while not kernel.run(board, search, int(search.state[alphabeta.NODES]) + 7):
        pass
    unordered = {"near", "near_at", "finishes", "finish_at", "partner", "stamp", "sums"}
    for name, old, new in zip(WindowBoard._fields, before, board, strict=True):
        if name not in unordered:
            assert (old == new).all(), name
    kept = [field for field in range(counts.SUMS_SIZE) if field < counts.EPOCH]
    assert (before[WindowBoard._fields.index("sums")][kept] == board.sums[kept]).all()


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(5, 6, 4), Rules(15, 15, 5)])
def test_keys_tell_positions_apart(rules: Rules) -> None:
    """No two stones share a key, none is negative, and few cells have keys without collision."""
    keys = [int(key) for key in fresh_window_board(rules).zobrist]
    assert len(set(keys)) == 2 * rules.cells
    assert all(0 <= key < 2**62 for key in keys)
    if rules.cells <= 31:
        assert sorted(keys) == [1 << bit for bit in range(2 * rules.cells)]


def test_windows_of_known_boards() -> None:
    """3x3 has 8 lines, Connect Four 69, gomoku 572."""
    shapes = Rules(3, 3, 3), Rules(6, 7, 4), Rules(15, 15, 5)
    assert [len(windows(rules)) for rules in shapes] == [8, 69, 572]


@pytest.mark.parametrize("goal", range(2, 20))
def test_weights_grow(goal: int) -> None:
    """An empty window is worth something, another stone never makes it worth less."""
    weight = by_hand(goal)
    assert len(weight) == goal
    assert weight == sorted(weight)
    assert weight[0] > 0
    assert weight[-1] == 4096
