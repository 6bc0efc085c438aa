"""The moves of a root: which of them leads."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine import Limit, Position, Rules
from engine.alphabeta.arrays import fresh_alphabeta_arrays
from engine.alphabeta.root import RootSearch
from engine.alphabeta.tree import Tree
from engine.kernels.alphabeta import CLAIM, VALUE

RULES = Rules(4, 4, 4)


class Script(Tree):
    """A tree that returns what is written for a move: in a null window, and in the whole one."""

    def __init__(self, null: Mapping[int, int], whole: Mapping[int, int]) -> None:
        self.search = fresh_alphabeta_arrays(RULES, 1)
        self._width = RULES.cells + 2
        self._null, self._whole = null, whole

    def completes(self, cell: int) -> bool:
        """No move ends the game."""
        return False

    def evaluate_after(self, cell: int) -> int:
        """The worth of a move, one ply deep."""
        return -cell

    def begin(self, cell: int, alpha: int, beta: int, depth: int, width: int) -> None:
        """Look up what is written; all other moves are worth their evaluation."""
        written = self._null if beta - alpha == 1 else self._whole
        known = written.get(cell, -cell) if depth > 1 else -cell
        self.search.state[VALUE], self.search.state[CLAIM] = -known, 0

    def run(self, budget: int) -> bool:
        """Every search ends at once."""
        return True


class Root(RootSearch):
    """One iteration over the moves of a root."""

    def leader(self) -> int:
        """The cell that leads after it."""
        self._evaluate_moves()
        self._search_root(2)
        return self._leader.cell


@pytest.mark.parametrize("whole, leads", [(150, 5), (100, 0), (50, 0)])
def test_a_move_leads_by_its_value_in_the_whole_window(whole: int, leads: int) -> None:
    """In a null window, where more is pruned, it may look better than it is."""
    tree = Script(null={5: 150}, whole={0: 100, 5: whole})
    root = Root(Position.start(RULES), Limit(nodes=1000), lambda *_: tree)
    assert root.leader() == leads
