"""One side's attack on any m,n,k board: stones, what they threaten, and pairing strategies.

The *attacker* wants to fill a window (a run of `goal` cells in a row) before the *defender*
fills one, with at most so many more stones. A window is *open* to a side while the other has
no stone in it and the stones that side still has suffice to fill it.

All numbers are int64. Sides are 0 and 1, X and O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.jit import Array, inner, part

# DfpnBoard.shape
CELLS, GOAL, WINDOWS, IMAGES = range(4)

# DfpnBoard.sums
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


class DfpnBoard(NamedTuple):
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
    """What a scan of the board has found: EPOCH to GROUPS above."""
    stamp: Array
    """Scratch: the sweep, numbered by `sums[EPOCH]`, that last saw a cell."""
    open_through: Array
    """Scratch: the open windows through each cell."""
    line_of: Array
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
def put(board: DfpnBoard, cell: int, side: int) -> None:
    """Put a stone on a free cell."""
    board.stone[cell] = side
    for i in range(board.first[cell], board.first[cell + 1]):
        board.tally[2 * board.through[i] + side] += 1
    _turn(board, cell, side)


@inner
def lift(board: DfpnBoard, cell: int) -> None:
    """Take a stone back."""
    side = board.stone[cell]
    clear(board, cell)
    _turn(board, cell, side)


@inner
def clear(board: DfpnBoard, cell: int) -> None:
    """Take a stone off the cells and windows, the key left alone."""
    side = board.stone[cell]
    board.stone[cell] = -1
    for i in range(board.first[cell], board.first[cell + 1]):
        board.tally[2 * board.through[i] + side] -= 1


@inner
def key_with(board: DfpnBoard, cell: int, side: int) -> int:
    """The key with one stone more, or less where it is there."""
    cells = board.shape[CELLS]
    at = 2 * cell + side
    least = 1 << 62
    for image in range(board.shape[IMAGES]):
        least = min(least, board.hashes[image] ^ board.zobrist[at])
        at += 2 * cells
    return least


@inner
def _turn(board: DfpnBoard, cell: int, side: int) -> None:
    least = 1 << 62
    at = 2 * cell + side
    for image in range(board.shape[IMAGES]):
        board.hashes[image] ^= board.zobrist[at]
        least = min(least, board.hashes[image])
        at += 2 * board.shape[CELLS]
    board.sums[KEY] = least


# --- threats --------------------------------------------------------------------------


@part
def scan(board: DfpnBoard, attacker: int, attacks: int, defends: int) -> None:
    """Find open windows and finishes, with so many stones left to attacker and defender."""
    goal = board.shape[GOAL]
    sums = board.sums
    sums[FINISH : OPEN + 2] = -1
    sums[OPEN] = 0
    sums[OPEN + 1] = 0
    sums[NEAR] = 0
    sums[FAR] = 0
    for i in range(board.shape[WINDOWS]):
        mine = board.tally[2 * i + attacker]
        theirs = board.tally[2 * i + 1 - attacker]
        board.open[i] = 0
        if theirs == 0 and goal - mine <= attacks:
            board.open[i] = 1
            sums[OPEN + ATTACKER] += 1
            sums[NEAR] += mine == goal - 2
            sums[FAR] += mine == goal - 3
            if mine == goal - 1:
                _note_finish(board, i, ATTACKER)
        if mine == 0 and goal - theirs <= defends:
            board.open[i] += 2
            sums[OPEN + DEFENDER] += 1
            if theirs == goal - 1:
                _note_finish(board, i, DEFENDER)


@inner
def _note_finish(board: DfpnBoard, window: int, role: int) -> None:
    goal = board.shape[GOAL]
    for j in range(window * goal, window * goal + goal):
        cell = board.window[j]
        if board.stone[cell] < 0:
            if board.sums[FINISH + role] < 0:
                board.sums[FINISH + role] = cell
            elif board.sums[FINISH + role] != cell:
                board.sums[FINISH_2 + role] = cell


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
def pair_up(board: DfpnBoard) -> int:
    """0 where the defender has a pairing strategy, else about how many pairs it lacks.

    What is open must have been looked at. All but 0 proves nothing.
    """
    _form_groups(board)
    board.owner[:] = -1
    lacking = 0
    for group in range(board.sums[GROUPS]):
        if not (_give_cell(board, group) and _give_cell(board, group)):
            lacking += 1
    return lacking


@inner
def _form_groups(board: DfpnBoard) -> None:
    """Go along each line and let a group grow while its core has two free cells."""
    count = 0
    first = -1
    for i in range(board.shape[WINDOWS]):
        if board.open[i] & 1 == 0:
            continue
        if first >= 0 and board.line_of[i] == board.line_of[first] and _core(board, first, i) >= 2:
            board.group[2 * count - 1] = i
            continue
        first = i
        board.group[2 * count] = i
        board.group[2 * count + 1] = i
        count += 1
    board.sums[GROUPS] = count


@inner
def _core(board: DfpnBoard, first: int, last: int) -> int:
    """The free cells that two windows of a line have in common."""
    goal = board.shape[GOAL]
    count = 0
    for j in range(last * goal, last * goal + goal - (last - first)):
        if board.stone[board.window[j]] < 0:
            count += 1
    return count


@inner
def _give_cell(board: DfpnBoard, needy: int) -> bool:
    """Give one more cell of its core to a group, others changing theirs where they must."""
    goal = board.shape[GOAL]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    board.queue[0] = needy
    board.source[needy] = -1
    board.seen[needy] = epoch
    waiting = 1
    turn = 0
    while turn < waiting:
        group = board.queue[turn]
        turn += 1
        first = board.group[2 * group]
        last = board.group[2 * group + 1]
        for j in range(last * goal, last * goal + goal - (last - first)):
            cell = board.window[j]
            if board.stone[cell] >= 0 or board.stamp[cell] == epoch:
                continue
            owner = board.owner[cell]
            if owner == group:
                continue
            board.stamp[cell] = epoch
            board.taker[cell] = group
            if owner < 0:
                # it is free: each group on the way hands on the cell it was reached by
                while cell >= 0:
                    group = board.taker[cell]
                    board.owner[cell] = group
                    cell = board.source[group]
                return True
            if board.seen[owner] != epoch:
                board.seen[owner] = epoch
                board.source[owner] = cell
                board.queue[waiting] = owner
                waiting += 1
    return False
