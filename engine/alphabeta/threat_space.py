"""Threat-space search: does a side win with nothing but threats?

Every stone of the attacker threatens to win by fours (VCF), and only what may stop that is tried as
a reply. The tree is that of engine/wide_kernels/shape_search.py, with an attacker given.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from engine.alphabeta.arrays import (
    fresh_alphabeta_arrays,
    fresh_shape_board,
    fresh_vcf_arrays,
    no_line_network,
)
from engine.game.rules import PRESETS, Rules, Variant
from engine.kernels import alphabeta
from engine.kernels.windows import KEY, SIDE
from engine.thinking import score
from engine.thinking.clock import Clock, Limit, StoppedError
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels import shape_search
from engine.wide_kernels.shapes import FINISHES, KIND_BITS, ONE_THREE

GOALS: Final = (4, 5, 6)
"""The goals of games that are searched: with 3 nothing is left to search, with 7 the table of
shapes would have 16 million entries."""
_TABLE_NODES: Final = 200_000
"""What the transposition table has room for: of 29 wins by threats two took more."""
_CHUNK: Final = 1000
"""Nodes between two looks at the clock: some 1.5 ms."""
_ALL: Final = 1
"""A width for the kernel, so large that a threat-space search leaves nothing out."""
_NULL_MOVE_KEY: Final = 0x2545F4914F6CDD1D
"""Distinguishes the key of a position from that of the same stones with the other side to move."""


def handles(rules: Rules) -> bool:
    """Whether a game is searched: gravity and misere would reverse the meaning of threats.

    The variants are searched; in caro a four with two answers ends a VCF, which keeps it simple.
    """
    return not rules.gravity and not rules.misere and rules.goal in GOALS


class ThreatSearch:
    """Looks for wins by threats in one game; what it finds about a position it remembers.

    `weakest` is the least kind of move, of those in engine/wide_kernels/shapes.py, that counts as a
    threat.
    """

    def __init__(self, rules: Rules, cells: Sequence[int], weakest: int = ONE_THREE) -> None:
        self._rules = rules
        self._board = fresh_shape_board(rules)
        self._search = fresh_alphabeta_arrays(rules, _TABLE_NODES)
        self._search.state[alphabeta.LEAST_KIND] = weakest
        self._weakest = weakest
        self._vcf = fresh_vcf_arrays(rules)
        self._network = no_line_network()
        shape_search.put_stones(self._board, np.array(cells, np.int64))

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return int(self._search.state[alphabeta.NODES])

    @property
    def cut_by_depth(self) -> bool:
        """Whether more depth might have found what the last search did not."""
        return bool(self._search.state[alphabeta.DEPTH_LIMITED])

    @property
    def must_stop_a_line(self) -> bool:
        """Whether the side that is not to move would complete a line."""
        return bool(self._board.sums[FINISHES + 1 - self._side])

    @property
    def _side(self) -> int:
        return int(self._board.sums[SIDE])

    def candidates(self) -> list[tuple[int, bool]]:
        """The free cells for a move, the most promising first, and whether each is a threat."""
        board, side = self._board, self._side
        free = np.flatnonzero(board.stone < 0)
        if self._rules.variant is Variant.RENJU and side == 0:
            free = free[[bool(shape_search.allows(board, int(cell))) for cell in free]]
        mine = board.combination[free] >> 16 * side & 65535
        theirs = board.combination[free] >> 16 * (1 - side) & 65535
        ranks = board.rank[mine] + board.rank[board.rank.size // 2 + theirs]
        threats = (board.meaning[mine] & KIND_BITS) >= self._weakest
        order = np.lexsort((-ranks, ~threats))
        return [(int(free[i]), bool(threats[i])) for i in order]

    def null_move(self) -> None:
        """Let the other side move, on the board as it stands; a second call takes this back."""
        self._board.sums[SIDE] ^= 1
        self._board.sums[KEY] ^= _NULL_MOVE_KEY

    def win(self, cell: int, depth: int, clock: Clock) -> int:
        """The plies of a win by threats that begins with this move; 0 where none is found.

        After the move the attacker has `depth` more that no four forces. Raises StoppedError.
        """
        value = self._run(cell, ESTIMATE_LIMIT, depth, self._side, clock)
        return score.plies_to_end(value) if score.is_win(value) else 0

    def loss(self, cell: int, depth: int, clock: Clock) -> int:
        """The plies within which the other side wins by threats after this move, or 0.

        The other side has `depth` moves that no four forces. Raises StoppedError.
        """
        value = self._run(cell, -ESTIMATE_LIMIT - 1, depth, 1 - self._side, clock)
        return score.plies_to_end(value) if score.is_loss(value) else 0

    def line(self, cell: int) -> list[int]:
        """The cells of the win just found, or of the loss, that begins with this one."""
        width = self._rules.cells + 2
        below = self._search.pv[width : 2 * width]
        return [cell, *(int(next_) for next_ in below[: int(np.argmax(below < 0))])]

    def _run(self, cell: int, alpha: int, depth: int, attacker: int, clock: Clock) -> int:
        """The value of a move in the null window above alpha. Raises StoppedError."""
        shape_search.begin(
            self._board, self._search, cell, alpha, alpha + 1, depth + 1, _ALL, attacker
        )
        while allowed := clock.more(_CHUNK):
            budget = self.nodes + allowed
            if shape_search.run(self._board, self._search, self._vcf, self._network, budget):
                return -int(self._search.state[alphabeta.VALUE])
        shape_search.abandon(self._board, self._search)
        raise StoppedError


def warm_up() -> None:
    """Compile or load what a threat-space search needs and alpha-beta does not."""
    ThreatSearch(PRESETS["renju"], []).candidates()
    threats = ThreatSearch(Rules(9, 9, 5), [])
    with suppress(StoppedError):
        threats.win(0, 1, Clock(Limit(nodes=1), lambda: 1))
