"""The board of wide games without gravity: what one more stone would make on each free cell.

What a stone on a cell would make along one direction is its *shape*, named by how many stones
would then be missing from a line, and whether the opponent could still stop it with one stone:

    FIVE                      none is missing: the line is full
    OPEN_FOUR, FOUR           one; in two places, or in one
    THREE_TWICE, THREE        two; one more makes an OPEN_FOUR, in several ways or in one
    BROKEN_TWICE, BROKEN      two; one more makes a FOUR, in several windows or in one
    TWO_FREE, TWO             three; one more makes a THREE, in three or more ways or in fewer
    SHUT_TWO                  three; one more makes a BROKEN at best
    WEAK                      more
    DEAD                      no line can be filled through the cell

The names are those of goal 5; with goal 6 an OPEN_FOUR has five stones. "Full" is what the rules
say wins: exactly `goal` stones in exact, caro, and for X in renju. In caro a FOUR may be stopped
beside the line as well, and an OPEN_FOUR is one that no stone stops. X has shapes of its own in
renju, which show the fouls:

    FORBIDDEN                 an overline, or two fours on one line
    X_THREE, X_FOUR, X_OPEN_FOUR   a THREE, a FOUR, and four side by side with both ends open

The shapes of a cell in all four directions, four bits each, are its *combination*, and the most
that this threatens is its *kind*. engine/alphabeta/patterns.py makes the tables from what stands
near a cell to its shapes, and from there to its kind; engine/alphabeta/shape_weights.py says
what they are worth.

All numbers are int64. Sides are 0 and 1, X and O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import Array, inner
from engine.kernels.windows import KEY, SIDE
from engine.thinking.score import ESTIMATE_LIMIT

DEAD, WEAK, SHUT_TWO, TWO, TWO_FREE, BROKEN, BROKEN_TWICE = range(7)
THREE, THREE_TWICE, FOUR, OPEN_FOUR, FIVE = range(7, 12)
"""The shapes, as listed in the docstring of the module, the least first."""
FORBIDDEN, X_THREE, X_FOUR, X_OPEN_FOUR = range(12, 16)
"""The shapes that X alone has, and in renju alone."""
SHAPES: Final = 12
"""How many shapes there are besides those of X in renju."""

NOTHING, LITTLE, ONE_TWO, TWO_TWOS, ONE_THREE, THREE_AND_TWO, TWO_THREES = range(7)
ONE_FOUR, FOUR_AND_TWO, FOUR_AND_THREE, WINS_IN_THREE, WINS = range(7, 12)
"""The kinds: what a stone makes of all four directions together, the least first. WINS_IN_THREE
is an OPEN_FOUR or two fours, WINS a FIVE."""
KINDS: Final = 12
"""How many kinds there are."""

LOW, HIGH, OFFSET, VARIANT = 3, 4, 5, 6
"""Where `shape` has, behind CELLS, COLUMNS and GOAL of engine/kernels/windows.py: the masks of
what stands before a cell on its line and behind it, as bits of a code; the points added to
every evaluation; and what wins and is allowed, FREESTYLE to RENJU."""
FREESTYLE, EXACT, CARO, RENJU = range(4)
"""The variants of `engine.game.rules`. From CARO on a four may have more than one cell as an
answer."""

WORTH, FOURS, FINISHES, WINNERS = 0, 2, 4, 6
"""Where `sums` has four totals of X, each followed by that of O: the sum of the meanings of
the free cells; how many cells are listed in `fours` and in `finishes`; and how many of the fours
are of the kind WINS_IN_THREE."""
FREE_CELLS: Final = 11
"""Where `sums` has how many cells are free."""
LOGGED: Final = 12
"""Where `sums` has the length of the log."""

# The meaning of a combination is one number, so that a sum over cells holds two sums:
#   bits 0-3    its kind
#   bits 4-5    the list of a cell that has it: in neither, IN_FOURS, WINS_IN_FOURS, IN_FINISHES
#   bits 12-35  the gain, signed: points to its side if that is to move
#   bits 36-    the risk, signed: points to its side if the other side is to move
RISK: Final = 36
"""The first bit of the risk in a meaning."""
GAIN: Final = 12
"""The first bit of the gain in a meaning."""
_GAIN_SIGN: Final = 1 << RISK - GAIN - 1
"""The sign bit of a gain, once shifted down."""
_GAIN_BITS: Final = (1 << RISK - GAIN) - 1
"""The mask of a gain, once shifted down."""
KIND_BITS: Final = 15
"""The mask of the kind in the meaning of one cell."""
LISTED: Final = 3 << 4
"""The mask of its list. Most changes leave a cell where it was listed, or in no list."""
IN_FOURS, WINS_IN_FOURS, IN_FINISHES = 1 << 4, 2 << 4, 3 << 4
"""The lists: `fours` for a four, and for a cell that wins in three; `finishes`."""

# A neighbour: a cell whose shape in one direction a stone changes.
#   bits 0-5   by how much the word of the line is shifted for the code of the cell
#   bits 6-14  the cell
NEIGHBOUR_CELL: Final = 6
"""The first bit of the cell in a neighbour."""
_SHIFT_BITS: Final = 63
"""The mask of the shift in a neighbour."""
_CELL_BITS: Final = 511
"""The mask of a cell: boards have at most 20 x 20."""

# An entry of the log: a free cell that a stone has changed.
#   bits 0-8   the cell
#   bit 9      whether it came into a list, or out of one
#   bits 10-   its word in `combination` before
_LOG_LISTED: Final = 9
"""The bit in an entry of the log that says whether the lists changed."""
_LOG_WORD: Final = 10
"""The first bit of the word before in an entry of the log."""

NEAR: Final = 4
"""How many steps to either side of a cell a near code goes."""
URGENCIES: Final = 1 << 4 * NEAR
"""How many near codes there are."""
_NEAR_LOW: Final = (1 << 2 * NEAR) - 1
"""The mask of the cells of a near code before its own."""
_NEAR_HIGH: Final = _NEAR_LOW << 2 * NEAR
"""The mask of those behind it."""

_BOTH_SIDES: Final = 15 << 16 | 15
"""The mask of one direction in a word of `combination`: the shapes for X and for O."""


class ShapeBoard(NamedTuple):
    """The stones of a position, and what is known of its free cells.

    `engine/alphabeta/arrays.py` builds it. Every array is flat; brackets say how it is indexed.
    A cell is a number from 0, row by row from the top left; a direction is 0 to 3; `at` is
    4 * cell + direction. A *code* is what stands within goal - 1 steps of a cell along one
    direction, two bits each, the cell itself left out; within `goal` steps where overlines don't
    win.
    """

    shape: Array
    """[CELLS, COLUMNS, GOAL, LOW, HIGH, OFFSET, VARIANT]: the facts of the game."""
    first: Array
    """[at]: where the neighbours of the cell in this direction begin in `neighbours`. One entry
    more is the end."""
    neighbours: Array
    """[first[at] ... first[at + 1] - 1]: the neighbours, as drawn above."""
    line_of: Array
    """[at]: the line on which the cell lies in this direction, an index of `lines`."""
    line_shift: Array
    """[at]: bits by which a stone on the cell is shifted in the word of that line."""
    row: Array
    """[cell]: the row from the top, from 0."""
    column: Array
    """[cell]: the column from the left, from 0."""
    zobrist: Array
    """[2 * cell + side]: a random number. The key of a position is the xor over its stones."""
    code_shapes: NDArray[np.uint8]
    """[code]: the shape for X in bits 0-3, for O in bits 4-7. One byte, so that lookups stay in the
    nearest cache."""
    meaning: Array
    """[combination]: the kind, the list, the gain and the risk, as drawn above."""
    rank: Array
    """[combination], [65536 + combination]: how early a cell is tried for what it means to the side
    to move, and for what it means to the other; the two are added."""
    urgency: NDArray[np.int16]
    """[near code], [URGENCIES + near code]: how much earlier X, or O, tries a cell for a line that
    goes through it. A *near code* is a code of NEAR steps. One entry where nothing is known."""
    told_of_x: NDArray[np.uint8]
    """[combination]: what it says of a stone of X in renju, ALLOWED to MAKES_FIVE of
    engine/wide_kernels/fouls.py. One entry in other games."""
    stone: Array
    """[cell]: the side whose stone is there, -1 where the cell is free."""
    lines: Array
    """[line]: what stands on the line, two bits a cell: 0 free, 1 X, 2 O, and 3 for the cells of a
    code beyond either end."""
    combination: Array
    """[cell]: the combination for X in bits 0-15, for O in bits 16-31. Under a stone it is as it
    was when the stone was put: the last put is the first lifted."""
    log: Array
    """[0 ... sums[LOGGED] - 1]: for each stone in the order put what it has changed: WORTH of X
    and of O before, the changed cells as drawn above, and how many these are."""
    fours: Array
    """[cells * side + i]: the cells where a stone makes a four or more but no line, in no order;
    `sums` counts them."""
    finishes: Array
    """[cells * side + i]: the cells where a stone completes a line, in no order; `sums` counts
    them."""
    listed_at: Array
    """[2 * cell + side]: the i of the cell in `fours` or `finishes`, where it is in one."""
    sums: Array
    """[WORTH to LOGGED]: totals of the whole board; SIDE, KEY and EPOCH stand where a WindowBoard
    has them."""
    stamp: Array
    """Scratch, [cell]: the number of the sweep (EPOCH) that last saw the cell."""
    tried: Array
    """Scratch: the stack of engine/wide_kernels/fouls.py."""


@inner
def combination_of(board: ShapeBoard, side: int, cell: int) -> int:
    """The combination of a free cell for a side."""
    return int(board.combination[cell]) >> 16 * side & 65535


@inner
def _list_cell(board: ShapeBoard, side: int, cell: int, meaning: int) -> None:
    """List a free cell that now makes a four or a line, by its meaning."""
    base = side * board.stone.size
    if meaning & LISTED == IN_FINISHES:
        end = board.sums[FINISHES + side]
        board.sums[FINISHES + side] = end + 1
        board.finishes[base + end] = cell
    else:
        board.sums[WINNERS + side] += meaning & LISTED == WINS_IN_FOURS
        end = board.sums[FOURS + side]
        board.sums[FOURS + side] = end + 1
        board.fours[base + end] = cell
    board.listed_at[2 * cell + side] = end


@inner
def _unlist_cell(board: ShapeBoard, side: int, cell: int, meaning: int) -> None:
    """Take a free cell of this meaning off its list: the last of the list fills the gap."""
    base = side * board.stone.size
    hole = board.listed_at[2 * cell + side]
    if meaning & LISTED == IN_FINISHES:
        end = board.sums[FINISHES + side] - 1
        board.sums[FINISHES + side] = end
        last = board.finishes[base + end]
        board.finishes[base + hole] = last
    else:
        board.sums[WINNERS + side] -= meaning & LISTED == WINS_IN_FOURS
        end = board.sums[FOURS + side] - 1
        board.sums[FOURS + side] = end
        last = board.fours[base + end]
        board.fours[base + hole] = last
    board.listed_at[2 * last + side] = hole


@inner
def _relist(board: ShapeBoard, side: int, cell: int, before: int, after: int) -> None:
    """Bring the lists up to date where the meaning of a free cell changes."""
    if (before ^ after) & LISTED == 0:
        return
    if before & LISTED:
        _unlist_cell(board, side, cell, before)
    if after & LISTED:
        _list_cell(board, side, cell, after)


@inner
def key_after(board: ShapeBoard, cell: int) -> int:
    """The key of the position after a stone of the side to move on a cell."""
    return int(board.sums[KEY] ^ board.zobrist[2 * cell + board.sums[SIDE]])


@inner
def put(board: ShapeBoard, cell: int) -> None:
    """Make a move: a stone of the side to move on a free cell."""
    mover = board.sums[SIDE]
    log, end = board.log, board.sums[LOGGED]
    for side in range(2):
        log[end] = board.sums[WORTH + side]
        end += 1
        meaning = board.meaning[combination_of(board, side, cell)]
        board.sums[WORTH + side] -= meaning
        if meaning & LISTED:
            _unlist_cell(board, side, cell, meaning)
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
            pair = int(board.code_shapes[near & low | near >> 2 & high])
            word = board.combination[there]
            change = (pair & 15 | (pair & 240) << 12) - (word >> shift & _BOTH_SIDES)
            if change == 0:
                continue
            after = word + (change << shift)
            board.combination[there] = after
            old_x, new_x = board.meaning[word & 65535], board.meaning[after & 65535]
            old_o, new_o = board.meaning[word >> 16], board.meaning[after >> 16]
            worth_x += new_x - old_x
            worth_o += new_o - old_o
            listed = (old_x ^ new_x | old_o ^ new_o) & LISTED != 0
            if listed:
                _relist(board, 0, there, old_x, new_x)
                _relist(board, 1, there, old_o, new_o)
            log[end] = there | listed << _LOG_LISTED | word << _LOG_WORD
            end += 1
    board.sums[WORTH] = worth_x
    board.sums[WORTH + 1] = worth_o
    log[end] = end - start
    board.sums[LOGGED] = end + 1


@inner
def lift(board: ShapeBoard, cell: int) -> None:
    """Unmake the last move, on this cell: `put` reversed, by the log."""
    mover = 1 - board.sums[SIDE]
    log, end = board.log, board.sums[LOGGED] - 1
    start = end - log[end]
    for i in range(start, end):
        there = log[i] & _CELL_BITS
        before = log[i] >> _LOG_WORD
        if log[i] >> _LOG_LISTED & 1:
            word = board.combination[there]
            _relist(board, 0, there, board.meaning[word & 65535], board.meaning[before & 65535])
            _relist(board, 1, there, board.meaning[word >> 16], board.meaning[before >> 16])
        board.combination[there] = before
    for at in range(4 * cell, 4 * cell + 4):
        board.lines[board.line_of[at]] ^= mover + 1 << board.line_shift[at]
    board.sums[KEY] ^= board.zobrist[2 * cell + mover]
    board.sums[SIDE] = mover
    board.sums[FREE_CELLS] += 1
    board.stone[cell] = -1
    for side in range(2):
        board.sums[WORTH + side] = log[start - 2 + side]
        meaning = board.meaning[combination_of(board, side, cell)]
        if meaning & LISTED:
            _list_cell(board, side, cell, meaning)
    board.sums[LOGGED] = start - 2


@inner
def kind_of(board: ShapeBoard, side: int, cell: int) -> int:
    """The kind of a free cell for a side."""
    return int(board.meaning[combination_of(board, side, cell)]) & KIND_BITS


@inner
def rank_of(board: ShapeBoard, side: int, cell: int) -> int:
    """How early a side should try a free cell, by what it makes and stops; higher is sooner."""
    stops = board.rank.size // 2
    made = board.rank[combination_of(board, side, cell)]
    return int(made + board.rank[stops + combination_of(board, 1 - side, cell)])


@inner
def order_of(board: ShapeBoard, side: int, cell: int) -> int:
    """How early a side should try a free cell, by the four lines through it as well."""
    order = rank_of(board, side, cell)
    if board.urgency.size > 1:
        for at in range(4 * cell, 4 * cell + 4):
            near = board.lines[board.line_of[at]] >> board.line_shift[at] - 2 * NEAR
            code = near & _NEAR_LOW | near >> 2 & _NEAR_HIGH
            order += int(board.urgency[URGENCIES * side + code])
    return order


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
    """Static evaluation in points: the gains of the mover less the risks from the other side."""
    side = board.sums[SIDE]
    mine = int(board.sums[WORTH + side]) >> GAIN
    theirs = int(board.sums[WORTH + 1 - side]) >> GAIN
    gain = (mine + _GAIN_SIGN & _GAIN_BITS) - _GAIN_SIGN
    below = (theirs + _GAIN_SIGN & _GAIN_BITS) - _GAIN_SIGN
    risk = theirs - below >> RISK - GAIN
    value = gain - risk + board.shape[OFFSET]
    return int(max(-ESTIMATE_LIMIT, min(ESTIMATE_LIMIT, value)))
