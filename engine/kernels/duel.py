"""One side's attack on any m,n,k board: stones, what they threaten, and pairing strategies.

The *attacker* wants to fill a window (a run of `goal` cells in a row) before the *defender*
fills one, with at most so many more stones. A window is *open* to a side while the other has
no stone in it and the stones that side still has suffice to fill it.

All numbers are int64. Sides are 0 and 1, X and O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels._jit import inner, part
from engine.kernels.stones import Array

# Duel.shape
CELLS, GOAL, WINDOWS, IMAGES = range(4)

# Duel.sums
EPOCH, KEY = 0, 1
FINISH, FINISH_2, OPEN = 2, 4, 6
"""A cell that fills a window, another one, and how many windows are open: by role."""
NEAR, FAR = 8, 9
"""The windows open to the attacker that lack two stones, and three."""
GROUPS: Final = 10
SUMS_SIZE: Final = 11

LOW_CELLS: Final = 62

ATTACKER, DEFENDER = 0, 1
"""Roles; what is counted by role stands side by side."""


class Duel(NamedTuple):
    """The stones of a position and what is seen of them; `engine/proofs/arrays.py` builds it."""

    shape: Array
    first: Array
    """For each cell where its windows begin in `through`; one more entry at the end."""
    through: Array
    window: Array
    """The cells of all windows, `goal` each."""
    low: Array
    """The cells of each window as bits, the first LOW_CELLS of the board,"""
    high: Array
    """and the others."""
    zobrist: Array
    """A number for each image of the board under its symmetries, cell and side."""
    hashes: Array
    """The xor over the stones, for each image; the least is the key of them all."""
    stone: Array
    """-1 where a cell is free, else the side."""
    tally: Array
    """The stones in each window, by side."""
    open: Array
    """The roles that each window is open to: 1 the attacker's, 2 the defender's, added."""
    sums: Array
    """What a look at the board has found: EPOCH to GROUPS above."""
    stamp: Array
    """Scratch: the sweep, numbered by `sums[EPOCH]`, that last saw a cell."""
    crossed: Array
    """Scratch: the open windows through each cell."""
    line: Array
    """The line that each window lies on."""
    group: Array
    """Scratch: the first and the last window of each group."""
    owner: Array
    """The group that a cell is given to, -1 for none."""
    taker: Array
    """Scratch: the group that wants a cell."""
    queue: Array
    """Scratch: groups that need a cell."""
    source: Array
    """Scratch: the cell that a group is to give away."""
    seen: Array
    """Scratch: the sweep that last saw a group."""


@inner
def put(duel: Duel, cell: int, side: int) -> None:
    """Put a stone on a free cell."""
    duel.stone[cell] = side
    for i in range(duel.first[cell], duel.first[cell + 1]):
        duel.tally[2 * duel.through[i] + side] += 1
    _turn(duel, cell, side)


@inner
def lift(duel: Duel, cell: int) -> None:
    """Take a stone back."""
    side = duel.stone[cell]
    clear(duel, cell)
    _turn(duel, cell, side)


@inner
def clear(duel: Duel, cell: int) -> None:
    """Take a stone off the cells and windows, the key left alone."""
    side = duel.stone[cell]
    duel.stone[cell] = -1
    for i in range(duel.first[cell], duel.first[cell + 1]):
        duel.tally[2 * duel.through[i] + side] -= 1


@inner
def key_with(duel: Duel, cell: int, side: int) -> int:
    """The key with one stone more, or less where it is there."""
    cells = duel.shape[CELLS]
    at = 2 * cell + side
    least = 1 << 62
    for image in range(duel.shape[IMAGES]):
        least = min(least, duel.hashes[image] ^ duel.zobrist[at])
        at += 2 * cells
    return least


@inner
def _turn(duel: Duel, cell: int, side: int) -> None:
    least = 1 << 62
    at = 2 * cell + side
    for image in range(duel.shape[IMAGES]):
        duel.hashes[image] ^= duel.zobrist[at]
        least = min(least, duel.hashes[image])
        at += 2 * duel.shape[CELLS]
    duel.sums[KEY] = least


# --- threats --------------------------------------------------------------------------


@part
def look(duel: Duel, attacker: int, attacks: int, defends: int) -> None:
    """Find open windows and finishes, with so many stones left to attacker and defender."""
    goal = duel.shape[GOAL]
    sums = duel.sums
    sums[FINISH : OPEN + 2] = -1
    sums[OPEN] = 0
    sums[OPEN + 1] = 0
    sums[NEAR] = 0
    sums[FAR] = 0
    for i in range(duel.shape[WINDOWS]):
        mine = duel.tally[2 * i + attacker]
        theirs = duel.tally[2 * i + 1 - attacker]
        duel.open[i] = 0
        if theirs == 0 and goal - mine <= attacks:
            duel.open[i] = 1
            sums[OPEN + ATTACKER] += 1
            sums[NEAR] += mine == goal - 2
            sums[FAR] += mine == goal - 3
            if mine == goal - 1:
                _note_finish(duel, i, ATTACKER)
        if mine == 0 and goal - theirs <= defends:
            duel.open[i] += 2
            sums[OPEN + DEFENDER] += 1
            if theirs == goal - 1:
                _note_finish(duel, i, DEFENDER)


@inner
def _note_finish(duel: Duel, window: int, role: int) -> None:
    goal = duel.shape[GOAL]
    for j in range(window * goal, window * goal + goal):
        cell = duel.window[j]
        if duel.stone[cell] < 0:
            if duel.sums[FINISH + role] < 0:
                duel.sums[FINISH + role] = cell
            elif duel.sums[FINISH + role] != cell:
                duel.sums[FINISH_2 + role] = cell


# --- pairing strategies ---------------------------------------------------------------
#
# Pairs of free cells, no two sharing one, such that each window open to the attacker holds
# a pair: whenever he takes one cell of a pair the defender takes the other, so that he never
# fills a window, whoever moves first. What the defender fills meanwhile can only end the game
# earlier, and not as the attacker wants. (Hales and Jewett, Regularity and positional games,
# 1963.)
#
# Neighbouring windows of a line may share a pair: they form a *group*, and the cells that
# all of them have are its *core*. Once the groups are fixed, who gets which two cells of its
# core is a question of matching, answered by augmenting paths.


@part
def pair_up(duel: Duel) -> int:
    """0 where the defender has a pairing strategy, else about how many pairs it lacks.

    What is open must have been looked at. All but 0 proves nothing.
    """
    _form_groups(duel)
    duel.owner[:] = -1
    lacking = 0
    for group in range(duel.sums[GROUPS]):
        if not (_give_cell(duel, group) and _give_cell(duel, group)):
            lacking += 1
    return lacking


@inner
def _form_groups(duel: Duel) -> None:
    """Go along each line and let a group grow while its core has two free cells."""
    count = 0
    first = -1
    for i in range(duel.shape[WINDOWS]):
        if duel.open[i] & 1 == 0:
            continue
        if first >= 0 and duel.line[i] == duel.line[first] and _core(duel, first, i) >= 2:
            duel.group[2 * count - 1] = i
            continue
        first = i
        duel.group[2 * count] = i
        duel.group[2 * count + 1] = i
        count += 1
    duel.sums[GROUPS] = count


@inner
def _core(duel: Duel, first: int, last: int) -> int:
    """The free cells that two windows of a line have in common."""
    goal = duel.shape[GOAL]
    count = 0
    for j in range(last * goal, last * goal + goal - (last - first)):
        if duel.stone[duel.window[j]] < 0:
            count += 1
    return count


@inner
def _give_cell(duel: Duel, needy: int) -> bool:
    """Give one more cell of its core to a group, others changing theirs where they must."""
    goal = duel.shape[GOAL]
    duel.sums[EPOCH] += 1
    epoch = duel.sums[EPOCH]
    duel.queue[0] = needy
    duel.source[needy] = -1
    duel.seen[needy] = epoch
    waiting = 1
    turn = 0
    while turn < waiting:
        group = duel.queue[turn]
        turn += 1
        first = duel.group[2 * group]
        last = duel.group[2 * group + 1]
        for j in range(last * goal, last * goal + goal - (last - first)):
            cell = duel.window[j]
            if duel.stone[cell] >= 0 or duel.stamp[cell] == epoch:
                continue
            owner = duel.owner[cell]
            if owner == group:
                continue
            duel.stamp[cell] = epoch
            duel.taker[cell] = group
            if owner < 0:
                # it is free: each group on the way hands on the cell it was reached by
                while cell >= 0:
                    group = duel.taker[cell]
                    duel.owner[cell] = group
                    cell = duel.source[group]
                return True
            if duel.seen[owner] != epoch:
                duel.seen[owner] = epoch
                duel.source[owner] = cell
                duel.queue[waiting] = owner
                waiting += 1
    return False
