"""The moves of a root, searched to one depth by a tree, in chunks of nodes, under a clock.

Principal variation search: the first move gets the whole window, the others a null window first.
What is searched, and how deep, is the business of engine/alphabeta/search.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Final

from engine.alphabeta import tree
from engine.alphabeta.arrays import reduction
from engine.alphabeta.forced_wins import ForcedWins
from engine.alphabeta.tree import Candidate
from engine.game.geometry import neighbours
from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking import score
from engine.thinking.analysis import Verdict
from engine.thinking.boards import has_shapes
from engine.thinking.clock import ChunkLength, Clock, Limit, Now
from engine.thinking.score import ESTIMATE_LIMIT, WIN

_NARROW_FROM_CELLS: Final = 37
"""From this many cells on, without gravity, a node tries only some moves. Smaller boards are
searched with every move, because they can be proved."""
_WIDTH: Final = 20
"""The most moves that a node tries on such larger boards."""
_NEAR: Final = 2
"""On larger boards the root tries the cells up to this far from a stone, and the centre."""
_REDUCE_FROM_DEPTH: Final = 3
"""The least depth at which moves of the root are reduced."""
_REDUCE_FROM_RANK: Final = 3
"""How many moves of the root are searched to the whole depth before the next ones are reduced."""
_VERIFY_SHARE: Final = 0.06
"""The part of a limit for one check whether a move loses to the opponent's threats."""
_UNLIMITED_NODES: Final = 300_000
"""The nodes of one threat-space search where there is no limit."""

MakeTree = Callable[[Rules, Sequence[int], int | None], tree.Tree]
"""Makes a tree from the rules, the cells played so far, and the most nodes it may have."""


