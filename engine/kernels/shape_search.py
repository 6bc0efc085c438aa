"""Alpha-beta search for wide boards, on the shapes of engine/kernels/shapes.py.

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
from engine.kernels.fouls import find_answer, may_play, x_is_stuck
from engine.kernels.instructions import prefetch
from engine.kernels.jit import Array, entry, inner
from engine.kernels.line_network import LineNetwork, evaluate_near
from engine.kernels.shape_moves import (
    add_fork_defences,
    add_moves,
    add_ranked,
    add_threats,
    add_vcf_defences,
    drop_fouls,
    rank_new_moves,
)
from engine.kernels.shapes import (
    CARO,
    FOURS,
    FREE_CELLS,
    ONE_FOUR,
    ONE_THREE,
    RENJU,
    VARIANT,
    WINNERS,
    ShapeBoard,
    evaluate,
    find_finish,
    key_after,
    kind_of,
    lift,
    put,
    wins_in_three,
)
from engine.kernels.vcf import VcfArrays, find_vcf, prefetch_failed
from engine.kernels.windows import CELLS, SIDE
from engine.thinking.score import ESTIMATE_LIMIT, WIN

NO_ATTACKER: Final = -1
"""The ATTACKER of a search that is no threat-space search."""

STAGE: Final = OWN
"""Where the frame of a node has the stage of its moves: ALL_MOVES to TABLE_MOVE."""
ALL_MOVES, PROMISING, DEFENCES, MAYBE_DEFENCES, TABLE_MOVE = range(5)
"""Stages of the moves of a node. ALL_MOVES are all. PROMISING are those that make something; the
others follow only if all of these lose. DEFENCES are those that may stop a threat, where every
other loses in four exactly. MAYBE_DEFENCES are those that may stop a VCF, where every other
loses, maybe sooner than is known. TABLE_MOVE, that of the table alone, comes before PROMISING."""
QUIESCENCE: Final = OWN + 1
"""Where the frame of a node has how many more replies to threats quiescence searches below it."""
NO_VCF: Final = OWN + 2
"""Where the frame of a node has whether it is known that the opponent has no VCF, not even after
a null move."""
REDUCTION: Final = OWN + 3
"""Where the frame of a node has by how many plies the move under way is reduced."""
MOST: Final = OWN + 4
"""Where the frame of a calm node has how many moves are tried there."""

REDUCTIONS: Final = 64
"""The depths, and moves of a node, up to which `AlphaBetaArrays.reductions` tells them apart."""
_VCF_NODES: Final = 200
"""Nodes of one VCF search within the tree."""
_VCF_NODES_AT_HORIZON: Final = 40
"""Nodes of one VCF search at the horizon, where most nodes of the tree are."""
_VCF_NODES_AFTER_NULL_MOVE: Final = 60
"""Nodes of one search for the VCF that the opponent threatens."""
_NULL_MOVE_DEPTH: Final = 2
"""The least depth at which that threat is searched: below it costs more than it saves."""
_QUIESCENCE_REPLIES: Final = 3
"""Replies to threats that quiescence searches: a three, its answer, and the next three and answer
are seen."""
_LATE_MOVES: Final = 4
"""Late-move pruning: so many moves are tried at any depth."""
_LATE_MOVES_BY_DEPTH: Final = 3
"""Late-move pruning: so many moves more are tried for each unit of the depth squared."""
_FAR_BELOW: Final = 1500
"""Late-move pruning: a calm node so many points below a null window tries half as many. From its
fifth move on a move raises alpha there in one case of 300, elsewhere in one of 40."""
_FULL_DEPTH_MOVES: Final = 3
"""Late-move reductions: so many moves of a node keep their depth."""
_LONE_FOUR_DEPTH: Final = 5
"""Late-move reductions: from this depth on a lone four is reduced by two plies, before by one."""
_REVERSE_FUTILITY_DEPTH: Final = 6
"""Reverse futility pruning: the greatest depth at which it is done."""
_REVERSE_FUTILITY_MARGIN: Final = 500
"""Reverse futility pruning: so many points a ply a calm node has to stand above its window. Of
five pairs of margins, this one from 250 to 500 and that of futility from 1500 to 5000, the pair
of 500 and 3500 scored best, 60 % +- 6, since evaluations count who is to move."""
_FUTILITY_DEPTH: Final = 4
"""Futility pruning: the greatest depth at which it is done."""
_FUTILITY_MARGIN: Final = 3500
"""Futility pruning: so many points a ply a calm node has to stand below its window. Futility and
reverse futility pruning together scored 64 % +- 10 in 60 games at 0.1 s, with weights, and
margins, about half as large."""
_DRAW_IN_SIGHT: Final = 100
"""With so few free cells it is worth asking whether a line can still be completed."""


# --- a node ---------------------------------------------------------------------------


@inner
def _enter(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, network: LineNetwork, ply: int
) -> bool:
    """Evaluate a node, or expand it: list its moves in order. True if it is settled."""
    at = ply * FRAME_SIZE
    frame = search.frame
    side = board.sums[SIDE]
    other = 1 - side
    left = board.sums[FREE_CELLS]
    end_pv(board, search, ply, -1, -1, -1)

    # 1. Dead draw: no line can be completed any more. A full board is a case of this. So is a
    #    board of renju on which X is to move and may not.
    alive = 3
    if board.shape[VARIANT] == RENJU and side == 0 and x_is_stuck(board):
        return settle(search, 0, CERTAIN)
    if left <= _DRAW_IN_SIGHT:
        alive = _alive(board)
        if alive == 0:
            return settle(search, 0, CERTAIN)

    # 2. Win in one: a cell that completes a line. Nothing comes sooner.
    mine = find_finish(board, side, -1)
    if mine >= 0:
        end_pv(board, search, ply, mine, -1, -1)
        return settle(search, WIN - (ply + 1), CERTAIN)

    # 3. Loss in two: the opponent can complete a line on two cells, and the mover has one move.
    #    A single cell forces the move, since every other loses in two.
    #    In caro there may be two such cells, in renju one where X must not play.
    forced = find_finish(board, other, -1)
    spare = -1
    if forced >= 0 and board.shape[VARIANT] >= CARO:
        forced = find_answer(board, -1)
        if forced < 0:
            return settle(search, ply + 2 - WIN, CERTAIN)
        spare = find_answer(board, forced)
    elif forced >= 0:
        second = find_finish(board, other, forced)
        if second >= 0:
            end_pv(board, search, ply, forced, second, -1)
            return settle(search, ply + 2 - WIN, CERTAIN)
    elif board.sums[WINNERS + side] > 0:
        # 4. Win in three: an open four or two fours at once, and the opponent has no four that
        #    would come first.
        end_pv(board, search, ply, wins_in_three(board, side), -1, -1)
        return settle(search, WIN - (ply + 3), CERTAIN)

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
    if frame[at + ALPHA] >= high:
        return settle(search, high, CERTAIN)
    if frame[at + BETA] <= low:
        return settle(search, low, CERTAIN)
    frame[at + ALPHA] = max(frame[at + ALPHA], low)
    frame[at + BETA] = min(frame[at + BETA], high)

    # 6. Transposition table: an entry that is deep enough, or proved, settles the node.
    depth = frame[at + DEPTH]
    known = probe(board, search)
    if settle_by_table(search, ply, known):
        return True

    attacker = search.state[ATTACKER]
    threat = forced < 0 and board.sums[WINNERS + other] > 0
    frame[at + NO_VCF] = 0
    if forced < 0:
        # 7. Reverse futility pruning, which at the horizon is to stand pat. It comes before the
        #    search for a VCF, since a win would reach beta too.
        calm = attacker == NO_ATTACKER and not threat
        if calm and _stands_above(board, search, vcf, network, ply, high):
            return True
        # 8. VCF: a win by fours, each of which leaves one reply, is a win whatever else there is.
        #    There may be a sooner one: without a width it counts only where it reaches beta. One
        #    that the side did not have with a move more, it has not got with a move less.
        if board.sums[FOURS + side] > 0 and frame[at - FRAME_SIZE + NO_VCF] == 0:
            plies = find_vcf(board, vcf, _VCF_NODES if depth > 0 else _VCF_NODES_AT_HORIZON)
            search.state[NODES] += vcf.nodes[0]
            won = WIN - (ply + plies)
            if plies > 0 and (search.state[WIDTH] > 0 or won >= frame[at + BETA]):
                store(board, search, depth, from_node(won, ply), LOWER, 0, vcf.line[0])
                width = board.shape[CELLS] + 2
                for i in range(plies):
                    search.pv[ply * width + i] = vcf.line[i]
                search.pv[ply * width + plies] = -1
                return settle(search, won, CERTAIN if plies == 3 else 0)
        # 9. Quiescence: at the horizon a calm node gets the static evaluation. A forced reply is
        #    searched on, at no cost in depth; a row of them ends with the board at the latest.
        #    So is a reply to a three, for a while, and in a threat-space search always.
        if attacker == side:
            if depth == 0:
                search.state[DEPTH_LIMITED] = 1
                return settle(search, 0, 0)
        elif depth == 0 and attacker != other and (not threat or frame[at + QUIESCENCE] == 0):
            value = evaluate_near(board, network, frame[at + ALPHA], frame[at + BETA])
            return settle(search, max(low, min(high, value)), FULL_WIDTH)

    # 10. Moves: the forced reply; the defences against a win in three; the attacker's threats;
    #     the defences against a VCF after a null move; else the promising ones.
    start_moves(search, ply)
    frame[at + FORCED] = forced >= 0
    frame[at + STAGE] = DEFENCES
    if forced >= 0:
        # every other move loses in two
        frame[at + BEST] = ply + 2 - WIN
        add_ranked(board, search, ply, forced, 1)
        if spare >= 0:
            add_ranked(board, search, ply, spare, 0)
        return False
    if threat:
        # beyond the horizon fours that put the win off are left out, and the claim weakened,
        # unless only losses are told apart: then what is left out must be one
        only_losses = frame[at + BETA] <= -ESTIMATE_LIMIT
        counters = depth > 0 or attacker != NO_ATTACKER or only_losses
        add_fork_defences(board, search, ply, counters)
        # every other move loses in four exactly
        frame[at + BEST] = ply + 4 - WIN
        if not counters:
            frame[at + BEST] = -ESTIMATE_LIMIT
            frame[at + WORST_CLAIM] = 0
    elif attacker == side:
        frame[at + BEST] = 0
        frame[at + WORST_CLAIM] = 0
        add_threats(board, search, ply)
    else:
        # Null move: would the opponent have a VCF if the mover passed? Then only moves that may
        # stop it are worth a search: after any other it is played as it stands, and wins.
        plies = 0
        if depth >= _NULL_MOVE_DEPTH or attacker == other:
            plies = _vcf_after_null_move(board, search, vcf, ply)
        if plies > 0:
            add_vcf_defences(board, search, vcf, ply, plies)
            frame[at + BEST] = ply + plies + 1 - WIN
            frame[at + STAGE] = MAYBE_DEFENCES
        elif attacker == other:
            return settle(search, 0, 0)
        elif _stands_below(board, search, network, ply):
            return True
        else:
            frame[at + MOST] = _late_moves(board, search, network, ply)
            _begin_moves(board, search, ply, known)
            return False
    if board.shape[VARIANT] == RENJU:
        drop_fouls(board, search, ply)
    rank_new_moves(board, search, ply, (known >> 29) - 1)
    return False


@inner
def _begin_moves(board: ShapeBoard, search: AlphaBetaArrays, ply: int, known: int) -> None:
    """List the first moves of a calm node: that of the table alone, which mostly is enough."""
    best = (known >> 29) - 1
    if best >= 0 and board.stone[best] < 0:
        search.frame[ply * FRAME_SIZE + STAGE] = TABLE_MOVE
        add_move(board, search, ply, best)
    else:
        search.frame[ply * FRAME_SIZE + STAGE] = PROMISING
        add_moves(board, search, ply, True)
        rank_new_moves(board, search, ply, -1)


@inner
def _vcf_after_null_move(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int
) -> int:
    """The plies of a VCF that the opponent would have if the mover passed, 0 for none found.

    Notes in the frame where it is certain that there is none: then no move of the mover's gives
    the opponent one, since a stone more of the mover's stops fours and allows none.
    """
    side = board.sums[SIDE]
    no_vcf = ply * FRAME_SIZE + NO_VCF
    if board.sums[FOURS + 1 - side] == 0 or search.frame[no_vcf]:
        return 0
    board.sums[SIDE] = 1 - side
    plies = find_vcf(board, vcf, _VCF_NODES_AFTER_NULL_MOVE)
    board.sums[SIDE] = side
    search.state[NODES] += vcf.nodes[0]
    if board.shape[VARIANT] == RENJU:
        # a stone more of the mover's may undo a foul, or make one
        return 0 if vcf.nodes[1] else int(plies)
    search.frame[no_vcf] = plies == 0 and vcf.nodes[0] < _VCF_NODES_AFTER_NULL_MOVE
    return int(plies)


@inner
def _stands_above(
    board: ShapeBoard,
    search: AlphaBetaArrays,
    vcf: VcfArrays,
    network: LineNetwork,
    ply: int,
    high: int,
) -> bool:
    """Reverse futility pruning: settle a calm node that stands far enough above a null window.

    Its value is `high` at most. The nearer the horizon, the less is enough. The moves left are
    taken not to bring it back, unless the opponent would have a VCF after a null move. That is a
    guess, but at the horizon: elsewhere the claim has neither bit.
    """
    frame = search.frame
    at = ply * FRAME_SIZE
    depth = frame[at + DEPTH]
    alpha, beta = frame[at + ALPHA], frame[at + BETA]
    if beta - alpha > 1 or abs(beta) > ESTIMATE_LIMIT or depth > _REVERSE_FUTILITY_DEPTH:
        return False
    if search.state[WIDTH] == 0 and depth > 0:
        return False
    enough = beta + _REVERSE_FUTILITY_MARGIN * depth
    value = evaluate_near(board, network, enough, enough)
    if value < enough:
        return False
    if depth >= _NULL_MOVE_DEPTH and _vcf_after_null_move(board, search, vcf, ply) > 0:
        return False
    return settle(search, min(value, high), FULL_WIDTH if depth == 0 else 0)


@inner
def _stands_below(
    board: ShapeBoard, search: AlphaBetaArrays, network: LineNetwork, ply: int
) -> bool:
    """Futility pruning: settle a calm node that stands far below a null window, little depth left.

    The moves left are taken not to bring it back. That is a guess: the claim has neither bit.
    """
    frame = search.frame
    at = ply * FRAME_SIZE
    depth = frame[at + DEPTH]
    alpha, beta = frame[at + ALPHA], frame[at + BETA]
    if beta - alpha > 1 or abs(beta) > ESTIMATE_LIMIT or depth > _FUTILITY_DEPTH:
        return False
    if search.state[WIDTH] == 0:
        return False
    enough = alpha - _FUTILITY_MARGIN * depth
    value = evaluate_near(board, network, enough, enough)
    return value <= enough and settle(search, value, 0)


@inner
def _late_moves(board: ShapeBoard, search: AlphaBetaArrays, network: LineNetwork, ply: int) -> int:
    """Late-move pruning: how many moves of a calm node are tried."""
    frame = search.frame
    at = ply * FRAME_SIZE
    depth, alpha = frame[at + DEPTH], frame[at + ALPHA]
    most = min(search.state[WIDTH], _LATE_MOVES + _LATE_MOVES_BY_DEPTH * depth * depth)
    if frame[at + BETA] - alpha == 1 and abs(alpha) < ESTIMATE_LIMIT:
        enough = alpha - _FAR_BELOW
        if evaluate_near(board, network, enough, enough) <= enough:
            most = (most + 1) // 2
    return int(most)


@inner
def _alive(board: ShapeBoard) -> int:
    """Which sides can still complete a line: bit 0 for X, bit 1 for O."""
    word = 0
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0:
            word |= board.combination[cell]
    return int((word & 65535 > 0) + 2 * (word >> 16 > 0))


@inner
def _reduction(board: ShapeBoard, search: AlphaBetaArrays, ply: int, cell: int) -> int:
    """Late-move reductions: plies by which a move just picked at a node is first reduced.

    That depends on its number in the order; but where they are not all replies to a threat, moves
    that make more than a three keep their depth. A *lone four*, which makes nothing beside it,
    loses depth wherever it is not tried first: mostly it only puts off what comes, beyond the
    horizon.
    """
    frame = search.frame
    at = ply * FRAME_SIZE
    depth, number = frame[at + DEPTH], frame[at + TRIED]
    if search.state[WIDTH] == 0 or search.state[ATTACKER] != NO_ATTACKER or depth < 2:
        return 0
    makes = kind_of(board, board.sums[SIDE], cell)
    last = REDUCTIONS - 1
    by_number = search.reductions[REDUCTIONS * min(depth, last) + min(number, last)]
    if makes == ONE_FOUR and number > 1 and not frame[at + FORCED]:
        return int(max(by_number, 1 + (depth >= _LONE_FOUR_DEPTH)))
    if number <= _FULL_DEPTH_MOVES or (makes > ONE_THREE and frame[at + STAGE] <= PROMISING):
        return 0
    return int(by_number)


@inner
def _set_up_child(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Set up the child of the move just made. A forced reply costs no depth."""
    frame = search.frame
    at = ply * FRAME_SIZE
    below = at + FRAME_SIZE
    depth = frame[at + DEPTH]
    cost = 0 if frame[at + FORCED] or search.state[ATTACKER] == board.sums[SIDE] else 1
    if frame[at + KIND] == REDUCED:
        cost += frame[at + REDUCTION]
    open_child(search, ply, depth - cost)
    frame[below + QUIESCENCE] = _QUIESCENCE_REPLIES
    if depth == 0 and not frame[at + FORCED]:
        frame[below + QUIESCENCE] = frame[at + QUIESCENCE] - 1


