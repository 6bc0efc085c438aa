"""What forced wins say of the moves of the root: which win, and which lose to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import score
from engine.root import RootMove
from engine.rules import Rules
from engine.wins import Hunter, StoppedError, Watch

_STOPS_LOOK: Final = 60_000
"""Nodes to find out what the opponent would win by if the mover passed."""
_FIRST_DOUBT: Final = 4_000
"""Nodes for a first look at whether a move loses to threats; each next one gets twice as many."""


def handles(rules: Rules) -> bool:
    """Whether forced wins are looked for: a fall or a lost line would turn threats round."""
    return not rules.gravity and not rules.misere


class Forced:
    """Bounds of the moves of one position, from forced wins of either side."""

    def __init__(self, rules: Rules, cells: Sequence[int], moves: Sequence[RootMove]) -> None:
        self._hunter = Hunter(rules, cells)
        self._moves = moves
        self._doubts: dict[int, int] = {}
        self._empty = rules.cells - len(cells)
        self._slowest = 0

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return self._hunter.nodes

    @property
    def to_prove(self) -> int:
        """How much is left to prove of a win of the mover's, see `Hunter`."""
        return self._hunter.to_prove

    def find_win(self, watch: Watch) -> bool:
        """Look for a forced win of the side to move; True where one is found."""
        try:
            plies = self._hunter.prove(watch)
        except StoppedError:
            return False
        if plies == 0:
            return False
        line = self._hunter.line()
        winner = next(root for root in self._moves if root.cell == line[0])
        if score.win_in(plies) > winner.low:
            winner.low = score.win_in(plies)
            winner.line = tuple(line)
        return True

    def find_losses(self, watch: Watch) -> None:
        """Find the moves that do not stop the opponent's threats."""
        try:
            plies, stops = self._hunter.stops(_STOPS_LOOK, watch)
            if plies == 0:
                return
            for root in self._moves:
                if root.cell not in stops:
                    self._lose(root, plies)
            for _ in range(3):
                for root in self._moves:
                    if not root.lost:
                        self._doubt(root, watch)
        except StoppedError:
            return

    def doubt(self, root: RootMove, watch: Watch) -> None:
        """Look whether a move loses to threats, each time more closely."""
        try:
            self._doubt(root, watch)
        except StoppedError:
            return

    def _doubt(self, root: RootMove, watch: Watch) -> None:
        budget = self._doubts.get(root.cell, _FIRST_DOUBT)
        if root.proved or budget == 0:
            return
        self._hunter.place([root.cell])
        try:
            plies, whole = self._hunter.threats(budget, watch)
        finally:
            self._hunter.take([root.cell])
        self._doubts[root.cell] = 0 if whole else 2 * budget
        if plies > 0:
            self._resist(root, plies)

    def _lose(self, root: RootMove, plies: int) -> None:
        """The opponent wins within so many plies after this move."""
        self._slowest = max(self._slowest, plies + 1)
        root.high = min(root.high, score.loss_in(plies + 1))
        root.line = (root.cell,)

    def _resist(self, root: RootMove, plies: int) -> None:
        """The same for a move that was hard to refute: its bound is widened beyond all before.

        Which move holds out longest, bounds don't tell; against people and engines alike it
        is the one that was the last to be refuted.
        """
        self._slowest = min(max(self._slowest, plies + 1) + 2, self._empty)
        root.high = min(root.high, score.loss_in(max(self._slowest, plies + 1)))
        root.line = (root.cell,)
