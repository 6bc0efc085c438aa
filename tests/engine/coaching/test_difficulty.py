"""How hard a move is to find, and how far people see."""

from __future__ import annotations

import random
from statistics import median

import pytest

from engine import (
    LADDER,
    Finders,
    IllegalMoveError,
    Level,
    Position,
    Rules,
    Theme,
    decode_game,
    difficulty,
    finders,
    horizon,
    puzzle_collection,
    share_finding,
    strength,
)
from engine.coaching.choice import chances
from engine.coaching.difficulty import EASIEST, HARDEST, SOLVERS, fitted
from tests.engine.boards import wander

BOARDS = ["3x3", "4x4x4", "connect4", "gomoku", "renju", "3x3 misere", "5x5x4g"]


@pytest.mark.parametrize("true", [700, 1000, 1500, 2200])
def test_the_strength_is_where_half_solve(true: int) -> None:
    """Solvers who solve as the curve of Elo says give back the strength that it was drawn with."""
    tries = [(elo, 1.0, 1 / (1 + 10 ** ((true - elo) / 400))) for elo in range(600, 2600, 200)]
    assert abs(fitted(tries) - true) <= 1


def test_more_solvers_make_a_puzzle_easier() -> None:
    """And the strength stays within its bounds where all or none solve it."""
    elos = range(600, 2600, 200)
    by_success = [fitted([(elo, 1.0, chance / 4) for elo in elos]) for chance in range(5)]
    assert by_success == sorted(by_success, reverse=True)
    assert len(set(by_success)) == 5
    assert EASIEST <= by_success[-1] < by_success[0] <= HARDEST


def test_a_puzzle_of_one_move_is_as_hard_as_its_move() -> None:
    """Hints, reviews and puzzles speak of the same figure."""
    entries = puzzle_collection().entries
    single = [one for one in entries if one.theme is Theme.ONLY_MOVE and one.moves == 1][::40]
    assert len(single) > 8
    for entry in single:
        puzzle = puzzle_collection()[entry.number].puzzle
        assert difficulty(puzzle.start, puzzle.line[:1]) == entry.strength


def test_threats_on_the_board_are_easy_and_quiet_moves_hard() -> None:
    """An open row is seen by nearly all, a fork by fewer, a move ahead of both by few."""
    row = difficulty(decode_game("6x7x4g:1-7-1-7-1-6"), [1])
    fork = difficulty(decode_game("6x7x4g:4-1-3-1"), [2, 5])
    quiet = difficulty(decode_game("6x7x4g:2-4-4-5-6-4-6-6-5-5-2-2-4"), [1])
    assert row < fork < quiet
    newcomer = strength(Rules.parse("connect4"), Level.MEDIUM)
    assert share_finding(row, newcomer) > 0.75 > 0.25 > share_finding(quiet, newcomer)


@pytest.mark.parametrize("game", BOARDS)
def test_more_moves_are_found_by_more(game: str) -> None:
    """Each board has figures; all moves together are found by everybody, none by nobody."""
    position = wander(Rules.parse(game), 4, random.Random(game))
    one, all_moves = position.legal[:1], position.legal
    assert difficulty(position, all_moves) <= difficulty(position, one) <= difficulty(position, [])
    assert difficulty(position, all_moves) == EASIEST


def test_a_share_is_that_of_the_steps_next_to_a_strength() -> None:
    """Beyond the last step nothing changes, and whoever is stronger sees no less."""
    found = Finders(((1000, 0.2), (1400, 0.6), (1800, 0.5), (2200, 0.9)))
    told = [found.share(elo) for elo in (500, 1000, 1200, 1400, 1800, 2000, 3000)]
    assert told == pytest.approx([0.2, 0.2, 0.4, 0.6, 0.6, 0.75, 0.9])


def test_the_share_who_find_a_move_is_that_of_the_steps() -> None:
    """A row one looks for is seen by weak players too, as often as they do stop it."""
    position = decode_game("4x5x4:19-15-8-12-7-13-14-9-2-20-10-17")
    for level in SOLVERS[:3]:
        elo = strength(position.rules, level)
        true = chances(position, level).get(5, 0.0)
        assert finders(position, [5]).share(elo) == pytest.approx(true, abs=0.02)


def test_a_finished_game_has_no_move_to_find() -> None:
    """It is an error to ask."""
    with pytest.raises(IllegalMoveError):
        difficulty(decode_game("3x3x3:1-4-2-5-3"), [6])


@pytest.mark.parametrize("game, off", [("3x3", 0.1), ("connect4", 0.15)])
def test_shares_are_those_of_steps_that_were_not_asked(game: str, off: float) -> None:
    """The average over positions, for the steps between those that try, from DOT to HARD."""
    rng, rules = random.Random(game), Rules.parse(game)
    positions: list[Position] = []
    while len(positions) < 25:
        position = wander(rules, rng.randint(3, 5 if game == "3x3" else 16), rng)
        if position.outcome is None:
            positions.append(position)
    best = [
        max(chances(one, Level.BRUNO).items(), key=lambda pair: pair[1])[0] for one in positions
    ]
    hard = [difficulty(one, [move]) for one, move in zip(positions, best, strict=True)]
    for level in LADDER[3:-3:2]:
        assert level not in SOLVERS
        elo = strength(rules, level)
        told = sum(share_finding(one, elo) for one in hard)
        true = sum(
            chances(one, level).get(move, 0) for one, move in zip(positions, best, strict=True)
        )
        assert told / len(hard) == pytest.approx(true / len(hard), abs=off)


@pytest.mark.parametrize("game", BOARDS)
def test_the_horizon_grows_with_the_strength(game: str) -> None:
    """From 6 plies, for a newcomer too, to 16."""
    rules = Rules.parse(game)
    seen = [horizon(rules, elo) for elo in range(-200, 4000, 50)]
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (6, 16)
    assert horizon(rules, strength(rules, Level.MEDIUM)) == 6
    assert horizon(rules, strength(rules, Level.FINN)) > 6


def test_the_horizon_is_that_of_the_puzzles() -> None:
    """Half of the players of a strength find a win as long as they are said to see."""
    entries = puzzle_collection().entries
    gomoku = Rules.parse("gomoku")
    for moves in (3, 4, 5, 6):
        elo = median(
            one.strength
            for one in entries
            if one.theme is Theme.WIN and one.moves == moves and one.rules.cells > 16
            if not one.rules.gravity
        )
        assert abs(horizon(gomoku, elo) - (2 * moves - 1)) <= 1
