"""Wins by threats: of whom, with which move, and whether a move allows one.

An attack is looked for in the tree of engine/kernels/shape_search.py: every stone of the attacker
threatens to win by fours, and only what may stop that is tried against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from engine.alphabeta.arrays import fresh_fours, fresh_search, fresh_shapes
from engine.game.rules import Rules
from engine.kernels import alphabeta, shape_search
from engine.kernels.shapes import FINISHES, KIND_BITS, ONE_THREE
from engine.kernels.windows import KEY, SIDE
from engine.thinking import score
from engine.thinking.score import ESTIMATE_LIMIT

Watch = Callable[[], int]
"""How many nodes may be searched until it is asked again; 0 to stop."""

GOALS: Final = (4, 5, 6)
"""With 3 nothing is left to search; with 7 the table of shapes would have 16 million entries."""
_TABLE_NODES: Final = 200_000
"""What the table has room for: of 29 wins by threats two took more."""
_ALL: Final = 1
"""A width: an attack leaves nothing out because of it."""
_PASSED: Final = 0x2545F4914F6CDD1D
"""What tells a position from the same stones with the other side to move."""


class StoppedError(Exception):
    """The watch has allowed no more nodes."""


def handles(rules: Rules) -> bool:
    """Whether attacks are looked for: a fall or a lost line would turn threats round."""
    return not rules.gravity and not rules.misere and rules.goal in GOALS


class Attack:
    """Looks for wins by threats in one game; what it finds about a position it remembers.

    `least` is the least kind of move that it tries, of those in engine/kernels/shapes.py.
    """

    def __init__(self, rules: Rules, cells: Sequence[int], least: int = ONE_THREE) -> None:
        self._rules = rules
        self._board = fresh_shapes(rules)
        self._search = fresh_search(rules, _TABLE_NODES)
        self._search.state[alphabeta.LEAST_KIND] = least
        self._least = least
        self._fours = fresh_fours(rules)
        shape_search.put_stones(self._board, np.array(cells, np.int64))

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return int(self._search.state[alphabeta.NODES])

    @property
    def short(self) -> bool:
        """Whether more depth might have found what the last question did not."""
        return bool(self._search.state[alphabeta.DEPTH_LIMITED])

    @property
    def must_stop(self) -> bool:
        """Whether the side that is not to move would complete a line."""
        return bool(self._board.sums[FINISHES + 1 - self._side])

    @property
    def _side(self) -> int:
        return int(self._board.sums[SIDE])

    def candidates(self) -> list[tuple[int, bool]]:
        """The free cells, most promising first, and whether a stone there is part of an attack."""
        board, side = self._board, self._side
        free = np.flatnonzero(board.stone < 0)
        mine = board.combination[free] >> 16 * side & 65535
        theirs = board.combination[free] >> 16 * (1 - side) & 65535
        ranks = board.rank[mine] + board.rank[board.rank.size // 2 + theirs]
        threats = (board.meaning[mine] & KIND_BITS) >= self._least
        order = np.lexsort((-ranks, ~threats))
        return [(int(free[i]), bool(threats[i])) for i in order]

    def pass_over(self) -> None:
        """Let the other side move: on the board as it stands, until this is called again."""
        self._board.sums[SIDE] ^= 1
        self._board.sums[KEY] ^= _PASSED

    def play(self, cell: int) -> None:
        """Let the side to move put a stone where it completes no line."""
        shape_search.put_stones(self._board, np.array([cell], np.int64))

    def take_back(self, cell: int) -> None:
        """Take back the stone put last."""
        shape_search.lift_stone(self._board, cell)

    def win(self, cell: int, depth: int, watch: Watch) -> int:
        """The plies of a win by threats that begins with this move; 0 where none is found.

        After the move the attacker has `depth` more that no four forces. Raises StoppedError.
        """
        value = self._run(cell, ESTIMATE_LIMIT, depth, self._side, watch)
        return score.plies_to_end(value) if score.is_win(value) else 0

    def loss(self, cell: int, depth: int, watch: Watch) -> int:
        """The plies within which the other side wins by threats after this move, or 0; likewise."""
        value = self._run(cell, -ESTIMATE_LIMIT - 1, depth, 1 - self._side, watch)
        return score.plies_to_end(value) if score.is_loss(value) else 0

    def line(self, cell: int) -> list[int]:
        """The cells of the win just found, or of the loss, that begins with this one."""
        width = self._rules.cells + 2
        below = self._search.pv[width : 2 * width]
        return [cell, *(int(next_) for next_ in below[: int(np.argmax(below < 0))])]

    def _run(self, cell: int, alpha: int, depth: int, attacker: int, watch: Watch) -> int:
        shape_search.begin(
            self._board, self._search, cell, alpha, alpha + 1, depth + 1, _ALL, attacker
        )
        while True:
            allowed = watch()
            if allowed <= 0:
                shape_search.abandon(self._board, self._search)
                raise StoppedError
            if shape_search.run(self._board, self._search, self._fours, self.nodes + allowed):
                break
        return -int(self._search.state[alphabeta.VALUE])


def warm_up() -> None:
    """Compile or load what an attack needs and a search does not."""
    attack = Attack(Rules(9, 9, 5), [])
    attack.play(0)
    attack.take_back(0)
    with suppress(StoppedError):
        attack.win(0, 1, lambda: 0)
