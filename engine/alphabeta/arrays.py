"""The arrays that the kernels of the alpha-beta search work on, built from rules."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

import numpy as np

from engine.alphabeta import line_weights, patterns, shape_weights, window_weights
from engine.game.geometry import windows
from engine.game.rules import Rules, Variant
from engine.game.surfaces import surface_of
from engine.kernels import alphabeta, alphabeta_table
from engine.kernels.alphabeta import AlphaBetaArrays
from engine.kernels.jit import Array
from engine.kernels.windows import ALIVE, FREE_SUM, NEAR, SUMS_SIZE, WORTH, WindowBoard
from engine.wide_kernels import fouls, shapes
from engine.wide_kernels.line_network import CHANNELS, HIDDEN, NEAR_BITS, REACH, STRIDE, LineNetwork
from engine.wide_kernels.shapes import ShapeBoard
from engine.wide_kernels.vcf import VcfArrays

_FACTOR: Final = 0.5
"""What the product of the logarithms is multiplied by. The value 0.8 scored 43 % +- 11 against
this one in 60 games of gomoku at 0.05 s a move."""


def reduction(depth: int, number: int) -> int:
    """The plies less for the move with this number in the order, at some depth; both at least 1.

    It grows with the logarithm of both, as in most chess programs.
    """
    return int(_FACTOR * math.log(depth) * math.log(number))


_EXACT_KEY_CELLS: Final = 31
"""Boards of at most so many cells get keys of two bits a cell, so that each key is one position."""
KEY_BITS: Final = 62
"""Bits of a Zobrist key on larger boards: a signed int64 stays positive."""
_SEED: Final = 3141592653
"""The seed of the Zobrist keys."""

_TABLE_SLOTS: Final = (1 << 10, 1 << 14, 1 << 18, 1 << 20)
"""How many slots a transposition table may have, powers of two."""

_NUMBER: Final = {
    Variant.FREESTYLE: shapes.FREESTYLE,
    Variant.EXACT: shapes.EXACT,
    Variant.CARO: shapes.CARO,
    Variant.RENJU: shapes.RENJU,
}
"""What kernels call the variants."""
_FAILED: Final = 1 << 18
"""Entries of the table of positions where fours (VCF) do not win."""

_Arrays = TypeVar("_Arrays", WindowBoard, ShapeBoard, LineNetwork)


def fresh_window_board(rules: Rules) -> WindowBoard:
    """An empty board."""
    return _with_own_state(_empty_board(rules), "stone")


def fresh_alphabeta_arrays(rules: Rules, nodes: int | None) -> AlphaBetaArrays:
    """A stack and an empty table, large enough for this many nodes, at most 32 MB.

    Each search has its own, so that what it finds depends on no other; but with the memory of a
    game it goes on with the table of the search before. The system gives the pages of a table as
    they are touched, so that a short search pays little.
    """
    heights = rules.cells + 2
    slots = next((n for n in _TABLE_SLOTS if nodes is not None and n >= nodes), _TABLE_SLOTS[-1])
    return AlphaBetaArrays(
        state=zeros(alphabeta.STATE_SIZE),
        frame=zeros(heights * alphabeta.FRAME_SIZE),
        moves=zeros(heights * rules.cells),
        order=zeros(heights * rules.cells),
        pv=zeros(heights * (rules.cells + 2)),
        killers=np.full(2 * heights, -1, np.int64),
        history=zeros(2 * rules.cells),
        table=zeros(slots * alphabeta_table.BUCKET_SIZE),
        reductions=_reductions(),
    )


def fresh_shape_board(rules: Rules) -> ShapeBoard:
    """An empty board of shapes; the goal is at most 6."""
    return _with_own_state(_empty_shapes(rules), "stone")


def fresh_vcf_arrays(rules: Rules) -> VcfArrays:
    """A stack and an empty table for the search of wins by fours (VCF), 2 MB."""
    heights = rules.cells // 2 + 2
    return VcfArrays(
        stack=zeros(heights * rules.cells),
        counts=zeros(2 * heights),
        line=zeros(2 * heights + 2),
        failed=zeros(_FAILED),
        nodes=zeros(2),
    )


def fresh_line_network(rules: Rules) -> LineNetwork:
    """The network over lines of an empty board, without weights where the game has none."""
    return _with_own_state(_empty_network(rules), "seen")


def no_line_network() -> LineNetwork:
    """A network without weights, for games that have none and searches that evaluate nothing."""
    real, short, half = np.zeros(1, np.float32), np.zeros(1, np.int16), np.zeros(1, np.int32)
    weights, cells = (real, real, real, real), (real, real, real)
    return LineNetwork(half, half, short, *weights, 0, 0, zeros(1), zeros(1), short, *cells)


def _with_own_state(empty: _Arrays, first: str) -> _Arrays:
    """A separate board to play on, sharing what no move changes: all before its `first` array.

    All boards of a game share that.
    """
    own = empty._fields[empty._fields.index(first) :]
    return empty._replace(**{name: getattr(empty, name).copy() for name in own})


@lru_cache(maxsize=16)
def _empty_board(rules: Rules) -> WindowBoard:
    all_windows = windows(rules)
    through: list[list[int]] = [[] for _ in range(rules.cells)]
    for number, window in enumerate(all_windows):
        for cell in window:
            through[cell].append(number)
    weight = window_weights.by_hand(rules.goal)
    known = window_weights.weights_of(rules)
    kind = 2 * rules.goal * known.kind
    influence = [weight[0] * len(numbers) for numbers in through for _ in range(2)]
    count = len(all_windows)
    near = list(range(count)) if rules.goal == 2 else []
    sums = zeros(SUMS_SIZE)
    for side in range(2):
        sums[WORTH + side] = known.value[kind + side * rules.goal].sum()
        sums[ALIVE + side] = count
        sums[NEAR + side] = len(near)
    first = np.cumsum([0, *map(len, through)])
    facts = [rules.cells, rules.columns, rules.goal, rules.gravity, rules.misere, count]
    row, column = np.divmod(np.arange(rules.cells), rules.columns)
    return WindowBoard(
        shape=array([*facts, known.tempo]),
        first=array(first.tolist()),
        through=array([number for numbers in through for number in numbers]),
        window=array([cell for window in all_windows for cell in window]),
        weight=array(weight),
        kind=kind,
        value=known.value,
        balance=known.balance,
        place=2 * column + (rules.rows - 1 - row) % 2,
        zobrist=_keys(rules),
        stone=np.full(rules.cells, -1, np.int64),
        word=array([sum(window) << FREE_SUM for window in all_windows]),
        influence=array(influence),
        finish=zeros(2 * rules.cells),
        finishes=zeros(2 * rules.cells),
        finish_at=zeros(2 * rules.cells),
        near=array(near * 2) if near else zeros(2 * count),
        near_at=array(near * 2) if near else zeros(2 * count),
        top=array(range(rules.cells - rules.columns, rules.cells)),
        sums=sums,
        partner=zeros(rules.cells),
        stamp=zeros(rules.cells),
    )


@lru_cache(maxsize=16)
def _empty_shapes(rules: Rules) -> ShapeBoard:
    line_of, line_shift, lines = _lines(rules)
    first, neighbours = _neighbours(rules, line_shift)
    variant = rules.variant
    code_shapes = patterns.code_shapes(rules.goal, variant)
    meaning = shape_weights.meanings(variant)
    reach = 2 * patterns.reach(rules.goal, variant)
    low = (1 << reach) - 1
    combination = zeros(rules.cells)
    for at, number in enumerate(line_of):
        near = lines[number] >> line_shift[at] - reach
        pair = int(code_shapes[near & low | near >> 2 & low << reach])
        combination[at // 4] += (pair & 15 | pair >> 4 << 16) << 4 * (at % 4)
    sums = zeros(SUMS_SIZE)
    sums[shapes.FREE_CELLS] = rules.cells
    for side in range(2):
        sums[shapes.WORTH + side] = meaning[combination >> 16 * side & 65535].sum()
    offset = shape_weights.offset(combination & 65535, variant)
    cells = np.arange(rules.cells)
    facts = [rules.cells, rules.columns, rules.goal, low, low << reach, offset, _NUMBER[variant]]
    return ShapeBoard(
        shape=array(facts),
        first=array(first),
        neighbours=array(neighbours),
        line_of=array(line_of),
        line_shift=array(line_shift),
        row=cells // rules.columns,
        column=cells % rules.columns,
        zobrist=_keys(rules),
        code_shapes=code_shapes,
        meaning=meaning,
        rank=shape_weights.ranks(variant),
        urgency=line_weights.urgency_of_near_codes(rules),
        told_of_x=patterns.told_of_x(variant),
        stone=np.full(rules.cells, -1, np.int64),
        lines=array(lines),
        combination=combination,
        log=zeros(rules.cells * (4 * reach + 3)),
        fours=zeros(2 * rules.cells),
        finishes=zeros(2 * rules.cells),
        listed_at=zeros(2 * rules.cells),
        sums=sums,
        stamp=zeros(rules.cells),
        tried=zeros(3 * fouls.DEEPEST),
    )


@lru_cache(maxsize=16)
def _empty_network(rules: Rules) -> LineNetwork:
    if not line_weights.handles(rules):
        return no_line_network()
    board, index = _empty_shapes(rules), line_weights.index()
    learnt = line_weights.stacked(line_weights.learnt(rules.variant))
    vectors = learnt.vectors.astype(np.float32)
    count, skipped = board.lines.size, 2 * (patterns.reach(rules.goal, rules.variant) - REACH)
    cell_at, held = zeros(STRIDE * count), np.zeros(STRIDE * count, np.int16)
    cells = np.zeros((2, rules.cells, CHANNELS), np.float32)
    for at, line in enumerate(board.line_of):
        shift = board.line_shift[at] - 2 * REACH
        place = shift - skipped >> 1
        around = board.lines[line] >> shift
        near = index.near[around & index.near.size - 1]
        number = index.number[near + index.far[around >> NEAR_BITS & index.far.size - 1]]
        cell_at[STRIDE * line] += 1
        cell_at[STRIDE * line + 1 + place] = at // 4
        held[STRIDE * line + place] = number
        cells[:, at // 4] += vectors[:, number]
    return LineNetwork(
        *index,
        vectors=vectors.ravel(),
        first=learnt.first.ravel(),
        second=learnt.second.ravel(),
        last=learnt.last.ravel(),
        own=line_weights.sides(rules.variant) - 1,
        skipped=skipped,
        cell_at=cell_at,
        seen=np.tile(board.lines >> skipped, 2),
        held=np.tile(held, 2),
        cells=cells.ravel(),
        sums=np.zeros(2 * CHANNELS, np.float32),
        layers=np.zeros(2 * HIDDEN, np.float32),
    )


def _lines(rules: Rules) -> tuple[list[int], list[int], list[int]]:
    """`line_of`, `line_shift` and `lines` of an empty ShapeBoard."""
    beyond = patterns.reach(rules.goal, rules.variant)
    line_of, line_shift = [0] * (4 * rules.cells), [0] * (4 * rules.cells)
    lines: list[int] = []
    surface = surface_of(rules)
    for direction in range(len(surface.directions)):
        for along in surface.lines(direction):
            for number, cell in enumerate(along):
                line_of[4 * cell + direction] = len(lines)
                line_shift[4 * cell + direction] = 2 * (beyond + number)
            edge = (1 << 2 * beyond) - 1
            lines.append(edge | edge << 2 * (beyond + len(along)))
    return line_of, line_shift, lines


def _neighbours(rules: Rules, line_shift: Sequence[int]) -> tuple[list[int], list[int]]:
    """`first` and `neighbours` of a ShapeBoard."""
    first, found = [0], []
    slots, surface = patterns.slots(rules.goal, rules.variant), surface_of(rules)
    for cell in range(rules.cells):
        for direction, (down, right) in enumerate(surface.directions):
            for step in slots:
                there = surface.beside(cell, (step * down, step * right))
                if there is not None:
                    shift = line_shift[4 * there + direction] + 2 * slots[0]
                    found.append(shift | there << shapes.NEIGHBOUR_CELL)
            first.append(len(found))
    return first, found


@lru_cache(maxsize=1)
def _reductions() -> Array:
    numbers = range(1, alphabeta.REDUCTIONS)
    table = np.zeros((alphabeta.REDUCTIONS, alphabeta.REDUCTIONS), np.int64)
    for depth in numbers:
        table[depth, 1:] = [min(depth - 1, reduction(depth, number)) for number in numbers]
    return table.ravel()


def _keys(rules: Rules) -> Array:
    if rules.cells <= _EXACT_KEY_CELLS:
        return array([1 << bit for bit in range(2 * rules.cells)])
    rng = random.Random(_SEED)
    return array([rng.getrandbits(KEY_BITS) for _ in range(2 * rules.cells)])


def array(numbers: object) -> Array:
    """Numbers as kernels have them."""
    return np.array(numbers, np.int64)


def zeros(size: int) -> Array:
    """So many zeros."""
    return np.zeros(size, np.int64)
