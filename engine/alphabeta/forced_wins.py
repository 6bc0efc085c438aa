"""What wins by threats prove of the moves of the root: which win, and which lose to one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.alphabeta.threat_space import ThreatSearch
from engine.alphabeta.tree import Candidate
from engine.game.rules import Rules
from engine.thinking import score
from engine.thinking.clock import Clock, StoppedError
from engine.wide_kernels.shapes import TWO_TWOS

_QUIET: Final = 20
"""How many moves that threaten nothing are tried as the first of a win by threats: what they
prepare may be fours."""
_QUIET_LESS: Final = 2
"""How much less deep the search is for a win that begins with a move which threatens nothing."""
_FIRST_DEPTH: Final = 2
"""The depth of the first look at whether a move loses to threats; each next one has one more."""
_NULL_MOVE_DEPTH: Final = 6
"""The depth of the search for what the opponent would win by after a null move."""


class ForcedWins:
    """Bounds of the moves of one position, from wins by threats of either side."""

    def __init__(self, rules: Rules, cells: Sequence[int], moves: Sequence[Candidate]) -> None:
        self._threats = ThreatSearch(rules, cells)
        self._with_twos = ThreatSearch(rules, cells, TWO_TWOS)
        self._moves = moves
        self._looks: Counter[int] = Counter()
        self._next: dict[int, tuple[ThreatSearch, int]] = {}
        self._empty = rules.cells - len(cells)
        self._slowest = 0

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return self._threats.nodes + self._with_twos.nodes

    def find_win(self, clock: Clock, *, by_twos: bool = False) -> bool:
        """Look for a win by threats of the side to move; True where one is found.

        Two open twos made at once count as a threat `by_twos`: that takes two or three times as
        long as without them.
        """
        threats = self._with_twos if by_twos else self._threats
        try:
            line, plies = _first_win(threats, self._empty, clock)
        except StoppedError:
            return False
        if plies == 0:
            return False
        winner = next(root for root in self._moves if root.cell == line[0])
        if score.win_in(plies) > winner.low:
            winner.low = score.win_in(plies)
            winner.line = tuple(line)
        return True

    def find_losses(self, clock: Clock) -> None:
        """Find moves that lose to threats, where the opponent wins by threats after a null move."""
        if self._threats.must_stop_a_line:
            return
        try:
            if self._wins_after_null_move(clock):
                for root in self._moves:
                    if not root.proved:
                        self._look(root, False, clock)
        except StoppedError:
            return

    def vet(self, root: Candidate, resists: bool, looks: int, clock: Clock) -> None:
        """Check whether a move loses to threats, until it has been checked so many times.

        Each check is one move of the opponent's deeper than the one before. A move that `resists`
        is taken to hold out longer, the later it is refuted.
        """
        try:
            while self._looks[root.cell] < looks and not (root.proved or root.lost):
                self._look(root, resists, clock)
        except StoppedError:
            return

    def _wins_after_null_move(self, clock: Clock) -> bool:
        self._threats.null_move()
        try:
            return _first_win(self._threats, _NULL_MOVE_DEPTH, clock)[1] > 0
        finally:
            self._threats.null_move()

    def _look(self, root: Candidate, resists: bool, clock: Clock) -> None:
        """Check whether a move loses to threats: to threes, or where they fail, to two open twos.

        Raises StoppedError.
        """
        threats, depth = self._next.get(root.cell, (self._threats, _FIRST_DEPTH))
        plies = threats.loss(root.cell, depth, clock) if depth > 0 else 0
        self._looks[root.cell] += 1
        if depth > 0 and threats.cut_by_depth:
            self._next[root.cell] = threats, depth + 1
        elif threats is self._threats:
            self._next[root.cell] = self._with_twos, _FIRST_DEPTH
        else:
            # no more depth can refute it
            self._next[root.cell] = threats, 0
        if plies > 0:
            self._refute(root, resists, plies)

    def _refute(self, root: Candidate, resists: bool, plies: int) -> None:
        """The opponent wins within so many plies; that may be later than all bounds so far.

        Bounds don't tell which move holds out longest; against people and engines alike it is the
        one that was refuted last.
        """
        if resists:
            self._slowest = min(max(self._slowest, plies) + 2, self._empty)
            plies = max(self._slowest, plies)
        root.prove_at_most(score.loss_in(plies))
        root.line = (root.cell,)


def _first_win(threats: ThreatSearch, deepest: int, clock: Clock) -> tuple[list[int], int]:
    """The line of a win by threats, and within how many plies; 0 plies where there is none.

    Iterative deepening over the first move. Raises StoppedError.
    """
    moves = list(_first_moves(threats.candidates()))
    for depth in range(1, deepest + 1):
        cut = False
        for cell, less in moves:
            if less >= depth:
                cut = True
                continue
            if plies := threats.win(cell, depth - less, clock):
                return [cell, *threats.line_below], plies
            cut |= threats.cut_by_depth
        if not cut:
            break
    return [], 0


def _first_moves(candidates: Sequence[tuple[int, bool]]) -> Iterator[tuple[int, int]]:
    """The moves to begin a win with, and how much less deep each is searched."""
    quiet = 0
    for cell, threatens in candidates:
        quiet += not threatens
        if quiet > _QUIET:
            return
        yield cell, 0 if threatens else _QUIET_LESS
