"""The search for wide boards: alpha-beta over the shapes of engine/kernels/shapes.py.

Boards of more than 72 cells without gravity, on which a line wins: gomoku above all. Values
and claims are those of engine/kernels/alphabeta.py. What differs is what a
node knows: which cells make fours or threes without looking for them, so that wins by fours
are searched at every node, and a threat leaves only the replies that may stop it.

The same tree, asked whether one side wins by threats alone, is an *attack*: `state[ATTACKER]`
tries only moves of the kind `state[LEAST_KIND]` or more, threes as a rule, and has failed where the
other has no threat to answer.
What it proves is as sure as any win; that it fails proves nothing. Depth then counts the
attacker's free moves, and `state[DEPTH_LIMITED]` says whether more of it could have told more.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.alphabeta import (
    ALPHA,
    ATTACKER,
    BEST,
    BEST_CELL,
    BETA,
    CELL,
    CERTAIN,
    COUNT,
    DEPTH,
    DEPTH_LIMITED,
    ENTER,
    FORCED,
    FRAME_SIZE,
    FULL,
    FULL_WIDTH,
    KIND,
    LEAST_KIND,
    LEAVE,
    LOWER,
    NODES,
    NULL,
    OWN,
    PHASE,
    PLY,
    REDUCED,
    STEP,
    TRIED,
    WIDTH,
    WORST_CLAIM,
    AlphaBetaArrays,
    add_move,
    back_up,
    bucket_of,
    end_pv,
    finish_node,
    from_node,
    needs_research,
    open_child,
    pick_move,
    probe,
    settle,
    settle_by_table,
    start,
    start_moves,
    store,
)
from engine.kernels.jit import Array, entry, inner, prefetch
from engine.kernels.shapes import (
    FINISHES,
    FOURS,
    FREE_CELLS,
    ONE_THREE,
    WINNERS,
    ShapeBoard,
    evaluate,
    find_finish,
    kind_of,
    lift,
    put,
    rank_of,
    wins_in_three,
)
from engine.kernels.vcf import VcfArrays, failed_key, find_vcf
from engine.kernels.windows import CELLS, EPOCH, SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN

NO_ATTACKER: Final = -1
"""The attacker of a search that is no attack."""

# fields of the frame
STAGE: Final = OWN
"""Which of a node's moves are tried:"""
ALL_MOVES, PROMISING, DEFENCES, MAYBE_DEFENCES = range(4)
"""all it has; those that come to something, and the others only if these lose; those that may
stop a threat, where the others lose in four exactly; or where they lose, but maybe sooner than
is known."""
QUIESCENCE: Final = OWN + 1
"""How many more replies to threats are looked through beyond the horizon."""

_TABLE_MOVE_FIRST: Final = 1 << 40
_KILLERS_NEXT: Final = 1 << 20
_RANK: Final = 6
"""Rank counts 64 times as much as history. A killer lies above all but the table's move."""

REDUCTIONS: Final = 64
"""The depths, and moves of a node, up to which `AlphaBetaArrays.reductions` tells them apart."""
_VCF_NODES: Final = 200
"""Nodes of one search for a VCF within the tree,"""
_VCF_NODES_AT_HORIZON: Final = 40
"""at the horizon, where most nodes are,"""
_VCF_NODES_AFTER_NULL_MOVE: Final = 60
"""and for what the opponent threatens,"""
_NULL_MOVE_DEPTH: Final = 2
"""which is asked from this depth on: below it costs more than it saves."""
_QUIESCENCE_REPLIES: Final = 3
"""What QUIESCENCE begins with: a three, its answer, and the next three and answer are seen."""
_LATE_MOVES: Final = 6
"""So many moves are tried at any depth, and with it"""
_LATE_MOVES_BY_DEPTH: Final = 3
"""times its square more."""
_FULL_DEPTH_MOVES: Final = 3
"""So many moves of a node keep their depth."""
_REVERSE_FUTILITY_DEPTH: Final = 6
_REVERSE_FUTILITY_MARGIN: Final = 500
"""Up to this depth a calm node is not searched that stands above the window by this much a ply,"""
_FUTILITY_DEPTH: Final = 4
_FUTILITY_MARGIN: Final = 3500
"""and up to this one, if it stands so far below. Together 64 % +- 10 in 60 games at 0.1 s, with
weights, and margins, about half as large. Of five pairs of margins tried since evaluations count
who is to move (safe 250 to 500, hopeless 1500 to 5000) these scored best, 60 % +- 6."""
_IDLE_RANK: Final = 12
"""What is ranked no higher, a cell where nothing stands near, is tried after all else."""
_DRAW_IN_SIGHT: Final = 100
"""With so few free cells it is worth asking whether a line can still be completed."""


