"""The moves of the root, and the trees that a search grows below them, in chunks of nodes.

Two kernels grow them, by the board: engine/wide_kernels/shape_search.py knows shapes and is for
large boards without gravity, and for any on which overlines don't win;
engine/kernels/window_search.py counts windows and takes all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.kernels import alphabeta, window_search
from engine.kernels.alphabeta import AlphaBetaArrays
from engine.kernels.windows import SIDE
from engine.thinking import score
from engine.thinking.analysis import RootMove, Verdict
from engine.thinking.reasons import stopped_line
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels import shape_search, shapes

_LEAST_CELLS: Final = 73
"""Smaller boards are solved (engine/solvers/proofs.py); the search beside it counts every move."""


@dataclass(slots=True, eq=False)
class Candidate(RootMove):
    """A move of the root: what is proved of it, and what the last search estimates.

    `cell` is where its stone lands. `static` is the static evaluation after the move, `estimate`
    the value that the last search returned; both are scores for the side that makes the move.
    `line` holds the cells of the best line that begins with it; () before any search.
    """

    cell: int = -1
    static: int = 0
    estimate: int = 0
    line: tuple[int, ...] = ()

    @property
    def known(self) -> int:
        """The best guess at its score: what is proved, else the estimate."""
        if self.proved or self.won:
            return self.low
        return self.high if self.lost else self.estimate

    def told(self, empty: int) -> Verdict:
        """What is known of it, as a value; `empty` cells of the board are free."""
        return self.verdict(empty, Verdict.estimate(self.estimate))

    def learn(self, value: int, certain: bool, alpha: int, beta: int) -> None:
        """Adopt what a search with the window (alpha, beta) returned.

        `certain` says that the value is true of the game itself, not an estimate.
        """
        if value > alpha and (certain or score.is_win(value)):
            self.prove_at_least(value)
        if value < beta and (certain or score.is_loss(value)):
            self.prove_at_most(value)
        if abs(value) <= ESTIMATE_LIMIT:
            self.estimate = value


def best_move(position: Position, moves: Sequence[Candidate], leader: Candidate) -> Candidate:
    """The leader of a search, unless it is lost or another move is proved to be better."""
    rivals = [root for root in moves if leader.lost or root.proved or root.won]
    return max([leader, *rivals], key=lambda root: _rank(position, root))


def verdicts_of(
    position: Position, moves: Sequence[Candidate], best: Candidate
) -> dict[int, Verdict]:
    """The verdict of each move, best first. No estimate is above that of the best."""
    empty = position.rules.cells - position.ply
    top = best.told(empty)
    verdicts = {best.move: top}
    rest = [root for root in moves if root is not best]
    for root in sorted(rest, key=lambda root: _rank(position, root), reverse=True):
        verdict = root.told(empty)
        # an estimate is a bound from a search that only asked whether the best is beaten
        capped = verdict.value is None and verdict.score > top.score
        verdicts[root.move] = Verdict.estimated(top.score) if capped else verdict
    return dict(sorted(verdicts.items(), key=lambda item: -item[1].score))


def _rank(position: Position, root: Candidate) -> tuple[int, bool, bool, int]:
    """The sort key of moves. Among equal losses it prefers what an opponent may overlook."""
    if not root.lost:
        return root.known, False, False, 0
    stops = bool(stopped_line(position, root.move))
    return root.known, root.proved, stops, root.static


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
        """Prepare to search one move; see engine/kernels/alphabeta.py."""
        ...

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True once the search of the move is done."""
        ...


def fresh_tree(rules: Rules, cells: Sequence[int], nodes: int | None) -> Tree:
    """The tree for a board, after these cells; `nodes` as for `fresh_alphabeta_arrays`."""
    grow = ShapeTree if handles(rules) else WindowTree
    return grow(rules, cells, nodes)


def handles(rules: Rules) -> bool:
    """Whether the search over shapes knows a board: any where overlines don't win."""
    large = rules.cells >= _LEAST_CELLS or rules.variant is not Variant.FREESTYLE
    return large and threat_space.handles(rules)


def nodes(tree: Tree) -> int:
    """How many nodes have been searched."""
    return int(tree.search.state[alphabeta.NODES])


def value(tree: Tree) -> int:
    """What the search that just ended says of its move, seen by the side that makes it."""
    return -int(tree.search.state[alphabeta.VALUE])


def certain(tree: Tree) -> bool:
    """Whether that is true of the game itself."""
    return bool(tree.search.state[alphabeta.CLAIM] == alphabeta.CERTAIN)


def line_below(tree: Tree, cells: int) -> Iterator[int]:
    """The cells of the best line after the move, on a board of so many cells."""
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
        """Prepare to search one move; see engine/kernels/alphabeta.py."""
        window_search.begin(self._board, self.search, cell, alpha, beta, depth, width)

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True once the search of the move is done."""
        return window_search.run(self._board, self.search, budget)


class ShapeTree:
    """A tree over shapes: of the boards that `handles` accepts."""

    def __init__(self, rules: Rules, cells: Sequence[int], nodes: int | None) -> None:
        self.search = fresh_alphabeta_arrays(rules, nodes)
        self._board = fresh_shape_board(rules)
        self._vcf = fresh_vcf_arrays(rules)
        self._network = fresh_line_network(rules)
        shape_search.put_stones(self._board, np.array(cells, np.int64))

    def inherit(self, earlier: ShapeTree) -> None:
        """Go on with what the tree of an earlier position of the same game has found.

        That is the transposition table, each of whose entries is true of its position below any
        root. A table of another size is dropped.
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
        """Prepare to search one move; see engine/kernels/alphabeta.py."""
        shape_search.begin(
            self._board, self.search, cell, alpha, beta, depth, width, alphabeta.NO_ATTACKER
        )

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True once the search of the move is done."""
        return shape_search.run(self._board, self.search, self._vcf, self._network, budget)
