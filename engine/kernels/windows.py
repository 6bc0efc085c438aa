"""The stones of any m,n,k board, and what is counted of them as they come and go.

A *window* is a run of `goal` cells in a row. It is *alive* for a side while the other
has no stone in it. A cell is a *finish* of a side where one more stone fills a window,
and a window is *near* for a side where two more do. Two near windows that share one cell are
a *fork*: a stone there leaves two finishes, of which the opponent can stop one.

All numbers are int64. Sides are 0 and 1, X and O. What a window holds is one word:

    bits 0-7   stones of X
    bits 8-15  stones of O
    bits 16-   the sum of its free cells: where only one is free, that cell
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernels.jit import Array, inner
from engine.thinking.score import ESTIMATE_LIMIT

# WindowBoard.shape
CELLS, COLUMNS, GOAL, GRAVITY, MISERE, WINDOWS = range(6)

# WindowBoard.sums; those of two sides stand side by side
WORTH, ALIVE, FINISHES, NEAR = 0, 2, 4, 6
SIDE, KEY, EPOCH = 8, 9, 10
FORK, ONE_END, OTHER_END = 11, 12, 13
SUMS_SIZE: Final = 14

STONES: Final = 255
"""Masks one side's count of a window's word, once shifted down by eight bits a side."""
FREE_SUM: Final = 16
"""Where the sum of the free cells stands in a window's word."""


class WindowBoard(NamedTuple):
    """The stones of a position and what is counted of them.

    `engine/alphabeta/arrays.py` builds it.
    """

    shape: Array
    first: Array
    """For each cell where its windows begin in `through`; one more entry at the end."""
    through: Array
    window: Array
    """The cells of all windows, `goal` each."""
    weight: Array
    """What a window is worth to the only side that has stones in it, by their number."""
    zobrist: Array
    """A number for each cell and side; a position's key is the xor over its stones."""
    stone: Array
    """-1 where a cell is free, else the side."""
    word: Array
    """What each window holds, as drawn above."""
    influence: Array
    """The weight of the living windows through each cell, by side."""
    finish: Array
    """How many windows a stone on each cell would fill, by side."""
    finishes: Array
    """The finishes of each side, in no order."""
    finish_at: Array
    """Where each cell and side stands in `finishes`."""
    near: Array
    """The near windows of each side, in no order."""
    near_at: Array
    """Where each window stands in `near`."""
    top: Array
    """With gravity the cell that a disc in each column falls to; negative where full."""
    sums: Array
    """Totals of the whole board and the last fork found: WORTH to OTHER_END above."""
    partner: Array
    """Scratch: the other cell of the pair that a cell was last seen in."""
    stamp: Array
    """Scratch: the sweep, numbered by `sums[EPOCH]`, that last saw a cell."""


@inner
def _add_finish(board: WindowBoard, side: int, cell: int) -> None:
    at = 2 * cell + side
    if board.finish[at] == 0:
        end = board.sums[FINISHES + side]
        board.finishes[side * board.shape[CELLS] + end] = cell
        board.finish_at[at] = end
        board.sums[FINISHES + side] = end + 1
    board.finish[at] += 1


@inner
def _drop_finish(board: WindowBoard, side: int, cell: int) -> None:
    at = 2 * cell + side
    board.finish[at] -= 1
    if board.finish[at] == 0:
        base = side * board.shape[CELLS]
        end = board.sums[FINISHES + side] - 1
        last = board.finishes[base + end]
        board.finishes[base + board.finish_at[at]] = last
        board.finish_at[2 * last + side] = board.finish_at[at]
        board.sums[FINISHES + side] = end


@inner
def _add_near(board: WindowBoard, side: int, window: int) -> None:
    base = side * board.shape[WINDOWS]
    end = board.sums[NEAR + side]
    board.near[base + end] = window
    board.near_at[base + window] = end
    board.sums[NEAR + side] = end + 1


@inner
def _drop_near(board: WindowBoard, side: int, window: int) -> None:
    base = side * board.shape[WINDOWS]
    end = board.sums[NEAR + side] - 1
    last = board.near[base + end]
    hole = board.near_at[base + window]
    board.near[base + hole] = last
    board.near_at[base + last] = hole
    board.sums[NEAR + side] = end


