"""The board of any m,n,k game as the alpha-beta search sees it: counters for every window.

A *window* is a run of `goal` cells in a row. It is *alive* for a side while the other side
has no stone in it. A window is *near* for a side where it is alive and lacks two stones. A cell
is a *finish* of a side where one more stone fills a window. Two near windows that share one free
cell are a *fork*: a stone there leaves two finishes, of which the opponent can stop one.

All numbers are int64. Sides are 0 and 1, X and O. What a window holds is one word:

    bits 0-7   stones of X
    bits 8-15  stones of O
    bits 16-   the sum of its free cells: where only one is free, that cell
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.jit import Array, inner
from engine.thinking.score import ESTIMATE_LIMIT

CELLS, COLUMNS, GOAL, GRAVITY, MISERE, WINDOWS, TEMPO = range(7)
"""Where `shape` has the number of cells and of columns, the goal, whether discs fall, whether a
line loses, the number of windows, and what being to move is worth in points."""

WORTH, ALIVE, FINISHES, NEAR = 0, 2, 4, 6
"""Where `sums` has four totals of X, each followed by that of O: what the living windows are
worth in points, and how many windows are alive, cells are a finish, windows are near."""
SIDE, KEY, EPOCH = 8, 9, 10
"""Where `sums` has the side to move, the Zobrist key, and the number of the last sweep that used
`stamp`."""
FORK, ONE_END, OTHER_END = 11, 12, 13
"""Where `sums` has the fork found last: the cell to play, and the two finishes that it leaves."""
SUMS_SIZE: Final = 14
"""The length of `sums`."""

WAITS: Final = 18
"""How many answers `waits` has."""
STONES: Final = 255
"""The mask of one side's count in the word of a window, shifted down by 8 bits for O."""
FREE_SUM: Final = 16
"""The first bit of the sum of free cells in the word of a window."""


class WindowBoard(NamedTuple):
    """The stones of a position, and what is counted of them.

    `engine/alphabeta/arrays.py` builds it. Every array is flat; brackets say how it is indexed.
    A cell is a number from 0, row by row from the top left; a window is a number from 0.
    """

    shape: Array
    """[CELLS to WINDOWS]: the facts of the game."""
    first: Array
    """[cell]: where the windows through the cell begin in `through`. One entry more is the end."""
    through: Array
    """[first[cell] ... first[cell + 1] - 1]: the windows through each cell, cell after cell."""
    window: Array
    """[goal * window + i]: the cells of each window, in order along its line."""
    weight: Array
    """[stones]: what a window counts in `influence` for the only side that has stones in it."""
    kind: Array
    """[window]: where what it is worth begins in `value`."""
    value: Array
    """[kind + goal * side + stones]: points that a window is worth to the only side that has stones
    in it."""
    balance: Array
    """[WAITS * what `waits` says of X + of O]: points that their finishes are worth to X; one entry
    where they count for nothing."""
    place: Array
    """[cell]: twice its column, and one more in every other row from the bottom."""
    zobrist: Array
    """[2 * cell + side]: a random number. The key of a position is the xor over its stones."""
    stone: Array
    """[cell]: the side whose stone is there, -1 where the cell is free."""
    word: Array
    """[window]: what the window holds, as drawn in the docstring of the module."""
    influence: Array
    """[2 * cell + side]: points, the weight of the side's living windows through the cell."""
    finish: Array
    """[2 * cell + side]: how many windows a stone of the side on the cell would fill."""
    finishes: Array
    """[cells * side + i]: the cells that are a finish of the side, in no order; `sums` counts
    them."""
    finish_at: Array
    """[2 * cell + side]: the i of the cell in `finishes`, where it is one."""
    near: Array
    """[windows * side + i]: the windows that are near for the side, in no order; `sums` counts
    them."""
    near_at: Array
    """[windows * side + window]: the i of the window in `near`, where it is one."""
    top: Array
    """[column]: with gravity the cell that a disc falls to; negative where the column is full."""
    sums: Array
    """[WORTH to OTHER_END]: totals of the whole board, and the fork found last."""
    partner: Array
    """Scratch, [cell]: the other cell of the pair that the cell was last seen in."""
    stamp: Array
    """Scratch, [cell]: the number of the sweep (EPOCH) that last saw the cell."""


