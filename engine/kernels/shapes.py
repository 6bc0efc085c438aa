"""The stones of a wide board without gravity, and what one more would make on each free cell.

What a stone on a cell would make of one direction is its *shape*, named by how many stones would
then be missing from a line, and whether the opponent could still stop it with one of his:

    FIVE                      none is missing: the line is full
    OPEN_FOUR, FOUR           one; in two places, or in one
    THREE_TWICE, THREE        two; one more makes an OPEN_FOUR, in several ways or in one
    BROKEN_TWICE, BROKEN      two; one more makes a FOUR, in several windows or in one
    TWO_FREE, TWO             three; one more makes a THREE, in three or more ways or in fewer
    SHUT_TWO                  three; one more makes a BROKEN at best
    WEAK                      more
    DEAD                      no line can be filled through the cell

The names are those of goal 5; with goal 6 an OPEN_FOUR has five stones. The shapes of a cell
in all four directions, four bits each, are its *combination*, and the most that this
threatens is its *kind*. engine/alphabeta/patterns.py makes the tables from what stands near a
cell to its shapes, and from there to its kind and worth.

All numbers are int64. Sides are 0 and 1, X and O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import Array, inner
from engine.kernels.windows import KEY, SIDE
from engine.thinking.score import ESTIMATE_LIMIT

# shapes
DEAD, WEAK, SHUT_TWO, TWO, TWO_FREE, BROKEN, BROKEN_TWICE = range(7)
THREE, THREE_TWICE, FOUR, OPEN_FOUR, FIVE = range(7, 12)
SHAPES: Final = 12

# kinds
NOTHING, LITTLE, ONE_TWO, TWO_TWOS, ONE_THREE, THREE_AND_TWO, TWO_THREES = range(7)
ONE_FOUR, FOUR_AND_TWO, FOUR_AND_THREE, WINS_IN_THREE, WINS = range(7, 12)
KINDS: Final = 12

# ShapeBoard.shape, beside CELLS, COLUMNS and GOAL of engine/kernels/windows.py
LOW, HIGH, OFFSET = 3, 4, 5
"""The bits of what stands near a cell that lie before it on its line, and behind it; and what is
added to every evaluation."""

# ShapeBoard.sums, beside SIDE and KEY
WORTH, FOURS, FINISHES, WINNERS = 0, 2, 4, 6
FREE_CELLS: Final = 11
"""How many cells are free."""
LOGGED: Final = 12
"""How long the log is."""

# what a combination means, one number so that a sum over cells holds all three sums:
#   bits 0-11   its kind
#   bits 12-35  what it is worth to its side if that is to move
#   bits 36-    what it is worth to its side if the other is
RISK: Final = 36
GAIN: Final = 12
_GAIN_SIGN: Final = 1 << RISK - GAIN - 1
_GAIN_BITS: Final = (1 << RISK - GAIN) - 1
KIND_BITS: Final = 15

# a neighbour: a cell that a stone tells of itself, in one direction
#   bits 0-5   by how much the word of the line is shifted for what stands near the cell
#   bits 6-14  the cell
NEIGHBOUR_CELL: Final = 6
_SHIFT_BITS: Final = 63
_CELL_BITS: Final = 511

# an entry of the log: a free cell that a stone has changed
#   bits 0-8   the cell
#   bit 9      whether it was or came to be of a kind that makes a four or a line
#   bits 10-   its word in `combination` before
_LOG_LISTED: Final = 9
_LOG_WORD: Final = 10

_BOTH_SIDES: Final = 15 << 16 | 15
"""One direction of a word of both sides' combinations."""


