"""Fouls of renju on a board of shapes, and what answers a four where that is not one cell.

engine/game/rules.py has the terms. Overlines and double fours are seen in the shapes of a cell.
Whether two threes are a foul is asked of the lines with the stone on them, and so again of the
stones that would make four of a three.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.jit import inner, part
from engine.kernels.windows import COLUMNS, GOAL, SIDE
from engine.wide_kernels import shapes
from engine.wide_kernels.shapes import ShapeBoard

ALLOWED, FOUL, UNSURE, MAKES_FIVE = range(4)
"""What the shapes of a cell say of a stone of X: UNSURE where it makes two threes."""
DEEPEST: Final = 48
"""How many stones are tried one after another; games need 5 or so. Any deeper one counts as a
foul."""
NEXT_END, THREES = DEEPEST, 2 * DEEPEST
"""Where `tried` has, for each of these stones, the end of its rows to look at next, and how many
threes it makes; before these stand the cells."""
_ENDS: Final = 8
"""The ends of the rows through a cell: two in each direction."""
_HIGHEST_BITS: Final = 0x8888
"""The highest bits of the four shapes of a combination. FORBIDDEN and the shapes above it, which X
alone has, have the next bit too, and no other shape has both: without them nothing is a foul."""


@inner
def _set_stone(board: ShapeBoard, cell: int) -> None:
    """Put a stone of X on the lines alone, or take it off again."""
    for at in range(4 * cell, 4 * cell + 4):
        board.lines[board.line_of[at]] ^= 1 << board.line_shift[at]


@inner
def _shape_on_lines(board: ShapeBoard, at: int) -> int:
    """The shape of X in one direction of a cell, as the lines stand."""
    line = board.lines[board.line_of[at]]
    near = line >> board.line_shift[at] - 2 * board.shape[GOAL]
    code = near & board.shape[shapes.LOW] | near >> 2 & board.shape[shapes.HIGH]
    return int(board.code_shapes[code]) & 15


@inner
def _end_of_row(board: ShapeBoard, side: int, cell: int, end: int) -> int:
    """The free cell at one of the ends of the rows of a side through a cell, -1 for none."""
    direction = end >> 1
    at = 4 * cell + direction
    columns = board.shape[COLUMNS]
    step = 1 if direction == 0 else columns + direction - 1
    if direction == 3:
        step = columns - 1
    line, shift = board.lines[board.line_of[at]], board.line_shift[at]
    way = 2 * (end & 1) - 1
    there = way
    while line >> shift + 2 * there & 3 == side + 1:
        there += way
    return int(cell + step * there) if line >> shift + 2 * there & 3 == 0 else -1


@inner
def _try(board: ShapeBoard, cell: int, depth: int) -> None:
    """Put a stone of which nothing is known yet on the lines."""
    board.tried[depth] = cell
    board.tried[depth + NEXT_END] = 0
    board.tried[depth + THREES] = 0
    _set_stone(board, cell)


@inner
def _count_three(board: ShapeBoard, depth: int) -> None:
    """Count a three of the stone tried, and go on with the next direction."""
    board.tried[depth + THREES] += 1
    board.tried[depth + NEXT_END] += board.tried[depth + NEXT_END] & 1


@inner
def is_foul(board: ShapeBoard, cell: int) -> bool:
    """Whether a stone of X on a free cell is a foul of renju."""
    word = shapes.combination_of(board, 0, cell)
    return word & word << 1 & _HIGHEST_BITS != 0 and _is_foul(board, cell)


@part
def _is_foul(board: ShapeBoard, cell: int) -> bool:
    """Whether a stone of X is a foul on a cell with a shape that only X has."""
    told = board.told_of_x[shapes.combination_of(board, 0, cell)]
    if told != UNSURE:
        return bool(told == FOUL)
    cells = board.tried
    depth = 0
    _try(board, cell, 0)
    while True:
        end = board.tried[depth + NEXT_END]
        threes = board.tried[depth + THREES]
        if threes > 1 or end >= _ENDS:
            # 1. This stone is settled: where it is no foul, what it made of a three counts.
            _set_stone(board, cells[depth])
            if depth == 0:
                return bool(threes > 1)
            depth -= 1
            if threes <= 1:
                _count_three(board, depth)
            continue
        # 2. The next end of a row: does a stone there make four of three, and may it be played?
        board.tried[depth + NEXT_END] = end + 1
        there = _end_of_row(board, 0, cells[depth], end)
        if there < 0 or _shape_on_lines(board, 4 * there + (end >> 1)) != shapes.X_OPEN_FOUR:
            continue
        word = 0
        for direction in range(4):
            word |= _shape_on_lines(board, 4 * there + direction) << 4 * direction
        told = board.told_of_x[word]
        if told == ALLOWED:
            _count_three(board, depth)
        elif told == UNSURE and depth + 1 < DEEPEST:
            depth += 1
            _try(board, there, depth)


@part
def x_is_stuck(board: ShapeBoard) -> bool:
    """Whether X has only fouls to play: then renju is a draw if it is X's turn."""
    for cell in range(board.stone.size):
        if board.stone[cell] < 0 and not is_foul(board, cell):
            return False
    return True


@inner
def may_play(board: ShapeBoard, side: int, cell: int) -> bool:
    """Whether a side may put a stone on a free cell."""
    return board.shape[shapes.VARIANT] != shapes.RENJU or side == 1 or not is_foul(board, cell)


@inner
def five_end(board: ShapeBoard, side: int, finish: int, end: int) -> int:
    """The free cell at one end of the line that a side completes on a cell; -1 for none.

    `end` is 0 to 7, two ends in each direction; one without a line to complete has none.
    """
    direction = end >> 1
    if shapes.combination_of(board, side, finish) >> 4 * direction & 15 != shapes.FIVE:
        return -1
    return _end_of_row(board, side, finish, end)


@part
def find_answer(board: ShapeBoard, besides: int) -> int:
    """A cell other than `besides` on which the mover stops all lines of the other; -1 for none.

    For caro and renju, where the other can complete a line on one cell or more.
    """
    side = board.sums[SIDE]
    other = 1 - side
    finish = shapes.find_finish(board, other, -1)
    if board.shape[shapes.VARIANT] == shapes.RENJU:
        stops = shapes.find_finish(board, other, finish) < 0 and may_play(board, side, finish)
        return finish if stops and finish != besides else -1
    for end in range(-1, _ENDS):
        cell = finish if end < 0 else five_end(board, other, finish, end)
        if cell < 0 or cell == besides or board.shape[shapes.VARIANT] != shapes.CARO:
            continue
        shapes.put(board, cell)
        stopped = shapes.find_finish(board, other, -1) < 0
        shapes.lift(board, cell)
        if stopped:
            return cell
    return -1
