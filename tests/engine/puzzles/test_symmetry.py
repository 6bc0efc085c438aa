"""Images of a position share their key, and no other positions do."""

from __future__ import annotations

import random

import pytest

from engine import Position, Rules, decode_game
from engine.puzzles.symmetry import solver_key


@pytest.mark.parametrize("board", ["4x5x4", "5x5x4"])
def test_turned_and_mirrored(board: str) -> None:
    """A rectangle has four images, a square eight."""
    rules, chance = Rules.parse(board), random.Random(1)
    moves = chance.sample(range(1, rules.cells + 1), 6)
    keys = {solver_key(Position.from_moves(rules, image)) for image in images(rules, moves)}
    assert len(keys) == 1


def images(rules: Rules, moves: list[int]) -> list[list[int]]:
    """The moves mirrored, upside down, and turned where that fits."""
    rows, columns = rules.rows, rules.columns
    places = [divmod(move - 1, columns) for move in moves]
    found = [places, [(r, columns - 1 - c) for r, c in places]]
    found += [[(rows - 1 - r, c) for r, c in image] for image in found]
    if rows == columns:
        found += [[(c, r) for r, c in image] for image in found]
    return [[r * columns + c + 1 for r, c in image] for image in found]


def test_discs_are_only_mirrored() -> None:
    """Left and right are alike, top and bottom are not."""
    assert key("6x7x4g:1-2-2") == key("6x7x4g:7-6-6") != key("6x7x4g:1-1-2")


def test_colours_don_t_matter_but_whose_turn_it_is_does() -> None:
    """The solver's stones are told from the opponent's, whichever mark they have."""
    assert key("4x4x4:1-16-2") != key("4x4x4:1-2-16")
    assert key("5x5x4g:1-2-3-4") == key("5x5x4g:3-4-1-2")


def test_boards_are_told_apart() -> None:
    """The same tiles on another board are another position."""
    assert key("5x5x4:1-2") != key("5x5x4g:1-2")


def key(code: str) -> object:
    """The key of a position."""
    return solver_key(decode_game(code))
