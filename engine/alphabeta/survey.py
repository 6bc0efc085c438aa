"""Every move of a root searched by itself to the same depth, for levels that choose among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.alphabeta import tree
from engine.alphabeta.candidate import Candidate
from engine.alphabeta.root import RootSearch
from engine.game.position import Position
from engine.game.rules import Variant
from engine.thinking.analysis import Verdict
from engine.thinking.clock import StoppedError
from engine.thinking.limit import Limit
from engine.thinking.score import WIN


@dataclass(frozen=True, slots=True)
class SurveyedMove:
    """The verdict of a move by a search, and its verdict by the static evaluation."""

    verdict: Verdict
    static: Verdict


def survey(position: Position, limit: Limit) -> dict[int, SurveyedMove]:
    """Search each move by itself to the same depth, so that the scores can be compared.

    On larger boards moves far from all stones are left out.
    """
    fresh = tree.WindowTree if position.rules.variant is Variant.FREESTYLE else tree.ShapeTree
    return _Survey(position, limit, fresh).verdicts()


class _Survey(RootSearch):
    """A search that finds no best move, but compares all."""

    def verdicts(self) -> dict[int, SurveyedMove]:
        """Search each move by itself. The result is of the last depth that all have reached."""
        self._evaluate_moves()
        noted = [root for root in self._moves if not self._width or root.cell in self._near]
        surveyed = self._surveyed(noted)
        try:
            for depth in range(2, self._deepest + 1):
                for root in noted:
                    if not root.proved:
                        self._search_move(root, -WIN, WIN, depth)
                surveyed = self._surveyed(noted)
        except StoppedError:
            pass
        return surveyed

    def _surveyed(self, noted: Iterable[Candidate]) -> dict[int, SurveyedMove]:
        return {
            root.move: SurveyedMove(root.told(self._empty), Verdict.estimate(root.static))
            for root in noted
        }
