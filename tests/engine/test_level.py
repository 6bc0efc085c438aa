"""Levels: strong, weak, and never silly."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from benchmarks.levels import match
from engine import (
    IllegalMoveError,
    Level,
    Limit,
    Position,
    Rules,
    Side,
    analyse,
    choose,
    is_known,
)
from tests.engine.boards import wander

LADDER = [Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT]
LIMIT = Limit(nodes=3000)
FAIR = Limit(nodes=60_000)
"""For matches: PERFECT gets no less than what HARD has by itself."""


def score(rules: Rules, stronger: Level, weaker: Level, games: int) -> float:
    """The share of points of the stronger level, sides alternating."""
    rng = random.Random(1)
    points = 0.0
    for game in range(games):
        first = game % 2 == 0
        levels = (stronger, weaker) if first else (weaker, stronger)
        position = Position.start(rules)
        while position.outcome is None:
            move = choose(position, levels[position.ply % 2], FAIR, rng)
            position = position.play(move)
        winner = position.outcome.winner
        points += 0.5 if winner is None else winner is (Side.X if first else Side.O)
    return points / games


@pytest.mark.parametrize("game, games", [("3x3", 40), ("connect4", 10)])
def test_each_level_scores_against_the_one_below(game: str, games: int) -> None:
    """No level does worse than the one below it, and the ends of the ladder are far apart."""
    rules = Rules.parse(game)
    for weaker, stronger in pairwise(LADDER):
        assert score(rules, stronger, weaker, games) >= 0.5
    assert score(rules, Level.PERFECT, Level.EASY, games) >= 0.7


def test_levels_of_tictactoe_differ() -> None:
    """Of the games on 3x3 that are not drawn, seven in ten go to the stronger level."""
    for weaker, stronger in pairwise(LADDER):
        assert match(Rules(3, 3, 3), stronger, weaker, 60).decided >= 0.7


def test_perfect_sets_traps() -> None:
    """On an empty 3x3 the best level takes a corner, which all replies but one lose to."""
    rng = random.Random(6)
    start = Position.start(Rules(3, 3, 3))
    assert {choose(start, Level.PERFECT, LIMIT, rng) for _ in range(30)} == {1, 3, 7, 9}


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("game", ["3x3", "4x4", "connect4", "9x9x5"])
def test_a_win_in_one_is_taken(level: Level, game: str) -> None:
    """Every level completes a line where it can."""
    rng = random.Random(game)
    for _ in range(15):
        position = wander(Rules.parse(game), rng.randint(5, 25), rng)
        wins = {m for m in position.legal if (o := position.play(m).outcome) and o.line}
        if wins:
            assert choose(position, level, LIMIT, rng) in wins


@pytest.mark.parametrize("level", [Level.HARD, Level.PERFECT])
def test_strong_levels_stop_a_loss_in_one(level: Level) -> None:
    """From hard on, a line that can be stopped is stopped."""
    position = Position.from_moves(Rules(6, 7, 4, gravity=True), [2, 1, 3, 2, 4])
    assert choose(position, level, LIMIT, random.Random(2)) == 5
    position = Position.from_moves(Rules(3, 3, 3), [1, 5, 9, 3])
    assert choose(position, level, LIMIT, random.Random(2)) == 7


def test_easy_overlooks_a_slanting_line() -> None:
    """Easy does not see a diagonal about to be completed; hard does."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 2, 5])
    rng = random.Random(3)
    easy = {choose(position, Level.EASY, LIMIT, rng) for _ in range(30)}
    assert easy != {9}
    assert {choose(position, Level.HARD, LIMIT, rng) for _ in range(30)} == {9}


def test_easy_stops_a_plain_threat() -> None:
    """Easy stops a straight line that the last stone has made."""
    position = Position.from_moves(Rules(3, 3, 3), [1, 5, 2])
    rng = random.Random(3)
    assert {choose(position, Level.EASY, LIMIT, rng) for _ in range(30)} == {3}


def test_perfect_never_chooses_a_worse_move() -> None:
    """Chance only picks among moves that are proved equal."""
    rng = random.Random(4)
    for _ in range(30):
        position = wander(Rules(3, 3, 3), rng.randint(0, 7), rng)
        analysis = analyse(position)
        assert analysis.verdicts[choose(position, Level.PERFECT, LIMIT, rng)] == analysis.verdict


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize(
    "game, moves, stops",
    [
        ("3x3", [1, 2, 9, 3, 7], {4, 5, 8}),
        ("9x9x5", [40, 1, 41, 9, 42, 81, 43], {39, 44}),
        ("connect4", [3, 3, 4, 4, 5], {2, 6}),
        ("12x12x4g", [3, 3, 4, 4, 5], {2, 6}),
    ],
)
def test_of_two_lines_one_is_stopped(
    game: str, moves: list[int], stops: set[int], level: Level
) -> None:
    """Where not all lines can be stopped, every level that sees them all stops one."""
    position = Position.from_moves(Rules.parse(game), moves)
    assert analyse(position, LIMIT).best in stops
    rng = random.Random(5)
    assert {choose(position, level, LIMIT, rng) for _ in range(10)} <= stops


def test_the_same_seed_plays_the_same() -> None:
    """A level's move depends on the generator it is given, and on nothing else."""
    position = Position.from_moves(Rules(9, 9, 5), [41, 42])
    for level in Level:
        moves = {choose(position, level, LIMIT, random.Random(9)) for _ in range(3)}
        assert len(moves) == 1


@pytest.mark.parametrize("level", list(Level))
def test_a_finished_game_is_refused(level: Level) -> None:
    """No level moves where the game is over."""
    over = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5, 3])
    with pytest.raises(IllegalMoveError):
        choose(over, level, LIMIT)


def test_what_is_known_by_heart() -> None:
    """The truth on nine cells; a level that overlooks something has to look, whatever the board."""
    assert is_known(Rules.parse("3x3x3g misere"), Level.PERFECT)
    assert not is_known(Rules.parse("3x4"), Level.PERFECT)
    assert [level for level in Level if is_known(Rules.parse("3x3"), level)] == [Level.PERFECT]
