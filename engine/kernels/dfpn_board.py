"""The board of the df-pn search: windows seen from an attacker, and pairing strategies.

The *attacker* wants to fill a window (a run of `goal` cells in a row) before the *defender*
fills one, with at most so many more stones. A window is *open* to a side while the other has
no stone in it and the stones that the side has left suffice to fill it. A *finish* is a cell on
which a side fills a window.

All numbers are int64. Sides are 0 and 1, X and O.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.jit import Array, inner, part

CELLS, GOAL, WINDOWS, IMAGES = range(4)
"""Where `shape` has the number of cells, the goal, and the numbers of windows and symmetries."""

EPOCH, KEY = 0, 1
"""Where `sums` has the number of the last sweep that used `stamp` or `seen`, and the key of the
position, the same for all its images."""
FINISH, FINISH_2, OPEN = 2, 4, 6
"""Where `sums` has for the attacker, and right after it for the defender: a finish and another one
(-1 for none), and how many windows are open."""
NEAR, FAR = 8, 9
"""Where `sums` has how many windows open to the attacker lack two stones, and three."""
GROUPS: Final = 10
"""Where `sums` has the number of groups formed last."""
SUMS_SIZE: Final = 11
"""The length of `sums`."""

LOW_CELLS: Final = 62
"""Cells whose bits `low` has; those of the others are in `high`."""

ATTACKER, DEFENDER = 0, 1
"""The two roles; what is counted by role stands side by side."""


class DfpnBoard(NamedTuple):
    """The stones of a position, and what a scan has found of them.

    `engine/solvers/prover.py` builds it. Every array is flat; brackets say how it is indexed.
    A cell is a number from 0, row by row from the top left; windows, their lines and groups of
    them are numbers from 0.
    """

    shape: Array
    """[CELLS to IMAGES]: the facts of the game."""
    first: Array
    """[cell]: where the windows through the cell begin in `through`. One entry more is the end."""
    through: Array
    """[first[cell] ... first[cell + 1] - 1]: the windows through each cell, cell after cell."""
    window: Array
    """[goal * window + i]: the cells of each window, in order along its line."""
    low: Array
    """[window]: a bit for each of its cells below LOW_CELLS."""
    high: Array
    """[window]: a bit for each of its cells from LOW_CELLS on."""
    zobrist: Array
    """[2 * (cells * image + cell) + side]: a random number, for each image of the board under its
    symmetries."""
    hashes: Array
    """[image]: the xor over the stones. The least of them is the key of all images."""
    stone: Array
    """[cell]: the side whose stone is there, -1 where the cell is free."""
    tally: Array
    """[2 * window + side]: stones of the side in the window."""
    open: Array
    """[window]: the sum of 1 where it is open to the attacker and 2 where it is open to the
    defender."""
    sums: Array
    """[EPOCH to GROUPS]: the key, and what the last scan has found."""
    stamp: Array
    """Scratch, [cell]: the number of the sweep (EPOCH) that last saw the cell."""
    open_through: Array
    """Scratch, [cell]: how many open windows go through the cell."""
    line_of: Array
    """[window]: the row, column or diagonal that it lies on."""
    group: Array
    """Scratch, [2 * group], [2 * group + 1]: the first and the last window of each group."""
    owner: Array
    """Scratch, [cell]: the group that has the cell, -1 for none."""
    taker: Array
    """Scratch, [cell]: the group that wants the cell."""
    queue: Array
    """Scratch: groups that need a cell, in the order found."""
    source: Array
    """Scratch, [group]: the cell that the group is to give away."""
    seen: Array
    """Scratch, [group]: the number of the sweep (EPOCH) that last saw the group."""


@inner
def put(board: DfpnBoard, cell: int, side: int) -> None:
    """Put a stone of a side on a free cell."""
    board.stone[cell] = side
    for i in range(board.first[cell], board.first[cell + 1]):
        board.tally[2 * board.through[i] + side] += 1
    _turn(board, cell, side)


@inner
def lift(board: DfpnBoard, cell: int) -> None:
    """Take the stone off a cell."""
    side = board.stone[cell]
    clear(board, cell)
    _turn(board, cell, side)


@inner
def clear(board: DfpnBoard, cell: int) -> None:
    """Take the stone off a cell and its windows, but leave the key as it is."""
    side = board.stone[cell]
    board.stone[cell] = -1
    for i in range(board.first[cell], board.first[cell + 1]):
        board.tally[2 * board.through[i] + side] -= 1


@inner
def key_with(board: DfpnBoard, cell: int, side: int) -> int:
    """The key of the position with one stone more, or one less where the stone is there."""
    cells = board.shape[CELLS]
    at = 2 * cell + side
    least = 1 << 62
    for image in range(board.shape[IMAGES]):
        least = min(least, board.hashes[image] ^ board.zobrist[at])
        at += 2 * cells
    return least


@inner
def _turn(board: DfpnBoard, cell: int, side: int) -> None:
    board.sums[KEY] = key_with(board, cell, side)
    for image in range(board.shape[IMAGES]):
        board.hashes[image] ^= board.zobrist[2 * (image * board.shape[CELLS] + cell) + side]


# --- threats --------------------------------------------------------------------------


@inner
def scan(board: DfpnBoard, attacker: int, attacks: int, defends: int) -> None:
    """Find open windows and finishes, where attacker and defender have so many stones left."""
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
# A pairing strategy is a set of pairs of free cells, no two with a cell in common, such that
# each window open to the attacker holds a pair. Whenever he takes one cell of a pair the defender
# takes the other, so that he never fills a window, whoever moves first. What the defender fills
# meanwhile can only end the game earlier, and not as the attacker wants. (Hales and Jewett,
# Regularity and positional games, 1963.)
#
# Neighbouring windows of a line may share a pair: they form a *group*, and the cells that
# all of them have are its *core*. Once the groups are fixed, which group gets which two cells of
# its core is a matching problem, solved by augmenting paths.


@part
def pair_up(board: DfpnBoard) -> int:
    """How many groups lack a pair; 0 where the defender has a pairing strategy.

    Needs a `scan` of the position. A number above 0 proves nothing.
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
    """Form groups: along each line one grows as long as its core has two free cells."""
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
    """How many free cells two windows of a line have in common."""
    goal = board.shape[GOAL]
    count = 0
    for j in range(last * goal, last * goal + goal - (last - first)):
        if board.stone[board.window[j]] < 0:
            count += 1
    return count


@inner
def _give_cell(board: DfpnBoard, needy: int) -> bool:
    """Augmenting path: give a group one more cell of its core, where others can do without."""
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