@inner
def _count_finish(board: WindowBoard, side: int, cell: int, sign: int) -> None:
    """Count one more window that a stone on the cell would fill (sign 1), or one less (-1)."""
    at = 2 * cell + side
    base = side * board.shape[CELLS]
    if sign > 0:
        if board.finish[at] == 0:
            end = board.sums[FINISHES + side]
            board.finishes[base + end] = cell
            board.finish_at[at] = end
            board.sums[FINISHES + side] = end + 1
        board.finish[at] += 1
        return
    board.finish[at] -= 1
    if board.finish[at] == 0:
        end = board.sums[FINISHES + side] - 1
        last = board.finishes[base + end]
        board.finishes[base + board.finish_at[at]] = last
        board.finish_at[2 * last + side] = board.finish_at[at]
        board.sums[FINISHES + side] = end


@inner
def _list_near(board: WindowBoard, side: int, window: int, sign: int) -> None:
    """List a window that is near (sign 1), or take it off the list (-1)."""
    base = side * board.shape[WINDOWS]
    end = board.sums[NEAR + side]
    if sign > 0:
        board.near[base + end] = window
        board.near_at[base + window] = end
    else:
        last = board.near[base + end - 1]
        hole = board.near_at[base + window]
        board.near[base + hole] = last
        board.near_at[base + last] = hole
    board.sums[NEAR + side] = end + sign


@inner
def put(board: WindowBoard, cell: int) -> None:
    """Make a move: a stone of the side to move on a free cell, where it must not fill a window."""
    side = board.sums[SIDE]
    _change(board, cell, side, 1)
    board.stone[cell] = side
    board.sums[SIDE] = 1 - side


@inner
def lift(board: WindowBoard, cell: int) -> None:
    """Unmake the last move, on this cell: `put` reversed."""
    side = 1 - board.sums[SIDE]
    _change(board, cell, side, -1)
    board.stone[cell] = -1
    board.sums[SIDE] = side


@inner
def _change(board: WindowBoard, cell: int, side: int, sign: int) -> None:
    """Count what a stone of a side on a cell changes (sign 1), or undo that (-1)."""
    other = 1 - side
    goal = board.shape[GOAL]
    change = (1 << 8 * side) - (cell << FREE_SUM)
    mine_worth = 0
    their_worth = 0
    died = 0
    for i in range(board.first[cell], board.first[cell + 1]):
        window = board.through[i]
        # what it holds without the stone
        word = board.word[window] if sign > 0 else board.word[window] - change
        board.word[window] = word + change if sign > 0 else word
        mine = word >> 8 * side & STONES
        theirs = word >> 8 * other & STONES
        if theirs == 0:
            at = board.kind[window] + goal * side + mine
            mine_worth += board.value[at + 1] - board.value[at]
            if mine == goal - 2:
                _list_near(board, side, window, -sign)
                _count_finish(board, side, (word >> FREE_SUM) - cell, sign)
            elif mine == goal - 3:
                _list_near(board, side, window, sign)
        if mine == 0:
            their_worth += board.value[board.kind[window] + goal * other + theirs]
            died += 1
            if theirs == goal - 2:
                _list_near(board, other, window, -sign)
            elif theirs == goal - 1:
                _count_finish(board, other, cell, -sign)
    board.sums[WORTH + side] += sign * mine_worth
    board.sums[WORTH + other] -= sign * their_worth
    board.sums[ALIVE + other] -= sign * died
    board.sums[KEY] ^= board.zobrist[2 * cell + side]
    if board.shape[GRAVITY]:
        board.top[cell % board.shape[COLUMNS]] -= sign * board.shape[COLUMNS]


@inner
def update_influence(board: WindowBoard, cell: int, sign: int) -> None:
    """Add to `influence` what the last stone, on `cell`, has changed (sign 1), or undo that (-1).

    It is not part of `put` because most nodes are decided without it.
    """
    goal = board.shape[GOAL]
    other = board.sums[SIDE]
    side = 1 - other
    for i in range(board.first[cell], board.first[cell + 1]):
        window = board.through[i]
        word = board.word[window]
        mine = word >> 8 * side & STONES
        theirs = word >> 8 * other & STONES
        gain = sign * (board.weight[mine] - board.weight[mine - 1]) if theirs == 0 else 0
        cost = sign * board.weight[theirs] if mine == 1 else 0
        if gain != 0 or cost != 0:
            for j in range(window * goal, window * goal + goal):
                at = 2 * board.window[j]
                board.influence[at + side] += gain
                board.influence[at + other] -= cost


@inner
def landing(board: WindowBoard, choice: int) -> int:
    """The cell that a choice fills, -1 where it cannot be played."""
    if board.shape[GRAVITY]:
        return max(int(board.top[choice]), -1)
    return choice if board.stone[choice] < 0 else -1


