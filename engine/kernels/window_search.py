"""Alpha-beta search for every m,n,k game, on the windows of engine/kernels/windows.py.

Values, claims and the stack are those of engine/kernels/alphabeta.py. The search is iterative
rather than recursive, so that it can stop after any node and go on later: `begin`, then `run` in
chunks of nodes until it is done.
"""

from __future__ import annotations

from typing import Final

from engine.kernels import alphabeta as node
from engine.kernels import windows
from engine.kernels.alphabeta import AlphaBetaArrays
from engine.kernels.alphabeta_table import move_of, probe
from engine.kernels.jit import Array, entry, inner
from engine.kernels.windows import WindowBoard
from engine.thinking.score import ESTIMATE_LIMIT, WIN

INFLUENCED: Final = node.OWN
"""Where the frame of a node notes whether `influence` counts the move that led to it."""

_TABLE_MOVE_FIRST: Final = 1 << 40
"""Added to the rank of the table's move: above all others."""
_KILLER_BONUS: Final = 1 << 38
"""Added to the rank of a killer: below the table's move alone."""
_FULL_DEPTH_MOVES: Final = 4
"""Late-move reductions: so many moves of a node keep their depth. There is room for the table's,
two killers and the best ranked of the others."""
_LEAST_REDUCED_DEPTH: Final = 3
"""Late-move reductions: the least depth at which they are made, so that one ply is left below."""


# --- a node ---------------------------------------------------------------------------


@inner
def _enter(board: WindowBoard, search: AlphaBetaArrays, ply: int) -> bool:
    """Evaluate a node, or expand it: list its moves in order. True if it is settled."""
    at = ply * node.FRAME_SIZE
    frame = search.frame
    side = board.sums[windows.SIDE]
    other = 1 - side
    misere = board.shape[windows.MISERE]
    gravity = board.shape[windows.GRAVITY]
    node.end_pv(board, search, ply, -1, -1, -1)
    frame[at + INFLUENCED] = 0
    forced = -1
    has_fork = False

    # 1. Dead draw: no window can be filled any more. A full board is a case of this.
    if board.sums[windows.ALIVE] + board.sums[windows.ALIVE + 1] == 0:
        return node.settle(search, 0, node.CERTAIN)

    if not misere:
        # 2. Win in one: a finish of the mover's. Nothing comes sooner.
        mine = windows.find_finish(board, side, -1)
        if mine >= 0:
            node.end_pv(board, search, ply, mine, -1, -1)
            return node.settle(search, WIN - (ply + 1), node.CERTAIN)

        # 3. Loss in two: the opponent has two finishes and the mover one move. A single finish
        #    forces the move, since every other loses in two.
        forced = windows.find_finish(board, other, -1)
        if forced >= 0:
            second = windows.find_finish(board, other, forced)
            if second >= 0:
                node.end_pv(board, search, ply, forced, second, -1)
                return node.settle(search, ply + 2 - WIN, node.CERTAIN)
        elif not gravity and windows.find_fork(board, side):
            # 4. Win in three: a fork, where the opponent has no finish that would come first.
            #    With gravity the finishes may be out of reach, so that a fork proves nothing.
            sums = board.sums
            node.end_pv(
                board,
                search,
                ply,
                sums[windows.FORK],
                sums[windows.ONE_END],
                sums[windows.OTHER_END],
            )
            return node.settle(search, WIN - (ply + 3), node.CERTAIN)

    # 5. Mate-distance pruning: the steps above leave no win or loss sooner than low and high
    #    say, so that the window is narrowed to them. A side without a living window cannot win
    #    (in misere cannot lose), which bounds the value by the draw.
    low = ply + 4 - WIN
    high = WIN - (ply + 3)
    if misere:
        low = ply + 1 - WIN
        high = WIN - (ply + 2)
    elif gravity:
        low = ply + 2 - WIN
    elif forced < 0:
        high = WIN - (ply + 5)
    if board.sums[windows.ALIVE + (other if misere else side)] == 0:
        high = 0
    if board.sums[windows.ALIVE + (side if misere else other)] == 0:
        low = 0
    if node.settle_by_bounds(search, ply, low, high):
        return True

    # 6. Pairing strategy: a side that is held by one never fills a window, so it cannot win.
    #    Tried where that settles the node, and where so few windows live that it may well hold.
    if not misere and not gravity and forced < 0:
        few = board.shape[windows.CELLS]
        if (
            frame[at + node.ALPHA] >= 0
            and board.sums[windows.ALIVE + side] <= few
            and windows.is_held_by_pairing(board, side)
        ):
            return node.settle(search, 0, node.CERTAIN)
        if (
            frame[at + node.BETA] <= 0
            and board.sums[windows.ALIVE + other] <= few
            and windows.is_held_by_pairing(board, other)
        ):
            return node.settle(search, 0, node.CERTAIN)

    # 7. Quiescence: at the horizon a calm node gets the static evaluation. A forced reply is
    #    searched on, at no cost in depth; a row of them ends with the board at the latest.
    depth = frame[at + node.DEPTH]
    if depth <= 0 and forced < 0:
        return node.settle(search, max(low, min(high, windows.evaluate(board))), node.FULL_WIDTH)

    # 8. Transposition table: an entry that is deep enough, or proved, settles the node.
    known = probe(search.table, board.sums[windows.KEY])
    if node.settle_by_table(search, ply, known):
        return True

    # 9. Moves: the forced reply alone; the defences against a fork; else all.
    windows.update_influence(board, frame[at - node.FRAME_SIZE + node.CELL], 1)
    frame[at + INFLUENCED] = 1
    node.start_moves(search, ply)
    frame[at + node.FORCED] = forced >= 0
    if forced >= 0:
        # every other move loses in two
        frame[at + node.BEST] = ply + 2 - WIN
        node.add_move(board, search, ply, forced)
        return False
    if not misere and not gravity:
        has_fork = windows.find_fork(board, other)
    if has_fork:
        _add_fork_defences(board, search, ply)
    else:
        _add_moves(board, search, ply)
    _rank(board, search, ply, move_of(known))
    return False


