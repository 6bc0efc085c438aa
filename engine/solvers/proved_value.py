"""The exact value of one position, found by asking a prover yes-or-no questions.

    can the side to move win?               if neither can: a draw
    can the other side win?
    can the other side win even where it    if not, no move loses: an extra stone never hurts,
    moves first?                            so that every move is at least as good as a null move
    can they with 1, 2, 3 ... stones?       the first yes is the distance

Nobody knows which question is answered soonest: all are asked in rounds, each of which lets
every question have twice the nodes of the last.
"""

from __future__ import annotations

from typing import Final

from engine.solvers.prover import Prover
from engine.thinking import score
from engine.thinking.clock import Clock, StoppedError

_FIRST_ROUND: Final = 2_000
"""Nodes for each question in the first round."""


class ValueSearch:
    """Finds the exact score of the position on the board of a prover.

    `mover` is the side to move, 0 or 1, and `empty` the count of free cells. `units` is the
    score (engine/thinking/score.py) once it is found, for the side to move. `can_win` and
    `cannot_win` say by side what is proved. `no_move_loses` says that every move is proved to be
    at least as good as a null move, so that none loses unless the position is lost.
    """

    def __init__(self, prover: Prover, empty: int, mover: int) -> None:
        self.units: int | None = None
        self.can_win = [False, False]
        self.cannot_win = [False, False]
        self.no_move_loses = False
        self.round_nodes = _FIRST_ROUND
        self._prover = prover
        self._empty = empty
        self._mover = mover
        self._stones = [1, 1]

    def ask_round(self, clock: Clock) -> bool:
        """Ask for one more round; True once the value is found. Raises StoppedError."""
        rival = 1 - self._mover
        for side in (self._mover, rival):
            if not self.cannot_win[side] and not self.can_win[1 - side] and self.units is None:
                self._ask_about(side, clock)
        if all(self.cannot_win):
            self.units = score.DRAW
        self.round_nodes *= 2
        return self.units is not None

    def ask_null_move(self, clock: Clock) -> None:
        """Ask for one round whether the other side wins if it moves first. Raises StoppedError."""
        rival = 1 - self._mover
        if self.cannot_win[rival] or self.can_win[rival]:
            return
        if self._answer(rival, None, rival, self.round_nodes, clock) is False:
            self.cannot_win[rival] = self.no_move_loses = True

    def _ask_about(self, side: int, clock: Clock) -> None:
        """Ask whether a side wins, and then how soon."""
        if not self.can_win[side]:
            wins = self._answer(side, None, self._mover, self.round_nodes, clock)
            self.cannot_win[side] = wins is False
            self.can_win[side] = wins is True
        if not self.cannot_win[side]:
            self._find_distance(side, clock)

    def _find_distance(self, side: int, clock: Clock) -> None:
        """Ask whether a side wins with one stone, then two, and so on, for one round."""
        last = self._prover.nodes + self.round_nodes
        most = (self._empty + (side == self._mover)) // 2
        while self._stones[side] <= most and self._prover.nodes < last:
            stones = self._stones[side]
            left = last - self._prover.nodes
            wins = self._answer(side, stones, self._mover, left, clock)
            if wins is None:
                return
            if wins:
                ours = side == self._mover
                self.units = score.win_in(2 * stones - 1) if ours else score.loss_in(2 * stones)
                return
            self._stones[side] += 1
        self.cannot_win[side] = self._stones[side] > most

    def _answer(
        self, side: int, stones: int | None, mover: int, nodes: int, clock: Clock
    ) -> bool | None:
        """What the prover says within so many nodes, None where it does not finish.

        Raises StoppedError where the clock itself has stopped.
        """
        try:
            return self._prover.wins(side, stones, mover, clock.at_most(nodes))
        except StoppedError:
            clock.check()
            return None
