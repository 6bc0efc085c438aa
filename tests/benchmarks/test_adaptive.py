"""The adaptive level, followed through the first games of simulated players."""

from __future__ import annotations

import random

import pytest

from benchmarks.adaptive import Figure, Program, at_random, blocking, completing, find, play
from engine import LADDER, Level, Position, Rules, Side, strength

TICTACTOE = Rules.parse("3x3")
CONNECT4 = Rules.parse("connect4")


@pytest.mark.parametrize("step", LADDER[1:-1])
def test_a_player_on_the_ladder_wins_half_of_the_points(step: Level) -> None:
    """After fifteen games, and from then on."""
    figure = Figure(CONNECT4, strength(CONNECT4, step))
    found = find(CONNECT4, figure, 20, random.Random(1))
    assert found.fits
    assert 0.45 <= found.late <= 0.55
    assert abs(LADDER.index(found.step) - LADDER.index(step)) <= 1


def test_a_player_beyond_the_ladder_meets_its_end() -> None:
    """No level can change that."""
    for step, lead in ((Level.PIP, -400), (Level.PERFECT, 400)):
        figure = Figure(CONNECT4, strength(CONNECT4, step) + lead)
        found = find(CONNECT4, figure, 10, random.Random(1))
        assert (found.step, found.beyond) == (step, True)


def test_simple_players_do_what_they_are_called() -> None:
    """They complete a line, stop one, and otherwise make any move."""
    rng = random.Random(1)
    ready = Position.from_moves(TICTACTOE, [1, 4, 2, 5])
    assert completing(ready, rng) == blocking(ready, rng) == 3
    threatened = Position.from_moves(TICTACTOE, [1, 4, 9, 5])
    assert blocking(threatened, rng) == 6
    assert {at_random(threatened, rng) for _ in range(60)} == {2, 3, 6, 7, 8}
    assert {completing(threatened, rng) for _ in range(60)} == {2, 3, 6, 7, 8}
    discs = Position.from_moves(CONNECT4, [1, 2, 1, 2, 1, 2])
    assert completing(discs, rng) == 1


def test_a_program_plays_its_first_games_and_draws_the_later_ones() -> None:
    """Both sides in turn, and no more games than it may."""
    program = Program(TICTACTOE, at_random, 6)
    rng = random.Random(2)
    values = [program.meet(Level.PERFECT, rng) for _ in range(20)]
    assert len(program.played[Level.PERFECT]) == 6
    assert set(values) <= set(program.played[Level.PERFECT])
    assert play(TICTACTOE, at_random, Level.PERFECT, Side.X, rng) in {"draw", "loss"}
