"""What the searches of moves have in common: values, claims, the stack, the table.

Every value is seen from the side to move, and wins and losses are counted from the root
(engine/thinking/score.py).

What a node returns is a *claim*: value >= v where v >= beta, value <= v where
v <= alpha, value == v in between. Two bits say what a claim is worth:

    PROVED   true of the game itself, whatever the depth
    FULL_WIDTH   true of the tree of all moves to the depth searched; what was estimated or left
           out lies deeper. PROVED claims are FULL_WIDTH too

A strategy that wins within n plies is never in doubt, so that `value >= a win` and
`value <= a loss` are always PROVED. A FULL_WIDTH claim that nobody wins sooner than ply n is
PROVED where the depth is at least n - 1.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from engine.kernels.jit import Array, inner
from engine.kernels.windows import CELLS, KEY, SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN

PROVED: Final = 1
FULL_WIDTH: Final = 2
CERTAIN: Final = PROVED | FULL_WIDTH

# AlphaBetaArrays.state
PLY, PHASE, VALUE, CLAIM, NODES, WIDTH, ATTACKER, DEPTH_LIMITED, LEAST_KIND = range(9)
STATE_SIZE: Final = 9
ENTER, STEP, LEAVE = range(3)

# AlphaBetaArrays.frame, a row for each ply from the root
ALPHA, BETA, BEST, BEST_CELL, WORST_CLAIM, DEPTH, KIND, TRIED, COUNT, CELL, FORCED = range(11)
FLOOR = 11
OWN: Final = 12
"""From here on two fields are a kernel's own."""
FRAME_SIZE: Final = 14
FULL, NULL, REDUCED = range(3)

LOWER, UPPER, EXACT = 1, 2, 3
BUCKET_SIZE: Final = 4
"""Words of a slot of the table: two entries of a key and what is known."""

_HASH_FACTOR: Final = 0x1E3779B97F4A7C15
"""An odd factor: the higher a bit of the product with it, the more bits of the key it depends on
(Knuth, The Art of Computer Programming 3, 6.4),"""
_HASH_SHIFT: Final = 43
"""and from this one on there are enough for the largest table."""

_HISTORY_LIMIT: Final = 1 << 13
"""Beyond this all history is halved: old successes fade, and history stays of the order of what
kernels add it to (a window with one stone missing counts 4096)."""


class Board(Protocol):
    """What is asked here of a board: its CELLS and GOAL, its SIDE to move and KEY."""

    @property
    def shape(self) -> Array:
        """What never changes."""
        ...

    @property
    def sums(self) -> Array:
        """What does."""
        ...


class AlphaBetaArrays(NamedTuple):
    """The stack of a search, and what it learns on the way."""

    state: Array
    frame: Array
    moves: Array
    order: Array
    pv: Array
    """The best line from each ply on, -1 behind its end."""
    killers: Array
    history: Array
    table: Array
    reductions: Array
    """How much less deep shape_search.py searches a late move first, a row a depth."""


# --- the table ------------------------------------------------------------------------
#
# A slot holds two entries: the first keeps the deepest search it has met, or the latest of
# the same position; the second the last that was not deep enough for the first. What an
# entry says depends on its key alone: distances are counted from its own position, and its
# bits travel with it.


@inner
def from_node(value: int, ply: int) -> int:
    """A value as it is stored: distances from the node instead of the root."""
    if value > ESTIMATE_LIMIT:
        return value + ply
    return value - ply if value < -ESTIMATE_LIMIT else value


