"""What a node of the search over shapes keeps in its frame, and how it prunes.

Used by shape_search.py.
"""

from __future__ import annotations

from typing import Final

from engine.kernels import alphabeta as node
from engine.kernels.alphabeta import AlphaBetaArrays
from engine.kernels.alphabeta_table import refine_by_table
from engine.kernels.jit import inner
from engine.kernels.windows import SIDE
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels import shapes
from engine.wide_kernels.line_network import LineNetwork, evaluate_near
from engine.wide_kernels.shapes import ShapeBoard
from engine.wide_kernels.vcf import VcfArrays, find_vcf

# --- what a node keeps in its frame, beside what every search does

STAGE: Final = node.OWN
"""Where the frame of a node has the stage of its moves: ALL_MOVES to TABLE_MOVE."""
ALL_MOVES, PROMISING, DEFENCES, MAYBE_DEFENCES, TABLE_MOVE = range(5)
"""Stages of the moves of a node. ALL_MOVES are all. PROMISING are those that make something; the
others follow only if all of these lose. DEFENCES are those that may stop a threat, where every
other loses in four exactly. MAYBE_DEFENCES are those that may stop a VCF, where every other
loses, maybe sooner than is known. TABLE_MOVE, that of the table alone, comes before PROMISING."""
QUIESCENCE: Final = node.OWN + 1
"""Where the frame of a node has how many more replies to threats quiescence searches below it."""
NO_VCF: Final = node.OWN + 2
"""Where the frame of a node has whether it is known that the opponent has no VCF, not even after
a null move."""
REDUCTION: Final = node.OWN + 3
"""Where the frame of a node has by how many plies the move under way is reduced."""
MOST: Final = node.OWN + 4
"""Where the frame of a calm node has how many moves are tried there."""


_VCF_NODES_AFTER_NULL_MOVE: Final = 60
"""Nodes of one search for the VCF that the opponent threatens."""
NULL_MOVE_DEPTH: Final = 2
"""The least depth at which that threat is searched: below it costs more than it saves."""
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
"""Late-move reductions: from this depth on a lone four is reduced by two plies, below it by one."""
_REVERSE_FUTILITY_DEPTH: Final = 6
"""Reverse futility pruning: the greatest depth at which it is done."""
_REVERSE_FUTILITY_MARGIN: Final = 500
"""Reverse futility pruning: so many points a ply a calm node has to stand above its window. Of
five pairs of margins, this one from 250 to 500 and that of futility from 1500 to 5000, the pair
of 500 and 3500 scored best, 60 % +- 6, since evaluations count the right to move."""
_FUTILITY_DEPTH: Final = 4
"""Futility pruning: the greatest depth at which it is done."""
_FUTILITY_MARGIN: Final = 3500
"""Futility pruning: so many points a ply, and for one ply at least, a node has to stand below its
window. Futility and reverse futility pruning together scored 64 % +- 10 in 60 games at 0.1 s, with
weights, and margins, about half as large. Where a threat has to be answered, a node so far below
raises alpha in one case of 1000 at the horizon, and in 7 of 1000 one ply above it."""


@inner
def vcf_after_null_move(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int
) -> int:
    """The plies of a VCF that the opponent would have if the mover passed, 0 for none found.

    Notes in the frame where it is certain that there is none: then no move of the mover's gives
    the opponent one, since a stone more of the mover's stops fours and allows none.
    """
    side = board.sums[SIDE]
    no_vcf = ply * node.FRAME_SIZE + NO_VCF
    if board.sums[shapes.FOURS + 1 - side] == 0 or search.frame[no_vcf]:
        return 0
    board.sums[SIDE] = 1 - side
    plies = find_vcf(board, vcf, _VCF_NODES_AFTER_NULL_MOVE)
    board.sums[SIDE] = side
    search.state[node.NODES] += vcf.nodes[0]
    if board.shape[shapes.VARIANT] == shapes.RENJU:
        # a stone more of the mover's may undo a foul, or make one
        return 0 if vcf.nodes[1] else int(plies)
    search.frame[no_vcf] = plies == 0 and vcf.nodes[0] < _VCF_NODES_AFTER_NULL_MOVE
    return int(plies)


@inner
def _compares_estimates(search: AlphaBetaArrays, ply: int) -> bool:
    """Whether a node has a null window, and no win or loss decides which side of it is right."""
    at = ply * node.FRAME_SIZE
    alpha, beta = search.frame[at + node.ALPHA], search.frame[at + node.BETA]
    return bool(beta - alpha == 1 and abs(beta) <= ESTIMATE_LIMIT)


