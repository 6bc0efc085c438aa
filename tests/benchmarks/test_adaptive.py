"""The adaptive level, followed through the first games of simulated players."""

from __future__ import annotations

import random

import pytest

from benchmarks.adaptive import BOARDS, PLAYERS, Figure, Program, find, play
from benchmarks.duels import player as anchored
from engine import LADDER, Level, Rules, Side, strength

TICTACTOE = Rules.parse("3x3")
CONNECT4 = Rules.parse("connect4")


@pytest.mark.parametrize("step", LADDER[1:-1])
def test_a_player_on_the_ladder_wins_half_of_the_points(step: Level) -> None:
    """From the sixth game on, and so in the ten after the first."""
    figure = Figure(CONNECT4, strength(CONNECT4, step))
    found = find(CONNECT4, figure, 20, random.Random(1))
    assert found.fits
    assert 0.45 <= found.late <= 0.55
    assert 0.38 <= found.soon <= 0.62
    assert abs(LADDER.index(found.step) - LADDER.index(step)) <= 1


def test_a_player_beyond_the_ladder_meets_its_end() -> None:
    """No level can change that."""
    for step, lead in ((Level.PIP, -400), (Level.PERFECT, 400)):
        figure = Figure(CONNECT4, strength(CONNECT4, step) + lead)
        found = find(CONNECT4, figure, 10, random.Random(1))
        assert (found.step, found.beyond) == (step, True)


@pytest.mark.parametrize(
    "board, name",
    [
        *(pytest.param("4x4x4", name, marks=pytest.mark.thorough) for name in PLAYERS),
        *(
            pytest.param(board, name, marks=pytest.mark.long)
            for board in BOARDS[:8]
            if board != "4x4x4"
            for name in PLAYERS
        ),
    ],
)
def test_programs_win_half_of_the_points_from_the_sixth_game_on(board: str, name: str) -> None:
    """Players that are no steps of the ladder, on boards whose strengths are borrowed as well."""
    rules = Rules.parse(board)
    games = 6 if name == "perfect" else 30  # it repeats itself
    assert find(rules, Program(rules, PLAYERS[name], games), 40, random.Random(1)).fits


def test_a_program_plays_its_first_games_and_draws_the_later_ones() -> None:
    """Both sides in turn, and no more games than it may."""
    program = Program(TICTACTOE, anchored("random"), 6)
    rng = random.Random(2)
    values = [program.meet(Level.PERFECT, rng) for _ in range(20)]
    assert len(program.played[Level.PERFECT]) == 6
    assert set(values) <= set(program.played[Level.PERFECT])
    assert play(TICTACTOE, anchored("random"), Level.PERFECT, Side.X, rng) in {"draw", "loss"}
