"""The moves of a node of the search over shapes: which there are, and in what order they are tried.

Called by shape_search.py, which says what each stage of a node asks for. New moves are added after
those that the node has, ranked by what they make and what they stop.
"""

from __future__ import annotations

from typing import Final

from engine.kernels.alphabeta import COUNT, FRAME_SIZE, LEAST_KIND, TRIED, AlphaBetaArrays, add_move
from engine.kernels.jit import inner, part
from engine.kernels.windows import CELLS, EPOCH, SIDE
from engine.wide_kernels import shapes
from engine.wide_kernels.fouls import five_end, is_foul
from engine.wide_kernels.shapes import ShapeBoard
from engine.wide_kernels.vcf import VcfArrays

_TABLE_MOVE_FIRST: Final = 1 << 40
"""Added to the rank of the table's move: above all others."""
_RANK: Final = 6
"""Bits by which the rank of a cell is shifted: it counts 64 times as much as history."""
_KILLER: Final = 20 << _RANK
"""Added to the rank of a killer: as much as a factor of e in how often a move is the best. Tried
right after the table's move, before all others, killers refuted 5 nodes of 100 where the first of
the others then refuted 9."""
_IDLE_RANK: Final = 12
"""A move ranked no higher, where nothing stands near, is tried after all others."""


@inner
def add_ranked(board: ShapeBoard, search: AlphaBetaArrays, ply: int, cell: int, rank: int) -> None:
    """Add a move to a node, with its rank."""
    search.order[ply * board.shape[CELLS] + search.frame[ply * FRAME_SIZE + COUNT]] = rank
    add_move(board, search, ply, cell)


@inner
def _add_new(board: ShapeBoard, search: AlphaBetaArrays, ply: int, cell: int) -> None:
    """Add a move to a node, unless this sweep has added it."""
    if board.stamp[cell] != board.sums[EPOCH]:
        board.stamp[cell] = board.sums[EPOCH]
        add_ranked(board, search, ply, cell, shapes.order_of(board, board.sums[SIDE], cell))