@inner
def _refined(board: ShapeBoard, network: LineNetwork, known: int, near: int) -> int:
    """An estimate to compare with `near`: the static one, or what the table's entry tells."""
    return refine_by_table(evaluate_near(board, network, near, near), known)


@inner
def stands_above(
    board: ShapeBoard,
    search: AlphaBetaArrays,
    vcf: VcfArrays,
    network: LineNetwork,
    ply: int,
    known: int,
    high: int,
) -> bool:
    """Reverse futility pruning: settle a calm node that stands far enough above a null window.

    `known` is what the table has of it, and its value is `high` at most. The nearer the horizon,
    the less is enough. The moves left are assumed not to bring it back, unless the opponent would
    have a VCF after a null move. Except at the horizon that is a guess: the claim has neither bit.
    """
    at = ply * node.FRAME_SIZE
    depth = search.frame[at + node.DEPTH]
    if not _compares_estimates(search, ply) or depth > _REVERSE_FUTILITY_DEPTH:
        return False
    if search.state[node.WIDTH] == 0 and depth > 0:
        return False
    enough = search.frame[at + node.BETA] + _REVERSE_FUTILITY_MARGIN * depth
    if depth == 0:
        value = evaluate_near(board, network, enough, enough)
    else:
        value = _refined(board, network, known, enough)
    if value < enough:
        return False
    if depth >= NULL_MOVE_DEPTH and vcf_after_null_move(board, search, vcf, ply) > 0:
        return False
    return node.settle(search, min(value, high), node.FULL_WIDTH if depth == 0 else 0)


@inner
def stands_below(
    board: ShapeBoard, search: AlphaBetaArrays, network: LineNetwork, ply: int, known: int
) -> bool:
    """Futility pruning: settle a node that stands far below a null window, little depth left.

    The node has no forced reply. `known` is what the table has of it. The moves left are assumed
    not to bring it back. That is a guess: the claim has neither bit.
    """
    at = ply * node.FRAME_SIZE
    depth = search.frame[at + node.DEPTH]
    if not _compares_estimates(search, ply) or depth > _FUTILITY_DEPTH:
        return False
    if search.state[node.WIDTH] == 0:
        return False
    enough = search.frame[at + node.ALPHA] - _FUTILITY_MARGIN * max(depth, 1)
    value = _refined(board, network, known, enough)
    return value <= enough and node.settle(search, value, 0)


@inner
def late_moves(
    board: ShapeBoard, search: AlphaBetaArrays, network: LineNetwork, ply: int, known: int
) -> int:
    """Late-move pruning: how many moves of a calm node are tried.

    `known` is what the table has of it.
    """
    frame = search.frame
    at = ply * node.FRAME_SIZE
    depth, alpha = frame[at + node.DEPTH], frame[at + node.ALPHA]
    most = min(search.state[node.WIDTH], _LATE_MOVES + _LATE_MOVES_BY_DEPTH * depth * depth)
    if _compares_estimates(search, ply):
        enough = alpha - _FAR_BELOW
        if _refined(board, network, known, enough) <= enough:
            most = (most + 1) // 2
    return int(most)


@inner
def reduction_of(board: ShapeBoard, search: AlphaBetaArrays, ply: int, cell: int) -> int:
    """Late-move reductions: plies by which a move just picked at a node is first reduced.

    That depends on its number in the order; but unless all moves answer a threat, those that make
    more than a three keep their depth. A *lone four*, which makes nothing else, loses depth
    wherever it is not tried first: mostly it only delays what comes, beyond the horizon.
    """
    frame = search.frame
    at = ply * node.FRAME_SIZE
    depth, number = frame[at + node.DEPTH], frame[at + node.TRIED]
    if (
        search.state[node.WIDTH] == 0
        or search.state[node.ATTACKER] != node.NO_ATTACKER
        or depth < 2
    ):
        return 0
    makes = shapes.kind_of(board, board.sums[SIDE], cell)
    last = node.REDUCTIONS - 1
    by_number = search.reductions[node.REDUCTIONS * min(depth, last) + min(number, last)]
    if makes == shapes.ONE_FOUR and number > 1 and not frame[at + node.FORCED]:
        return int(max(by_number, 1 + (depth >= _LONE_FOUR_DEPTH)))
    if number <= _FULL_DEPTH_MOVES or (makes > shapes.ONE_THREE and frame[at + STAGE] <= PROMISING):
        return 0
    return int(by_number)
