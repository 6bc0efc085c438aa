"""A board has its turns and reflections, and a game turned is the same game."""

from __future__ import annotations

import random

import pytest

from engine import Position, Rules, alike, symmetries
from tests.engine.boards import wander


def position(game: str, *moves: int) -> Position:
    """The position after these moves."""
    return Position.from_moves(Rules.parse(game), moves)


@pytest.mark.parametrize(
    "game, count", [("3x3", 8), ("gomoku", 8), ("4x6x4", 4), ("connect4", 2), ("5x5x4g", 2)]
)
def test_a_board_has_its_symmetries(game: str, count: int) -> None:
    """Eight of a square, four of a rectangle, two where discs fall; each keeps all tiles."""
    rules = Rules.parse(game)
    found = symmetries(rules)
    assert len({tuple(turn.tiles.items()) for turn in found}) == len(found) == count
    for turn in found:
        assert sorted(turn.tiles.values()) == list(range(1, rules.cells + 1))
        assert sorted(turn.moves.values()) == list(rules.moves)


@pytest.mark.parametrize("game", ["3x3", "4x6x4", "connect4", "5x5x4g"])
def test_symmetric_games_have_symmetric_ends(game: str) -> None:
    """Moves that are turned lead to stones that are turned, and to the same outcome."""
    start = wander(Rules.parse(game), 5, random.Random(game))
    for turn in symmetries(start.rules):
        turned = Position.from_moves(start.rules, [turn.moves[move] for move in start.moves])
        assert turned.tiles == tuple(turn.tiles[tile] for tile in start.tiles)


@pytest.mark.parametrize(
    "now, groups",
    [
        (position("3x3"), {(1, 3, 7, 9), (2, 4, 6, 8), (5,)}),
        (position("3x3", 5), {(1, 3, 7, 9), (2, 4, 6, 8)}),
        (position("3x3", 1), {(2, 4), (3, 7), (5,), (6, 8), (9,)}),
        (position("3x3", 5, 2), {(1, 3), (4, 6), (7, 9), (8,)}),
        (position("connect4", 4), {(1, 7), (2, 6), (3, 5), (4,)}),
        (position("connect4", 3), {(1,), (2,), (3,), (4,), (5,), (6,), (7,)}),
    ],
)
def test_moves_that_are_the_same_go_together(now: Position, groups: set[tuple[int, ...]]) -> None:
    """As far as the stones on the board leave the symmetry whole."""
    assert set(alike(now).values()) == groups
