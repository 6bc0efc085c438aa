"""Forced wins on boards without gravity: threats all along, with quiet moves between them.

The kernel engine/kernels/threat.py proves wins in which every stone threatens to win by
fours. One order up, a *quiet* move is a stone after which the attacker would win by such
threats if the defender passed. Its replies are the cells that win depends on; each has to
lose to threats again, or to a further quiet move. The tree of quiet moves and replies is
grown by proof numbers, best first (Allis 1994): always where least is left to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.board import fresh_board, fresh_hunt
from engine.kernels import line, threat
from engine.kernels.stones import FINISHES, SIDE
from engine.rules import Rules

Watch = Callable[[int], int]
"""Given the nodes searched so far, how many more may be searched until it is asked again."""

_FOURS: Final = 200
"""Nodes for one search of fours: nearly all that win need fewer."""
_LOOKS: Final = (3_000, 30_000)
"""Nodes for the threats of a position, when first seen and before quiet moves are tried."""
_PASS_LOOK: Final = 1_500
"""Nodes to find out what a quiet move threatens."""
_BREADTH: Final = 20
"""How many moves of the attacker are tried as quiet ones, those on most of his lines first."""
_HARD: Final = 12
"""What a reply counts that threats did not beat, against 1 before they were tried."""
_MARKING: Final = 4_000
"""Nodes of a proof to look at for what it depends on."""
_SEEN: Final = 16_381
_INFINITE: Final = 1 << 40


class StoppedError(Exception):
    """The watch has allowed no more nodes."""


def _unwatched(nodes: int) -> int:
    """As many nodes as there are."""
    return 1


@dataclass(slots=True, eq=False)
class _Node:
    """A position of the tree, reached by a stone on `cell`.

    `pn` says what is left to prove the attacker's win, `dn` what to disprove it. `plies`
    bounds the distance of a proved win; while a defender's node is open, that after a pass.
    """

    cell: int
    attacks: bool
    pn: int = 1
    dn: int = 1
    plies: int = 0
    looks: int = 0
    children: list[_Node] = field(default_factory=list)

    def settle(self, won: bool, plies: int = 0) -> None:
        """Say that it is proved, or that it won't be."""
        self.pn, self.dn = (0, _INFINITE) if won else (_INFINITE, 0)
        self.plies = plies

    def sum_up(self) -> None:
        """Take the numbers from the children."""
        if self.attacks:
            self.pn = min((child.pn for child in self.children), default=_INFINITE)
            self.dn = 0 if self.pn == _INFINITE else sum(child.dn for child in self.children)
            if self.pn == 0:
                won = (child.plies for child in self.children if child.pn == 0)
                self.settle(True, 1 + min(won))
        else:
            self.pn = sum(child.pn for child in self.children)
            self.dn = min((child.dn for child in self.children), default=_INFINITE)
            if self.pn == 0:
                longest = max((child.plies for child in self.children), default=0)
                self.settle(True, max(self.plies, 1 + longest))
        self.pn = min(self.pn, _INFINITE)

    def most_promising(self) -> _Node:
        """The child to work on next."""
        if self.attacks:
            return min(self.children, key=lambda child: child.pn)
        return min(self.children, key=lambda child: child.dn)