class RootSearch:
    """One search: its clock, its tree, and the moves of its root.

    `_moves` stands in the order in which they are searched. `_leader` is the best of them so
    far. `_width` is how many moves a node tries, 0 for all of them; then the root, too, tries all.
    """

    def __init__(
        self,
        position: Position,
        limit: Limit,
        make_tree: MakeTree = tree.fresh_tree,
        now: Now = perf_counter,
    ) -> None:
        began = now()  # preparing all this counts against the time as well
        rules = position.rules
        cells = [tile - 1 for tile in position.tiles]
        narrow = rules.cells >= _NARROW_FROM_CELLS and not rules.gravity
        self._position = position
        self._limit = limit
        empty = position.most_plies
        assert empty is not None, "the board fills up"
        self._empty = empty
        self._moves = [Candidate(move, cell=position.landing(move) - 1) for move in position.legal]
        self._leader = self._moves[0]
        self._width = _WIDTH if narrow else 0
        self._depth = 1
        self._near = _near_cells(position) if narrow else frozenset[int]()
        self._chunk = ChunkLength()
        self._tree = grown = make_tree(rules, cells, limit.nodes)
        threatens = narrow and has_shapes(rules) and limit.depth is None
        self._forced = forced = ForcedWins(rules, cells, self._moves) if threatens else None
        self._clock = Clock(
            limit, lambda: grown.nodes + (forced.nodes if forced else 0), now, began
        )

    def adopt_proved(self, known: Mapping[int, Verdict]) -> None:
        """Start with verdicts of moves that are proved already."""
        for root in self._moves:
            if root.move in known:
                root.adopt_proved(known[root.move], self._empty)

    def _evaluate_moves(self) -> None:
        """Static evaluation: search every move one ply deep, and order the moves by it."""
        for root in self._moves:
            if self._tree.completes(root.cell):
                ends = score.loss_in(1) if self._position.rules.misere else score.win_in(1)
                root.prove(ends)
            else:
                root.static = root.estimate = self._tree.evaluate_after(root.cell)
                if not root.proved:
                    self._search_move(root, -WIN, WIN, 1)
        self._moves.sort(key=lambda root: (root.cell in self._near, root.known), reverse=True)
        self._leader = self._moves[0]

    def _move_to_front(self, root: Candidate) -> None:
        """Let this move lead, and be searched first."""
        self._leader = root
        self._moves.remove(root)
        self._moves.insert(0, root)

    def _search_root(self, depth: int) -> None:
        """Principal variation search of the root to one depth."""
        alpha = -WIN
        for rank, root in enumerate(list(self._moves)):
            if self._width and root.cell not in self._near and alpha >= -ESTIMATE_LIMIT:
                continue
            if root.high <= alpha:
                continue
            value = root.low if root.proved else self._search_in_turn(root, alpha, depth, rank)
            value = max(value, root.low)
            if value > alpha:
                alpha = value
                self._leader = root
        self._move_to_front(self._leader)

    def _search_in_turn(self, root: Candidate, alpha: int, depth: int, rank: int) -> int:
        """The value of the move with this rank in the order, where alpha is the best so far."""
        if alpha > -WIN:
            # Late-move reductions: a move far down the order is searched less deep first.
            less = self._reduction(depth, rank)
            if less > 0 and self._search_move(root, alpha, alpha + 1, depth - less) <= alpha:
                return alpha
            # Null window: is it better than the best so far?
            value = self._search_move(root, alpha, alpha + 1, depth)
            if value <= alpha:
                return value
            if self._forced is not None:
                self._vet(self._forced, root, depth)
                if root.lost:
                    return root.high
            # it leads from here on, should the limit cut the next search short
            leader, self._leader = self._leader, root
            # Full window: how good is it? It leads on if it is better there as well.
            value = self._search_move(root, max(alpha, root.low - 1), WIN, depth)
            if value <= alpha:
                self._leader = leader
            return value
        return self._search_move(root, max(alpha, root.low - 1), WIN, depth)

    def _reduction(self, depth: int, rank: int) -> int:
        """How much less deep a move far down the order is searched first."""
        if not self._width or depth < _REDUCE_FROM_DEPTH or rank < _REDUCE_FROM_RANK:
            return 0
        return min(depth - 2, reduction(depth, rank))

    def _search_move(self, root: Candidate, alpha: int, beta: int, depth: int) -> int:
        """The value of one move in the window (alpha, beta).

        Raises StoppedError, but never at depth 1, which every result needs.
        """
        owed = depth == 1
        if not owed:
            self._clock.check()
        self._chunk.start()
        self._tree.begin(root.cell, alpha, beta, depth, self._width)
        while not self._tree.run(sys.maxsize if owed else self._budget()):
            self._chunk.adapt()
            self._clock.check()
        value = self._tree.value
        root.learn(value, self._tree.certain, alpha, beta)
        if alpha < value:
            root.line = (root.cell, *self._tree.line_below)
        elif root.lost:
            # an upper bound has no line, and the line of an earlier search is refuted
            root.line = (root.cell,)
        return value

    def _vet(self, forced: ForcedWins, root: Candidate, depth: int) -> None:
        """Check whether threats refute a move, as often as one that has led to this depth."""
        forced.vet(root, root.cell in self._near, depth - 1, self._share(_VERIFY_SHARE))

    @property
    def _deepest(self) -> int:
        """The depth beyond which nothing is searched."""
        return min(self._empty, self._limit.depth or self._empty)

    def _is_settled(self, best: Candidate) -> bool:
        """Whether this move is proved, and proved to be the best."""
        return best.proved and all(root.high <= best.low for root in self._moves)

    def _budget(self) -> int:
        """The nodes in the tree up to which it may grow before the clock is asked again."""
        return self._tree.nodes + self._clock.more(self._chunk.nodes)

    def _share(self, part: float) -> Clock:
        """A clock for a threat-space search that may spend this part of the limit."""
        return self._clock.share(part, _UNLIMITED_NODES)


def _near_cells(position: Position) -> frozenset[int]:
    """The centre, and the cells up to _NEAR steps from a stone."""
    rules, around = position.rules, neighbours(position.rules, _NEAR)
    near = 1 << rules.rows // 2 * rules.columns + rules.columns // 2
    for tile in position.laid:
        near |= around[tile - 1] | 1 << tile - 1
    return frozenset(cell for cell in range(rules.cells) if near >> cell & 1)
