"""The board on which discs fall, as two integers: lines, and the cells that would complete one.

Below them stand the solver's transposition table, and bounds from zugzwang.

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

from typing import Final, NamedTuple, TypeVar

from engine.kernels.jit import Array, inner

Bits = TypeVar("Bits", int, Array)
"""A board as bits, or in plain Python many boards."""


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
    """The mask of the top row and every other one below it: the cells of a side that always
    plays on top of the other's stone."""
    key_bits: int
    """Keys of positions are below 2 to the power of this."""


@inner
def popcount(bits: int) -> int:
    """How many bits are set, by sums over ever wider fields."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101 >> 56) & 0xFF


def reversed_columns(bits: Bits, rows: int, columns: int) -> Bits:
    """The board with its columns in reverse."""
    image = bits & 0
    for _ in range(columns):
        image = image << rows + 1 | bits & ((1 << rows + 1) - 1)
        bits = bits >> rows + 1
    return image


def completing_four(stones: Bits, rows: int) -> Bits:
    """The cells, of the board or not, that complete a line of four; some of them may be taken."""
    found = stones << 1 & stones << 2 & stones << 3
    for step in range(rows, rows + 3):
        below, above = stones << step, stones >> step
        pairs = below & stones
        found = found | pairs << step & (above | stones << 3 * step)
        found = found | pairs >> 2 * step & (below | stones >> 3 * step)
    return found


mirror = inner(reversed_columns)
_completing_four = inner(completing_four)


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

    In a column only the top end counts: below a stone there is no free cell.
    """
    rows, goal, board = geometry.rows, geometry.goal, geometry.board
    if goal == 4:
        return _completing_four(stones, rows) & board
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


# --- the transposition table
#
# A bucket has two entries of one integer each:
#
#     bits 0-5    lower + 32
#     bits 6-11   32 - upper
#     bits 12-15  the best move + 1 (63 bits of 3 rows and a spare one are 15 columns)
#     bits 16-19  the work: the binary logarithm of the nodes that it cost
#     bits 20-    the tag
#
# The hash is a bijection of the key, its high bits choose the bucket and the rest is the tag,
# so that an entry belongs to exactly one position. An empty entry, 0, bounds nothing.
#
# A table begins small, which is quicker for the many questions that are easy, and doubles with
# the nodes searched, up to the length of its array.

OPENING: Final = 16
"""Below so many stones mirror images are one entry of the table, and moves are ranked with more
care: nodes are few then, and each costs much."""
OFFSET: Final = 32
"""Added to scores in the table: it is above every score."""

_HASH_FACTOR: Final = 0x1B873593CC9E2D51
"""A number without pattern that hashes keys. It is odd, so that multiplying by it modulo a power of
two is a bijection."""


@inner
def hash_of(mover: int, taken: int, stones: int, geometry: Geometry) -> int:
    """The hash of a position, mirror images being one in the opening.

    mover + taken names it: a column of height h adds 2**h - 1 to 2**(h + 1) - 2.
    """
    key = mover + taken
    if stones < OPENING:
        key = min(key, mirror(key, geometry.rows, geometry.columns))
    return key * _HASH_FACTOR & ((1 << geometry.key_bits) - 1)


@inner
def entry_at(table: Array, key_hash: int, tag_bits: int) -> int:
    """The entry of a position, 0 where there is none."""
    slot = key_hash >> tag_bits << 1
    tag = key_hash & ((1 << tag_bits) - 1)
    found = int(table[slot])
    if found >> 20 == tag:
        return found
    found = int(table[slot + 1])
    return found if found >> 20 == tag else 0


@inner
def store(
    table: Array, key_hash: int, tag_bits: int, passed: bool, bound: int, move: int, nodes: int
) -> None:
    """Add a bound to the entry of a position; to make room, the entry that cost less goes."""
    slot = key_hash >> tag_bits << 1
    tag = key_hash & ((1 << tag_bits) - 1)
    first, second = int(table[slot]), int(table[slot + 1])
    work = 0
    while nodes > 1 and work < 15:
        nodes >>= 1
        work += 1
    old = 0
    if first >> 20 == tag:
        old = first
    elif second >> 20 == tag:
        old = second
        slot += 1
    elif first >> 16 & 15 > second >> 16 & 15:
        slot += 1
    work = max(work, old >> 16 & 15)
    hint, above, below = 0, old >> 6 & 63, old & 63
    if passed:
        hint = move + 1
        below = max(below, bound + OFFSET)
    else:
        above = max(above, OFFSET - bound)
    table[slot] = tag << 20 | work << 16 | hint << 12 | above << 6 | below


