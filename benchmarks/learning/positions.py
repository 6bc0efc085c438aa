"""The quiet positions of games: for each cell the shapes there, and what a search says of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.games import is_loud
from benchmarks.learning.records import UNKNOWN, Game, Look
from engine import Rules
from engine.alphabeta import patterns
from engine.alphabeta.arrays import fresh_shape_board, fresh_vcf_arrays
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search
from engine.wide_kernels.shapes import ShapeBoard
from engine.wide_kernels.vcf import find_vcf

TAKEN: Final = patterns.MULTISETS
"""Stands for a cell with a stone, in place of a multiset."""
LEFT_OUT: Final = 10
"""Every so many games one is not fitted."""
_FOURS: Final = 60
"""Nodes of the search whether the mover wins by fours: then there is nothing to estimate."""


@dataclass(frozen=True)
class Positions:
    """Positions of one board, a row each; everything is seen by the side to move."""

    stones: NDArray[np.uint8]
    """[position, cell]: 0 where there is none, 1 for one of the side to move, 2 for the other's."""
    mine: NDArray[np.uint16]
    """[position, cell]: the multiset of shapes there for the side to move, or TAKEN."""
    theirs: NDArray[np.uint16]
    """[position, cell]: the multiset of shapes there for the other side, or TAKEN."""
    value: NDArray[np.int64]
    """What the search says, in points."""
    result: NDArray[np.int64]
    """1 where the side to move has won the game, -1 where it has lost, 0 a draw, else UNKNOWN."""
    game: NDArray[np.int64]
    """The number of the game."""
    best: NDArray[np.int64]
    """The cell that the search prefers, -1 where it tells none."""

    def __len__(self) -> int:
        return self.value.size

    def __getitem__(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Positions:
        return Positions(**{name: array[chosen] for name, array in vars(self).items()})


def looks(game: Game, board: ShapeBoard) -> Iterator[tuple[Look, int]]:
    """The positions searched, with the result of the game for the side to move.

    The board passed in is empty; it holds each position while its record is yielded, and is empty
    again at the end. The game says nothing about how a position beside it would have ended.
    """
    by_ply: dict[int, list[Look]] = {}
    for look in game.looks:
        by_ply.setdefault(look.ply, []).append(look)
    for ply in range(len(game.cells) + 1):
        for look in by_ply.get(ply, []):
            beside = [] if look.aside < 0 else [look.aside]
            shape_search.put_stones(board, np.array(beside, np.int64))
            known = game.result != UNKNOWN and not beside
            yield look, game.result * (1 - 2 * int(board.sums[SIDE])) if known else UNKNOWN
            for cell in beside:
                shape_search.lift_stone(board, cell)
        shape_search.put_stones(board, np.array(game.cells[ply : ply + 1], np.int64))
    for cell in reversed(game.cells):
        shape_search.lift_stone(board, cell)


def positions(games: Iterable[Game], rules: Rules) -> Positions:
    """The quiet positions among those searched in games by these rules.

    Nobody has a four there, or can make an open one or two, and the side to move has no win by
    fours: else there is nothing to estimate.
    """
    multiset = patterns.multisets()[patterns.common_combinations(rules.variant)]
    board, vcf = fresh_shape_board(rules), fresh_vcf_arrays(rules)
    stones: list[NDArray[np.uint8]] = []
    cells: list[NDArray[np.uint16]] = []
    facts: list[tuple[int, int, int, int]] = []
    for game in (game for game in games if game.board == str(rules)):
        for look, result in looks(game, board):
            if not is_loud(board) and not find_vcf(board, vcf, _FOURS):
                to_move = int(board.sums[SIDE])
                shift = 16 * to_move
                sides = np.stack([board.combination >> shift, board.combination >> 16 - shift])
                taken = board.stone >= 0
                stones.append(np.where(taken, 1 + (board.stone != to_move), 0).astype(np.uint8))
                cells.append(np.where(taken, TAKEN, multiset[sides & 65535]).astype(np.uint16))
                facts.append((look.value, result, game.number, look.best))
    if not cells:
        raise ValueError("no quiet position")
    both, told = np.array(cells), np.array(facts)
    return Positions(np.array(stones), both[:, 0], both[:, 1], *told.T)


def split(whole: Positions) -> tuple[Positions, Positions]:
    """The positions to fit, and those of the games that are left out."""
    out = whole.game % LEFT_OUT == 0
    return whole[~out], whole[out]
