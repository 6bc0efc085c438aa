"""The trees that a search grows below the moves of the root, in chunks of nodes.

Two kernels grow them, by the board: engine/wide_kernels/shape_search.py knows shapes and is for
large boards without gravity, and for any on which overlines don't win;
engine/kernels/window_search.py counts windows and takes all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import numpy as np

from engine.alphabeta import threat_space
from engine.alphabeta.arrays import (
    fresh_alphabeta_arrays,
    fresh_line_network,
    fresh_shape_board,
    fresh_vcf_arrays,
    fresh_window_board,
)
from engine.game.rules import Rules, Variant
from engine.kernels import alphabeta, window_search
from engine.kernels.alphabeta import AlphaBetaArrays
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search, shapes

_LEAST_CELLS: Final = 73
"""Smaller boards are solved (engine/solvers/proofs.py); the search beside it counts every move."""


class Tree(Protocol):
    """A board, and a search below one move at a time."""

    search: AlphaBetaArrays

    def completes(self, cell: int) -> bool:
        """Whether the side to move completes a line on this cell."""
        ...

    def evaluate_after(self, cell: int) -> int:
        """The static evaluation after a move that completes none, for the side that makes it."""
        ...

    def begin(self, cell: int, alpha: int, beta: int, depth: int, width: int) -> None:
        """Make ready to search one move; see engine/kernels/alphabeta.py."""
        ...

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True at the end of what was begun."""
        ...


def fresh_tree(rules: Rules, cells: Sequence[int], nodes: int | None) -> Tree:
    """The tree for a board, after these cells; `nodes` as for `fresh_alphabeta_arrays`."""
    grow = ShapeTree if handles(rules) else WindowTree
    return grow(rules, cells, nodes)


def handles(rules: Rules) -> bool:
    """Whether a board is one that the search over shapes knows: any where overlines don't win."""
    large = rules.cells >= _LEAST_CELLS or rules.variant is not Variant.FREESTYLE
    return large and threat_space.handles(rules)


def nodes(tree: Tree) -> int:
    """How many nodes have been searched."""
    return int(tree.search.state[alphabeta.NODES])


def value(tree: Tree) -> int:
    """What the search just ended says of its move, seen by the side that makes it."""
    return -int(tree.search.state[alphabeta.VALUE])


def certain(tree: Tree) -> bool:
    """Whether that is true of the game itself."""
    return bool(tree.search.state[alphabeta.CLAIM] == alphabeta.CERTAIN)


def line_below(tree: Tree, cells: int) -> Iterator[int]:
    """The cells of the best line after the move, on a board of so many."""
    width = cells + 2
    for cell in tree.search.pv[width : 2 * width]:
        if cell < 0:
            return
        yield int(cell)


class WindowTree:
    """A tree over windows: of any board on which overlines win."""

    def __init__(self, rules: Rules, cells: Sequence[int], nodes: int | None) -> None:
        self.search = fresh_alphabeta_arrays(rules, nodes)
        self._board = fresh_window_board(rules)
        window_search.put_stones(self._board, np.array(cells, np.int64))

    def completes(self, cell: int) -> bool:
        """Whether the side to move completes a line on this cell."""
        return bool(self._board.finish[2 * cell + self._board.sums[SIDE]])

    def evaluate_after(self, cell: int) -> int:
        """The static evaluation after a move that completes none, for the side that makes it."""
        return int(window_search.evaluate_after(self._board, cell))

    def begin(self, cell: int, alpha: int, beta: int, depth: int, width: int) -> None:
        """Make ready to search one move; see engine/kernels/alphabeta.py."""
        window_search.begin(self._board, self.search, cell, alpha, beta, depth, width)

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True at the end of what was begun."""
        return window_search.run(self._board, self.search, budget)


class ShapeTree:
    """A tree over shapes: of the boards that `handles` tells."""

    def __init__(self, rules: Rules, cells: Sequence[int], nodes: int | None) -> None:
        self.search = fresh_alphabeta_arrays(rules, nodes)
        self._board = fresh_shape_board(rules)
        self._vcf = fresh_vcf_arrays(rules)
        self._network = fresh_line_network(rules)
        shape_search.put_stones(self._board, np.array(cells, np.int64))

    def inherit(self, earlier: ShapeTree) -> None:
        """Go on with what the tree of an earlier position of the same game has found.

        That is the transposition table, of whose entries each is true of its position below any
        root. Of a table of another size nothing is left.
        """
        if earlier.search.table.size == self.search.table.size:
            self.search = self.search._replace(table=earlier.search.table)

    def completes(self, cell: int) -> bool:
        """Whether the side to move completes a line on this cell."""
        side = int(self._board.sums[SIDE])
        base = side * self._board.stone.size
        finishes = self._board.finishes[base : base + self._board.sums[shapes.FINISHES + side]]
        return cell in finishes

    def evaluate_after(self, cell: int) -> int:
        """The static evaluation after a move that completes none, for the side that makes it."""
        return int(shape_search.evaluate_after(self._board, cell))

    def begin(self, cell: int, alpha: int, beta: int, depth: int, width: int) -> None:
        """Make ready to search one move; see engine/kernels/alphabeta.py."""
        shape_search.begin(
            self._board, self.search, cell, alpha, beta, depth, width, alphabeta.NO_ATTACKER
        )

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True at the end of what was begun."""
        return shape_search.run(self._board, self.search, self._vcf, self._network, budget)