@inner
def bucket_of(board: Board, search: AlphaBetaArrays) -> int:
    """Where the table has the slot of the position."""
    product = int(board.sums[KEY]) * _HASH_FACTOR
    return int(product >> _HASH_SHIFT & search.table.size // BUCKET_SIZE - 1) * BUCKET_SIZE


@inner
def store(
    board: Board, search: AlphaBetaArrays, depth: int, value: int, bound: int, claim: int, cell: int
) -> None:
    """Remember what was found of the position to some depth, and its best move."""
    table = search.table
    key = board.sums[KEY]
    at = bucket_of(board, search)
    word = (value + 32768) | depth << 16 | bound << 25 | claim << 27 | (cell + 1) << 29
    kept = table[at + 1]
    if kept == 0 or table[at] == key or depth >= (kept >> 16 & 511):
        table[at] = key
        table[at + 1] = word
    else:
        table[at + 2] = key
        table[at + 3] = word


@inner
def probe(board: Board, search: AlphaBetaArrays) -> int:
    """What is stored of the position; 0 for nothing."""
    table = search.table
    key = board.sums[KEY]
    at = bucket_of(board, search)
    if table[at] == key and table[at + 1] != 0:
        return int(table[at + 1])
    if table[at + 2] == key:
        return int(table[at + 3])
    return 0


# --- a node ---------------------------------------------------------------------------


@inner
def settle(search: AlphaBetaArrays, value: int, claim: int) -> bool:
    """Say what a node is worth; True."""
    search.state[VALUE] = value
    search.state[CLAIM] = claim
    return True


@inner
def end_pv(board: Board, search: AlphaBetaArrays, ply: int, a: int, b: int, c: int) -> None:
    """The line from here is these cells, -1 for none."""
    at = ply * (board.shape[CELLS] + 2)
    search.pv[at] = a
    if a >= 0:
        search.pv[at + 1] = b
        search.pv[at + 2] = c
        search.pv[at + 3] = -1


@inner
def pick_move(board: Board, search: AlphaBetaArrays, ply: int) -> int:
    """The best-ranked move not tried yet; the first tried stand first."""
    frame = search.frame
    at = ply * FRAME_SIZE
    start = ply * board.shape[CELLS]
    here = start + frame[at + TRIED]
    top = here
    most = search.order[here]
    for i in range(here + 1, start + frame[at + COUNT]):
        if search.order[i] > most:
            most = search.order[i]
            top = i
    cell = search.moves[top]
    search.moves[top] = search.moves[here]
    search.order[top] = search.order[here]
    search.moves[here] = cell
    frame[at + TRIED] += 1
    return int(cell)


@inner
def update_killers_and_history(
    search: AlphaBetaArrays, ply: int, side: int, cell: int, depth: int
) -> None:
    """A move has refuted: a killer at its ply, and history everywhere."""
    if search.killers[2 * ply] != cell:
        search.killers[2 * ply + 1] = search.killers[2 * ply]
        search.killers[2 * ply] = cell
    search.history[2 * cell + side] += depth * depth
    if search.history[2 * cell + side] > _HISTORY_LIMIT:
        for i in range(search.history.size):
            search.history[i] >>= 1


@inner
def copy_pv(board: Board, search: AlphaBetaArrays, ply: int, cell: int) -> None:
    """The line from here is `cell` and the line of the next ply."""
    width = board.shape[CELLS] + 2
    at = ply * width
    search.pv[at] = cell
    for i in range(1, width - 1):
        search.pv[at + i] = search.pv[at + width + i - 1]
        if search.pv[at + i] < 0:
            break


@inner
def finish_node(board: Board, search: AlphaBetaArrays, ply: int, claim: int) -> None:
    """All moves tried, or one was good enough: say what that proves, and remember it."""
    frame = search.frame
    at = ply * FRAME_SIZE
    value = frame[at + BEST]
    depth = frame[at + DEPTH]
    bound = EXACT
    if value >= frame[at + BETA]:
        bound = LOWER
    elif value <= frame[at + FLOOR]:
        bound = UPPER
    in_reach = claim & FULL_WIDTH and WIN - abs(value) - ply <= depth + 1
    won = value > ESTIMATE_LIMIT and (bound == LOWER or in_reach)
    lost = value < -ESTIMATE_LIMIT and (bound == UPPER or in_reach)
    if won or lost:
        claim = CERTAIN
    store(board, search, depth, from_node(value, ply), bound, claim, frame[at + BEST_CELL])
    search.state[VALUE] = value
    search.state[CLAIM] = claim


@inner
def settle_by_table(search: AlphaBetaArrays, ply: int, known: int) -> bool:
    """Settle a node by what is stored of it, where that is enough; True if settled.

    Not on the principal variation (an open window), so that the line is played out.
    """
    at = ply * FRAME_SIZE
    alpha = search.frame[at + ALPHA]
    beta = search.frame[at + BETA]
    if known == 0 or beta - alpha != 1:
        return False
    value = (known & 65535) - 32768
    bound = known >> 25 & 3
    claim = known >> 27 & 3
    fits = claim == CERTAIN or (
        (known >> 16 & 511) >= search.frame[at + DEPTH]
        and (claim == FULL_WIDTH or search.state[WIDTH] > 0)
    )
    shown = from_node(value, -ply)
    if bound != UPPER and (fits or value > ESTIMATE_LIMIT) and shown >= beta:
        return settle(search, shown, CERTAIN if value > ESTIMATE_LIMIT else claim)
    if bound != LOWER and (fits or value < -ESTIMATE_LIMIT) and shown <= alpha:
        return settle(search, shown, CERTAIN if value < -ESTIMATE_LIMIT else claim)
    return False


@inner
def start_moves(search: AlphaBetaArrays, ply: int) -> None:
    """Make a node ready for its moves."""
    frame = search.frame
    at = ply * FRAME_SIZE
    frame[at + FLOOR] = frame[at + ALPHA]
    frame[at + BEST] = -WIN
    frame[at + BEST_CELL] = -1
    frame[at + WORST_CLAIM] = CERTAIN
    frame[at + TRIED] = 0
    frame[at + COUNT] = 0
    frame[at + FORCED] = 0


@inner
def add_move(board: Board, search: AlphaBetaArrays, ply: int, cell: int) -> None:
    """One more move of a node."""
    at = ply * FRAME_SIZE + COUNT
    search.moves[ply * board.shape[CELLS] + search.frame[at]] = cell
    search.frame[at] += 1


@inner
def open_child(search: AlphaBetaArrays, ply: int, depth: int) -> None:
    """Set up the child of the move being tried, with this depth and the window of its kind."""
    frame = search.frame
    at = ply * FRAME_SIZE
    below = at + FRAME_SIZE
    alpha = frame[at + ALPHA]
    frame[below + ALPHA] = -frame[at + BETA] if frame[at + KIND] == FULL else -alpha - 1
    frame[below + BETA] = -alpha
    frame[below + DEPTH] = max(0, depth)


@inner
def needs_research(search: AlphaBetaArrays, ply: int) -> bool:
    """Whether the move just tried is better than shown, and of what kind its next search is.

    First to its depth, then with the whole window.
    """
    frame = search.frame
    at = ply * FRAME_SIZE
    kind = frame[at + KIND]
    value = -search.state[VALUE]
    if value > frame[at + ALPHA]:
        if kind == REDUCED:
            frame[at + KIND] = NULL
        elif kind == NULL and value < frame[at + BETA]:
            frame[at + KIND] = FULL
    return bool(frame[at + KIND] != kind)


@inner
def back_up(board: Board, search: AlphaBetaArrays, ply: int) -> int:
    """Take the value of a child, its move lifted, up into its node; the phase that follows."""
    frame = search.frame
    at = ply * FRAME_SIZE
    cell = frame[at + CELL]
    value = -search.state[VALUE]
    claim = search.state[CLAIM]
    if frame[at + KIND] == REDUCED and claim != CERTAIN:
        claim = 0
    if value > frame[at + BEST]:
        frame[at + BEST] = value
        frame[at + BEST_CELL] = cell
    if value >= frame[at + BETA]:
        copy_pv(board, search, ply, cell)
        update_killers_and_history(search, ply, board.sums[SIDE], cell, frame[at + DEPTH])
        finish_node(board, search, ply, claim)
        return LEAVE
    frame[at + WORST_CLAIM] &= claim
    if value > frame[at + ALPHA]:
        frame[at + ALPHA] = value
        copy_pv(board, search, ply, cell)
    return STEP


@inner
def start(
    search: AlphaBetaArrays, cell: int, alpha: int, beta: int, depth: int, width: int
) -> None:
    """Make ready to search one move of the root, seen from there, with a window and depth."""
    search.state[WIDTH] = width
    search.state[PLY] = 1
    search.state[PHASE] = ENTER
    search.frame[CELL] = cell
    search.frame[FRAME_SIZE + ALPHA] = -beta
    search.frame[FRAME_SIZE + BETA] = -alpha
    search.frame[FRAME_SIZE + DEPTH] = depth - 1
