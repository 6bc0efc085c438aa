"""Yes-or-no questions about one game: can a side force a line, and with how many stones?

They are answered by depth-first proof-number search (df-pn), engine/kernels/dfpn_search.py. What
is found about a position stays in its transposition table for later questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from engine.game.rules import Rules
from engine.kernels import dfpn_search as kernel
from engine.kernels.dfpn_board import ATTACKER, DEFENDER
from engine.kernels.dfpn_memory import COUNT, DN, NODES, PN
from engine.proofs.arrays import fresh_dfpn_arrays, fresh_dfpn_board
from engine.thinking.clock import Clock, Limit, StoppedError

_CHUNK: Final = 500
"""Nodes between two looks at the clock: some 2 ms."""
_TABLE_BUCKETS: Final = 1 << 18
"""Buckets of the transposition table, four entries of 16 bytes in each: 16 MB."""
_LARGE_TABLE_BUCKETS: Final = 1 << 21
"""Buckets of the table for who has patience, 134 MB: after some ten million nodes the smaller one
begins to forget what it has proved (4x9x4: 9.9 million nodes with this one, 10.6 with the other).
"""


class Prover:
    """Answers questions about positions of one game; with more memory if `patient`."""

    def __init__(self, rules: Rules, cells: Sequence[int] = (), patient: bool = False) -> None:
        assert not rules.gravity
        assert not rules.misere
        self._rules = rules
        self._side = len(cells) % 2
        self._board = fresh_dfpn_board(rules)
        self._arrays = fresh_dfpn_arrays(rules, _LARGE_TABLE_BUCKETS if patient else _TABLE_BUCKETS)
        kernel.put_stones(self._board, np.array(cells, np.int64))

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return int(self._arrays.state[NODES])

    @property
    def side(self) -> int:
        """The side to move: 0 or 1."""
        return self._side

    def play(self, cell: int) -> None:
        """The side to move plays this cell."""
        kernel.put_stone(self._board, cell, self._side)
        self._side = 1 - self._side

    def take_back(self, cell: int) -> None:
        """Take the last stone back, which is on this cell."""
        kernel.lift_stone(self._board, cell)
        self._side = 1 - self._side

    def wins(self, attacker: int, stones: int | None, mover: int, clock: Clock) -> bool:
        """Whether the attacker can force a line where `mover` moves first.

        `stones` is how many more stones the attacker has, None for any number. Raises
        StoppedError.
        """
        settled = self._begin(attacker, stones, mover)
        if settled:
            return settled > 0
        self._run(clock)
        return bool(self._arrays.frame[PN] == 0)

    def best_cell(self, attacker: int, stones: int | None, clock: Clock) -> int | None:
        """The cell by which the side to move decides the question of `wins` in its favour.

        The attacker wins by it, the other side holds by it. None where no cell does. Raises
        StoppedError.
        """
        self._begin(attacker, stones, self._side)
        self._run(clock)
        frame = self._arrays.frame
        if frame[PN if attacker == self._side else DN] > 0:
            return None
        count = int(frame[COUNT])
        ends = (self._arrays.pn if attacker == self._side else self._arrays.dn)[:count]
        return next((int(self._arrays.cell[i]) for i in range(count) if ends[i] == 0), None)

    def _begin(self, attacker: int, stones: int | None, mover: int) -> int:
        """Begin a question: 1 where it is answered yes at once, -1 where no, 0 where not yet."""
        turn = ATTACKER if mover == attacker else DEFENDER
        left = self._rules.cells if stones is None else stones
        return int(
            kernel.begin(self._board, self._arrays, attacker, turn, left, int(stones is not None))
        )

    def _run(self, clock: Clock) -> None:
        """Search until the question that was begun is answered. Raises StoppedError."""
        while more := clock.more(_CHUNK):
            if kernel.run(self._board, self._arrays, self.nodes + more):
                return
        kernel.abandon(self._board, self._arrays)
        raise StoppedError


def warm_up() -> None:
    """Compile or load the prover, on a board where its question takes a few positions."""
    prover = Prover(Rules(4, 4, 4))
    with suppress(StoppedError):
        prover.wins(0, None, 0, Clock(Limit(nodes=1), lambda: prover.nodes))
    prover.play(0)
    prover.best_cell(0, None, Clock(Limit()))
    prover.take_back(0)
