"""The arrays that the df-pn kernels work on: windows of a board, its symmetries, a stack."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

import numpy as np

from engine.game.geometry import DIRECTIONS, symmetries
from engine.game.rules import Rules
from engine.kernels import dfpn_memory as memory
from engine.kernels import dfpn_vcf as vcf
from engine.kernels.dfpn_board import LOW_CELLS, SUMS_SIZE, DfpnBoard
from engine.kernels.dfpn_memory import DfpnArrays
from engine.kernels.dfpn_vcf import DfpnVcfArrays
from engine.kernels.jit import Array

_KEY_BITS: Final = 62
"""Bits of a Zobrist key: a signed int64 stays positive."""
_SEED: Final = 2718281828
"""What the Zobrist keys of stones are drawn with."""
_SALT_SEED: Final = 1618033988
"""What the keys of the counts of stones left are drawn with: not the seed of the stones, for a
stone and a count that had one key would cancel out."""


def fresh_dfpn_board(rules: Rules) -> DfpnBoard:
    """The empty board of a game, as the prover sees it."""
    through, first, cells = _windows_and_cells(rules)
    count = cells.size // rules.goal
    images = _images(rules)
    return DfpnBoard(
        shape=_array([rules.cells, rules.goal, count, len(images)]),
        first=first,
        through=through,
        window=cells,
        low=_bits(cells, rules.goal, 0),
        high=_bits(cells, rules.goal, LOW_CELLS),
        zobrist=_keys(rules),
        hashes=_zeros(len(images)),
        stone=np.full(rules.cells, -1, np.int64),
        tally=_zeros(2 * count),
        open=_zeros(count),
        sums=_zeros(SUMS_SIZE),
        stamp=_zeros(rules.cells),
        open_through=_zeros(rules.cells),
        line_of=_lines(rules),
        group=_zeros(2 * count),
        owner=_zeros(rules.cells),
        taker=_zeros(rules.cells),
        queue=_zeros(count + 1),
        source=_zeros(count),
        seen=_zeros(count),
    )


def fresh_dfpn_arrays(rules: Rules, buckets: int) -> DfpnArrays:
    """An empty stack and an empty table for df-pn; `buckets` is a power of two."""
    heights = rules.cells + 2
    rng = random.Random(_SALT_SEED)
    return DfpnArrays(
        state=_zeros(memory.STATE_SIZE),
        frame=_zeros(heights * memory.FRAME_SIZE),
        cell=_zeros(heights * rules.cells),
        key=_zeros(heights * rules.cells),
        pn=_zeros(heights * rules.cells),
        dn=_zeros(heights * rules.cells),
        marks=_zeros(rules.cells),
        vcf=fresh_dfpn_vcf_arrays(rules.cells),
        salt=_array([rng.getrandbits(_KEY_BITS) for _ in range(4 * heights)]),
        table=_zeros(buckets * memory.BUCKET_SIZE),
    )


def fresh_dfpn_vcf_arrays(cells: int) -> DfpnVcfArrays:
    """An empty stack for the search of wins by fours (VCF) within df-pn, for so many cells."""
    heights = cells // 2 + 2
    return DfpnVcfArrays(
        state=_zeros(vcf.STATE_SIZE),
        cell=_zeros(2 * heights),
        kept=_zeros(2 * heights),
        danger=_zeros(heights),
        move=_zeros(heights * cells),
        reply=_zeros(heights * cells),
        left=_zeros(heights),
        stamp=_zeros(cells),
        partner=_zeros(cells),
    )


@lru_cache(maxsize=16)
def _windows_and_cells(rules: Rules) -> tuple[Array, Array, Array]:
    """The windows through each cell, where each cell's begin, and the cells of each window."""
    all_windows = [window for line in window_lines(rules) for window in line]
    through = [[n for n, window in enumerate(all_windows) if cell in window]
               for cell in range(rules.cells)]  # fmt: skip
    return (
        _array([number for numbers in through for number in numbers]),
        _array(np.cumsum([0, *map(len, through)])),
        _array([cell for window in all_windows for cell in window]),
    )


def window_lines(rules: Rules) -> list[list[list[int]]]:
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


def _bits(cells: Array, goal: int, first: int) -> Array:
    """The cells of each window as bits, from the first on."""
    bits = [1 << cell - first if 0 <= cell - first < LOW_CELLS else 0
            for cell in cells.tolist()]  # fmt: skip
    return _array([sum(bits[at : at + goal]) for at in range(0, len(bits), goal)])


def _lines(rules: Rules) -> Array:
    return _array([number for number, line in enumerate(window_lines(rules)) for _ in line])


def _images(rules: Rules) -> list[list[int]]:
    """For each symmetry of the board where each cell goes."""
    cells = range(1, rules.cells + 1)
    return [[turn.tiles[tile] - 1 for tile in cells] for turn in symmetries(rules)]


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
