"""One side's attack on any m,n,k board: stones, what they threaten, and pairing strategies.

The *attacker* wants to fill a window (a run of `goal` cells in a row) before the *defender*
fills one, with at most so many more stones. A window is *open* to a side while the other has
no stone in it and the stones that side still has suffice to fill it.

All numbers are int64. Sides are 0 and 1, X and O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels._jit import part
from engine.kernels.stones import Array

# Duel.shape
CELLS, GOAL, WINDOWS, IMAGES = range(4)

# Duel.sums
EPOCH, KEY = 0, 1
FINISH, FINISH_2, OPEN = 2, 4, 6
"""A cell that fills a window, another one, and how many windows are open: by role."""
FORK, ONE_END, OTHER_END = 8, 9, 10
GROUPS: Final = 11
SUMS_SIZE: Final = 12

ATTACKER, DEFENDER = 0, 1
"""Roles; what is counted by role stands side by side."""


class Duel(NamedTuple):
    """The stones of a position and what is seen of them; `engine/proof.py` builds it."""

    shape: Array
    first: Array
    """For each cell where its windows begin in `through`; one more entry at the end."""
    through: Array
    window: Array
    """The cells of all windows, `goal` each."""
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
    """What a look at the board has found: EPOCH to OTHER_END above."""
    stamp: Array
    """Scratch: the sweep, numbered by `sums[EPOCH]`, that last saw a cell."""
    partner: Array
    """Scratch: the other free cell of the window that a cell was last seen in."""
    shared: Array
    """Scratch: a count for each cell."""
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


@part
def put(duel: Duel, cell: int, side: int) -> None:
    """Put a stone on a free cell."""
    duel.stone[cell] = side
    for i in range(duel.first[cell], duel.first[cell + 1]):
        duel.tally[2 * duel.through[i] + side] += 1
    _turn(duel, cell, side)


@part
def lift(duel: Duel, cell: int) -> None:
    """Take a stone back."""
    side = duel.stone[cell]
    duel.stone[cell] = -1
    for i in range(duel.first[cell], duel.first[cell + 1]):
        duel.tally[2 * duel.through[i] + side] -= 1
    _turn(duel, cell, side)


@part
def _turn(duel: Duel, cell: int, side: int) -> None:
    least = 1 << 62
    for image in range(duel.shape[IMAGES]):
        at = 2 * (image * duel.shape[CELLS] + cell) + side
        duel.hashes[image] ^= duel.zobrist[at]
        least = min(least, duel.hashes[image])
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
    for i in range(duel.shape[WINDOWS]):
        mine = duel.tally[2 * i + attacker]
        theirs = duel.tally[2 * i + 1 - attacker]
        duel.open[i] = 0
        if theirs == 0 and goal - mine <= attacks:
            duel.open[i] = 1
            sums[OPEN + ATTACKER] += 1
            if mine == goal - 1:
                _note_finish(duel, i, ATTACKER)
        if mine == 0 and goal - theirs <= defends:
            duel.open[i] += 2
            sums[OPEN + DEFENDER] += 1
            if theirs == goal - 1:
                _note_finish(duel, i, DEFENDER)


@part
def _note_finish(duel: Duel, window: int, role: int) -> None:
    goal = duel.shape[GOAL]
    for j in range(window * goal, window * goal + goal):
        cell = duel.window[j]
        if duel.stone[cell] < 0:
            if duel.sums[FINISH + role] < 0:
                duel.sums[FINISH + role] = cell
            elif duel.sums[FINISH + role] != cell:
                duel.sums[FINISH_2 + role] = cell


@part
def missing(duel: Duel, window: int) -> int:
    """The stones that the side a window is open to needs to fill it."""
    return int(duel.shape[GOAL] - duel.tally[2 * window] - duel.tally[2 * window + 1])


@part
def find_fork(duel: Duel, role: int) -> bool:
    """Look for two windows with two free cells each, one in common; FORK to OTHER_END name them.

    A stone on FORK leaves two finishes, of which one stone can stop one.
    """
    goal = duel.shape[GOAL]
    duel.sums[EPOCH] += 1
    epoch = duel.sums[EPOCH]
    for i in range(duel.shape[WINDOWS]):
        if not duel.open[i] & (1 << role) or missing(duel, i) != 2:
            continue
        one = -1
        two = -1
        for j in range(i * goal, i * goal + goal):
            if duel.stone[duel.window[j]] < 0:
                two = one
                one = duel.window[j]
        for cell, end in ((one, two), (two, one)):
            if duel.stamp[cell] != epoch:
                duel.stamp[cell] = epoch
                duel.partner[cell] = end
            elif duel.partner[cell] != end:
                duel.sums[FORK] = cell
                duel.sums[ONE_END] = duel.partner[cell]
                duel.sums[OTHER_END] = end
                return True
    return False


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


@part
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


@part
def _core(duel: Duel, first: int, last: int) -> int:
    """The free cells that two windows of a line have in common."""
    goal = duel.shape[GOAL]
    count = 0
    for j in range(last * goal, last * goal + goal - (last - first)):
        if duel.stone[duel.window[j]] < 0:
            count += 1
    return count


@part
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
