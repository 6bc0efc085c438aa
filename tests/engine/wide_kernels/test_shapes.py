"""The board of shapes: what is kept stone by stone, against looking at it anew."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from engine import Position, Rules, Side
from engine.alphabeta import patterns, shape_weights
from engine.alphabeta.arrays import fresh_shape_board
from engine.game.geometry import windows
from engine.game.surfaces import surface_of
from engine.kernels.jit import Array
from engine.kernels.windows import KEY, SIDE
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels import shapes
from engine.wide_kernels.shapes import ONE_FOUR, WINS, WINS_IN_THREE, ShapeBoard
from tests.engine.boards import completing, wander
from tests.thorough import thorough

BOARDS = ("15x15x5", "9x10x4", "10x9x6", "5x4x4", "3x8x5", "19x19x6")
VARIANTS = [
    "9x10x4 exact",
    "6x8x4 caro",
    *thorough("15x15x5 exact", "15x15x5 caro", "15x15x5 renju"),
]
UNORDERED = {"fours", "finishes", "listed_at", "stamp", "log", "tried"}
"""What need not come back as it was, as long as the lists hold the same."""


def arrays_of(board: ShapeBoard) -> dict[str, Any]:
    """The fields of a board by name."""
    return dict(zip(ShapeBoard._fields, board, strict=True))


def board_of(rules: Rules, cells: Iterable[int], side: int = 0) -> ShapeBoard:
    """The board after these cells, the first a stone of `side`."""
    board = fresh_shape_board(rules)
    board.sums[SIDE] = side
    for cell in cells:
        shapes.put(board, cell)
    return board


def cells_of(position: Position) -> list[int]:
    """The cells of a game in the order played."""
    return [tile - 1 for tile in position.tiles]


@dataclass
class Listed:
    """What a board lists for one side, in no order."""

    fours: list[int]
    finishes: list[int]


def listed(board: ShapeBoard, side: int) -> Listed:
    """What it lists; each cell knows its place."""
    found = Listed([], [])
    for cells, place, counter in (
        (found.fours, board.fours, shapes.FOURS),
        (found.finishes, board.finishes, shapes.FINISHES),
    ):
        for i in range(int(board.sums[counter + side])):
            cell = int(place[side * board.stone.size + i])
            assert board.listed_at[2 * cell + side] == i
            cells.append(cell)
        cells.sort()
    return found


def code_at(rules: Rules, stone: Array, cell: int, direction: int) -> int:
    """What stands near a cell, read off the board."""
    row, column = divmod(cell, rules.columns)
    down, right = surface_of(rules).directions[direction]
    code = 0
    for slot, step in enumerate(patterns.slots(rules.goal, rules.variant)):
        r, c = row + step * down, column + step * right
        there = patterns.EDGE
        if 0 <= r < rules.rows and 0 <= c < rules.columns:
            there = int(stone[r * rules.columns + c]) + 1
        code |= there << 2 * slot
    return code


def near(board: ShapeBoard, cell: int, direction: int) -> int:
    """The same as the board has it."""
    at = 4 * cell + direction
    low, high = int(board.shape[shapes.LOW]), int(board.shape[shapes.HIGH])
    line = int(board.lines[board.line_of[at]]) >> int(board.line_shift[at]) - low.bit_length()
    return line & low | line >> 2 & high


def check(rules: Rules, board: ShapeBoard, free: Sequence[int]) -> None:
    """Everything that a board knows of its free cells is what looking at it anew gives."""
    variant = rules.variant
    code_shapes, kinds = patterns.code_shapes(rules.goal, variant), patterns.kinds(variant)
    combinations: list[list[int]] = [[], []]
    for cell in free:
        for direction in range(4):
            code = code_at(rules, board.stone, cell, direction)
            assert near(board, cell, direction) == code
            for side in range(2):
                shape = int(board.combination[cell]) >> 16 * side + 4 * direction & 15
                assert shape == int(code_shapes[code]) >> 4 * side & 15
        for side in range(2):
            combinations[side].append(int(board.combination[cell]) >> 16 * side & 65535)
    assert board.sums[shapes.FREE_CELLS] == len(free)
    for side in range(2):
        kind = dict(zip(free, kinds[combinations[side]].tolist(), strict=True))
        assert listed(board, side) == Listed(
            sorted(cell for cell in free if ONE_FOUR <= kind[cell] < WINS),
            sorted(cell for cell in free if kind[cell] == WINS),
        )
        assert board.sums[shapes.WINNERS + side] == list(kind.values()).count(WINS_IN_THREE)
        worth = int(shape_weights.meanings(variant)[combinations[side]].sum())
        assert board.sums[shapes.WORTH + side] == worth


@pytest.mark.parametrize("game", [*BOARDS[1:-1], *VARIANTS[1:4], *thorough(BOARDS[0], BOARDS[-1])])
def test_every_field_agrees_with_a_recount(game: str) -> None:
    """Stones put and lifted at random leave what a board set up anew has."""
    rules, rng = Rules.parse(game), random.Random(game)
    board, played = fresh_shape_board(rules), list[int]()
    free = set(range(rules.cells))
    for step in range(60):
        for _ in range(rng.randint(1, 6)):
            if played and rng.random() < 0.35:
                cell = played.pop()
                free.add(cell)
                shapes.lift(board, cell)
            elif free:
                cell = rng.choice(sorted(free))
                free.remove(cell)
                played.append(cell)
                shapes.put(board, cell)
        if step % 10 == 0:
            check(rules, board, sorted(free))
            anew = board_of(rules, played)
            other = arrays_of(anew)
            for name, one in arrays_of(board).items():
                two = other[name]
                if name == "combination":  # of free cells
                    one, two = (
                        field.reshape(rules.cells, -1)[sorted(free)] for field in (one, two)
                    )
                assert name in UNORDERED or np.array_equal(one, two), name
            assert listed(board, 0) == listed(anew, 0)
            assert listed(board, 1) == listed(anew, 1)


@pytest.mark.parametrize("game", [*BOARDS, *VARIANTS])
def test_lift_undoes_put(game: str) -> None:
    """A stone taken back leaves every field as it was, of the taken cells too."""
    rules, rng = Rules.parse(game), random.Random(game)
    cells = rng.sample(range(rules.cells), min(rules.cells, 50))
    board = fresh_shape_board(rules)
    before = []
    for cell in cells:
        arrays = {name: array.copy() for name, array in arrays_of(board).items()}
        before.append((arrays, listed(board, 0), listed(board, 1)))
        shapes.put(board, cell)
    for cell in reversed(cells):
        shapes.lift(board, cell)
        arrays, *lists = before.pop()
        for name, new in arrays_of(board).items():
            assert name in UNORDERED or np.array_equal(arrays[name], new), name
        assert lists == [listed(board, 0), listed(board, 1)]


def completions(rules: Rules, own: set[int], free: set[int]) -> dict[int, set[int]]:
    """For -1 the cells where a stone completes a line, for each free cell those it would add."""
    found = {cell: set[int]() for cell in (-1, *free)}
    for window in windows(rules):
        left = set(window) - own
        if left <= free and len(left) == 1:
            found[-1] |= left
        elif left <= free and len(left) == 2:
            for cell in left:
                found[cell] |= left - {cell}
    return found


@pytest.mark.parametrize("game", BOARDS)
def test_finishes_and_wins_in_three_are_found(game: str) -> None:
    """A cell told completes a line or leaves two to complete, and none is told where none does."""
    rules, rng = Rules.parse(game), random.Random(game)
    winners = 0
    for _ in range(30):
        cells = cells_of(wander(rules, rng.randint(4, rules.cells // 2), rng))
        board = board_of(rules, cells)
        free = set(range(rules.cells)) - set(cells)
        for side in range(2):
            found = completions(rules, set(cells[side::2]), free)
            ends = found.pop(-1)
            assert set(listed(board, side).finishes) == ends
            first = shapes.find_finish(board, side, -1)
            assert first in (ends or {-1})
            for besides in ends:
                assert shapes.find_finish(board, side, besides) in (ends - {besides} or {-1})
            fours = {cell: after for cell, after in found.items() if after and cell not in ends}
            assert set(listed(board, side).fours) == set(fours)
            forks = {cell for cell, after in fours.items() if len(after) > 1}
            assert shapes.wins_in_three(board, side) in (forks or {-1})
            winners += len(forks)
    assert winners > 0


@pytest.mark.parametrize("game", VARIANTS)
def test_finishes_and_wins_in_three_of_variants(game: str) -> None:
    """What completes a line is listed; what is told to win in three can't be stopped."""
    rules, rng = Rules.parse(game), random.Random(game)
    winners = 0
    for _ in range(25):
        position = wander(rules, rng.randint(8, rules.cells // 2), rng)
        board = board_of(rules, cells_of(position))
        for side in Side:
            ends = {tile - 1 for tile in completing(position, side)}
            number = int(side is Side.O)
            assert set(listed(board, number).finishes) == ends
            cell = shapes.wins_in_three(board, number)
            if cell >= 0 and not ends and side is position.side:
                after = position.play(cell + 1)
                winners += 1
                for reply in after.legal:
                    answered = after.play(reply)
                    if answered.outcome is None:
                        assert completing(answered, side).intersection(answered.legal)
                    else:
                        assert completing(position, side.other)
    assert winners > 0


@pytest.mark.parametrize("game", BOARDS)
def test_the_evaluation_is_a_sum_over_free_cells(game: str) -> None:
    """What they are worth to the mover, less what they are worth to the other, and to move."""
    rules, rng = Rules.parse(game), random.Random(game)
    meanings = shape_weights.meanings()
    gains = (meanings >> shapes.GAIN & (1 << shapes.RISK - shapes.GAIN) - 1).astype(np.int64)
    gains[gains >= 1 << shapes.RISK - shapes.GAIN - 1] -= 1 << shapes.RISK - shapes.GAIN
    risks = meanings - (gains << shapes.GAIN) - patterns.kinds() >> shapes.RISK
    for _ in range(10):
        cells = cells_of(wander(rules, rng.randint(0, rules.cells // 2), rng))
        board = board_of(rules, cells)
        words = board.combination[board.stone < 0]
        mover = int(board.sums[SIDE])
        total = gains[words >> 16 * mover & 65535].sum()
        total -= risks[words >> 16 * (1 - mover) & 65535].sum()
        total += board.shape[shapes.OFFSET]
        limited = max(-ESTIMATE_LIMIT, min(ESTIMATE_LIMIT, int(total)))
        assert shapes.evaluate(board) == limited


@pytest.mark.parametrize("game", [*BOARDS, "9x9x5", "19x19x5", "10x10x4", "12x12x6", *VARIANTS])
def test_an_empty_board_is_worth_the_move_alone(game: str) -> None:
    """Of whatever size and goal: idle cells count for nobody."""
    rules = Rules.parse(game)
    assert shapes.evaluate(fresh_shape_board(rules)) == shape_weights.learnt(rules.variant).to_move


@pytest.mark.parametrize("game", BOARDS)
def test_the_evaluation_knows_no_side_and_no_direction(game: str) -> None:
    """With the stones exchanged, and in a mirror, a position looks the same to its mover."""
    rules, rng = Rules.parse(game), random.Random(game)
    turned = Rules(rules.columns, rules.rows, rules.goal)
    for _ in range(10):
        cells = cells_of(wander(rules, rng.randint(0, rules.cells // 2), rng))
        rows_and_columns = [divmod(cell, rules.columns) for cell in cells]
        value = shapes.evaluate(board_of(rules, cells))
        assert shapes.evaluate(board_of(rules, cells, side=1)) == value
        mirrored = [row * rules.columns + rules.columns - 1 - column
                    for row, column in rows_and_columns]  # fmt: skip
        assert shapes.evaluate(board_of(rules, mirrored)) == value
        across = [column * rules.rows + row for row, column in rows_and_columns]
        assert shapes.evaluate(board_of(turned, across)) == value


def test_keys_tell_positions_apart() -> None:
    """The key is that of the stones, in whatever order they were put."""
    rules = Rules.parse("15x15x5")
    one, two = board_of(rules, [3, 50, 7, 60]), board_of(rules, [7, 60, 3, 50])
    assert one.sums[KEY] == two.sums[KEY]
    assert one.sums[KEY] != board_of(rules, [50, 3, 60, 7]).sums[KEY]
    assert board_of(rules, []).sums[KEY] == 0