@inner
def put(board: WindowBoard, cell: int) -> None:
    """The side to move puts a stone on a free cell, where it must not fill a window."""
    side = board.sums[SIDE]
    other = 1 - side
    goal = board.shape[GOAL]
    change = (1 << 8 * side) - (cell << FREE_SUM)
    mine_worth = 0
    their_worth = 0
    died = 0
    for i in range(board.first[cell], board.first[cell + 1]):
        window = board.through[i]
        word = board.word[window]
        board.word[window] = word + change
        mine = word >> 8 * side & STONES
        theirs = word >> 8 * other & STONES
        if theirs == 0:
            mine_worth += board.weight[mine + 1] - board.weight[mine]
            if mine == goal - 2:
                _drop_near(board, side, window)
                _add_finish(board, side, (word >> FREE_SUM) - cell)
            elif mine == goal - 3:
                _add_near(board, side, window)
        if mine == 0:
            their_worth += board.weight[theirs]
            died += 1
            if theirs == goal - 2:
                _drop_near(board, other, window)
            elif theirs == goal - 1:
                _drop_finish(board, other, cell)
    board.sums[WORTH + side] += mine_worth
    board.sums[WORTH + other] -= their_worth
    board.sums[ALIVE + other] -= died
    board.stone[cell] = side
    board.sums[SIDE] = other
    board.sums[KEY] ^= board.zobrist[2 * cell + side]
    if board.shape[GRAVITY]:
        board.top[cell % board.shape[COLUMNS]] -= board.shape[COLUMNS]


@inner
def lift(board: WindowBoard, cell: int) -> None:
    """Take the last stone back: `put` reversed."""
    other = board.sums[SIDE]
    side = 1 - other
    goal = board.shape[GOAL]
    change = (1 << 8 * side) - (cell << FREE_SUM)
    mine_worth = 0
    their_worth = 0
    died = 0
    for i in range(board.first[cell], board.first[cell + 1]):
        window = board.through[i]
        word = board.word[window] - change
        board.word[window] = word
        mine = word >> 8 * side & STONES
        theirs = word >> 8 * other & STONES
        if theirs == 0:
            mine_worth += board.weight[mine + 1] - board.weight[mine]
            if mine == goal - 2:
                _drop_finish(board, side, (word >> FREE_SUM) - cell)
                _add_near(board, side, window)
            elif mine == goal - 3:
                _drop_near(board, side, window)
        if mine == 0:
            their_worth += board.weight[theirs]
            died += 1
            if theirs == goal - 2:
                _add_near(board, other, window)
            elif theirs == goal - 1:
                _add_finish(board, other, cell)
    board.sums[WORTH + side] -= mine_worth
    board.sums[WORTH + other] += their_worth
    board.sums[ALIVE + other] += died
    board.stone[cell] = -1
    board.sums[SIDE] = side
    board.sums[KEY] ^= board.zobrist[2 * cell + side]
    if board.shape[GRAVITY]:
        board.top[cell % board.shape[COLUMNS]] += board.shape[COLUMNS]


@inner
def update_influence(board: WindowBoard, cell: int, sign: int) -> None:
    """Add to `influence` what the last stone, on `cell`, has changed; take it off with -1.

    Apart from `put`, since most nodes are settled without it.
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
    """The cell that a move fills, -1 where it cannot be played: choices are cells, or columns."""
    if board.shape[GRAVITY]:
        return max(int(board.top[choice]), -1)
    return choice if board.stone[choice] < 0 else -1


@inner
def choices(board: WindowBoard) -> int:
    """How many choices the board has."""
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
    """Look for a fork of `side`; where found, FORK, ONE_END and OTHER_END name its cells."""
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
def has_pairing_strategy(board: WindowBoard, side: int) -> bool:
    """Whether the other side can keep `side` from ever filling a window by a pairing strategy.

    Each window still alive for `side` gets two free cells to itself (or shares both with
    another window): whenever `side` takes the one, the other side takes the other. The
    cells are handed out greedily, so that False proves nothing.
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
def evaluate(board: WindowBoard) -> int:
    """The weight of the mover's living windows against the opponent's; turned in misere."""
    side = board.sums[SIDE]
    lead = int(board.sums[WORTH + side] - board.sums[WORTH + 1 - side])
    if board.shape[MISERE]:
        lead = -lead
    return max(-ESTIMATE_LIMIT, min(ESTIMATE_LIMIT, lead))