class Hunter:
    """Looks for forced wins in one game; what it finds about a position it remembers."""

    def __init__(self, rules: Rules, cells: Sequence[int] = ()) -> None:
        self._cells = rules.cells
        self._board = fresh_board(rules)
        line.set_up(self._board, np.array(cells, np.int64))
        self._hunt = fresh_hunt(rules)
        self._marks = np.zeros(rules.cells, np.int64)
        self._seen = np.zeros(_SEEN, np.int64)
        self._watch: Watch = _unwatched
        self._root = _Node(-1, True)

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return int(self._hunt.state[threat.NODES])

    @property
    def to_prove(self) -> int:
        """How much `prove` has left to prove, by its own count: the less, the more likely."""
        return self._root.pn

    def place(self, cells: Sequence[int]) -> None:
        """Play these cells."""
        for cell in cells:
            threat.place(self._board, cell)

    def take(self, cells: Sequence[int]) -> None:
        """Take back these cells, played in this order."""
        for cell in reversed(cells):
            threat.take(self._board, cell)

    # --- threats

    def threats(self, budget: int, watch: Watch) -> tuple[int, bool]:
        """The plies of a win by threats for the side to move, and whether all was searched.

        The plies are 0 where none is found. Raises StoppedError.
        """
        last = self.nodes + budget
        threat.begin(self._board, self._hunt)
        while True:
            more = min(watch(self.nodes), last - self.nodes)
            if more > 0 and threat.run(self._board, self._hunt, self.nodes + more, _FOURS):
                return int(self._hunt.state[threat.PLIES]), True
            if more <= 0:
                threat.abandon(self._board, self._hunt)
                if last > self.nodes:
                    raise StoppedError
                return 0, False

    def _zone(self) -> list[int]:
        """The free cells that the win just found depends on, the busiest first."""
        self._marks[:] = 0
        self._seen[:] = 0
        if not threat.mark(self._board, self._hunt, _FOURS, _MARKING, self._marks, self._seen):
            self._marks[:] = 1
        pull = self._board.pull
        cells = [int(cell) for cell in np.nonzero(self._marks)[0] if self._board.stone[cell] < 0]
        return sorted(cells, key=lambda cell: -int(pull[2 * cell] + pull[2 * cell + 1]))

    def stops(self, budget: int, watch: Watch) -> tuple[int, list[int]]:
        """What the side to move must do against threats that win if it passes.

        The plies of that win, and the cells on which alone a stone may put it off; 0 and
        none where no such win is found. Raises StoppedError.
        """
        sums = self._board.sums
        defender = int(sums[SIDE])
        sums[SIDE] = 1 - defender
        try:
            plies, _ = self.threats(budget, watch)
            return plies, self._zone() if plies > 0 else []
        finally:
            sums[SIDE] = defender

    def shown(self) -> list[int]:
        """The cells of the win that `threats` has just found, as far as it is remembered."""
        cells = np.zeros(self._cells, np.int64)
        count = threat.show(self._board, self._hunt, _FOURS, cells)
        return [int(cell) for cell in cells[:count]]

    # --- quiet moves

    def prove(self, watch: Watch) -> int:
        """The plies of a forced win for the side to move, 0 where none is found.

        They are an upper bound. Raises StoppedError where the watch ends the search.
        """
        self._watch = watch
        self._root = root = _Node(-1, True)
        try:
            while root.pn > 0 and root.dn > 0:
                self._grow(root)
        finally:
            # it mostly knows who hunts: kept, the two would keep each other's tables
            self._watch = _unwatched
        return root.plies if root.pn == 0 else 0

    def _grow(self, root: _Node) -> None:
        path = [root]
        while path[-1].children:
            path.append(path[-1].most_promising())
        cells = [node.cell for node in path[1:]]
        self.place(cells)
        try:
            self._develop(path[-1])
        finally:
            self.take(cells)
        for node in reversed(path[:-1]):
            node.sum_up()

    def _develop(self, node: _Node) -> None:
        """Learn more of an attacker's node without children."""
        if node.looks < len(_LOOKS):
            plies, whole = self.threats(_LOOKS[node.looks], self._watch)
            node.looks = len(_LOOKS) if whole else node.looks + 1
            if plies > 0:
                node.settle(True, plies)
            else:
                node.pn = node.dn = _HARD
            return
        tried = (self._quiet(cell) for cell in self._candidates())
        node.children = [child for child in tried if child is not None]
        node.sum_up()

    def _candidates(self) -> list[int]:
        side = int(self._board.sums[SIDE])
        stops = int(self._board.sums[FINISHES + 1 - side])
        if stops > 0:
            first = (1 - side) * self._cells
            return [int(self._board.finishes[first])] if stops == 1 else []
        pull = self._board.pull[side::2]
        free = np.nonzero(self._board.stone < 0)[0]
        ranked = sorted(free.tolist(), key=lambda cell: (-int(pull[cell]), cell))
        return ranked[:_BREADTH]

    def _quiet(self, cell: int) -> _Node | None:
        """The node after a stone of the attacker, None where it threatens nothing known."""
        threat.place(self._board, cell)
        try:
            return self._threatened(cell)
        finally:
            threat.take(self._board, cell)

    def _threatened(self, cell: int) -> _Node | None:
        sums = self._board.sums
        if sums[FINISHES + sums[SIDE]] > 0:
            return None
        plies, replies = self.stops(_PASS_LOOK, self._watch)
        if plies == 0:
            return None
        node = _Node(cell, False, plies=plies + 1)
        node.children = [_Node(reply, True) for reply in replies]
        node.sum_up()
        return node

    def line(self) -> list[int]:
        """The cells of the win that `prove` has found, the defender holding out longest."""
        path: list[int] = []
        node = self._root
        while node.children:
            won = [child for child in node.children if child.pn == 0]
            pick = min if node.attacks else max
            node = pick(won, key=lambda child: child.plies)
            path.append(node.cell)
        self.place(path)
        try:
            plies, _ = self.threats(_LOOKS[-1], lambda nodes: _LOOKS[-1])
            return path + (self.shown() if plies > 0 else [])
        finally:
            self.take(path)


def warm_up(rules: Rules) -> None:
    """Compile or load the search for forced wins, on a board of at least 15x15 with goal 5."""
    row = rules.columns
    middle = rules.cells // 2
    threats = [middle, 0, middle + 1, row - 1, middle + row + 1]
    Hunter(rules, threats).stops(_LOOKS[-1], lambda nodes: _LOOKS[-1])
    hunter = Hunter(rules, [*threats, rules.cells - 1])
    if hunter.prove(lambda nodes: 1000):
        hunter.line()