# --- a node ---------------------------------------------------------------------------


@inner
def _enter(board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int) -> bool:
    """Settle a node from what stands on the board, or make its moves ready; True if settled."""
    at = ply * FRAME_SIZE
    frame = search.frame
    side = board.sums[SIDE]
    other = 1 - side
    left = board.sums[FREE_CELLS]
    end_pv(board, search, ply, -1, -1, -1)

    # 1. Draw: no line can be completed any more; a full board is a case of this.
    alive = 3
    if left <= _DRAW_IN_SIGHT:
        alive = _alive(board)
        if alive == 0:
            return settle(search, 0, CERTAIN)

    # 2. Win in one.
    mine = find_finish(board, side, -1)
    if mine >= 0:
        end_pv(board, search, ply, mine, -1, -1)
        return settle(search, WIN - (ply + 1), CERTAIN)

    # 3. Loss in two: two cells to stop, one move. A single one forces the move.
    forced = find_finish(board, other, -1)
    if forced >= 0:
        second = find_finish(board, other, forced)
        if second >= 0:
            end_pv(board, search, ply, forced, second, -1)
            return settle(search, ply + 2 - WIN, CERTAIN)
    elif board.sums[WINNERS + side] > 0:
        # 4. Win in three: two finishes at once, and no threat of the opponent's that comes first.
        end_pv(board, search, ply, wins_in_three(board, side), -1, -1)
        return settle(search, WIN - (ply + 3), CERTAIN)

    # 5. Bounds by distance: what the steps above leave possible; by living lines.
    low = ply + 4 - WIN
    high = WIN - (ply + 3)
    if forced < 0:
        high = WIN - (ply + 5)
    if alive >> side & 1 == 0:
        high = 0
    if alive >> other & 1 == 0:
        low = 0
    if frame[at + ALPHA] >= high:
        return settle(search, high, CERTAIN)
    if frame[at + BETA] <= low:
        return settle(search, low, CERTAIN)
    frame[at + ALPHA] = max(frame[at + ALPHA], low)
    frame[at + BETA] = min(frame[at + BETA], high)

    # 6. Table.
    depth = frame[at + DEPTH]
    known = probe(board, search)
    if settle_by_table(search, ply, known):
        return True

    attacker = search.state[ATTACKER]
    threat = forced < 0 and board.sums[WINNERS + other] > 0
    if forced < 0:
        # 7. VCF: a win, but maybe not the soonest, which is asked without a width.
        if board.sums[FOURS + side] > 0:
            plies = find_vcf(board, vcf, _VCF_NODES if depth > 0 else _VCF_NODES_AT_HORIZON)
            search.state[NODES] += vcf.nodes[0]
            won = WIN - (ply + plies)
            if plies > 0 and (search.state[WIDTH] > 0 or won >= frame[at + BETA]):
                store(board, search, depth, from_node(won, ply), LOWER, 0, vcf.line[0])
                width = board.shape[CELLS] + 2
                for i in range(plies):
                    search.pv[ply * width + i] = vcf.line[i]
                search.pv[ply * width + plies] = -1
                return settle(search, won, 0)
        # 8. Horizon. A forced reply is looked through: it costs no depth, and a chain of them
        #    ends with the board. So is a reply to a three, for a while, and in an attack always.
        if attacker == side:
            if depth == 0:
                search.state[DEPTH_LIMITED] = 1
                return settle(search, 0, 0)
        elif depth == 0 and attacker != other and (not threat or frame[at + QUIESCENCE] == 0):
            return settle(search, max(low, min(high, evaluate(board))), FULL_WIDTH)

    # 9. Moves.
    start_moves(search, ply)
    frame[at + FORCED] = forced >= 0
    frame[at + STAGE] = DEFENCES
    if forced >= 0:
        # everything else loses in two
        frame[at + BEST] = ply + 2 - WIN
        add_move(board, search, ply, forced)
        return False
    if threat:
        # where only losses are told apart, what is left out must be one
        only_losses = frame[at + BETA] <= -ESTIMATE_LIMIT
        counters = depth > 0 or attacker != NO_ATTACKER or only_losses
        _add_fork_defences(board, search, ply, counters)
        # what is left out loses in four exactly
        frame[at + BEST] = ply + 4 - WIN
        if not counters:
            frame[at + BEST] = -ESTIMATE_LIMIT
            frame[at + WORST_CLAIM] = 0
    elif attacker == side:
        frame[at + BEST] = 0
        frame[at + WORST_CLAIM] = 0
        _add_threats(board, search, ply)
    else:
        plies = 0
        if board.sums[FOURS + other] > 0 and (depth >= _NULL_MOVE_DEPTH or attacker == other):
            board.sums[SIDE] = other
            plies = find_vcf(board, vcf, _VCF_NODES_AFTER_NULL_MOVE)
            board.sums[SIDE] = side
            search.state[NODES] += vcf.nodes[0]
        if plies > 0:
            _add_vcf_defences(board, search, vcf, ply, plies)
            frame[at + BEST] = ply + plies + 1 - WIN
            frame[at + STAGE] = MAYBE_DEFENCES
        elif attacker == other:
            return settle(search, 0, 0)
        elif search.state[WIDTH] > 0 and _prune_by_futility(board, search, ply):
            return True
        else:
            frame[at + STAGE] = PROMISING
            _add_moves(board, search, ply, True)
    _rank(board, search, ply, (known >> 29) - 1)
    return False


