"""Alpha-beta search for wide boards, on the shapes of engine/wide_kernels/shapes.py.

For boards of more than 72 cells without gravity, on which a line wins: gomoku above all. Values,
claims and the stack are those of engine/kernels/alphabeta.py. Unlike in the search over windows
(engine/kernels/window_search.py) a node knows which cells make fours or threes, so that VCF (wins
by fours) are searched at every node, and a threat leaves only the moves that may stop it.

The same tree serves the *threat-space search*: does one side, `state[ATTACKER]`, win by threats
alone? The attacker tries only moves of the kind `state[LEAST_KIND]` or more, threes as a rule, and
has failed where the defender has no threat to answer. A win that it finds is as sure as any;
that it finds none proves nothing. Depth then counts the attacker's moves that no four forces,
and `state[DEPTH_LIMITED]` says whether more depth could have told more.
"""

from __future__ import annotations

from typing import Final

from engine.kernels import alphabeta as node
from engine.kernels.alphabeta import AlphaBetaArrays
from engine.kernels.alphabeta_table import LOWER, bucket_of, from_node, move_of, probe, store
from engine.kernels.instructions import prefetch
from engine.kernels.jit import Array, entry, inner
from engine.kernels.windows import CELLS, KEY, SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN
from engine.wide_kernels import shape_moves
from engine.wide_kernels import shape_pruning as pruning
from engine.wide_kernels.fouls import find_answer, may_play, x_is_stuck
from engine.wide_kernels.line_network import LineNetwork, evaluate_near
from engine.wide_kernels.shapes import (
    CARO,
    FOURS,
    FREE_CELLS,
    RENJU,
    VARIANT,
    WINNERS,
    ShapeBoard,
    evaluate,
    find_finish,
    key_after,
    lift,
    put,
    wins_in_three,
)
from engine.wide_kernels.vcf import VcfArrays, find_vcf, prefetch_failed

_VCF_NODES: Final = 200
"""Nodes of one VCF search within the tree."""
_VCF_NODES_AT_HORIZON: Final = 40
"""Nodes of one VCF search at the horizon, where most nodes of the tree are."""
_QUIESCENCE_REPLIES: Final = 3
"""Replies to threats that quiescence searches: a three, its answer, and the next three and answer
are seen."""
_DRAW_IN_SIGHT: Final = 100
"""With so few free cells it is worth asking whether a line can still be completed."""


# --- a node ---------------------------------------------------------------------------


