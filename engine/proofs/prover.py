"""Questions about one game: can a side force a line, and with how many stones?

The compiled search of engine/kernels/dfpn.py and its memory; what it finds about a position
it remembers for later questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from engine.game.rules import Rules
from engine.kernels import dfpn as kernel
from engine.kernels.dfpn_board import ATTACKER, DEFENDER
from engine.proofs.arrays import fresh_duel, fresh_proof
from engine.thinking.clock import Clock, StoppedError
from engine.thinking.limit import Limit

_CHUNK: Final = 500
"""Nodes between two looks at the clock: some 2 ms."""
_TABLE_BUCKETS: Final = 1 << 18
"""Four entries of 16 bytes in each: 16 MB."""
_LARGE_TABLE_BUCKETS: Final = 1 << 21
"""134 MB for who has patience: after some ten million nodes the other begins to forget what it has
proved (4x9x4: 9.9 million with this one, 10.6 with the other)."""


class Prover:
    """Answers questions about positions of one game; `patient` ones with more memory."""

    def __init__(self, rules: Rules, cells: Sequence[int] = (), patient: bool = False) -> None:
        assert not rules.gravity
        assert not rules.misere
        self._rules = rules
        self._side = len(cells) % 2
        self._duel = fresh_duel(rules)
        self._proof = fresh_proof(rules, _LARGE_TABLE_BUCKETS if patient else _TABLE_BUCKETS)
        kernel.put_stones(self._duel, np.array(cells, np.int64))

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return int(self._proof.state[kernel.NODES])

    @property
    def side(self) -> int:
        """The side to move: 0 or 1."""
        return self._side

    def place(self, cell: int) -> None:
        """The side to move plays this cell."""
        kernel.put_stone(self._duel, cell, self._side)
        self._side = 1 - self._side

    def take(self, cell: int) -> None:
        """Take the last stone back, which is on this cell."""
        kernel.lift_stone(self._duel, cell)
        self._side = 1 - self._side

    def wins(self, attacker: int, stones: int | None, mover: int, clock: Clock) -> bool:
        """Whether a side can force a line, with at most so many more stones where told.

        `mover` moves first. Raises StoppedError.
        """
        seen = self._begin(attacker, stones, mover)
        if seen:
            return seen > 0
        self._run(clock)
        return bool(self._proof.frame[kernel.PN] == 0)

    def way(self, attacker: int, stones: int | None, clock: Clock) -> int | None:
        """The cell by which the side to move has its way in what `wins` asks; None if it has not.

        Raises StoppedError.
        """
        self._begin(attacker, stones, self._side)
        self._run(clock)
        frame = self._proof.frame
        if frame[kernel.PN if attacker == self._side else kernel.DN] > 0:
            return None
        count = int(frame[kernel.COUNT])
        ends = (self._proof.pn if attacker == self._side else self._proof.dn)[:count]
        return next((int(self._proof.cell[i]) for i in range(count) if ends[i] == 0), None)

    def _begin(self, attacker: int, stones: int | None, mover: int) -> int:
        turn = ATTACKER if mover == attacker else DEFENDER
        left = self._rules.cells if stones is None else stones
        return int(
            kernel.begin(self._duel, self._proof, attacker, turn, left, int(stones is not None))
        )

    def _run(self, clock: Clock) -> None:
        """Search until the question that was begun is answered. Raises StoppedError."""
        while more := clock.more(_CHUNK):
            if kernel.run(self._duel, self._proof, self.nodes + more):
                return
        kernel.abandon(self._duel, self._proof)
        raise StoppedError


def warm_up() -> None:
    """Compile or load the prover, on a board where its question takes a few positions."""
    prover = Prover(Rules(4, 4, 4))
    with suppress(StoppedError):
        prover.wins(0, None, 0, Clock(Limit(nodes=1), lambda: prover.nodes))
    prover.place(0)
    prover.way(0, None, Clock(Limit()))
    prover.take(0)