@inner
def _prune_by_futility(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> bool:
    """Settle a calm node with little depth left that stands far from its window, if it does."""
    frame = search.frame
    at = ply * FRAME_SIZE
    depth = frame[at + DEPTH]
    alpha, beta = frame[at + ALPHA], frame[at + BETA]
    if beta - alpha > 1 or abs(beta) > ESTIMATE_LIMIT:
        return False
    value = evaluate(board)
    safe = depth <= _REVERSE_FUTILITY_DEPTH and value - _REVERSE_FUTILITY_MARGIN * depth >= beta
    hopeless = depth <= _FUTILITY_DEPTH and value + _FUTILITY_MARGIN * depth <= alpha
    return (safe or hopeless) and settle(search, value, 0)


@inner
def _alive(board: ShapeBoard) -> int:
    """Which sides can still complete a line, a bit each."""
    word = 0
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0:
            word |= board.combination[cell]
    return int((word & 65535 > 0) + 2 * (word >> 16 > 0))


@inner
def _add(board: ShapeBoard, search: AlphaBetaArrays, ply: int, cell: int, rank: int) -> None:
    """One more move, with its rank."""
    search.order[ply * board.shape[CELLS] + search.frame[ply * FRAME_SIZE + COUNT]] = rank
    add_move(board, search, ply, cell)


@inner
def _add_new(board: ShapeBoard, search: AlphaBetaArrays, ply: int, cell: int) -> None:
    """One more move, unless this sweep has added it."""
    if board.stamp[cell] != board.sums[EPOCH]:
        board.stamp[cell] = board.sums[EPOCH]
        _add(board, search, ply, cell, rank_of(board, board.sums[SIDE], cell))


@inner
def _add_fours(board: ShapeBoard, search: AlphaBetaArrays, ply: int, side: int) -> None:
    base = side * board.shape[CELLS]
    for i in range(base, base + board.sums[FOURS + side]):
        _add_new(board, search, ply, board.fours[i])


@inner
def _add_fork_defences(board: ShapeBoard, search: AlphaBetaArrays, ply: int, fully: bool) -> None:
    """Add the replies to a win in three of the opponent's.

    It is stopped on its own cell or on one of two finishes (on its cell alone if there are
    more), or put off by a four.
    """
    side = board.sums[SIDE]
    other = 1 - side
    cell = wins_in_three(board, other)
    board.sums[SIDE] = other
    put(board, cell)
    one = find_finish(board, other, -1)
    two = find_finish(board, other, one)
    more = board.sums[FINISHES + other] > 2
    lift(board, cell)
    board.sums[SIDE] = side
    board.sums[EPOCH] += 1
    _add_new(board, search, ply, cell)
    if not more:
        _add_new(board, search, ply, one)
        _add_new(board, search, ply, two)
    if fully:
        _add_fours(board, search, ply, side)


@inner
def _add_vcf_defences(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int, plies: int
) -> None:
    """Add the replies that may stop the VCF in `line`, which follows on a pass.

    They are its cells, fours that put it off, and fours that the defender comes to have on the
    way.
    """
    defender = board.sums[SIDE]
    board.sums[EPOCH] += 1
    for i in range(plies):
        _add_new(board, search, ply, vcf.line[i])
    _add_fours(board, search, ply, defender)
    board.sums[SIDE] = 1 - defender
    for i in range(plies - 2):
        put(board, vcf.line[i])
        if i % 2 == 1:
            _add_fours(board, search, ply, defender)
    for i in range(plies - 3, -1, -1):
        lift(board, vcf.line[i])
    board.sums[SIDE] = defender
    # they were ranked on the way
    at = ply * board.shape[CELLS]
    for i in range(at, at + search.frame[ply * FRAME_SIZE + COUNT]):
        search.order[i] = rank_of(board, defender, search.moves[i])


@inner
def _add_moves(board: ShapeBoard, search: AlphaBetaArrays, ply: int, promising: bool) -> None:
    """The moves that come to something, or the others.

    Of cells that no line can be completed through, which are all a pass, there is one.
    """
    side = board.sums[SIDE]
    passed = False
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] >= 0:
            continue
        rank = rank_of(board, side, cell)
        if (rank > _IDLE_RANK) != promising:
            continue
        if board.combination[cell] == 0:
            if passed:
                continue
            passed = True
        _add(board, search, ply, cell, rank)


