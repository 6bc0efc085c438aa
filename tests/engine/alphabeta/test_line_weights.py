"""The lines that there can be, and which vector each has."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from engine import PRESETS, Rules, Variant
from engine.alphabeta import line_weights
from engine.alphabeta.arrays import fresh_line_network, fresh_shape_board
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search
from engine.wide_kernels.line_network import CHANNELS, CLIP, NEAR_BITS, REACH, STRIDE, corrected
from engine.wide_kernels.shapes import NEAR, URGENCIES, order_of, rank_of
from tests.engine.boards import PLANE

STONES = (0, 1, 2)
EDGE = 3


def all_lines() -> list[tuple[int, ...]]:
    """Every line: up to four cells beyond the edge at each end, and any stones in between."""
    return [
        (*[EDGE] * before, *stones, *[EDGE] * behind)
        for before, behind in itertools.product(range(REACH + 1), repeat=2)
        for stones in itertools.product(STONES, repeat=2 * REACH + 1 - before - behind)
    ]


def code(line: tuple[int, ...]) -> int:
    """A line, two bits a cell."""
    return sum(cell << 2 * i for i, cell in enumerate(line))


def test_every_line_has_a_vector() -> None:
    """A line and its mirror image the same one, all others their own."""
    index, known = line_weights.index(), line_weights.lines()
    found: dict[int, set[int]] = {}
    for line in all_lines():
        word = code(line)
        near = index.near[word & (1 << NEAR_BITS) - 1]
        number = int(index.number[near + index.far[word >> NEAR_BITS]])
        assert known[number] == min(word, code(line[::-1]))
        found.setdefault(number, set()).add(word)
    assert sorted(found) == list(range(known.size))
    assert max(map(len, found.values())) == 2


@pytest.mark.parametrize("variant", PLANE, ids=lambda variant: variant.value)
def test_the_sums_stay_exact(variant: Variant) -> None:
    """All cells together reach no number that float32 cannot tell from its neighbours."""
    for weights in line_weights.learnt(variant):
        assert weights.vectors.shape[1] == CHANNELS
        assert 4 * int(np.abs(weights.vectors.astype(int)).max()) < 1 << 24
    assert CLIP * 20 * 20 < 1 << 24


def test_each_variant_has_weights_of_its_own() -> None:
    """And in renju each side, since a line of X is not worth what one of O is."""
    known = [each.vectors for variant in PLANE for each in line_weights.learnt(variant)]
    assert len(known) == 5
    for one, other in itertools.combinations(known, 2):
        assert not np.array_equal(one, other)


def test_a_file_has_all_sides() -> None:
    """What is stacked for a file is what is read from it."""
    both = line_weights.learnt(Variant.RENJU)
    whole = line_weights.stacked(both)
    for name, array in whole._asdict().items():
        assert np.array_equal(array[1], getattr(both[1], name))


def test_five_in_a_row_on_large_boards_has_a_network() -> None:
    """By any rules, but not another goal, nor where discs fall or a row loses."""
    served = (Rules(15, 15, 5), Rules(20, 20, 5), Rules(11, 16, 5), PRESETS["renju"])
    assert all(map(line_weights.handles, served))
    others = (
        Rules(15, 15, 6),
        Rules(9, 9, 5),
        Rules(10, 20, 5),
        Rules(15, 15, 5, gravity=True),
        Rules(15, 15, 5, misere=True),
    )
    assert not any(map(line_weights.handles, others))


VARIANTS = [PRESETS["gomoku"], *(Rules(20, 20, 5, variant=v) for v in PLANE)]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_a_cell_is_tried_by_its_rank_and_its_lines(rules: Rules) -> None:
    """What a search adds to the rank are the numbers of the four lines as the network sees them."""
    rng = random.Random(1)
    numbers = line_weights.learnt_urgency(rules.variant)
    board, network = fresh_shape_board(rules), fresh_line_network(rules)
    for cell in rng.sample(range(rules.cells), 40):
        shape_search.put_stones(board, np.array([cell], np.int64))
        side = int(board.sums[SIDE])
        corrected(board, network, 0)
        held = network.held.reshape(2, -1, STRIDE)[side]
        shift = board.line_shift // 2 - REACH - network.skipped // 2
        lines = held[board.line_of, shift].reshape(-1, 4)
        of_side = numbers[side % len(numbers)]
        for free in np.flatnonzero(board.stone < 0):
            known = rank_of(board, side, int(free)) + int(of_side[lines[free]].sum())
            assert order_of(board, side, int(free)) == known


def test_near_codes_reach_as_far_as_lines() -> None:
    """One number each for X and for O, and a line to either side is the same line turned round."""
    assert NEAR == REACH
    numbers = line_weights.urgency_of_near_codes(PRESETS["gomoku"])
    assert numbers.size == 2 * URGENCIES
    x, o = (1 << 2 * i for i in (NEAR - 1, NEAR)), (2 << 2 * i for i in (NEAR - 1, NEAR))
    assert len({int(numbers[code]) for code in x}) == 1
    assert [int(numbers[code]) for code in o] == [
        int(numbers[URGENCIES + code]) for code in (1 << 2 * (NEAR - 1), 1 << 2 * NEAR)
    ]


def test_each_variant_has_numbers_of_its_own() -> None:
    """In renju either side has; elsewhere they are the same for both."""
    found = [numbers for variant in PLANE for numbers in line_weights.learnt_urgency(variant)]
    assert len(found) == 5
    assert all(numbers.shape == line_weights.lines().shape for numbers in found)
    assert len({numbers.tobytes() for numbers in found}) == 5


@pytest.mark.parametrize("rules", [Rules(15, 15, 6), Rules(9, 9, 5, misere=True)], ids=str)
def test_other_games_have_none(rules: Rules) -> None:
    """Six in a row is tried by its shapes alone, and so is what loses by a row."""
    assert line_weights.urgency_of_near_codes(rules).tolist() == [0]
