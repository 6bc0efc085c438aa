"""Yes-or-no questions about one game: can a side force a line, and with how many stones?

They are answered by depth-first proof-number search (df-pn), engine/kernels/dfpn_search.py. What
is found about a position stays in its transposition table for later questions. The exact value of a
position is found by asking several:

    can the side to move win?               if neither can: a draw
    can the other side win?
    can the other side win even where it    if not, no move loses: an extra stone never hurts,
    moves first?                            so that every move is at least as good as a null move
    can they with 1, 2, 3 ... stones?       the first yes is the distance

Nobody knows which question is answered soonest: all are asked in rounds, each of which lets
every question have twice the nodes of the last.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

import numpy as np

from engine.alphabeta.arrays import KEY_BITS, array, zeros
from engine.game.geometry import symmetries
from engine.game.rules import Rules
from engine.game.surfaces import surface_of
from engine.kernels import dfpn_memory as memory
from engine.kernels import dfpn_search as kernel
from engine.kernels import dfpn_vcf as vcf
from engine.kernels.dfpn_board import ATTACKER, DEFENDER, LOW_CELLS, SUMS_SIZE, DfpnBoard
from engine.kernels.dfpn_memory import COUNT, DN, NODES, PN, DfpnArrays
from engine.kernels.dfpn_vcf import DfpnVcfArrays
from engine.kernels.jit import Array
from engine.thinking import score
from engine.thinking.clock import Clock, Limit, StoppedError

_CHUNK: Final = 500
"""Nodes between two looks at the clock: some 2 ms."""
_TABLE_BUCKETS: Final = 1 << 18
"""Buckets of the transposition table, four entries of 16 bytes in each: 16 MB."""
_LARGE_TABLE_BUCKETS: Final = 1 << 21
"""Buckets of the table for a patient caller, 134 MB: after some ten million nodes the smaller one
begins to forget what it has proved (4x9x4: 9.9 million nodes with this one, 10.6 with the other).
"""
_SEED: Final = 2718281828
"""The seed of the Zobrist keys of stones."""
_SALT_SEED: Final = 1618033988
"""The seed of the keys of the counts of stones left: not that of the stones, since a stone and a
count with the same key would cancel out."""


class Prover:
    """Answers questions about positions of one game; with more memory if `patient`."""

    def __init__(self, rules: Rules, cells: Sequence[int] = (), patient: bool = False) -> None:
        assert not rules.gravity
        assert not rules.misere
        self._rules = rules
        self._side = len(cells) % 2
        self._board = fresh_dfpn_board(rules)
        self._arrays = fresh_dfpn_arrays(rules, _LARGE_TABLE_BUCKETS if patient else _TABLE_BUCKETS)
        kernel.put_stones(self._board, array(cells), 0)

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
        kernel.put_stones(self._board, array([cell]), self._side)
        self._side = 1 - self._side

    def take_back(self, cell: int) -> None:
        """Take back the last stone, which is on this cell."""
        kernel.lift_stone(self._board, cell)
        self._side = 1 - self._side

    def wins(self, attacker: int, stones: int | None, mover: int, clock: Clock) -> bool:
        """Whether the attacker can force a line where `mover` moves first.

        `stones` is how many more stones the attacker has, None for any number. Raises
        StoppedError.
        """
        answer = self._begin(attacker, stones, mover)
        if answer:
            return answer > 0
        self._run(clock)
        return bool(self._arrays.frame[PN] == 0)

    def best_cell(self, attacker: int, stones: int | None, clock: Clock) -> int | None:
        """A winning cell for the attacker, or a holding one for the defender, if that is to move.

        None where there is no such cell. Raises StoppedError.
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
        """Begin a question: 1 where it is answered yes at once, -1 where no, 0 while it is open."""
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


# --- the arrays that the kernels work on: windows of a board, its symmetries, a stack