@inner
def choices(board: WindowBoard) -> int:
    """How many choices a move has: with gravity a choice is a column, else a cell."""
    return int(board.shape[COLUMNS] if board.shape[GRAVITY] else board.shape[CELLS])


@inner
def find_finish(board: WindowBoard, side: int, besides: int) -> int:
    """A cell other than `besides` in which `side` would complete a line now; -1 if none."""
    base = side * board.shape[CELLS]
    for i in range(base, base + board.sums[FINISHES + side]):
        cell = board.finishes[i]
        falls = board.shape[GRAVITY] == 1
        if cell != besides and (not falls or board.top[cell % board.shape[COLUMNS]] == cell):
            return int(cell)
    return -1


@inner
def find_fork(board: WindowBoard, side: int) -> bool:
    """Whether `side` has a fork; if so, `sums` has its cells in FORK, ONE_END and OTHER_END."""
    if board.sums[NEAR + side] < 2:
        return False
    goal = board.shape[GOAL]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    base = side * board.shape[WINDOWS]
    for i in range(base, base + board.sums[NEAR + side]):
        start = board.near[i] * goal
        total = board.word[board.near[i]] >> FREE_SUM
        for j in range(start, start + goal):
            cell = board.window[j]
            if board.stone[cell] >= 0:
                continue
            end = total - cell
            if board.stamp[cell] != epoch:
                board.stamp[cell] = epoch
                board.partner[cell] = end
            elif board.partner[cell] != end:
                board.sums[FORK] = cell
                board.sums[ONE_END] = board.partner[cell]
                board.sums[OTHER_END] = end
                return True
    return False


@inner
def is_held_by_pairing(board: WindowBoard, side: int) -> bool:
    """Whether a pairing strategy of the other side keeps `side` from ever filling a window.

    Each window still alive for `side` gets two free cells of its own, or shares both with
    another window. Whenever `side` takes one of them, the other side takes the other one. The
    cells are given out greedily, so that False proves nothing.
    """
    other = 1 - side
    goal = board.shape[GOAL]
    board.sums[EPOCH] += 1
    epoch = board.sums[EPOCH]
    for i in range(board.shape[WINDOWS]):
        if board.word[i] >> 8 * other & STONES > 0:
            continue
        one = -1
        two = -1
        done = False
        for j in range(i * goal, i * goal + goal):
            cell = board.window[j]
            if board.stone[cell] >= 0:
                continue
            if board.stamp[cell] != epoch:
                two = one
                one = cell
            else:
                partner = board.partner[cell]
                for k in range(i * goal, j):
                    if board.window[k] == partner:
                        done = True
        if done:
            continue
        if two < 0:
            return False
        board.stamp[one] = epoch
        board.stamp[two] = epoch
        board.partner[one] = two
        board.partner[two] = one
    return True


@inner
def waits(board: WindowBoard, side: int) -> int:
    """The finishes of a side that wait for the cells below them to be filled, as a number.

    It says whether 0, 1 or more of them are in the first row from the bottom or in every other row
    from there, and how many in the rest; and whether two lie on top of one another, of which the
    other side can stop one. One that has a finish of the other side below it is left out.
    """
    in_first = 0
    in_second = 0
    stacked = 0
    columns = board.shape[COLUMNS]
    base = side * board.shape[CELLS]
    rivals = (1 - side) * board.shape[CELLS]
    for i in range(base, base + board.sums[FINISHES + side]):
        cell = board.finishes[i]
        place = board.place[cell]
        stopped = False
        for j in range(rivals, rivals + board.sums[FINISHES + 1 - side]):
            rival = board.finishes[j]
            if rival > cell and board.place[rival] >> 1 == place >> 1:
                stopped = True
        if stopped:
            continue
        if place & 1:
            in_second += 1
        else:
            in_first += 1
        if cell >= columns and board.finish[2 * (cell - columns) + side] > 0:
            stacked = 1
    return min(in_first, 2) + 3 * min(in_second, 2) + 9 * stacked


@inner
def evaluate(board: WindowBoard) -> int:
    """Static evaluation in points: the worth of the mover's living windows less the opponent's.

    Where discs fall there may be added what finishes are worth, and being to move. In misere the
    sign is turned.
    """
    side = board.sums[SIDE]
    lead = int(board.sums[WORTH + side] - board.sums[WORTH + 1 - side])
    if board.balance.size > 1:
        waiting = int(board.balance[WAITS * waits(board, 0) + waits(board, 1)])
        lead += int(board.shape[TEMPO]) + (waiting if side == 0 else -waiting)
    if board.shape[MISERE]:
        lead = -lead
    return max(-ESTIMATE_LIMIT, min(ESTIMATE_LIMIT, lead))
