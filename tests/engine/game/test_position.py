"""Positions, against a naive reading of the rules."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from engine import (
    IllegalMoveError,
    InvalidMoveError,
    MoveProblem,
    Outcome,
    Position,
    Rules,
    Side,
    Variant,
)
from engine.game.position import perft
from tests.engine.boards import positions
from tests.thorough import long

TICTACTOE = Rules(3, 3, 3)


def naive_lines(position: Position, side: Side) -> list[tuple[int, ...]]:
    """Every run of `goal` tiles of a side that wins, looked for cell by cell."""
    rules = position.rules
    if not rules.flat:
        runs = runs_in_cube(rules.rows) if rules.variant is Variant.CUBE else runs_on_torus(rules)
        return [run for run in runs if all(position.at(tile) is side for tile in run)]
    exact = rules.variant in {Variant.EXACT, Variant.CARO} or (
        rules.variant is Variant.RENJU and side is Side.X
    )
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = [(row + down * i, column + right * i) for i in range(rules.goal)]
                if all(r < rules.rows and 0 <= c < rules.columns for r, c in run):
                    tiles = tuple(r * rules.columns + c + 1 for r, c in run)
                    if not all(position.at(tile) is side for tile in tiles):
                        continue
                    beyond = [
                        position.at((row + down * i) * rules.columns + column + right * i + 1)
                        for i in (-1, rules.goal)
                        if 0 <= row + down * i < rules.rows
                        and 0 <= column + right * i < rules.columns
                    ]
                    longer = side in beyond
                    shut = beyond == [side.other, side.other]
                    if not ((exact and longer) or (rules.variant is Variant.CARO and shut)):
                        found.append(tiles)
    return found


def runs_on_torus(rules: Rules) -> Iterator[tuple[int, ...]]:
    """The tiles of every row, counted on from each tile and over the edges."""
    for row, column in product(range(rules.rows), range(rules.columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [
                (row + down * i) % rules.rows * rules.columns + (column + right * i) % rules.columns
                for i in range(rules.goal)
            ]
            if len(set(run)) == rules.goal:
                yield tuple(cell + 1 for cell in run)


def fixed(at: int, _step: int) -> int:
    """A coordinate that stays."""
    return at


def runs_in_cube(side: int) -> Iterator[tuple[int, ...]]:
    """The tiles of every row of a cube: each coordinate stays, counts up or counts down."""
    ways: list[Callable[[int], int]] = [partial(fixed, at) for at in range(side)]
    ways += [lambda step: step, lambda step: side - 1 - step]
    for layer, row, column in product(ways, repeat=3):
        run = [(layer(i) * side + row(i)) * side + column(i) + 1 for i in range(side)]
        if len(set(run)) == side:
            yield tuple(run)


@given(positions())
def test_outcome_agrees_with_a_naive_search_for_lines(position: Position) -> None:
    """A game is over exactly when a naive search finds a line, or no move is left."""
    mover = position.side.other
    lines = naive_lines(position, mover)
    assert not naive_lines(position, position.side)
    if lines:
        winner = position.side if position.rules.misere else mover
        assert position.outcome is not None
        assert position.outcome.winner is winner
        assert any(set(line) <= set(position.outcome.line) for line in lines)
        assert all(position.at(tile) is mover for tile in position.outcome.line)
    elif all(
        position.at(tile) or position.foul(tile) for tile in range(1, position.rules.cells + 1)
    ):
        assert position.outcome == Outcome(None)
    else:
        assert position.outcome is None


@given(positions(longest=30))
def test_repr_and_pickle_read_back(position: Position) -> None:
    """A position survives repr and pickle, its history included."""
    for copy in (eval(repr(position)), pickle.loads(pickle.dumps(position))):
        assert copy == position
        assert hash(copy) == hash(position)
        assert copy.moves == position.moves


@given(positions(longest=30))
def test_legal_moves_are_those_that_can_be_played(position: Position) -> None:
    """`legal` lists, ascending, exactly the numbers that `play` takes."""
    playable = []
    for move in position.rules.moves:
        try:
            position.play(move)
        except IllegalMoveError:
            continue
        playable.append(move)
    assert position.legal == tuple(playable)


@given(positions(longest=30))
def test_laid_tells_whose_stone_is_on_each_tile(position: Position) -> None:
    """`laid` tells whose stone is on each tile; the free ones may still be filled."""
    tiles = range(1, position.rules.cells + 1)
    assert position.laid == {tile: side for tile in tiles if (side := position.at(tile))}
    if position.rules.plain:
        assert position.most_plies == sum(position.at(tile) is None for tile in tiles)


@given(positions(longest=30))
def test_a_move_can_be_undone(position: Position) -> None:
    """The position before the last move is the one that the other moves lead to."""
    if position.moves:
        earlier = Position.from_moves(position.rules, position.moves[:-1])
        before = position.before
        assert before == earlier
        assert (before.moves, before.tiles, before.outcome) == (earlier.moves, earlier.tiles, None)
        assert before.legal == earlier.legal


def test_a_last_stone_may_win() -> None:
    """A line made by the stone that fills the board wins: lines come before fullness."""
    position = Position.from_moves(TICTACTOE, [1, 2, 3, 4, 5, 6, 8, 7, 9])
    assert position.ply == 9
    assert position.outcome == Outcome(Side.X, (1, 5, 9))


def test_misere_turns_the_winner_round() -> None:
    """In misere whoever completes a line loses."""
    position = Position.from_moves(Rules(3, 3, 3, misere=True), [1, 4, 2, 5, 3])
    assert position.outcome == Outcome(Side.O, (1, 2, 3))


def test_a_long_line_is_told_whole() -> None:
    """Six in a row where five are wanted is one line of six tiles."""
    position = Position.from_moves(Rules(3, 7, 5), [1, 8, 2, 9, 3, 10, 5, 11, 6, 15, 4])
    assert position.outcome == Outcome(Side.X, (1, 2, 3, 4, 5, 6))


def test_discs_fall() -> None:
    """With gravity a disc lands on the lowest free cell of its column."""
    position = Position.from_moves(Rules(6, 7, 4, gravity=True), [4, 4])
    assert position.tiles == (39, 32)
    assert position.at(39) is Side.X
    assert position.at(32) is Side.O


@pytest.mark.parametrize(
    "moves, move, problem",
    [([5], 5, MoveProblem.TAKEN), ([1, 4, 2, 5, 3], 9, MoveProblem.OVER)],
)
def test_illegal_moves(moves: list[int], move: int, problem: MoveProblem) -> None:
    """A taken tile and a finished game refuse a move, each by its name."""
    with pytest.raises(IllegalMoveError) as caught:
        Position.from_moves(TICTACTOE, moves).play(move)
    assert caught.value.problem is problem


def test_a_full_column_refuses() -> None:
    """A full column takes no more discs."""
    with pytest.raises(IllegalMoveError) as caught:
        Position.from_moves(Rules(3, 4, 4, gravity=True), [1, 1, 1, 1])
    assert caught.value.problem is MoveProblem.FULL


@pytest.mark.parametrize("move", [0, 10, -1])
def test_invalid_moves(move: int) -> None:
    """A number that is not on the board is invalid, not illegal."""
    with pytest.raises(InvalidMoveError):
        Position.start(TICTACTOE).play(move)


@pytest.mark.parametrize("move", [5.0, True, "5", None])
def test_other_types_are_invalid(move: Any) -> None:
    """Only a whole number is a move; the complaint shows what was given."""
    with pytest.raises(InvalidMoveError, match=repr(move)):
        Position.start(TICTACTOE).play(move)


def test_positions_are_equal_by_stones() -> None:
    """The order of moves does not matter to equality."""
    assert Position.from_moves(TICTACTOE, [1, 2, 3]) == Position.from_moves(TICTACTOE, [3, 2, 1])
    assert Position.from_moves(TICTACTOE, [1, 2]) != Position.from_moves(TICTACTOE, [2, 1])
    assert Position.start(TICTACTOE) != Position.start(Rules(3, 3, 2))
    assert Position.start(TICTACTOE) != 0


@pytest.mark.parametrize(
    "game, counts",
    [
        ("3x3", [1, 9, 72, 504, 3024, 15120, 54720]),
        *long(("3x3", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872])),
        ("connect4", [1, 7, 49, 343, 2401, 16807]),
        *long(("connect4", [1, 7, 49, 343, 2401, 16807, 117649, 823536])),
        ("4x4", [1, 16, 240, 3360, 43680, 524160]),
        ("gomoku", [1, 225, 50400]),
    ],
)
def test_counts(game: str, counts: list[int]) -> None:
    """The number of games of each length is the one that others have counted."""
    start = Position.start(Rules.parse(game))
    assert [perft(start, depth) for depth in range(len(counts))] == counts
