"""Threat-space search: does a side win with nothing but threats?

Every stone of the attacker threatens to win by fours (VCF), and only what may stop that is tried as
a reply. The tree is that of engine/wide_kernels/shape_search.py, with an attacker given.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from engine.alphabeta.arrays import no_line_network
from engine.alphabeta.tree import ShapeTree
from engine.game.rules import PRESETS, Rules, Variant
from engine.kernels import alphabeta
from engine.kernels.windows import KEY, SIDE
from engine.thinking import score
from engine.thinking.clock import Clock, Limit, StoppedError
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels.shapes import FINISHES, KIND_BITS, ONE_THREE

_TABLE_NODES: Final = 200_000
"""What the transposition table has room for: of 29 wins by threats two took more."""
_CHUNK: Final = 1000
"""Nodes between two looks at the clock: some 1.5 ms."""
_ALL: Final = 1
"""A width for the kernel, so large that a threat-space search leaves nothing out."""
_NULL_MOVE_KEY: Final = 0x2545F4914F6CDD1D
"""Distinguishes the key of a position from that of the same stones with the other side to move."""


class ThreatSearch(ShapeTree):
    """Looks for wins by threats in one game; what it finds about a position it remembers.

    `weakest` is the least kind of move, of those in engine/wide_kernels/shapes.py, that counts as a
    threat. The variants are searched; in caro a four with two answers ends a VCF, which keeps it
    simple.
    """

    def __init__(self, rules: Rules, cells: Sequence[int], weakest: int = ONE_THREE) -> None:
        super().__init__(rules, cells, _TABLE_NODES, no_line_network())
        self.search.state[alphabeta.LEAST_KIND] = weakest
        self._forbids = rules.variant is Variant.RENJU
        self._weakest = weakest

    @property
    def cut_by_depth(self) -> bool:
        """Whether more depth might have found what the last search did not."""
        return bool(self.search.state[alphabeta.DEPTH_LIMITED])

    @property
    def must_stop_a_line(self) -> bool:
        """Whether the side that is not to move would complete a line."""
        return bool(self.board.sums[FINISHES + 1 - self.side])

    def candidates(self) -> list[tuple[int, bool]]:
        """The free cells for a move, the most promising first, and whether each is a threat."""
        free, ranks = self.ranks()
        if self._forbids and self.side == 0:
            allowed = [self.allows(int(cell)) for cell in free]
            free, ranks = free[allowed], ranks[allowed]
        made = self.board.combination[free] >> 16 * self.side & 65535
        threats = (self.board.meaning[made] & KIND_BITS) >= self._weakest
        order = np.lexsort((-ranks, ~threats))
        return [(int(free[i]), bool(threats[i])) for i in order]

    def null_move(self) -> None:
        """Let the other side move, on the board as it stands; a second call takes this back."""
        self.board.sums[SIDE] ^= 1
        self.board.sums[KEY] ^= _NULL_MOVE_KEY

    def win(self, cell: int, depth: int, clock: Clock) -> int:
        """The plies of a win by threats that begins with this move; 0 where none is found.

        After the move the attacker has `depth` more that no four forces. Raises StoppedError.
        """
        value = self._value_of(cell, ESTIMATE_LIMIT, depth, self.side, clock)
        return score.plies_to_end(value) if score.is_win(value) else 0

    def loss(self, cell: int, depth: int, clock: Clock) -> int:
        """The plies within which the other side wins by threats after this move, or 0.

        The other side has `depth` moves that no four forces. Raises StoppedError.
        """
        value = self._value_of(cell, -ESTIMATE_LIMIT - 1, depth, 1 - self.side, clock)
        return score.plies_to_end(value) if score.is_loss(value) else 0

    def _value_of(self, cell: int, alpha: int, depth: int, attacker: int, clock: Clock) -> int:
        """The value of a move in the null window above alpha. Raises StoppedError."""
        self._aim = (attacker,)
        self.begin(cell, alpha, alpha + 1, depth + 1, _ALL)
        while allowed := clock.more(_CHUNK):
            if self.run(self.nodes + allowed):
                return self.value
        self.abandon()
        raise StoppedError


def warm_up() -> None:
    """Compile or load what a threat-space search needs and alpha-beta does not."""
    ThreatSearch(PRESETS["renju"], []).candidates()
    threats = ThreatSearch(Rules(9, 9, 5), [])
    with suppress(StoppedError):
        threats.win(0, 1, Clock(Limit(nodes=1), lambda: 1))