@inner
def _add_threats(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """The moves of an attack."""
    side = board.sums[SIDE]
    least = search.state[LEAST_KIND]
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0 and kind_of(board, side, cell) >= least:
            _add(board, search, ply, cell, rank_of(board, side, cell))


@inner
def _rank(board: ShapeBoard, search: AlphaBetaArrays, ply: int, best: int) -> None:
    """Give each new move its place: the table's, killers, then what it makes and stops."""
    side = board.sums[SIDE]
    at = ply * board.shape[CELLS]
    tried = search.frame[ply * FRAME_SIZE + TRIED]
    for i in range(at + tried, at + search.frame[ply * FRAME_SIZE + COUNT]):
        cell = search.moves[i]
        worth = (search.order[i] << _RANK) + search.history[2 * cell + side]
        if cell == best:
            worth += _TABLE_MOVE_FIRST
        elif cell == search.killers[2 * ply] or cell == search.killers[2 * ply + 1]:
            worth += _KILLERS_NEXT
        search.order[i] = worth


@inner
def _reduction(search: AlphaBetaArrays, depth: int, tried: int) -> int:
    """How much less deep the move with this number is searched first."""
    last = REDUCTIONS - 1
    return int(search.reductions[REDUCTIONS * min(depth, last) + min(tried, last)])


@inner
def _set_up_child(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Set up the child of the move just played: a forced reply costs no depth."""
    frame = search.frame
    at = ply * FRAME_SIZE
    below = at + FRAME_SIZE
    depth = frame[at + DEPTH]
    cost = 0 if frame[at + FORCED] or search.state[ATTACKER] == board.sums[SIDE] else 1
    if frame[at + KIND] == REDUCED:
        cost += _reduction(search, depth, frame[at + TRIED])
    open_child(search, ply, depth - cost)
    frame[below + QUIESCENCE] = _QUIESCENCE_REPLIES
    if depth == 0 and not frame[at + FORCED]:
        frame[below + QUIESCENCE] = frame[at + QUIESCENCE] - 1


@inner
def _step(board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int) -> bool:
    """Play the next move of a node; True where none is left that matters."""
    frame = search.frame
    at = ply * FRAME_SIZE
    width = search.state[WIDTH]
    tried = frame[at + TRIED]
    if tried == frame[at + COUNT] and frame[at + STAGE] == PROMISING:
        if width > 0 and frame[at + BEST] >= -ESTIMATE_LIMIT:
            finish_node(board, search, ply, 0)
            return True
        frame[at + STAGE] = ALL_MOVES
        _add_moves(board, search, ply, False)
        _rank(board, search, ply, -1)
    if tried == frame[at + COUNT]:
        # the floor is a bound from above only
        only_bound = frame[at + STAGE] == MAYBE_DEFENCES and frame[at + BEST_CELL] < 0
        finish_node(board, search, ply, 0 if only_bound else frame[at + WORST_CLAIM])
        return True
    kind = FULL if tried == 0 else NULL
    depth = frame[at + DEPTH]
    if width > 0 and frame[at + STAGE] <= PROMISING:
        # Pruning: far down the order nothing is tried, unless all before it loses, for only
        # all moves together prove a loss.
        most = min(width, _LATE_MOVES + _LATE_MOVES_BY_DEPTH * depth * depth)
        if tried >= most and frame[at + BEST] >= -ESTIMATE_LIMIT:
            finish_node(board, search, ply, 0)
            return True
        # Reduction: late moves first less deep.
        if tried >= _FULL_DEPTH_MOVES and _reduction(search, depth, tried + 1) > 0:
            kind = REDUCED
    cell = pick_move(board, search, ply)
    if kind == REDUCED and kind_of(board, board.sums[SIDE], cell) >= ONE_THREE:
        kind = NULL
    frame[at + KIND] = kind
    frame[at + CELL] = cell
    put(board, cell)
    prefetch(search.table, bucket_of(board, search))
    if board.sums[FOURS + board.sums[SIDE]] > 0:
        prefetch(vcf.failed, failed_key(board) & vcf.failed.size - 1)
    _set_up_child(board, search, ply)
    return False


@inner
def _return(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> int:
    """Take the value of a child up into its node; the phase that follows."""
    if needs_research(search, ply):
        _set_up_child(board, search, ply)
        return ENTER
    lift(board, search.frame[ply * FRAME_SIZE + CELL])
    return back_up(board, search, ply)


# --- for Python -----------------------------------------------------------------------


@entry
def put_stones(board: ShapeBoard, cells: Array) -> None:
    """Put the stones of a game on an empty board, in the order played."""
    for i in range(cells.size):
        put(board, cells[i])


@entry
def lift_stone(board: ShapeBoard, cell: int) -> None:
    """Take back the stone put last."""
    lift(board, cell)


@entry
def evaluate_after(board: ShapeBoard, cell: int) -> int:
    """The static evaluation after a move that fills no line, for the side that makes it."""
    put(board, cell)
    value = -evaluate(board)
    lift(board, cell)
    return value


@entry
def begin(
    board: ShapeBoard,
    search: AlphaBetaArrays,
    cell: int,
    alpha: int,
    beta: int,
    depth: int,
    width: int,
    attacker: int,
) -> None:
    """Make ready to search one move of the root, seen from there, with a window and depth.

    With `width` a node tries that many moves only (and late ones less deep), without (0) all.
    `attacker` is the side whose attack it is, or NO_ATTACKER.
    """
    start(search, cell, alpha, beta, depth, width)
    search.state[ATTACKER] = attacker
    search.state[DEPTH_LIMITED] = 0
    search.frame[FRAME_SIZE + QUIESCENCE] = _QUIESCENCE_REPLIES
    put(board, cell)


@entry
def abandon(board: ShapeBoard, search: AlphaBetaArrays) -> None:
    """Leave what was begun, in the middle: the board is as it was before."""
    for ply in range(search.state[PLY] - 1, -1, -1):
        lift(board, search.frame[ply * FRAME_SIZE + CELL])


@entry
def run(board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, budget: int) -> bool:
    """Go on with what was begun, until `state[NODES]` has grown to `budget`; True at its end.

    Then `state` holds the VALUE and CLAIM of the position after the move, seen by the
    side to move there, and the board is as it was before `begin`.
    """
    state = search.state
    while True:
        ply = state[PLY]
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            state[NODES] += 1
            state[PHASE] = LEAVE if _enter(board, search, vcf, ply) else STEP
            continue
        if state[PHASE] == STEP:
            if _step(board, search, vcf, ply):
                state[PHASE] = LEAVE
            else:
                state[PLY] = ply + 1
                state[PHASE] = ENTER
            continue
        if ply == 1:
            lift(board, search.frame[CELL])
            return True
        state[PHASE] = _return(board, search, ply - 1)
        if state[PHASE] != ENTER:
            state[PLY] = ply - 1
