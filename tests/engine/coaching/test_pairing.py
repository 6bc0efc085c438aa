"""Pairing strategies."""

from __future__ import annotations

import random

import pytest

from engine import Rules, decode_game
from engine.coaching.lines import Lines, Window, tiles_of
from engine.coaching.pairing import pairing
from tests.engine.boards import wander
from tests.engine.coaching.claims.reasons import pairs_exist


def test_each_line_has_a_pair() -> None:
    """After 9 three lines are open to X in the middle, and each keeps a pair of its own."""
    lines = Lines.of(decode_game("3x3x3:1-5")).with_stone(9 - 1)
    pairs = pairing(lines.free, lines.swapped().open_windows())
    assert sorted(map(tiles_of, pairs)) == [(2, 8), (3, 7), (4, 6)]


@pytest.mark.parametrize(
    "free, windows, pairs",
    [
        (0b111111, [0b000111, 0b111000], 2),
        (0b000110, [0b000111], 1),
        (0b000011, [0b000111, 0b001011], 1),
        (0b000001, [0b000111], 0),
        (0b000111, [0b000111, 0b001110, 0b010101], 0),
        (0b1, [], 0),
    ],
)
def test_pairs(free: int, windows: list[int], pairs: int) -> None:
    """One pair may serve two lines; none is found where cells are too few."""
    assert len(pairing(free, [Window(cells, 0) for cells in windows])) == pairs


def test_too_many_lines_are_left_alone() -> None:
    """Nobody keeps a pairing of more than a dozen lines in mind."""
    windows = [Window(0b11 << 2 * number, 0) for number in range(13)]
    assert pairing((1 << 26) - 1, windows) == ()
    assert len(pairing((1 << 26) - 1, windows[:12])) == 12


@pytest.mark.thorough
def test_pairs_are_found_where_there_are_some() -> None:
    """Up to three pairs are found exactly where trying all of them finds some."""
    rng, found = random.Random(1), 0
    for _ in range(200):
        position = wander(Rules(3, 3, 3), rng.randrange(1, 8), rng)
        for move in position.legal:
            after = Lines.of(position).with_stone(move - 1)
            left = after.swapped().open_windows()
            pairs = pairing(after.free, left)
            found += bool(pairs)
            assert (bool(pairs) or not left) == pairs_exist(position, move, most=4)
    assert found