def fresh_dfpn_board(rules: Rules) -> DfpnBoard:
    """The empty board of a game, as the prover sees it."""
    through, first, cells = _windows_and_cells(rules)
    count = cells.size // rules.goal
    images = _images(rules)
    return DfpnBoard(
        shape=array([rules.cells, rules.goal, count, len(images)]),
        first=first,
        through=through,
        window=cells,
        low=_bits(cells, rules.goal, 0),
        high=_bits(cells, rules.goal, LOW_CELLS),
        zobrist=_keys(rules),
        hashes=zeros(len(images)),
        stone=np.full(rules.cells, -1, np.int64),
        tally=zeros(2 * count),
        open=zeros(count),
        sums=zeros(SUMS_SIZE),
        stamp=zeros(rules.cells),
        open_through=zeros(rules.cells),
        line_of=_lines(rules),
        group=zeros(2 * count),
        owner=zeros(rules.cells),
        taker=zeros(rules.cells),
        queue=zeros(count + 1),
        source=zeros(count),
        seen=zeros(count),
    )


def fresh_dfpn_arrays(rules: Rules, buckets: int) -> DfpnArrays:
    """An empty stack and an empty table for df-pn; `buckets` is a power of two."""
    heights = rules.cells + 2
    rng = random.Random(_SALT_SEED)
    return DfpnArrays(
        state=zeros(memory.STATE_SIZE),
        frame=zeros(heights * memory.FRAME_SIZE),
        cell=zeros(heights * rules.cells),
        key=zeros(heights * rules.cells),
        pn=zeros(heights * rules.cells),
        dn=zeros(heights * rules.cells),
        marks=zeros(rules.cells),
        vcf=fresh_dfpn_vcf_arrays(rules.cells),
        salt=array([rng.getrandbits(KEY_BITS) for _ in range(4 * heights)]),
        table=zeros(buckets * memory.BUCKET_SIZE),
    )


def fresh_dfpn_vcf_arrays(cells: int) -> DfpnVcfArrays:
    """An empty stack for the search of wins by fours (VCF) within df-pn, for so many cells."""
    heights = cells // 2 + 2
    return DfpnVcfArrays(
        state=zeros(vcf.STATE_SIZE),
        cell=zeros(2 * heights),
        kept=zeros(2 * heights),
        danger=zeros(heights),
        move=zeros(heights * cells),
        reply=zeros(heights * cells),
        left=zeros(heights),
        stamp=zeros(cells),
        partner=zeros(cells),
    )


@lru_cache(maxsize=16)
def _windows_and_cells(rules: Rules) -> tuple[Array, Array, Array]:
    """The windows through each cell, where each cell's begin, and the cells of each window."""
    all_windows = [window for line in windows_by_line(rules) for window in line]
    through = [[n for n, window in enumerate(all_windows) if cell in window]
               for cell in range(rules.cells)]  # fmt: skip
    return (
        array([number for numbers in through for number in numbers]),
        array(np.cumsum([0, *map(len, through)])),
        array([cell for window in all_windows for cell in window]),
    )


def windows_by_line(rules: Rules) -> list[list[list[int]]]:
    """The windows of each line, one step apart."""
    return surface_of(rules).windows_by_line(rules.goal)


def _bits(cells: Array, goal: int, first: int) -> Array:
    """The cells of each window as bits, from the first on."""
    bits = [1 << cell - first if 0 <= cell - first < LOW_CELLS else 0
            for cell in cells.tolist()]  # fmt: skip
    return array([sum(bits[at : at + goal]) for at in range(0, len(bits), goal)])


def _lines(rules: Rules) -> Array:
    return array([number for number, line in enumerate(windows_by_line(rules)) for _ in line])


def _images(rules: Rules) -> list[list[int]]:
    """For each symmetry of the board where each cell goes."""
    cells = range(1, rules.cells + 1)
    return [[turn.tiles[tile] - 1 for tile in cells] for turn in symmetries(rules)]


@lru_cache(maxsize=16)
def _keys(rules: Rules) -> Array:
    rng = random.Random(_SEED)
    numbers = [rng.getrandbits(KEY_BITS) for _ in range(2 * rules.cells)]
    return array([numbers[2 * cell + side] for image in _images(rules) for cell in image
                   for side in range(2)])  # fmt: skip


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
