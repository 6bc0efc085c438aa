"""What both alpha-beta searches share: claims, the stack of nodes, move picking.

engine/kernels/window_search.py and engine/wide_kernels/shape_search.py search the same way on
different boards. Every value is seen from the side to move, in units of
engine/thinking/score.py; wins and losses are counted in plies from the root.

A node returns a value v and a *claim* on the true value:

    value >= v    where v >= beta
    value <= v    where v <= alpha
    value == v    in between

Two bits say what the claim is worth:

    PROVED        true of the game itself, whatever the depth
    FULL_WIDTH    true of the tree of all moves to the depth searched. What was estimated or left
                  out lies deeper. A PROVED claim is FULL_WIDTH too

A strategy that wins within n plies is never in doubt, so `value >= a win` and `value <= a loss`
are always PROVED. A FULL_WIDTH claim that nobody wins sooner than ply n is PROVED where the
depth is at least n - 1.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from engine.kernels.alphabeta_table import (
    EXACT,
    LOWER,
    UPPER,
    claim_of,
    depth_of,
    from_node,
    store,
    value_and_bound,
)
from engine.kernels.jit import Array, inner
from engine.kernels.windows import CELLS, KEY, SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN

PROVED: Final = 1
"""The bit of a claim that is true of the game itself."""
FULL_WIDTH: Final = 2
"""The bit of a claim that is true of the tree of all moves to the depth searched."""
CERTAIN: Final = PROVED | FULL_WIDTH
"""Both bits of a claim: it is true of the game itself, and so of the tree."""

PLY, PHASE, VALUE, CLAIM, NODES, WIDTH, ATTACKER, DEPTH_LIMITED, LEAST_KIND = range(9)
"""Where `state` has the ply from the root, the phase of the node there, the value and claim of
the node left last, and the nodes so far. WIDTH is the most moves that a node tries, 0 for all.
The other three are those of a threat-space search (engine/wide_kernels/shape_search.py): the
attacker, whether more depth could have told more, and the least kind of move that it tries."""
NO_ATTACKER: Final = -1
"""The ATTACKER of a search that is no threat-space search."""
STATE_SIZE: Final = 9
"""The length of `state`."""
ENTER, STEP, LEAVE = range(3)
"""The phases of a node: to be evaluated or expanded; to try its next move; done."""

ALPHA, BETA, BEST, BEST_CELL, WORST_CLAIM, DEPTH = range(6)
KIND, TRIED, COUNT, CELL, FORCED, FLOOR = range(6, 12)
"""Where the frame of a node has its window; the best value so far and its move (-1 for none);
what the claims of all moves so far share; the depth in plies left to search; how the
move under way is searched; how many moves were tried, and how many there are; the move under
way; whether it has one move only; and alpha as it was at first."""
OWN: Final = 12
"""Where the frame of a node has five fields that each search uses as it likes."""
FRAME_SIZE: Final = 17
"""Fields of a frame."""
FULL, NULL, REDUCED = range(3)
"""How a move is searched: with the whole window, a null window, or a null window less deep."""

REDUCTIONS: Final = 64
"""The depths, and moves of a node, up to which `AlphaBetaArrays.reductions` tells them apart."""

_HISTORY_LIMIT: Final = 1 << 13
"""Beyond this all history is halved: old successes fade, and history stays in proportion to what it
is added to (a window with one stone missing counts 4096)."""


class Board(Protocol):
    """What these functions ask of a board: either kind has it in the same places."""

    @property
    def shape(self) -> Array:
        """[CELLS, COLUMNS, GOAL, ...]: what never changes."""
        ...

    @property
    def sums(self) -> Array:
        """[..., SIDE, KEY, ...]: the side to move and the Zobrist key."""
        ...


class AlphaBetaArrays(NamedTuple):
    """The stack of a search, and what it learns on the way.

    Every array is flat; brackets say how it is indexed. The root is ply 0; a game has room for
    cells + 2 plies.
    """

    state: Array
    """[PLY to LEAST_KIND]: where the search is, and what it was asked."""
    frame: Array
    """[FRAME_SIZE * ply + field]: one frame for each node on the way from the root."""
    moves: Array
    """[cells * ply + i]: the moves of each node, as cells; those tried stand first."""
    order: Array
    """[cells * ply + i]: the rank of each of these moves: the highest is tried first."""
    pv: Array
    """[(cells + 2) * ply + i]: the principal variation below each node, as cells; -1 ends it."""
    killers: Array
    """[2 * ply + i]: the two last moves that refuted a node at this ply, -1 for none."""
    history: Array
    """[2 * cell + side]: how often and how deep this move refuted a node, in depths squared."""
    table: Array
    """The transposition table of engine/kernels/alphabeta_table.py."""
    reductions: Array
    """[REDUCTIONS * depth + number]: plies by which shape_pruning.py reduces a late move, by the
    depth of the node and the number of the move in its order."""


# --- a node ---------------------------------------------------------------------------


@inner
def settle(search: AlphaBetaArrays, value: int, claim: int) -> bool:
    """Leave a node with a value and a claim. Always True: the node is settled."""
    search.state[VALUE] = value
    search.state[CLAIM] = claim
    return True


@inner
def settle_by_bounds(search: AlphaBetaArrays, ply: int, low: int, high: int) -> bool:
    """Mate-distance pruning: narrow the window of a node to bounds of its value.

    True where they settle it.
    """
    at = ply * FRAME_SIZE
    if search.frame[at + ALPHA] >= high:
        return settle(search, high, CERTAIN)
    if search.frame[at + BETA] <= low:
        return settle(search, low, CERTAIN)
    search.frame[at + ALPHA] = max(search.frame[at + ALPHA], low)
    search.frame[at + BETA] = min(search.frame[at + BETA], high)
    return False


@inner
def end_pv(board: Board, search: AlphaBetaArrays, ply: int, a: int, b: int, c: int) -> None:
    """Set the principal variation from here to at most three cells, -1 for none."""
    at = ply * (board.shape[CELLS] + 2)
    search.pv[at] = a
    if a >= 0:
        search.pv[at + 1] = b
        search.pv[at + 2] = c
        search.pv[at + 3] = -1


@inner
def pick_move(board: Board, search: AlphaBetaArrays, ply: int) -> int:
    """Move picking: the move of highest rank that has not been tried yet (selection sort)."""
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
    """Killer and history heuristics: remember a move that refuted a node, at its ply and in all."""
    if search.killers[2 * ply] != cell:
        search.killers[2 * ply + 1] = search.killers[2 * ply]
        search.killers[2 * ply] = cell
    search.history[2 * cell + side] += depth * depth
    if search.history[2 * cell + side] > _HISTORY_LIMIT:
        for i in range(search.history.size):
            search.history[i] >>= 1


@inner
def copy_pv(board: Board, search: AlphaBetaArrays, ply: int, cell: int) -> None:
    """Set the principal variation from here to `cell` and that of the next ply."""
    width = board.shape[CELLS] + 2
    at = ply * width
    search.pv[at] = cell
    for i in range(1, width - 1):
        search.pv[at + i] = search.pv[at + width + i - 1]
        if search.pv[at + i] < 0:
            break


@inner
def finish_node(board: Board, search: AlphaBetaArrays, ply: int, claim: int) -> None:
    """Leave a node, all moves tried or one good enough, and enter what that proves in the table."""
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
    key = board.sums[KEY]
    best = frame[at + BEST_CELL]
    store(search.table, key, depth, from_node(value, ply), bound, claim, best)
    search.state[VALUE] = value
    search.state[CLAIM] = claim


@inner
def settle_by_table(search: AlphaBetaArrays, ply: int, known: int) -> bool:
    """Transposition-table cutoff: settle a node by its entry, where that is enough.

    `known` is what `probe` gave. True if settled. Never on the principal variation, where the
    window is open, so that the line is played out to its end.
    """
    at = ply * FRAME_SIZE
    alpha = search.frame[at + ALPHA]
    beta = search.frame[at + BETA]
    if known == 0 or beta - alpha != 1:
        return False
    value, bound = value_and_bound(known)
    claim = claim_of(known)
    fits = claim == CERTAIN or (
        depth_of(known) >= search.frame[at + DEPTH]
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
    """Make the frame of a node ready: no moves, no value yet."""
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
    """Add a move to a node."""
    at = ply * FRAME_SIZE + COUNT
    search.moves[ply * board.shape[CELLS] + search.frame[at]] = cell
    search.frame[at] += 1


@inner
def open_child(search: AlphaBetaArrays, ply: int, depth: int) -> None:
    """Set up the child of the move under way, with a depth and the window of its kind."""
    frame = search.frame
    at = ply * FRAME_SIZE
    below = at + FRAME_SIZE
    alpha = frame[at + ALPHA]
    frame[below + ALPHA] = -frame[at + BETA] if frame[at + KIND] == FULL else -alpha - 1
    frame[below + BETA] = -alpha
    frame[below + DEPTH] = max(0, depth)


@inner
def needs_research(search: AlphaBetaArrays, ply: int) -> bool:
    """Whether the move just searched has to be searched again, which changes its KIND.

    A reduced move that raises alpha is searched again to its full depth, and one that raises
    alpha in a null window again with the whole window.
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
    """Back up the value of a child into its node, its move unmade; the phase that follows."""
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
    """Begin the search of one move of the root, with a window and a depth seen from the root."""
    search.state[WIDTH] = width
    search.state[PLY] = 1
    search.state[PHASE] = ENTER
    search.frame[CELL] = cell
    search.frame[FRAME_SIZE + ALPHA] = -beta
    search.frame[FRAME_SIZE + BETA] = -alpha
    search.frame[FRAME_SIZE + DEPTH] = depth - 1
