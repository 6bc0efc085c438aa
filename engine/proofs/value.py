"""What one position is worth, asked of a prover in questions of yes and no.

    can the side to move win?               if neither can: a draw
    can the other?
    can the other even where he moves       if not, no move loses: a stone more never hurts
    first?                                  (else he would imagine it away)
    can they with 1, 2, 3 ... stones?       the first yes is the distance

Which is answered soonest nobody knows: all are asked in rounds, each of which lets every
question have twice the nodes of the last.
"""

from __future__ import annotations

from typing import Final

from engine.proofs.prover import Prover, StoppedError, Watch
from engine.thinking import score

_FIRST_ROUND: Final = 2_000
"""Nodes for each question in the first round."""


class LimitMetError(Exception):
    """The watch has ended all questions."""


class Case:
    """The position on the board of a prover, and what is known of it.

    `units` is its score (engine/thinking/score.py) once solved. `fails` and `wins` say by side
    who is known not to win and who is; `free` whether no move is known to lose unless all do.
    """

    def __init__(self, prover: Prover, empty: int, mover: int) -> None:
        self.units: int | None = None
        self.fails = [False, False]
        self.wins = [False, False]
        self.free = False
        self.round = _FIRST_ROUND
        self._prover = prover
        self._empty = empty
        self._mover = mover
        self._stones = [1, 1]

    def think(self, watch: Watch) -> bool:
        """Ask for one round more; True once solved. Raises LimitMetError."""
        rival = 1 - self._mover
        for side in (self._mover, rival):
            if not self.fails[side] and not self.wins[1 - side] and self.units is None:
                self._ask_of(side, watch)
        if all(self.fails):
            self.units = score.DRAW
        self.round *= 2
        return self.units is not None

    def look_for_freedom(self, watch: Watch) -> None:
        """Find out for one round whether the other side does not win even if it moves first."""
        rival = 1 - self._mover
        if self.fails[rival] or self.wins[rival]:
            return
        if self._answer(rival, None, rival, self.round, watch) is False:
            self.fails[rival] = self.free = True

    def _ask_of(self, side: int, watch: Watch) -> None:
        if not self.wins[side]:
            wins = self._answer(side, None, self._mover, self.round, watch)
            self.fails[side] = wins is False
            self.wins[side] = wins is True
        if not self.fails[side]:
            self._approach(side, watch)

    def _approach(self, side: int, watch: Watch) -> None:
        """Allow one stone after the other, for one round."""
        last = self._prover.nodes + self.round
        most = (self._empty + (side == self._mover)) // 2
        while self._stones[side] <= most and self._prover.nodes < last:
            stones = self._stones[side]
            left = last - self._prover.nodes
            wins = self._answer(side, stones, self._mover, left, watch)
            if wins is None:
                return
            if wins:
                ours = side == self._mover
                self.units = score.win_in(2 * stones - 1) if ours else score.loss_in(2 * stones)
                return
            self._stones[side] += 1
        self.fails[side] = self._stones[side] > most

    def _answer(
        self, side: int, stones: int | None, mover: int, nodes: int, watch: Watch
    ) -> bool | None:
        """What the prover says within so many nodes, None where it does not come to an end."""
        last = self._prover.nodes + nodes
        try:
            return self._prover.wins(
                side, stones, mover, lambda searched: min(watch(searched), max(0, last - searched))
            )
        except StoppedError:
            if watch(self._prover.nodes) <= 0:
                raise LimitMetError from None
            return None