class ShapeBoard(NamedTuple):
    """The stones of a position and what is known of its free cells.

    `engine/alphabeta/arrays.py` builds it.
    """

    shape: Array
    """CELLS, COLUMNS and GOAL, as in engine/kernels/windows.py; LOW, HIGH and OFFSET."""
    first: Array
    """For each cell and direction (4 * cell + direction) where its own begin in `neighbours`;
    one more entry at the end."""
    neighbours: Array
    """The cells that a stone is seen from, as drawn above."""
    line_of: Array
    """For each cell and direction the line that they are on, a number into `lines`."""
    line_shift: Array
    """And by how much a stone on the cell is shifted in the word of that line."""
    row: Array
    column: Array
    zobrist: Array
    """A number for each cell and side; a position's key is the xor over its stones."""
    code_shapes: NDArray[np.int32]
    """For a code the shape for X and, 16 bits up, for O."""
    meaning: Array
    """For a combination its kind and worth, as drawn above."""
    rank: Array
    """How early a cell is tried, by the mover's combination and, 65,536 on, by the other's."""
    stone: Array
    """-1 where a cell is free, else the side."""
    lines: Array
    """For each line of the board what stands on it, two bits a cell: 0 free, 1 X, 2 O, and 3 for
    the goal - 1 cells beyond either end."""
    combination: Array
    """That of X and, 16 bits up, of O. Under a stone it is as when it was put: the last put is
    the first lifted."""
    log: Array
    """What each stone has changed, in the order put: WORTH of both sides before, the cells as
    drawn above, and how many they are; `sums[LOGGED]` is its end."""
    fours: Array
    """The cells of each side where a stone makes a four or more, but no line; in no order."""
    finishes: Array
    """The cells of each side where a stone completes a line; in no order."""
    listed_at: Array
    """Where each cell and side stands in `fours` or `finishes`."""
    sums: Array
    """Totals by side: WORTH of the free cells (their meanings), FOURS and FINISHES listed, and
    WINNERS, the fours that win in three; SIDE, KEY, FREE_CELLS and LOGGED."""
    stamp: Array
    """Scratch: the sweep, numbered by `sums[EPOCH]`, that last saw a cell."""


@inner
def combination_of(board: ShapeBoard, side: int, cell: int) -> int:
    """The combination of a free cell for a side."""
    return int(board.combination[cell]) >> 16 * side & 65535


@inner
def _list_cell(board: ShapeBoard, side: int, cell: int, kind: int) -> None:
    """A free cell has come to be of a kind that makes a four or a line."""
    base = side * board.stone.size
    board.sums[WINNERS + side] += kind == WINS_IN_THREE
    if kind == WINS:
        end = board.sums[FINISHES + side]
        board.sums[FINISHES + side] = end + 1
        board.finishes[base + end] = cell
    else:
        end = board.sums[FOURS + side]
        board.sums[FOURS + side] = end + 1
        board.fours[base + end] = cell
    board.listed_at[2 * cell + side] = end


@inner
def _unlist_cell(board: ShapeBoard, side: int, cell: int, kind: int) -> None:
    """It is of this kind no longer."""
    base = side * board.stone.size
    board.sums[WINNERS + side] -= kind == WINS_IN_THREE
    hole = board.listed_at[2 * cell + side]
    if kind == WINS:
        end = board.sums[FINISHES + side] - 1
        board.sums[FINISHES + side] = end
        last = board.finishes[base + end]
        board.finishes[base + hole] = last
    else:
        end = board.sums[FOURS + side] - 1
        board.sums[FOURS + side] = end
        last = board.fours[base + end]
        board.fours[base + hole] = last
    board.listed_at[2 * last + side] = hole


@inner
def _relist(board: ShapeBoard, side: int, cell: int, before: int, after: int) -> None:
    """The combination of a free cell changes: see to the lists."""
    kind = board.meaning[before] & KIND_BITS
    if kind >= ONE_FOUR:
        _unlist_cell(board, side, cell, kind)
    kind = board.meaning[after] & KIND_BITS
    if kind >= ONE_FOUR:
        _list_cell(board, side, cell, kind)


@inner
def put(board: ShapeBoard, cell: int) -> None:
    """The side to move puts a stone on a free cell."""
    mover = board.sums[SIDE]
    log, end = board.log, board.sums[LOGGED]
    for side in range(2):
        log[end] = board.sums[WORTH + side]
        end += 1
        combination = combination_of(board, side, cell)
        meaning = board.meaning[combination]
        board.sums[WORTH + side] -= meaning
        if meaning & KIND_BITS >= ONE_FOUR:
            _unlist_cell(board, side, cell, meaning & KIND_BITS)
    board.stone[cell] = mover
    board.sums[FREE_CELLS] -= 1
    board.sums[SIDE] = 1 - mover
    board.sums[KEY] ^= board.zobrist[2 * cell + mover]
    start = end
    worth_x = board.sums[WORTH]
    worth_o = board.sums[WORTH + 1]
    low, high = board.shape[LOW], board.shape[HIGH]
    for at in range(4 * cell, 4 * cell + 4):
        line = board.lines[board.line_of[at]] ^ mover + 1 << board.line_shift[at]
        board.lines[board.line_of[at]] = line
        shift = 4 * (at & 3)
        for i in range(board.first[at], board.first[at + 1]):
            neighbour = board.neighbours[i]
            there = neighbour >> NEIGHBOUR_CELL & _CELL_BITS
            if board.stone[there] >= 0:
                continue
            near = line >> (neighbour & _SHIFT_BITS)
            shapes = board.code_shapes[near & low | near >> 2 & high]
            word = board.combination[there]
            change = shapes - (word >> shift & _BOTH_SIDES)
            if change == 0:
                continue
            after = word + (change << shift)
            board.combination[there] = after
            listed = False
            if change & 65535:
                old = board.meaning[word & 65535]
                new = board.meaning[after & 65535]
                worth_x += new - old
                if old & KIND_BITS >= ONE_FOUR or new & KIND_BITS >= ONE_FOUR:
                    listed = True
            if (word ^ after) >> 16:
                old = board.meaning[word >> 16]
                new = board.meaning[after >> 16]
                worth_o += new - old
                if old & KIND_BITS >= ONE_FOUR or new & KIND_BITS >= ONE_FOUR:
                    listed = True
            if listed:
                _relist(board, 0, there, word & 65535, after & 65535)
                _relist(board, 1, there, word >> 16, after >> 16)
            log[end] = there | listed << _LOG_LISTED | word << _LOG_WORD
            end += 1
    board.sums[WORTH] = worth_x
    board.sums[WORTH + 1] = worth_o
    log[end] = end - start
    board.sums[LOGGED] = end + 1