@part
def drop_fouls(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Remove the fouls of X from the new moves of a node."""
    at = ply * FRAME_SIZE
    start = ply * board.shape[CELLS]
    kept = search.frame[at + TRIED]
    if board.sums[SIDE] == 1:
        return
    for i in range(kept, search.frame[at + COUNT]):
        cell = search.moves[start + i]
        if not is_foul(board, cell):
            search.moves[start + kept] = cell
            search.order[start + kept] = search.order[start + i]
            kept += 1
    search.frame[at + COUNT] = kept


@part
def _add_fours_of_x(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Add all fours of X in renju, those with two threes, or two fours, too.

    What is a foul after some more stones may be none now.
    """
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0:
            word = shapes.combination_of(board, 0, cell)
            for direction in range(4):
                if word >> 4 * direction & 15 >= shapes.FORBIDDEN:
                    _add_new(board, search, ply, cell)


@part
def _add_stops(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Add what stops lines in caro that the side not to move can complete, or would with others.

    These are the cells that complete them, and those at the ends of such lines.
    """
    attacker = 1 - board.sums[SIDE]
    base = attacker * board.shape[CELLS]
    for i in range(base, base + board.sums[shapes.FINISHES + attacker]):
        finish = board.finishes[i]
        _add_new(board, search, ply, finish)
        for end in range(8):
            cell = five_end(board, attacker, finish, end)
            if cell >= 0:
                _add_new(board, search, ply, cell)


@inner
def _add_fours(board: ShapeBoard, search: AlphaBetaArrays, ply: int, side: int) -> None:
    if board.shape[shapes.VARIANT] == shapes.RENJU and side == 0:
        _add_fours_of_x(board, search, ply)
        return
    base = side * board.shape[CELLS]
    for i in range(base, base + board.sums[shapes.FOURS + side]):
        _add_new(board, search, ply, board.fours[i])


@inner
def add_fork_defences(board: ShapeBoard, search: AlphaBetaArrays, ply: int, fully: bool) -> None:
    """Add the defences against a win in three of the opponent's.

    It is stopped on its own cell or on one of the two finishes that it makes (on its cell alone
    if there are more), or put off by a four of the mover's: these are left out unless `fully`.
    """
    side = board.sums[SIDE]
    other = 1 - side
    cell = shapes.wins_in_three(board, other)
    board.sums[SIDE] = other
    shapes.put(board, cell)
    one = shapes.find_finish(board, other, -1)
    two = shapes.find_finish(board, other, one)
    more = board.sums[shapes.FINISHES + other] > 2
    board.sums[EPOCH] += 1
    if board.shape[shapes.VARIANT] == shapes.CARO:
        _add_stops(board, search, ply)
        more = True
    shapes.lift(board, cell)
    board.sums[SIDE] = side
    _add_new(board, search, ply, cell)
    if not more:
        _add_new(board, search, ply, one)
        _add_new(board, search, ply, two)
    if fully:
        _add_fours(board, search, ply, side)


@inner
def add_vcf_defences(
    board: ShapeBoard, search: AlphaBetaArrays, vcf: VcfArrays, ply: int, plies: int
) -> None:
    """Add the moves that may stop the VCF in `vcf.line`, of so many plies, that a pass allows.

    They are its cells, fours that delay it, and fours that the defender gets on the way.
    """
    defender = board.sums[SIDE]
    board.sums[EPOCH] += 1
    for i in range(plies):
        _add_new(board, search, ply, vcf.line[i])
    _add_fours(board, search, ply, defender)
    board.sums[SIDE] = 1 - defender
    for i in range(plies - 2):
        shapes.put(board, vcf.line[i])
        if i % 2 == 1:
            _add_fours(board, search, ply, defender)
        elif board.shape[shapes.VARIANT] == shapes.CARO:
            _add_stops(board, search, ply)
    for i in range(plies - 3, -1, -1):
        shapes.lift(board, vcf.line[i])
    board.sums[SIDE] = defender
    # they were ranked on the way
    at = ply * board.shape[CELLS]
    for i in range(at, at + search.frame[ply * FRAME_SIZE + COUNT]):
        search.order[i] = shapes.order_of(board, defender, search.moves[i])


@inner
def add_moves(board: ShapeBoard, search: AlphaBetaArrays, ply: int, promising: bool) -> None:
    """Add the promising moves, or the others.

    Of the cells through which no line can be completed only one is added, since each is a pass.
    Where overlines don't win they are no pass: a stone makes what is beside it longer. The first
    move of the node, which may be that of the table, is not added again; fouls of X are left out.
    """
    side = board.sums[SIDE]
    passed = False
    first = -1
    if search.frame[ply * FRAME_SIZE + TRIED] > 0:
        first = search.moves[ply * board.shape[CELLS]]
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] >= 0 or cell == first:
            continue
        rank = shapes.rank_of(board, side, cell)
        if (rank > _IDLE_RANK) != promising:
            continue
        if board.combination[cell] == 0 and board.shape[shapes.VARIANT] == shapes.FREESTYLE:
            if passed:
                continue
            passed = True
        add_ranked(board, search, ply, cell, shapes.order_of(board, side, cell))
    if board.shape[shapes.VARIANT] == shapes.RENJU:
        drop_fouls(board, search, ply)


@inner
def add_threats(board: ShapeBoard, search: AlphaBetaArrays, ply: int) -> None:
    """Add the attacker's moves of a threat-space search: those of LEAST_KIND or more."""
    side = board.sums[SIDE]
    least = search.state[LEAST_KIND]
    for cell in range(board.shape[CELLS]):
        if board.stone[cell] < 0 and shapes.kind_of(board, side, cell) >= least:
            add_ranked(board, search, ply, cell, shapes.rank_of(board, side, cell))


@inner
def rank_new_moves(board: ShapeBoard, search: AlphaBetaArrays, ply: int, best: int) -> None:
    """Move ordering of new moves: the table's, killers, then by what they make and stop."""
    side = board.sums[SIDE]
    at = ply * board.shape[CELLS]
    tried = search.frame[ply * FRAME_SIZE + TRIED]
    for i in range(at + tried, at + search.frame[ply * FRAME_SIZE + COUNT]):
        cell = search.moves[i]
        worth = (search.order[i] << _RANK) + search.history[2 * cell + side]
        if cell == best:
            worth += _TABLE_MOVE_FIRST
        elif cell == search.killers[2 * ply] or cell == search.killers[2 * ply + 1]:
            worth += _KILLER
        search.order[i] = worth