@inner
def double(table: Array, buckets: int, tag_bits: int) -> None:
    """Split each bucket in two: the highest bit of its tag says which one an entry goes to."""
    highest = 1 << tag_bits + 19
    # downwards, so that whatever stands where an entry goes has moved on already
    for slot in range(2 * buckets - 1, -1, -1):
        entry = int(table[slot])
        first = 2 * slot - (slot & 1)
        table[first] = 0 if entry & highest else entry
        table[first + 2] = entry ^ highest if entry & highest else 0


# --- bounds from zugzwang: what follows for the score from parity alone, without a search
#
# Whoever waits may *follow*: answer each stone with one on top of it. Pair the free cells of
# every column from the top down: (top, below), ... ; where their number is odd, the lowest is
# left over, a *single*. The follower answers the lower cell of a pair with the upper one, and a
# single with another single. So he gets the upper cells, which are those of the rows `follow`
# that cannot be played at once, until the board is full or he has won, provided that singles
# come in even numbers, which is when the number of free cells is even.
# (V. Allis, A knowledge-based approach of Connect-Four, 1988, calls it claimeven.)

NO_BOUND: Final = 32
"""Stands for no bound: above every score."""


@inner
def _reach(waiter: int, kept: int, threats: int, geometry: Geometry) -> int:
    """What the mover can hope for: cells neither the waiter's, nor `kept` by following, nor
    above one of `threats`, where the follower completes a line as soon as he gets there."""
    spare = geometry.bottom << geometry.rows
    # in each column, spare - threats has the threat lowest down and all bits that are free above
    return geometry.board & ~(waiter | kept | threats | spare - threats)


@inner
def claimeven_bound(
    mover: int, waiter: int, waiter_threats: int, target: int, geometry: Geometry
) -> int:
    """With an even number of free cells: an upper bound below `target`, or NO_BOUND.

    The waiter follows. If stones and reach of the mover hold no line, he scores 0 at most:

        . . . . . . .      `o` waits and gets the cells marked e, whatever `x` does;
        e e e e e e e      with the others there is no line left for `x` here
        ...

    If, moreover, the waiter's stones and the cells he keeps up to row r hold a line, the
    mover can put it off only by leaving the column of one of its cells alone, at most until
    rows - r + 2 cells are left, and fills the cell below then. The line stands with stone
    cells - (rows - r) at the latest: the waiter scores 1 + (rows - r) / 2.
    """
    highest = geometry.rows + 2 * min(target, 0)
    if highest < 1:
        return NO_BOUND
    playable = (mover | waiter) + geometry.bottom
    kept = geometry.follow & ~(mover | waiter | playable)
    if target <= 0:
        band = geometry.bottom * ((1 << highest) - 1)
        if not has_line(waiter | kept & band, geometry):
            return NO_BOUND
    if has_line(_reach(waiter, kept, waiter_threats & kept, geometry), geometry):
        return NO_BOUND
    return min(target - 1, 0)


@inner
def zugzwang_bound(
    mover: int,
    waiter: int,
    waiter_threats: int,
    target: int,
    columns: Array,
    geometry: Geometry,
) -> int:
    """With an odd number of free cells: an upper bound below `target`, or NO_BOUND.

    Suppose the waiter needs one more stone for a line, on a cell of row r outside the rows
    `follow`, and count the free cells of its column from that cell's neighbour below
    down. The waiter follows in all other columns; in this one he pairs from the cell below
    the threat, and gets the cells of the other rows; what is left over at its bottom, if the
    next cell is in such a row too, is a single. Either way singles come in even numbers. In
    the end all is full but this column, the mover has to play below the threat, and the
    waiter wins with stone cells - (rows - r) at the latest: (rows - r + 1) / 2. This holds
    unless the mover finds a line before, in his stones and his reach.

        . . .      rows 6, `o` waits and threatens the cell marked T in row 3: once the
        . T .      other columns are full, `x` has to play in row 2
        . 2 .
        . 1 .
    """
    highest = geometry.rows - 1 + 2 * min(target, 0)
    if highest < 1:
        return NO_BOUND
    band = geometry.bottom * ((1 << highest) - 1)
    candidates = waiter_threats & ~geometry.follow & band
    if candidates == 0:
        return NO_BOUND
    taken = mover | waiter
    playable = (taken + geometry.bottom) & geometry.board
    for index in range(geometry.columns):
        column = int(columns[index])
        threat = candidates & column
        if threat == 0:
            continue
        threat &= -threat
        kept = geometry.follow & ~(taken | playable | column)
        below = column & (threat - 1) & ~taken
        reach = _reach(waiter, kept, waiter_threats & kept, geometry) & ~column
        reach |= mover & column | below & (geometry.follow | playable)
        if not has_line(reach, geometry):
            return min(target - 1, -1)
    return NO_BOUND