@inner
def lift(board: ShapeBoard, cell: int) -> None:
    """Take the last stone back: `put` reversed."""
    mover = 1 - board.sums[SIDE]
    log, end = board.log, board.sums[LOGGED] - 1
    start = end - log[end]
    for i in range(start, end):
        there = log[i] & _CELL_BITS
        before = log[i] >> _LOG_WORD
        if log[i] >> _LOG_LISTED & 1:
            word = board.combination[there]
            _relist(board, 0, there, word & 65535, before & 65535)
            _relist(board, 1, there, word >> 16, before >> 16)
        board.combination[there] = before
    for at in range(4 * cell, 4 * cell + 4):
        board.lines[board.line_of[at]] ^= mover + 1 << board.line_shift[at]
    board.sums[KEY] ^= board.zobrist[2 * cell + mover]
    board.sums[SIDE] = mover
    board.sums[FREE_CELLS] += 1
    board.stone[cell] = -1
    for side in range(2):
        board.sums[WORTH + side] = log[start - 2 + side]
        kind = kind_of(board, side, cell)
        if kind >= ONE_FOUR:
            _list_cell(board, side, cell, kind)
    board.sums[LOGGED] = start - 2


@inner
def kind_of(board: ShapeBoard, side: int, cell: int) -> int:
    """The kind of a free cell."""
    return int(board.meaning[combination_of(board, side, cell)]) & KIND_BITS


@inner
def rank_of(board: ShapeBoard, side: int, cell: int) -> int:
    """How early a side should try a free cell: by what it makes there, and what it stops."""
    stops = board.rank.size // 2
    made = board.rank[combination_of(board, side, cell)]
    return int(made + board.rank[stops + combination_of(board, 1 - side, cell)])


@inner
def find_finish(board: ShapeBoard, side: int, besides: int) -> int:
    """A cell other than `besides` in which `side` would complete a line now; -1 if none."""
    base = side * board.stone.size
    for i in range(base, base + board.sums[FINISHES + side]):
        cell = int(board.finishes[i])
        if cell != besides:
            return cell
    return -1


@inner
def wins_in_three(board: ShapeBoard, side: int) -> int:
    """A cell where a stone of this side leaves two finishes; -1 if none."""
    if board.sums[WINNERS + side] == 0:
        return -1
    base = side * board.stone.size
    for i in range(base, base + board.sums[FOURS + side]):
        cell = int(board.fours[i])
        if kind_of(board, side, cell) == WINS_IN_THREE:
            return cell
    return -1


@inner
def evaluate(board: ShapeBoard) -> int:
    """What the free cells are worth to the mover, less what they are to the other."""
    side = board.sums[SIDE]
    mine = int(board.sums[WORTH + side]) >> GAIN
    theirs = int(board.sums[WORTH + 1 - side]) >> GAIN
    gain = (mine + _GAIN_SIGN & _GAIN_BITS) - _GAIN_SIGN
    below = (theirs + _GAIN_SIGN & _GAIN_BITS) - _GAIN_SIGN
    risk = theirs - below >> RISK - GAIN
    value = gain - risk + board.shape[OFFSET]
    return int(max(-ESTIMATE_LIMIT, min(ESTIMATE_LIMIT, value)))
