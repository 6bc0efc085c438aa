"""The openings that the engine lays under swap2: what they are, and where they lie."""

from __future__ import annotations

import random

import pytest

from engine import Limit, Position, Rules, analyse, balanced_opening, stones_of, symmetries
from tests.thorough import thorough

GOMOKU = Rules.parse("gomoku")
VARIANTS = ["exact", "caro", "renju"]
STONES = 3
EVEN = 0.12
"""What a short search may find an opening worth that long ones have found even."""


def drawn(rules: Rules, times: int) -> list[Position]:
    """Different openings, each drawn by a seed of its own."""
    found = {balanced_opening(rules, random.Random(seed)): None for seed in range(times)}
    return [Position.from_moves(rules, tiles) for tiles in found]


def test_openings_are_of_three_stones_and_differ() -> None:
    """Which one it is, and how it is turned, is left to chance, and to nothing else."""
    found = drawn(GOMOKU, 200)
    assert {position.ply for position in found} == {STONES}
    assert len(found) > 100
    images = {
        frozenset(turn.of(stones_of(position)) for turn in symmetries(GOMOKU)) for position in found
    }
    assert len(images) > 20
    assert drawn(GOMOKU, 200) == found


@pytest.mark.parametrize("board", ["19x19x5", "20x15x5", "15x16x5"])
def test_on_a_larger_board_the_same_lie_in_the_middle(board: str) -> None:
    """Moved by half of what the board has more."""
    rules = Rules.parse(board)
    down, right = (rules.rows - GOMOKU.rows) // 2, (rules.columns - GOMOKU.columns) // 2
    for seed in range(20):
        here = balanced_opening(GOMOKU, random.Random(seed))
        there = balanced_opening(rules, random.Random(seed))
        places = (divmod(tile - 1, GOMOKU.columns) for tile in here)
        assert there == tuple(
            (row + down) * rules.columns + column + right + 1 for row, column in places
        )


@pytest.mark.parametrize("board", [*VARIANTS, "20x20x5 renju"])
def test_every_stone_is_legal_in_each_variant(board: str) -> None:
    """Renju forbids X nothing so early, and no row is near."""
    rules = Rules.parse(board)
    for position in drawn(rules, 200):
        assert position.outcome is None
        assert all(
            move in Position.from_moves(rules, position.moves[:ply]).legal
            for ply, move in enumerate(position.moves)
        )


@pytest.mark.parametrize("board", ["gomoku", "renju", *thorough("exact", "caro")])
def test_neither_side_is_better(board: str) -> None:
    """As far as a search of a move's length sees, by the rules of each variant."""
    for position in drawn(Rules.parse(board), 4):
        verdict = analyse(position, Limit(nodes=100_000), every=False).verdict
        assert verdict.value is None
        assert abs(verdict.score) < EVEN