@inner
def _step(board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int) -> bool:
    """Make the next move of a node; True where none is left that matters."""
    frame = search.frame
    at = ply * FRAME_SIZE
    width = search.state[WIDTH]
    tried = frame[at + TRIED]
    while tried == frame[at + COUNT] and frame[at + STAGE] in (TABLE_MOVE, PROMISING):
        promising = frame[at + STAGE] == TABLE_MOVE
        if not promising and width > 0 and frame[at + BEST] >= -ESTIMATE_LIMIT:
            finish_node(board, search, ply, 0)
            return True
        frame[at + STAGE] = PROMISING if promising else ALL_MOVES
        add_moves(board, search, ply, promising)
        rank_new_moves(board, search, ply, -1)
    if tried == frame[at + COUNT]:
        # no defence was better than the least that is known of the moves left out
        only_bound = frame[at + STAGE] == MAYBE_DEFENCES and frame[at + BEST_CELL] < 0
        finish_node(board, search, ply, 0 if only_bound else frame[at + WORST_CLAIM])
        return True
    # 1. Late-move pruning: far down the order nothing is tried, so that the claim is no longer
    #    FULL_WIDTH. But where all moves so far lose the rest is tried: only all prove a loss.
    calm = width > 0 and frame[at + STAGE] <= PROMISING
    if calm and tried >= frame[at + MOST] and frame[at + BEST] >= -ESTIMATE_LIMIT:
        finish_node(board, search, ply, 0)
        return True
    # 2. Principal variation search: a null window shows that a move is no better than the
    #    first; only where it fails the move is searched again with the whole window.
    # 3. Late-move reductions: with a null window some moves are first searched less deep.
    cell = pick_move(board, search, ply)
    reduction = _reduction(board, search, ply, cell)
    frame[at + REDUCTION] = reduction
    frame[at + KIND] = FULL if tried == 0 else REDUCED if reduction > 0 else NULL
    frame[at + CELL] = cell
    prefetch(search.table, bucket_of(search, key_after(board, cell)))
    prefetch_failed(board, vcf, cell)
    put(board, cell)
    _set_up_child(board, search, ply)
    return False


