"""Bounds from zugzwang: what follows for the score from parity alone, without a search.

Whoever waits may *follow*: answer each stone with one on top of it. Pair the free cells of
every column from the top down: (top, below), ... ; where their number is odd, the lowest is
left over, a *single*. The follower answers the lower cell of a pair with the upper one, and a
single with another single. So he gets the upper cells, which are those of the rows `follow`
that cannot be played at once, until the board is full or he has won, provided that singles
come in even numbers, which is when the number of free cells is even.
(V. Allis, A knowledge-based approach of Connect-Four, 1988, calls it claimeven.)
"""

from __future__ import annotations

from typing import Final

from engine.kernels.gravity.lines import Geometry, has_line
from engine.kernels.jit import Array, inner

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