@inner
def _enter(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, network: LineNetwork, ply: int
) -> bool:
    """Evaluate a node, or expand it: list its moves in order. True if it is settled."""
    at = ply * node.FRAME_SIZE
    frame = search.frame
    side = board.sums[SIDE]
    other = 1 - side
    left = board.sums[FREE_CELLS]
    node.end_pv(board, search, ply, -1, -1, -1)

    # 1. Dead draw: no line can be completed any more. A full board is a case of this. So is a
    #    board of renju on which X is to move and may not.
    alive = 3
    if board.shape[VARIANT] == RENJU and side == 0 and x_is_stuck(board):
        return node.settle(search, 0, node.CERTAIN)
    if left <= _DRAW_IN_SIGHT:
        alive = _alive(board)
        if alive == 0:
            return node.settle(search, 0, node.CERTAIN)

    # 2. Win in one: a cell that completes a line. Nothing comes sooner.
    mine = find_finish(board, side, -1)
    if mine >= 0:
        node.end_pv(board, search, ply, mine, -1, -1)
        return node.settle(search, WIN - (ply + 1), node.CERTAIN)

    # 3. Loss in two: the opponent can complete a line on two cells, and the mover has one move.
    #    A single cell forces the move, since every other loses in two.
    #    In caro there may be two such cells, in renju one where X must not play.
    forced = find_finish(board, other, -1)
    spare = -1
    if forced >= 0 and board.shape[VARIANT] >= CARO:
        forced = find_answer(board, -1)
        if forced < 0:
            return node.settle(search, ply + 2 - WIN, node.CERTAIN)
        spare = find_answer(board, forced)
    elif forced >= 0:
        second = find_finish(board, other, forced)
        if second >= 0:
            node.end_pv(board, search, ply, forced, second, -1)
            return node.settle(search, ply + 2 - WIN, node.CERTAIN)
    elif board.sums[WINNERS + side] > 0:
        # 4. Win in three: an open four or two fours at once, and the opponent has no four that
        #    would come first.
        node.end_pv(board, search, ply, wins_in_three(board, side), -1, -1)
        return node.settle(search, WIN - (ply + 3), node.CERTAIN)

    # 5. Mate-distance pruning: the steps above leave no win or loss sooner than low and high
    #    say, so that the window is narrowed to them. A side that can complete no line cannot
    #    win, which bounds the value by the draw.
    low = ply + 4 - WIN
    high = WIN - (ply + 3)
    if forced < 0 and board.shape[VARIANT] < CARO:
        # in caro and renju there are wins in three beside those of step 4
        high = WIN - (ply + 5)
    if alive >> side & 1 == 0:
        high = 0
    if alive >> other & 1 == 0:
        low = 0
    if node.settle_by_bounds(search, ply, low, high):
        return True

    # 6. Transposition table: an entry that is deep enough, or proved, settles the node.
    depth = frame[at + node.DEPTH]
    key = board.sums[KEY]
    known = probe(search.table, key)
    if node.settle_by_table(search, ply, known):
        return True

    attacker = search.state[node.ATTACKER]
    threat = forced < 0 and board.sums[WINNERS + other] > 0
    frame[at + pruning.NO_VCF] = 0
    if forced < 0:
        # 7. Reverse futility pruning, which at the horizon is to stand pat. It comes before the
        #    search for a VCF, since a win would reach beta too.
        calm = attacker == node.NO_ATTACKER and not threat
        if calm and pruning.stands_above(board, search, vcf, network, ply, known, high):
            return True
        # 8. VCF: a win by fours, each of which leaves one reply, is a win whatever else there is.
        # There may be a sooner one: without a width it counts only where it reaches beta. A VCF
        # that the side did not have with an extra move it does not have without it.
        if board.sums[FOURS + side] > 0 and frame[at - node.FRAME_SIZE + pruning.NO_VCF] == 0:
            plies = find_vcf(board, vcf, _VCF_NODES if depth > 0 else _VCF_NODES_AT_HORIZON)
            search.state[node.NODES] += vcf.nodes[0]
            won = WIN - (ply + plies)
            if plies > 0 and (search.state[node.WIDTH] > 0 or won >= frame[at + node.BETA]):
                store(search.table, key, depth, from_node(won, ply), LOWER, 0, vcf.line[0])
                width = board.shape[CELLS] + 2
                for i in range(plies):
                    search.pv[ply * width + i] = vcf.line[i]
                search.pv[ply * width + plies] = -1
                return node.settle(search, won, node.CERTAIN if plies == 3 else 0)
        # 9. Quiescence: at the horizon a calm node gets the static evaluation. A forced reply is
        #    searched on, at no cost in depth; a row of them ends with the board at the latest.
        #    So is a reply to a three, for a while, and in a threat-space search always.
        if attacker == side:
            if depth == 0:
                search.state[node.DEPTH_LIMITED] = 1
                return node.settle(search, 0, 0)
        elif (
            depth == 0 and attacker != other and (not threat or frame[at + pruning.QUIESCENCE] == 0)
        ):
            value = evaluate_near(board, network, frame[at + node.ALPHA], frame[at + node.BETA])
            return node.settle(search, max(low, min(high, value)), node.FULL_WIDTH)
        # 10. Futility pruning, before looking for a VCF of the opponent's, since a loss would not
        # reach alpha either.
        if attacker == node.NO_ATTACKER and pruning.stands_below(
            board, search, network, ply, known
        ):
            return True

    # 11. Moves: the forced reply; the defences against a win in three; the attacker's threats;
    #     the defences against a VCF after a null move; else the promising ones.
    node.start_moves(search, ply)
    frame[at + node.FORCED] = forced >= 0
    frame[at + pruning.STAGE] = pruning.DEFENCES
    if forced >= 0:
        # every other move loses in two
        frame[at + node.BEST] = ply + 2 - WIN
        shape_moves.add_ranked(board, search, ply, forced, 1)
        if spare >= 0:
            shape_moves.add_ranked(board, search, ply, spare, 0)
        return False
    if threat:
        # beyond the horizon fours that delay the win are left out, and the claim is weakened,
        # unless only losses are to be compared: then what is left out must be one
        only_losses = frame[at + node.BETA] <= -ESTIMATE_LIMIT
        counters = depth > 0 or attacker != node.NO_ATTACKER or only_losses
        shape_moves.add_fork_defences(board, search, ply, counters)
        # every other move loses in four exactly
        frame[at + node.BEST] = ply + 4 - WIN
        if not counters:
            frame[at + node.BEST] = -ESTIMATE_LIMIT
            frame[at + node.WORST_CLAIM] = 0
    elif attacker == side:
        frame[at + node.BEST] = 0
        frame[at + node.WORST_CLAIM] = 0
        shape_moves.add_threats(board, search, ply)
    else:
        # Null move: would the opponent have a VCF if the mover passed? Then only moves that may
        # stop it are worth a search: after any other it is played as it stands, and wins.
        plies = 0
        if depth >= pruning.NULL_MOVE_DEPTH or attacker == other:
            plies = pruning.vcf_after_null_move(board, search, vcf, ply)
        if plies > 0:
            shape_moves.add_vcf_defences(board, search, vcf, ply, plies)
            frame[at + node.BEST] = ply + plies + 1 - WIN
            frame[at + pruning.STAGE] = pruning.MAYBE_DEFENCES
        elif attacker == other:
            return node.settle(search, 0, 0)
        else:
            frame[at + pruning.MOST] = pruning.late_moves(board, search, network, ply, known)
            _begin_moves(board, search, ply, known)
            return False
    if board.shape[VARIANT] == RENJU:
        shape_moves.drop_fouls(board, search, ply)
    shape_moves.rank_new_moves(board, search, ply, move_of(known))
    return False


