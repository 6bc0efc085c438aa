"""The board on which discs fall, as two integers: lines, and the cells that would complete one.

A board is the stones of the side to move (`mover`) and of the side that waits (`waiter`), a bit
a cell, column by column from the bottom left, with one spare bit that no stone ever takes on top
of each column. On 7 columns of 6 rows:

     6 13 20 27 34 41 48      spare
    ---------------------
     5 12 19 26 33 40 47      row 6
     4 11 18 25 32 39 46      row 5
     3 10 17 24 31 38 45      row 4
     2  9 16 23 30 37 44      row 3
     1  8 15 22 29 36 43      row 2
     0  7 14 21 28 35 42      row 1

so that with `rows` a step up, right and down, right, right and up are shifts by 1,
rows, rows + 1 and rows + 2, and no line wraps round an edge. `stones + bottom` moves
each column's pile up by one bit: the cells where a disc comes to rest. All numbers are
signed and below 2**63. What a product or a shift to the left may bring in above that is
masked before it counts, so that the same source is right compiled and in plain Python.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.jit import inner

MAX_BITS: Final = 63
"""The most bits of a board, spare ones included: what a signed int64 holds."""


class Geometry(NamedTuple):
    """What a board's shape fixes. Masks have a bit for each cell, as drawn above."""

    rows: int
    columns: int
    goal: int
    cells: int
    bottom: int
    """The mask of the lowest row."""
    board: int
    """The mask of all cells, without the spare bits."""
    follow: int
    """The mask of the top row and every other one below it: the cells that a side gets who answers
    on top of each stone."""
    key_bits: int
    """Keys of positions are below 2 to the power of this."""


@inner
def popcount(bits: int) -> int:
    """How many bits are set, by sums over ever wider fields."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101 >> 56) & 0xFF


@inner
def mirror(bits: int, rows: int, columns: int) -> int:
    """The board with its columns in reverse."""
    image = 0
    for _ in range(columns):
        image = image << rows + 1 | bits & ((1 << rows + 1) - 1)
        bits >>= rows + 1
    return image


@inner
def has_line(stones: int, geometry: Geometry) -> bool:
    """Whether some of the stones stand in a line of `goal`."""
    rows, goal = geometry.rows, geometry.goal
    if goal == 4:
        up = stones & stones >> 1
        down = stones & stones >> rows
        level = stones & stones >> rows + 1
        rise = stones & stones >> rows + 2
        return (
            up & up >> 2
            | down & down >> 2 * rows
            | level & level >> 2 * rows + 2
            | rise & rise >> 2 * rows + 4
        ) != 0
    for direction in range(4):
        step = 1 if direction == 0 else rows - 1 + direction
        if direction == 0 or goal <= geometry.columns:
            runs, length = stones, 1
            while runs and length < goal:
                longer = min(length, goal - length)
                runs &= runs >> longer * step
                length += longer
            if runs:
                return True
    return False


@inner
def threats_of(stones: int, geometry: Geometry) -> int:
    """The cells that complete a line of `stones`; some of them may be taken.

    Up a column only the top end is looked for: below a stone there is no free cell.
    """
    rows, goal, board = geometry.rows, geometry.goal, geometry.board
    if goal == 4:
        found = stones << 1 & stones << 2 & stones << 3
        for step in range(rows, rows + 3):
            below, above = stones << step, stones >> step
            pairs = below & stones
            found |= pairs << step & (above | stones << 3 * step)
            found |= pairs >> 2 * step & (below | stones >> 3 * step)
        return found & board
    pile = stones
    for _ in range(goal - 2):
        pile &= pile << 1
    found = pile << 1
    if goal <= geometry.columns:
        for step in range(rows, rows + 3):
            before = board
            for gap in range(goal):
                complete, after = before, stones
                for _ in range(goal - 1 - gap):
                    after >>= step
                    complete &= after
                found |= complete
                before = (before & stones) << step & board
    return found & board


@inner
def open_pairs(stones: int, free: int, geometry: Geometry) -> int:
    """How many windows of four, in `stones` and `free` cells only, hold two stones or more."""
    count = 0
    allowed = stones | free
    for direction in range(4):
        step = 1 if direction == 0 else geometry.rows - 1 + direction
        windows = allowed & allowed >> step
        windows &= windows >> 2 * step
        if windows:
            b = stones >> step
            c = b >> step
            d = c >> step
            count += popcount(windows & (stones & b | c & d | (stones | b) & (c | d)))
    return count
