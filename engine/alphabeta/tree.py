"""The moves of the root, and the trees that a search grows below them, in chunks of nodes.

Two kernels grow them, by the board: engine/wide_kernels/shape_search.py knows shapes and is for
large boards without gravity, and for any on which overlines don't win;
engine/kernels/window_search.py counts windows and takes all others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import ModuleType
from typing import Any, Final

import numpy as np

from engine.alphabeta import arrays
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.kernels import alphabeta, window_search
from engine.kernels.jit import Array
from engine.kernels.windows import SIDE, WindowBoard
from engine.thinking import score
from engine.thinking.analysis import RootMove, Verdict
from engine.thinking.boards import has_shapes
from engine.thinking.reasons import stopped_line
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels import shape_search, shapes
from engine.wide_kernels.line_network import LineNetwork
from engine.wide_kernels.shapes import ShapeBoard

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

    def as_verdict(self, empty: int) -> Verdict:
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
    empty = position.most_plies
    assert empty is not None, "the board fills up"
    top = best.as_verdict(empty)
    verdicts = {best.move: top}
    rest = [root for root in moves if root is not best]
    for root in sorted(rest, key=lambda root: _rank(position, root), reverse=True):
        verdict = root.as_verdict(empty)
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


class Tree(ABC):
    """A board, and a search by a kernel below one move at a time."""

    _kernel: ModuleType
    _aim: tuple[int, ...] = ()
    """What else the kernel asks to begin a search."""
    _arrays: tuple[Any, ...] = ()
    """What else it works on."""
    board: Any

    def __init__(self, rules: Rules, cells: Sequence[int], nodes: int | None) -> None:
        self.search = arrays.fresh_alphabeta_arrays(rules, nodes)
        self._width = rules.cells + 2
        self.play(*cells)

    @property
    def nodes(self) -> int:
        """How many nodes have been searched."""
        return int(self.search.state[alphabeta.NODES])

    @property
    def value(self) -> int:
        """What the search that just ended says of its move, seen by the side that makes it."""
        return -int(self.search.state[alphabeta.VALUE])

    @property
    def certain(self) -> bool:
        """Whether that is true of the game itself."""
        return bool(self.search.state[alphabeta.CLAIM] == alphabeta.CERTAIN)

    @property
    def line_below(self) -> list[int]:
        """The cells of the best line after the move."""
        below = self.search.pv[self._width : 2 * self._width]
        return [int(cell) for cell in takewhile(lambda cell: cell >= 0, below)]

    @property
    def side(self) -> int:
        """The side to move, 0 or 1."""
        return int(self.board.sums[SIDE])

    def play(self, *cells: int) -> None:
        """Make moves, which complete no line."""
        self._kernel.put_stones(self.board, np.array(cells, np.int64))

    def take_back(self, cell: int) -> None:
        """Take back the last move, on this cell."""
        self._kernel.lift_stone(self.board, cell)

    @abstractmethod
    def completes(self, cell: int) -> bool:
        """Whether the side to move completes a line on this cell."""

    def evaluate_after(self, cell: int) -> int:
        """The static evaluation after a move that completes none, for the side that makes it."""
        return int(self._kernel.evaluate_after(self.board, cell))

    def begin(self, cell: int, alpha: int, beta: int, depth: int, width: int) -> None:
        """Prepare to search one move; see engine/kernels/alphabeta.py."""
        self._kernel.begin(self.board, self.search, cell, alpha, beta, depth, width, *self._aim)

    def run(self, budget: int) -> bool:
        """Go on until `nodes` has grown to `budget`; True once the search of the move is done."""
        return bool(self._kernel.run(self.board, self.search, *self._arrays, budget))


def fresh_tree(rules: Rules, cells: Sequence[int], nodes: int | None) -> Tree:
    """The tree for a board, after these cells; `nodes` as for `fresh_alphabeta_arrays`."""
    grow = ShapeTree if handles(rules) else WindowTree
    return grow(rules, cells, nodes)


def handles(rules: Rules) -> bool:
    """Whether the search over shapes knows a board: any where overlines don't win."""
    large = rules.cells >= _LEAST_CELLS or rules.variant is not Variant.FREESTYLE
    return large and has_shapes(rules)


class WindowTree(Tree):
    """A tree over windows: of any board on which overlines win."""

    _kernel = window_search
    board: WindowBoard

    def __init__(self, rules: Rules, cells: Sequence[int], nodes: int | None) -> None:
        self.board = arrays.fresh_window_board(rules)
        super().__init__(rules, cells, nodes)

    def completes(self, cell: int) -> bool:
        """Whether the side to move completes a line on this cell."""
        return bool(self.board.finish[2 * cell + self.side])


class ShapeTree(Tree):
    """A tree over shapes: of the boards that `handles` accepts."""

    _kernel = shape_search
    _aim = (alphabeta.NO_ATTACKER,)
    board: ShapeBoard

    def __init__(
        self,
        rules: Rules,
        cells: Sequence[int],
        nodes: int | None,
        network: LineNetwork | None = None,
    ) -> None:
        self.board = arrays.fresh_shape_board(rules)
        self._arrays = arrays.fresh_vcf_arrays(rules), network or arrays.fresh_line_network(rules)
        super().__init__(rules, cells, nodes)

    def inherit(self, earlier: ShapeTree) -> None:
        """Go on with what the tree of an earlier position of the same game has found.

        That is the transposition table, each of whose entries is true of its position below any
        root. A table of another size is dropped.
        """
        if earlier.search.table.size == self.search.table.size:
            self.search = self.search._replace(table=earlier.search.table)

    def completes(self, cell: int) -> bool:
        """Whether the side to move completes a line on this cell."""
        base = self.side * self.board.stone.size
        finishes = self.board.finishes[base : base + self.board.sums[shapes.FINISHES + self.side]]
        return cell in finishes

    def ranks(self) -> tuple[Array, Array]:
        """The free cells, and how early the side to move would try each for its shapes."""
        board = self.board
        free = np.flatnonzero(board.stone < 0)
        mine = board.combination[free] >> 16 * self.side & 65535
        theirs = board.combination[free] >> 16 * (1 - self.side) & 65535
        return free, board.rank[mine] + board.rank[board.rank.size // 2 + theirs]

    def allows(self, cell: int) -> bool:
        """Whether the side to move may play on a free cell."""
        return bool(shape_search.allows(self.board, cell))

    def abandon(self) -> None:
        """Abandon the search begun: the board is as it was before."""
        shape_search.abandon(self.board, self.search)