@inner
def _return(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> int:
    """Return from a child to its node: search it again, or unmake the move; the next phase."""
    if needs_research(search, ply):
        _set_up_child(board, search, ply)
        return ENTER
    lift(board, search.frame[ply * FRAME_SIZE + CELL])
    return back_up(board, search, ply)


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
    """Make ready to search one move of the root, with a window and a depth seen from the root.

    With a `width` above 0 a node tries at most that many moves, and late ones less deep; with 0
    it tries all, to full depth. `attacker` is the side of a threat-space search, or NO_ATTACKER.
    """
    start(search, cell, alpha, beta, depth, width)
    search.state[ATTACKER] = attacker
    search.state[DEPTH_LIMITED] = 0
    search.frame[FRAME_SIZE + QUIESCENCE] = _QUIESCENCE_REPLIES
    put(board, cell)


@entry
def abandon(board: ShapeBoard, search: AlphaBetaArrays) -> None:
    """Break off the search begun: the board is as it was before `begin`."""
    for ply in range(search.state[PLY] - 1, -1, -1):
        lift(board, search.frame[ply * FRAME_SIZE + CELL])


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
        ply = state[PLY]
        if state[PHASE] == ENTER:
            if state[NODES] >= budget:
                return False
            state[NODES] += 1
            state[PHASE] = LEAVE if _enter(board, search, vcf, network, ply) else STEP
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