@inner
def _add_fork_defences(board: WindowBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Add the defences against the opponent's fork just found, where nobody has a finish.

    They are its three cells and all moves that make a finish. Every other move loses in four
    exactly: the opponent plays the fork, one finish is stopped, and he fills the other.
    """
    frame = search.frame
    at = ply * node.FRAME_SIZE
    side = board.sums[windows.SIDE]
    goal = board.shape[windows.GOAL]
    board.sums[windows.EPOCH] += 1
    epoch = board.sums[windows.EPOCH]
    for field in (windows.FORK, windows.ONE_END, windows.OTHER_END):
        cell = board.sums[field]
        board.stamp[cell] = epoch
        node.add_move(board, search, ply, cell)
    base = side * board.shape[windows.WINDOWS]
    for i in range(base, base + board.sums[windows.NEAR + side]):
        for j in range(board.near[i] * goal, board.near[i] * goal + goal):
            cell = board.window[j]
            if board.stone[cell] < 0 and board.stamp[cell] != epoch:
                board.stamp[cell] = epoch
                node.add_move(board, search, ply, cell)
    # the value of the moves left out. That is right where none is, too: no move loses sooner
    frame[at + node.BEST] = ply + 4 - WIN


@inner
def _add_moves(board: WindowBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Add every move; but of cells that no living window crosses one only, since all are a pass.

    In misere a move that fills a window loses at once and is not searched.
    """
    side = board.sums[windows.SIDE]
    misere = board.shape[windows.MISERE]
    passed = board.shape[windows.GRAVITY] == 1
    for choice in range(windows.choices(board)):
        cell = windows.landing(board, choice)
        if cell < 0:
            continue
        if misere and board.finish[2 * cell + side] > 0:
            search.frame[ply * node.FRAME_SIZE + node.BEST] = ply + 1 - WIN
            continue
        if (
            board.influence[2 * cell] + board.influence[2 * cell + 1] == 0
            and not board.shape[windows.GRAVITY]
        ):
            if passed:
                continue
            passed = True
        node.add_move(board, search, ply, cell)


@inner
def _rank(board: WindowBoard, search: AlphaBetaArrays, ply: int, best: int) -> None:
    """Move ordering: the table's move, killers, then by influence and history."""
    side = board.sums[windows.SIDE]
    misere = board.shape[windows.MISERE]
    at = ply * board.shape[windows.CELLS]
    for i in range(at, at + search.frame[ply * node.FRAME_SIZE + node.COUNT]):
        cell = search.moves[i]
        influence = 2 * board.influence[2 * cell + side] + board.influence[2 * cell + 1 - side]
        worth = (-influence if misere else influence) + search.history[2 * cell + side]
        if cell == best:
            worth += _TABLE_MOVE_FIRST
        elif cell == search.killers[2 * ply] or cell == search.killers[2 * ply + 1]:
            worth += _KILLER_BONUS
        search.order[i] = worth


@inner
def _set_up_child(search: AlphaBetaArrays, ply: int) -> None:
    """Set up the child of the move under way. A forced reply costs no depth."""
    at = ply * node.FRAME_SIZE
    cost = 0 if search.frame[at + node.FORCED] else 1
    if search.frame[at + node.KIND] == node.REDUCED:
        cost += 1
    node.open_child(search, ply, search.frame[at + node.DEPTH] - cost)


@inner
def _step(board: WindowBoard, search: AlphaBetaArrays, ply: int) -> bool:
    """Make the next move of a node; True where none is left that matters."""
    frame = search.frame
    at = ply * node.FRAME_SIZE
    width = search.state[node.WIDTH]
    tried = frame[at + node.TRIED]
    if tried == frame[at + node.COUNT]:
        node.finish_node(board, search, ply, frame[at + node.WORST_CLAIM])
        return True
    # 1. Late-move pruning: far down the order nothing is tried, so that the claim is no longer
    # FULL_WIDTH. But where all moves so far lose the rest is tried: only all moves prove a loss.
    if width > 0 and tried >= width and frame[at + node.BEST] >= -ESTIMATE_LIMIT:
        node.finish_node(board, search, ply, 0)
        return True
    # 2. Principal variation search: a null window shows that a move is no better than the
    #    first; only where it fails is the move searched again with the whole window.
    # 3. Late-move reductions: late moves are first searched one ply less deep.
    kind = node.FULL if tried == 0 else node.NULL
    if width > 0 and tried >= _FULL_DEPTH_MOVES and frame[at + node.DEPTH] >= _LEAST_REDUCED_DEPTH:
        kind = node.REDUCED
    cell = node.pick_move(board, search, ply)
    frame[at + node.KIND] = kind
    frame[at + node.CELL] = cell
    windows.put(board, cell)
    _set_up_child(search, ply)
    return False


@inner
def _return(board: WindowBoard, search: AlphaBetaArrays, ply: int) -> int:
    """Return from a child to its node: search it again, or unmake the move; the next phase."""
    if node.needs_research(search, ply):
        _set_up_child(search, ply)
        return node.ENTER
    windows.lift(board, search.frame[ply * node.FRAME_SIZE + node.CELL])
    return node.back_up(board, search, ply)


# --- for Python -----------------------------------------------------------------------


@entry
def put_stones(board: WindowBoard, cells: Array) -> None:
    """Put the stones of a game on a board, in the order played: `cells` has a cell for each ply."""
    for i in range(cells.size):
        windows.put(board, cells[i])
        windows.update_influence(board, cells[i], 1)


@entry
def lift_stone(board: WindowBoard, cell: int) -> None:
    """Take back the stone put last, which stands on this cell."""
    windows.update_influence(board, cell, -1)
    windows.lift(board, cell)


@entry
def evaluate_after(board: WindowBoard, cell: int) -> int:
    """The static evaluation after a move that fills no window, for the side that makes it."""
    windows.put(board, cell)
    value = -windows.evaluate(board)
    windows.lift(board, cell)
    return value


@entry
def begin(
    board: WindowBoard,
    search: AlphaBetaArrays,
    cell: int,
    alpha: int,
    beta: int,
    depth: int,
    width: int,
) -> None:
    """Prepare to search one move of the root, with a window and a depth seen from the root.

    With a `width` above 0 a node tries at most that many moves, and late ones less deep; with 0
    it tries all, to full depth.
    """
    node.start(search, cell, alpha, beta, depth, width)
    windows.put(board, cell)


@entry
def run(board: WindowBoard, search: AlphaBetaArrays, budget: int) -> bool:
    """Go on with the search begun until `state[NODES]` reaches `budget`; True where it has ended.

    Then `state` has the VALUE and CLAIM of the position after the move, seen by the side to move
    there, and the board is as it was before `begin`.
    """
    state = search.state
    while True:
        ply = state[node.PLY]
        if state[node.PHASE] == node.ENTER:
            if state[node.NODES] >= budget:
                return False
            state[node.NODES] += 1
            state[node.PHASE] = node.LEAVE if _enter(board, search, ply) else node.STEP
            continue
        if state[node.PHASE] == node.STEP:
            if _step(board, search, ply):
                state[node.PHASE] = node.LEAVE
            else:
                state[node.PLY] = ply + 1
                state[node.PHASE] = node.ENTER
            continue
        if search.frame[ply * node.FRAME_SIZE + INFLUENCED]:
            windows.update_influence(
                board, search.frame[(ply - 1) * node.FRAME_SIZE + node.CELL], -1
            )
        if ply == 1:
            windows.lift(board, search.frame[node.CELL])
            return True
        state[node.PHASE] = _return(board, search, ply - 1)
        if state[node.PHASE] != node.ENTER:
            state[node.PLY] = ply - 1