@inner
def _begin_moves(board: ShapeBoard, search: AlphaBetaArrays, ply: int, known: int) -> None:
    """List the first moves of a calm node: only that of the table, which is mostly enough."""
    best = move_of(known)
    if best >= 0 and board.stone[best] < 0:
        search.frame[ply * node.FRAME_SIZE + pruning.STAGE] = pruning.TABLE_MOVE
        node.add_move(board, search, ply, best)
    else:
        search.frame[ply * node.FRAME_SIZE + pruning.STAGE] = pruning.PROMISING
        shape_moves.add_moves(board, search, ply, True)
        shape_moves.rank_new_moves(board, search, ply, -1)


@inner
def _alive(board: ShapeBoard) -> int:
    """Which sides can still complete a line: bit 0 for X, bit 1 for O."""
    word = 0
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0:
            word |= board.combination[cell]
    return int((word & 65535 > 0) + 2 * (word >> 16 > 0))


@inner
def _set_up_child(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Set up the child of the move just made. A forced reply costs no depth."""
    frame = search.frame
    at = ply * node.FRAME_SIZE
    below = at + node.FRAME_SIZE
    depth = frame[at + node.DEPTH]
    cost = 0 if frame[at + node.FORCED] or search.state[node.ATTACKER] == board.sums[SIDE] else 1
    if frame[at + node.KIND] == node.REDUCED:
        cost += frame[at + pruning.REDUCTION]
    node.open_child(search, ply, depth - cost)
    frame[below + pruning.QUIESCENCE] = _QUIESCENCE_REPLIES
    if depth == 0 and not frame[at + node.FORCED]:
        frame[below + pruning.QUIESCENCE] = frame[at + pruning.QUIESCENCE] - 1


@inner
def _step(board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int) -> bool:
    """Make the next move of a node; True where none is left that matters."""
    frame = search.frame
    at = ply * node.FRAME_SIZE
    width = search.state[node.WIDTH]
    tried = frame[at + node.TRIED]
    while tried == frame[at + node.COUNT] and frame[at + pruning.STAGE] in (
        pruning.TABLE_MOVE,
        pruning.PROMISING,
    ):
        promising = frame[at + pruning.STAGE] == pruning.TABLE_MOVE
        if not promising and width > 0 and frame[at + node.BEST] >= -ESTIMATE_LIMIT:
            node.finish_node(board, search, ply, 0)
            return True
        frame[at + pruning.STAGE] = pruning.PROMISING if promising else pruning.ALL_MOVES
        shape_moves.add_moves(board, search, ply, promising)
        shape_moves.rank_new_moves(board, search, ply, -1)
    if tried == frame[at + node.COUNT]:
        # no defence was better than the lower bound of the moves left out
        only_bound = (
            frame[at + pruning.STAGE] == pruning.MAYBE_DEFENCES and frame[at + node.BEST_CELL] < 0
        )
        node.finish_node(board, search, ply, 0 if only_bound else frame[at + node.WORST_CLAIM])
        return True
    # 1. Late-move pruning: far down the order nothing is tried, so that the claim is no longer
    # FULL_WIDTH. But where all moves so far lose the rest is tried: only all moves prove a loss.
    calm = width > 0 and frame[at + pruning.STAGE] <= pruning.PROMISING
    if calm and tried >= frame[at + pruning.MOST] and frame[at + node.BEST] >= -ESTIMATE_LIMIT:
        node.finish_node(board, search, ply, 0)
        return True
    # 2. Principal variation search: a null window shows that a move is no better than the
    #    first; only where it fails is the move searched again with the whole window.
    # 3. Late-move reductions: with a null window some moves are first searched less deep.
    cell = node.pick_move(board, search, ply)
    reduction = pruning.reduction_of(board, search, ply, cell)
    frame[at + pruning.REDUCTION] = reduction
    frame[at + node.KIND] = (
        node.FULL if tried == 0 else node.REDUCED if reduction > 0 else node.NULL
    )
    frame[at + node.CELL] = cell
    prefetch(search.table, bucket_of(search.table, key_after(board, cell)))
    prefetch_failed(board, vcf, cell)
    put(board, cell)
    _set_up_child(board, search, ply)
    return False


@inner
def _return(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> int:
    """Return from a child to its node: search it again, or unmake the move; the next phase."""
    if node.needs_research(search, ply):
        _set_up_child(board, search, ply)
        return node.ENTER
    lift(board, search.frame[ply * node.FRAME_SIZE + node.CELL])
    return node.back_up(board, search, ply)


# --- for Python -----------------------------------------------------------------------


@entry
def put_stones(board: ShapeBoard, cells: Array) -> None:
    """Put the stones of a game on a board, in the order played: `cells` has a cell for each ply."""
    for i in range(cells.size):
        put(board, cells[i])


@entry
def lift_stone(board: ShapeBoard, cell: int) -> None:
    """Unmake the last move, on this cell."""
    lift(board, cell)


@entry
def allows(board: ShapeBoard, cell: int) -> bool:
    """Whether the side to move may put a stone on a free cell."""
    return may_play(board, board.sums[SIDE], cell)


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
    """Prepare to search one move of the root, with a window and a depth seen from the root.

    With a `width` above 0 a node tries at most that many moves, and late ones less deep; with 0
    it tries all, to full depth. `attacker` is the side of a threat-space search, or NO_ATTACKER.
    """
    node.start(search, cell, alpha, beta, depth, width)
    search.state[node.ATTACKER] = attacker
    search.state[node.DEPTH_LIMITED] = 0
    search.frame[node.FRAME_SIZE + pruning.QUIESCENCE] = _QUIESCENCE_REPLIES
    put(board, cell)


@entry
def abandon(board: ShapeBoard, search: AlphaBetaArrays) -> None:
    """Abandon the search begun: the board is as it was before `begin`."""
    for ply in range(search.state[node.PLY] - 1, -1, -1):
        lift(board, search.frame[ply * node.FRAME_SIZE + node.CELL])


@entry
def run(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, network: LineNetwork, budget: int
) -> bool:
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
            state[node.PHASE] = (
                node.LEAVE if _enter(board, search, vcf, network, ply) else node.STEP
            )
            continue
        if state[node.PHASE] == node.STEP:
            if _step(board, search, vcf, ply):
                state[node.PHASE] = node.LEAVE
            else:
                state[node.PLY] = ply + 1
                state[node.PHASE] = node.ENTER
            continue
        if ply == 1:
            lift(board, search.frame[node.CELL])
            return True
        state[node.PHASE] = _return(board, search, ply - 1)
        if state[node.PHASE] != node.ENTER:
            state[node.PLY] = ply - 1
