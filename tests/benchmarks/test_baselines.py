"""The programs of tutorials, which must be right to be worth comparing with."""

from __future__ import annotations

import random

import pytest

from benchmarks.baselines import AlphaBeta, Grid, Minimax
from engine import Limit, Position, Rules, Side, analyse

RULES = ("3x3", "4x4x3", "4x5x4g", "6x7x4g")


@pytest.mark.parametrize("game", RULES)
def test_the_grid_knows_the_rules(game: str) -> None:
    """Moves and winners are those of the engine, along random games."""
    chance, marks = random.Random(1), {Side.X: 1, Side.O: -1}
    for _ in range(10):
        position = Position.start(Rules.parse(game))
        while position.outcome is None:
            grid = Grid(position)
            assert grid.winner() == 0
            assert len(grid.free()) == len(position.legal)
            position = position.play(chance.choice(position.legal))
        winner = position.outcome.winner
        assert Grid(position).winner() == (marks[winner] if winner else 0)


@pytest.mark.parametrize("moves", [[5, 1], [1, 5, 9], [1, 2, 5], [5, 2, 1]])
def test_minimax_plays_a_best_move(moves: list[int]) -> None:
    """On 3x3 what it plays has the value of the position."""
    position = Position.from_moves(Rules.parse("3x3"), moves)
    verdicts = analyse(position, Limit()).verdicts
    played = verdicts[Minimax().best(position)]
    assert played.value == next(iter(verdicts.values())).value


def test_alpha_beta_takes_and_stops_wins() -> None:
    """Three in a row are completed, or stopped where they are the other side's."""
    rules = Rules.parse("connect4")
    program = AlphaBeta(4)
    assert program.best(Position.from_moves(rules, [1, 2, 1, 2, 1, 2])) == 1
    assert program.best(Position.from_moves(rules, [1, 2, 1, 2, 1])) == 1
    assert program.nodes > 0
