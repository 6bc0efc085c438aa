"""What wins by threats say of the moves of the root: which win, and which lose to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from engine.alphabeta.quiet_wins import find_quiet_win
from engine.alphabeta.threat_space import Attack, StoppedError, Watch
from engine.game.rules import Rules
from engine.kernels.shapes import TWO_TWOS
from engine.thinking import score
from engine.thinking.root_move import RootMove

Look = Callable[[Watch], tuple[list[int], int]]
"""Looks for a win: its line, and within how many plies; no plies for none."""

_QUIET: Final = 20
"""So many moves that are part of no attack are tried as the first of a win by threats: what they
prepare may be fours,"""
_QUIET_LESS: Final = 2
"""with so much less depth."""
_FIRST_DOUBT: Final = 2
"""The depth of the first look at whether a move loses to threats; each next one has one more."""
_PASSED_DEPTH: Final = 6
"""The depth to which it is asked what the opponent would win by if the mover passed."""


class Forced:
    """Bounds of the moves of one position, from wins by threats of either side."""

    def __init__(self, rules: Rules, cells: Sequence[int], moves: Sequence[RootMove]) -> None:
        self._attack = Attack(rules, cells)
        self._wider = Attack(rules, cells, TWO_TWOS)
        self._moves = moves
        self._doubts: dict[int, int] = {}
        self._empty = rules.cells - len(cells)
        self._slowest = 0

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return self._attack.nodes + self._wider.nodes

    def find_win(self, watch: Watch) -> bool:
        """Look for a win by threats of the side to move; True where one is found."""
        return self._found(partial(_first_win, self._attack, self._empty), watch)

    def find_quiet_win(self, watch: Watch) -> bool:
        """The same for one that begins with a move which threatens nothing yet."""
        if self._attack.must_stop:
            return False
        return self._found(partial(find_quiet_win, self._attack, self._empty), watch)

    def find_wider_win(self, watch: Watch) -> bool:
        """The same for one by two open twos at a time, too; it takes two or three times as long."""
        return self._found(partial(_first_win, self._wider, self._empty), watch)

    def _found(self, look: Look, watch: Watch) -> bool:
        try:
            line, plies = look(watch)
        except StoppedError:
            return False
        if plies == 0:
            return False
        winner = next(root for root in self._moves if root.cell == line[0])
        if score.win_in(plies) > winner.low:
            winner.low = score.win_in(plies)
            winner.line = tuple(line)
        return True

    def find_losses(self, watch: Watch) -> None:
        """Find moves that lose to a win by threats, where the opponent has one if it passes."""
        if self._attack.must_stop:
            return
        try:
            if self._wins_after_pass(watch):
                for root in self._moves:
                    self._doubt(root, False, watch)
        except StoppedError:
            return

    def doubt(self, root: RootMove, resists: bool, watch: Watch) -> None:
        """Look whether a move loses to threats, each time more deeply.

        One that `resists` is taken to hold out the longer, the later it is refuted.
        """
        try:
            self._doubt(root, resists, watch)
        except StoppedError:
            return

    def _wins_after_pass(self, watch: Watch) -> bool:
        self._attack.pass_over()
        try:
            return _first_win(self._attack, _PASSED_DEPTH, watch)[1] > 0
        finally:
            self._attack.pass_over()

    def _doubt(self, root: RootMove, resists: bool, watch: Watch) -> None:
        depth = self._doubts.get(root.cell, _FIRST_DOUBT)
        if root.proved or depth == 0:
            return
        plies = self._attack.loss(root.cell, depth, watch)
        self._doubts[root.cell] = depth + 1 if self._attack.short else 0
        if plies > 0:
            self._refute(root, resists, plies)

    def _refute(self, root: RootMove, resists: bool, plies: int) -> None:
        """The opponent wins within so many plies; the bound may be widened beyond all before.

        Which move holds out longest, bounds don't tell; against people and engines alike it
        is the one that was the last to be refuted.
        """
        if resists:
            self._slowest = min(max(self._slowest, plies) + 2, self._empty)
            plies = max(self._slowest, plies)
        root.high = min(root.high, score.loss_in(plies))
        root.line = (root.cell,)


def _first_win(attack: Attack, deepest: int, watch: Watch) -> tuple[list[int], int]:
    """The line of a win by threats, and within how many plies; no plies for none."""
    moves = list(_with_depth(attack.candidates()))
    for depth in range(1, deepest + 1):
        short = False
        for cell, less in moves:
            if less >= depth:
                short = True
                continue
            if plies := attack.win(cell, depth - less, watch):
                return attack.line(cell), plies
            short |= attack.short
        if not short:
            break
    return [], 0


def _with_depth(candidates: Sequence[tuple[int, bool]]) -> Iterator[tuple[int, int]]:
    """The moves to begin a win with, and how much less deep each is searched."""
    quiet = 0
    for cell, threatens in candidates:
        quiet += not threatens
        if quiet > _QUIET:
            return
        yield cell, 0 if threatens else _QUIET_LESS
