"""Questions about one game: can a side force a line, and with how many stones?

The compiled search of engine/kernels/proof.py and its memory; what it finds about a position
it remembers for later questions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

import numpy as np

from engine.kernels import duel as ground
from engine.kernels import proof as kernel
from engine.kernels.duel import ATTACKER, DEFENDER, Duel
from engine.kernels.proof import Proof
from engine.kernels.stones import Array
from engine.lines import DIRECTIONS
from engine.rules import Rules

Watch = Callable[[int], int]
"""Given the nodes so far, how many more to search before it is asked again; 0 stops."""

_TABLE_BUCKETS: Final = 262139
"""Four entries of 16 bytes in each: 16 MB. A prime, so that all bits of a key tell."""
_LARGE_TABLE_BUCKETS: Final = 2097143
"""134 MB for who has patience: 4x8x4 takes 10.4 million nodes with it, and comes to no end in
forty with the other, which forgets what it has proved."""
_KEY_BITS: Final = 62
_SEED: Final = 2718281828


class StoppedError(Exception):
    """The watch has allowed no more nodes."""


class Prover:
    """Answers questions about positions of one game; `patient` ones with more memory."""

    def __init__(self, rules: Rules, cells: Sequence[int] = (), patient: bool = False) -> None:
        assert not rules.gravity
        assert not rules.misere
        self._rules = rules
        self._side = len(cells) % 2
        self._duel = _fresh_duel(rules)
        self._proof = _fresh_proof(rules, _LARGE_TABLE_BUCKETS if patient else _TABLE_BUCKETS)
        kernel.set_up(self._duel, np.array(cells, np.int64))

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
        kernel.place(self._duel, cell, self._side)
        self._side = 1 - self._side

    def take(self, cell: int) -> None:
        """Take the last stone back, which is on this cell."""
        kernel.take(self._duel, cell)
        self._side = 1 - self._side

    def wins(self, attacker: int, stones: int | None, mover: int, watch: Watch) -> bool:
        """Whether a side can force a line, with at most so many more stones where told.

        `mover` moves first. Raises StoppedError.
        """
        seen = self._begin(attacker, stones, mover)
        if seen:
            return seen > 0
        self._run(watch)
        return bool(self._proof.frame[kernel.PN] == 0)

    def way(self, attacker: int, stones: int | None, watch: Watch) -> int | None:
        """The cell by which the side to move has its way in what `wins` asks; None if it has not.

        Raises StoppedError.
        """
        self._begin(attacker, stones, self._side)
        self._run(watch)
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

    def _run(self, watch: Watch) -> None:
        while more := watch(self.nodes):
            if kernel.run(self._duel, self._proof, self.nodes + more):
                return
        kernel.abandon(self._duel, self._proof)
        raise StoppedError


def warm_up() -> None:
    """Compile or load the prover, on a board where its question takes a few positions."""
    prover = Prover(Rules(4, 4, 4))
    allowed = iter((1, 0))
    with suppress(StoppedError):
        prover.wins(0, None, 0, lambda nodes: next(allowed))
    prover.place(0)
    prover.way(0, None, lambda nodes: 1000)
    prover.take(0)


def _fresh_duel(rules: Rules) -> Duel:
    through, first, cells = _incidence(rules)
    count = cells.size // rules.goal
    images = _images(rules)
    return Duel(
        shape=_array([rules.cells, rules.goal, count, len(images)]),
        first=first,
        through=through,
        window=cells,
        zobrist=_keys(rules),
        hashes=_zeros(len(images)),
        stone=np.full(rules.cells, -1, np.int64),
        tally=_zeros(2 * count),
        open=_zeros(count),
        sums=_zeros(ground.SUMS_SIZE),
        stamp=_zeros(rules.cells),
        partner=_zeros(rules.cells),
        shared=_zeros(rules.cells),
        line=_lines(rules),
        group=_zeros(2 * count),
        owner=_zeros(rules.cells),
        taker=_zeros(rules.cells),
        queue=_zeros(count + 1),
        source=_zeros(count),
        seen=_zeros(count),
    )


def _fresh_proof(rules: Rules, buckets: int) -> Proof:
    heights = rules.cells + 2
    rng = random.Random(_SEED)
    return Proof(
        state=_zeros(kernel.STATE_SIZE),
        frame=_zeros(heights * kernel.FRAME_SIZE),
        cell=_zeros(heights * rules.cells),
        key=_zeros(heights * rules.cells),
        pn=_zeros(heights * rules.cells),
        dn=_zeros(heights * rules.cells),
        marks=_zeros(rules.cells),
        salt=_array([rng.getrandbits(_KEY_BITS) for _ in range(4 * heights)]),
        table=_zeros(buckets * kernel.BUCKET_SIZE),
    )


@lru_cache(maxsize=16)
def _incidence(rules: Rules) -> tuple[Array, Array, Array]:
    """The windows through each cell, where each cell's begin, and the cells of each window."""
    all_windows = [window for line in lines(rules) for window in line]
    through = [[n for n, window in enumerate(all_windows) if cell in window]
               for cell in range(rules.cells)]  # fmt: skip
    return (
        _array([number for numbers in through for number in numbers]),
        _array(np.cumsum([0, *map(len, through)])),
        _array([cell for window in all_windows for cell in window]),
    )


def lines(rules: Rules) -> list[list[list[int]]]:
    """The windows of each row, column and diagonal, one step apart."""
    found = []
    for down, right in DIRECTIONS:
        for start in range(rules.cells):
            row, column = divmod(start, rules.columns)
            if row >= down and 0 <= column - right < rules.columns:
                continue
            cells = []
            while row < rules.rows and 0 <= column < rules.columns:
                cells.append(row * rules.columns + column)
                row, column = row + down, column + right
            spans = range(len(cells) - rules.goal + 1)
            found.append([cells[at : at + rules.goal] for at in spans])
    return found


def _lines(rules: Rules) -> Array:
    return _array([number for number, line in enumerate(lines(rules)) for _ in line])


@lru_cache(maxsize=16)
def _images(rules: Rules) -> list[list[int]]:
    """For each symmetry of the board where each cell goes."""
    rows, columns = rules.rows, rules.columns
    cells = [divmod(cell, columns) for cell in range(rules.cells)]
    found = [
        [(abs(down - row), abs(right - column)) for row, column in cells]
        for down in (0, rows - 1)
        for right in (0, columns - 1)
    ]
    if rows == columns:
        found += [[(column, row) for row, column in image] for image in found]
    return [[row * columns + column for row, column in image] for image in found]


@lru_cache(maxsize=16)
def _keys(rules: Rules) -> Array:
    rng = random.Random(_SEED)
    numbers = [rng.getrandbits(_KEY_BITS) for _ in range(2 * rules.cells)]
    return _array([numbers[2 * cell + side] for image in _images(rules) for cell in image
                   for side in range(2)])  # fmt: skip


def _array(numbers: object) -> Array:
    return np.array(numbers, np.int64)


def _zeros(size: int) -> Array:
    return np.zeros(size, np.int64)
