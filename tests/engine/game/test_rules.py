"""Rules read back, and impossible ones are refused."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from renju.check_forbid import ForbidChecker

from engine import (
    PRESETS,
    Foul,
    IllegalMoveError,
    MoveProblem,
    Outcome,
    Position,
    Rules,
    RulesError,
    RulesProblem,
    Side,
    Variant,
    decode_game,
)
from engine.game.rules import foul
from tests.engine.boards import rules


@given(rules())
def test_text_reads_back(rules: Rules) -> None:
    """What str writes, parse reads."""
    assert Rules.parse(str(rules)) == rules


@given(rules())
def test_repr_and_pickle_read_back(rules: Rules) -> None:
    """Rules survive repr and pickle."""
    assert eval(repr(rules), {"Rules": Rules, "Variant": Variant}) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize(
    "text, shape",
    [
        ("tictactoe", Rules(3, 3, 3)),
        ("CONNECT4", Rules(6, 7, 4, gravity=True)),
        (" gomoku ", Rules(15, 15, 5)),
        ("4x4", Rules(4, 4, 4)),
        ("3x7", Rules(3, 7, 3)),
        ("10x10", Rules(10, 10, 5)),
        ("6x7g", Rules(6, 7, 4, gravity=True)),
        ("4x5x4", Rules(4, 5, 4)),
        ("4×5×4", Rules(4, 5, 4)),
        ("6x7x4 gravity", Rules(6, 7, 4, gravity=True)),
        ("4x4x3 misere gravity", Rules(4, 4, 3, gravity=True, misere=True)),
        ("tictactoe misère", Rules(3, 3, 3, misere=True)),
        ("renju", Rules(15, 15, 5, variant=Variant.RENJU)),
        ("13x13 renju", Rules(13, 13, 5, variant=Variant.RENJU)),
        ("gomoku caro", Rules(15, 15, 5, variant=Variant.CARO)),
        ("Standard", Rules(15, 15, 5, variant=Variant.EXACT)),
        ("15x15x5 exact", Rules(15, 15, 5, variant=Variant.EXACT)),
        ("9x9x4 exact", Rules(9, 9, 4, variant=Variant.EXACT)),
        ("15x15 freestyle", Rules(15, 15, 5)),
    ],
)
def test_parse(text: str, shape: Rules) -> None:
    """Presets and shapes are read in any case, with or without a goal."""
    assert Rules.parse(text) == shape


@pytest.mark.parametrize(
    "text, problem",
    [
        ("2x3", RulesProblem.SIZE),
        ("3x21", RulesProblem.SIZE),
        ("3x3x4", RulesProblem.GOAL),
        ("3x3x1", RulesProblem.GOAL),
        ("chess", RulesProblem.UNKNOWN),
        ("", RulesProblem.UNKNOWN),
        ("3x", RulesProblem.UNKNOWN),
        ("renju caro", RulesProblem.UNKNOWN),
        ("connect4 exact", RulesProblem.VARIANT),
        ("15x15x5 renju misere", RulesProblem.VARIANT),
        ("15x15x5g caro", RulesProblem.VARIANT),
        ("9x9x4 renju", RulesProblem.VARIANT),
        ("15x15x6 exact", RulesProblem.VARIANT),
        ("3x3 exact", RulesProblem.VARIANT),
    ],
)
def test_impossible_boards(text: str, problem: RulesProblem) -> None:
    """What makes no game is refused, with its problem, as a ValueError."""
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert caught.value.problem is problem
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "shape, problem",
    [
        ((3.5, 3, 3), RulesProblem.SIZE),
        ((3.0, 3, 3), RulesProblem.SIZE),
        ((3, "3", 3), RulesProblem.SIZE),
        ((3, 3, 3.0), RulesProblem.GOAL),
        ((3, 3, True), RulesProblem.GOAL),
        ((3, 3, 3, "no"), RulesProblem.UNKNOWN),
        ((3, 3, 3, False, 1), RulesProblem.UNKNOWN),
        ((15, 15, 5, False, False, "renju"), RulesProblem.UNKNOWN),
    ],
)
def test_other_types_are_refused(shape: tuple[Any, ...], problem: RulesProblem) -> None:
    """What merely compares like a number or a truth is none."""
    with pytest.raises(RulesError) as caught:
        Rules(*shape)
    assert caught.value.problem is problem


def test_moves_are_tiles_or_columns() -> None:
    """A player types tiles, and columns with gravity."""
    assert list(PRESETS["tictactoe"].moves) == list(range(1, 10))
    assert list(PRESETS["connect4"].moves) == list(range(1, 8))


RENJU = Rules.parse("renju")
SIDE = 15
WIDTH = SIDE + 1
REFEREE = {0: None, 1: Foul.DOUBLE_THREE, 2: Foul.DOUBLE_FOUR, 3: Foul.OVERLINE}
"""What the numbers of the referee mean."""

Grid = list[list[int]]
"""Rows of 0 for a free cell, 1 for X, 2 for O."""


def fouls_of(grid: Grid) -> dict[tuple[int, int], Foul | None]:
    """What foul a stone of X is in each free cell."""
    black = free = 0
    for r, line in enumerate(grid):
        for c, stone in enumerate(line):
            black |= (stone == 1) << r * WIDTH + c
            free |= (stone == 0) << r * WIDTH + c
    cells = product(range(SIDE), repeat=2)
    return {(r, c): foul(black, free, r * WIDTH + c, WIDTH) for r, c in cells if not grid[r][c]}


def drawn(text: str) -> tuple[Grid, tuple[int, int]]:
    """The board of a drawing, which begins two cells from its corner, and where its * is.

    What is not drawn is free.
    """
    grid = [[0] * SIDE for _ in range(SIDE)]
    place = (0, 0)
    for r, line in enumerate(text.split("\n"), 2):
        for c, sign in enumerate(line.split(), 2):
            grid[r][c] = {"x": 1, "o": 2}.get(sign, 0)
            if sign == "*":
                place = r, c
    return grid, place


ROWS: dict[str, tuple[str, Foul | None]] = {
    "six side by side are an overline": ("x x x * x x", Foul.OVERLINE),
    "a five is no foul, though another line becomes an overline": (
        "x . . . . .\n. x . . . .\n. . x . . .\n. . . x . .\nx x x x * x x\n. . . . . .",
        None,
    ),
    "two fours in two lines": (
        "o x x x * .\n. . . . x .\n. . . . x .\n. . . . x .\n. . . . o .",
        Foul.DOUBLE_FOUR,
    ),
    "two fours in one line, one stone between": (". x . x * x . x .", Foul.DOUBLE_FOUR),
    "two fours in one line, two stones between": (". x x . x * . x x .", Foul.DOUBLE_FOUR),
    "two fours in one line, three stones between": (
        ". x x x . * . x x x .",
        Foul.DOUBLE_FOUR,
    ),
    "a straight four is one four": (". x x x * .", None),
    "a four that only an overline would complete is none": (
        "o x x x * . x\n. . . . x .\n. . . . x .\n. . . . x .\n. . . . o .",
        None,
    ),
    "two threes": (
        ". . . . . .\n. x x * . .\n. . . x . .\n. . . x . .\n. . . . . .",
        Foul.DOUBLE_THREE,
    ),
    "two threes, each with a hole": (
        ". . . . . . .\n. . x . x * . .\n. . . . . . .\n. . . . . x .\n. . . . . x .",
        Foul.DOUBLE_THREE,
    ),
    "a four and a three": (
        ". . . . . . .\no x x x * . .\n. . . . x . .\n. . . . x . .\n. . . . . . .",
        None,
    ),
    "a four and two threes": (
        ". . . . . . .\no x x x * . .\n. . . x x . .\n. . x . x . .\n. . . . . . .",
        Foul.DOUBLE_THREE,
    ),
    "three stones with one free cell at each end are no three": (
        ". . . . . .\no . x x * . o\n. . . . x . .\n. . . . x . .\n. . . . . . .",
        None,
    ),
    "three stones whose fours would be overlines are no three": (
        ". . . . . . . . .\nx . . x x * . . x\n. . . . . x . . .\n. . . . . x . . .",
        None,
    ),
    "a three whose only straight four is a double four is none": (
        ". . . . . . o\n. . . . . . x\n. . . . . . x\n. . . . . . x\n"
        ". o . * x x . .\n. . . x . . .\n. . . x . . .\n. . . . . . .",
        None,
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_drawings(name: str) -> None:
    """A stone of X on the star is the foul that the rules say."""
    text, expected = ROWS[name]
    grid, place = drawn(text)
    assert fouls_of(grid)[place] is expected


def crowded(rng: random.Random) -> Grid:
    """A board with a crowd of stones somewhere, mostly of X, as no game would have it."""
    grid = [[0] * SIDE for _ in range(SIDE)]
    row, column = rng.randint(3, 11), rng.randint(3, 11)
    spread, share = rng.choice((3, 4, 5, 7)), rng.choice((0.15, 0.3, 0.5))
    for _ in range(rng.randint(8, 120)):
        r, c = (min(14, max(0, at + rng.randint(-spread, spread))) for at in (row, column))
        grid[r][c] = grid[r][c] or (2 if rng.random() < share else 1)
    return grid


def test_an_independent_referee_finds_the_same_fouls() -> None:
    """On crowded boards every free cell is the same foul to the referee of PyPI's `renju`.

    Where a three could become a straight four only by a stone that makes a five as well, the
    rules and this referee say that it is no three; the package `omok` takes it for one.
    """
    rng = random.Random(1)
    found = set()
    for _ in range(40):
        grid = crowded(rng)
        referee = ForbidChecker(grid, 0, 0)
        for (row, column), told in fouls_of(grid).items():
            assert told is REFEREE[referee.foulr(row, column, 0)], (grid, row, column)
            found.add(told)
    assert found == {None, *Foul}


def test_another_program_finds_the_same_fouls() -> None:
    """PyPI's `omok` calls the same cells fouls, but for the threes told of above.

    There the referee decides; the package differs from it in one cell of a thousand at most.
    """
    omok = pytest.importorskip("omok.renju", reason="omok is wanted on Linux alone")
    rng = random.Random(2)
    cells, fouls, other = 0, 0, []
    for _ in range(6):
        grid = crowded(rng)
        state = np.array(grid, np.uint8)
        for (row, column), told in fouls_of(grid).items():
            cells += 1
            fouls += told is not None
            if omok.is_forbidden(state, SIDE * row + column) is (told is None):
                other.append(told is REFEREE[ForbidChecker(grid, 0, 0).foulr(row, column, 0)])
    assert fouls > 20
    assert all(other)
    assert len(other) < cells / 1000


def renju_games(count: int) -> Iterator[Position]:
    """Positions of random games of renju in a small part of the board, unfinished."""
    rng = random.Random(2)
    for _ in range(count):
        position = Position.start(RENJU)
        near = [row * SIDE + column + 1 for row in range(4, 11) for column in range(4, 11)]
        rng.shuffle(near)
        for tile in near:
            if position.outcome is not None:
                break
            yield position
            if position.foul(tile) is None:
                position = position.play(tile)


def test_a_foul_cannot_be_played() -> None:
    """X may play what is no foul and nothing else; O may play everywhere."""
    fouls = 0
    for position in renju_games(12):
        free = {tile for tile in RENJU.moves if position.at(tile) is None}
        assert free == {*position.legal, *position.fouls}
        assert position.side is Side.X or not position.fouls
        for tile, found in position.fouls.items():
            fouls += 1
            with pytest.raises(IllegalMoveError) as caught:
                position.play(tile)
            assert caught.value.problem is MoveProblem(found.value)
    assert fouls


def test_x_wins_with_five_and_o_with_more() -> None:
    """An overline wins for O, and cannot be made by X, who wins with five."""
    row, apart = [112, 113, 114, 116, 117], [1, 3, 5, 7, 9, 31]
    theirs = Position.from_moves(RENJU, woven(apart, [*row, 115]))
    assert theirs.outcome == Outcome(Side.O, (112, 113, 114, 115, 116, 117))
    assert Position.from_moves(RENJU, woven(row, apart)).foul(115) is Foul.OVERLINE
    own = Position.from_moves(RENJU, [*woven(row[:4], apart), 115])
    assert own.outcome == Outcome(Side.X, (112, 113, 114, 115, 116))


def woven(first: list[int], second: list[int]) -> list[int]:
    """The moves of two sides in turn, as many as the shorter list has."""
    return [move for pair in zip(first, second, strict=False) for move in pair]


def test_the_quick_look_leaves_no_foul_out() -> None:
    """A position finds the fouls that the whole question finds at each of its cells."""
    for position in renju_games(4):
        grid = [[0] * SIDE for _ in range(SIDE)]
        for ply, tile in enumerate(position.tiles):
            grid[(tile - 1) // SIDE][(tile - 1) % SIDE] = 1 + ply % 2
        if position.side is Side.X:
            for (row, column), told in fouls_of(grid).items():
                assert position.foul(SIDE * row + column + 1) is told


def test_only_fouls_left_is_a_draw() -> None:
    """Where X is to move and each free tile would be a foul the game is drawn."""
    position = decode_game(
        "5x7x5r:17-30-35-24-5-22-6-8-34-31-12-15-2-23-21-19-1-13-18-14-20-11-32-16-33-29-10-28"
        "-25-26-3-27-7-9"
    )
    assert position.at(4) is None
    assert position.outcome == Outcome(None)
    assert position.legal == ()


@pytest.mark.parametrize(
    "game, middle",
    [("3x3", 5), ("15x15x5", 113), ("3x5x3", 8), ("6x7x4g", 4), ("4x5x4", None), ("4x4x4g", None)],
)
def test_the_middle_is_a_tile_or_a_column(game: str, middle: int | None) -> None:
    """Where both sides are odd, or with gravity the columns; elsewhere there is none."""
    assert Rules.parse(game).middle == middle
