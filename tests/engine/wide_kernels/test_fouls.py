"""What kernels know of fouls and of answers to fours, against the rules as Python has them."""

from __future__ import annotations

import random

import pytest

from engine import Foul, Position, Rules, Side
from engine.kernels.windows import SIDE as MOVER
from engine.wide_kernels import fouls, shapes
from engine.wide_kernels.shapes import FINISHES, ONE_FOUR
from tests.engine.boards import completing
from tests.engine.game.test_rules import RENJU, SIDE, crowded, fouls_of
from tests.engine.wide_kernels.test_shapes import board_of, cells_of
from tests.thorough import long, thorough


@pytest.mark.parametrize("boards", [8, *long(30)])
def test_fouls_are_those_of_the_rules(boards: int) -> None:
    """On crowded boards the shapes and lines of a cell say the same as the rules."""
    rng = random.Random(3)
    found = set()
    for _ in range(boards):
        grid = crowded(rng)
        board = board_of(RENJU, [])
        for stone in (1, 2):
            for cell in range(SIDE * SIDE):
                if grid[cell // SIDE][cell % SIDE] == stone:
                    board.sums[MOVER] = stone - 1
                    shapes.put(board, cell)
        for (row, column), foul in fouls_of(grid).items():
            cell = SIDE * row + column
            assert bool(fouls.is_foul(board, cell)) is (foul is not None), (grid, cell)
            found.add(foul)
            if foul is not None:
                assert shapes.kind_of(board, 0, cell) < ONE_FOUR
    assert found == {None, *Foul}


def crowd(rules: Rules, plies: int, rng: random.Random) -> Position:
    """An unfinished position of so many plies at most, its stones in a part of the board."""
    position = Position.start(rules)
    rows, columns = min(rules.rows, 7), min(rules.columns, 7)
    near = [row * rules.columns + column + 1 for row in range(rows) for column in range(columns)]
    rng.shuffle(near)
    for tile in near[:plies]:
        after = position.play(tile) if tile in position.legal else position
        position = after if after.outcome is None else position
    return position


@pytest.mark.parametrize("tried", [100, *long(400)])
@pytest.mark.parametrize("game", ["7x8x4 caro", *thorough("15x15x5 caro", "15x15x5 renju")])
def test_answers_are_all_that_stop_a_line(game: str, tried: int) -> None:
    """The cells on which a mover who can't win at once stops all lines, and no more."""
    rules, rng = Rules.parse(game), random.Random(game)
    counts: dict[int, int] = {}
    for _ in range(tried):
        position = crowd(rules, rng.randint(8, 40), rng)
        board, mover = board_of(rules, cells_of(position)), int(position.side is Side.O)
        if board.sums[FINISHES + mover] or not board.sums[FINISHES + 1 - mover]:
            continue
        expected = {move - 1 for move in position.legal if not threatens(position, move)}
        found = set()
        if (first := fouls.find_answer(board, -1)) >= 0:
            found.add(first)
            if (second := fouls.find_answer(board, first)) >= 0:
                found.add(second)
        assert found == expected, position
        counts[len(found)] = counts.get(len(found), 0) + 1
    assert counts.keys() == ({0, 1, 2} if "caro" in game else {0, 1})


def threatens(position: Position, move: int) -> bool:
    """Whether the other side can complete a line after a move of the side to move."""
    after = position.play(move)
    return bool(completing(after, after.side))
