"""Wins by fours: what is told is played out, and what is short is found."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import Position, Rules, Side
from engine.alphabeta.arrays import fresh_shape_board, fresh_vcf_arrays
from engine.kernels import windows
from engine.wide_kernels import shape_search, vcf
from engine.wide_kernels.shapes import ShapeBoard
from engine.wide_kernels.vcf import VcfArrays
from tests.engine import boards
from tests.engine.boards import wander
from tests.engine.wide_kernels.test_shapes import UNORDERED, arrays_of, listed
from tests.thorough import long, thorough


def board_of(position: Position) -> ShapeBoard:
    """The kernel's board of a position."""
    board = fresh_shape_board(position.rules)
    shape_search.put_stones(board, np.array([tile - 1 for tile in position.tiles], np.int64))
    return board


def completing(position: Position, side: Side) -> set[int]:
    """The cells in which a side would complete a line."""
    return {tile - 1 for tile in boards.completing(position, side)}


def snapshot(board: ShapeBoard) -> list[object]:
    """All that a search has to leave as it was."""
    passing = UNORDERED | {"sums"}
    kept = [field.tolist() for name, field in arrays_of(board).items() if name not in passing]
    sums = board.sums.copy()
    sums[windows.EPOCH] = 0
    return [*kept, sums.tolist(), listed(board, 0), listed(board, 1)]


def found_vcf(position: Position, budget: int) -> list[int]:
    """The line of the win by fours that is told, empty where none is; the board stays."""
    board, scratch = board_of(position), fresh_vcf_arrays(position.rules)
    before = snapshot(board)
    plies = vcf.find_vcf(board, scratch, budget)
    assert snapshot(board) == before
    assert scratch.nodes[0] <= 2 * budget + 2
    return [int(cell) for cell in scratch.line[:plies]]


def check_win(position: Position, line: list[int]) -> None:
    """Each stone of the attacker's has to be answered as the line does, and the last one wins."""
    attacker = position.side
    assert len(line) % 2 == 1
    for at in range(0, len(line) - 1, 2):
        stops = completing(position, attacker.other)
        assert stops <= {line[at]}, "the defender would win first"
        position = position.play(line[at] + 1)
        assert position.outcome is None
        ends = completing(position, attacker)
        assert line[at + 1] in ends
        if len(ends) > 1:
            assert len(line) == at + 3, "two finishes, and the line goes on"
            assert line[at + 2] in ends - {line[at + 1]}
        position = position.play(line[at + 1] + 1)
        assert position.outcome is None
    outcome = position.play(line[-1] + 1).outcome
    assert outcome is not None
    assert outcome.winner is attacker


def fours_win(position: Position, most: int) -> bool:
    """Whether fours alone win within so many of them: all of them tried, in the plainest way."""
    attacker = position.side
    if completing(position, attacker):
        return True
    stops = completing(position, attacker.other)
    if most == 0 or len(stops) > 1:
        return False
    for tile in [stop + 1 for stop in stops] or position.legal:
        after = position.play(tile)
        ends = completing(after, attacker) if after.outcome is None else set[int]()
        if len(ends) > 1:
            return True
        if ends:
            answered = after.play(ends.pop() + 1)
            if answered.outcome is None and fours_win(answered, most - 1):
                return True
    return False


@pytest.mark.parametrize("game", ["6x6x4", *thorough("9x9x4"), *long("15x15x5", "10x10x6")])
def test_wins_by_fours_are_wins(game: str) -> None:
    """What is claimed is played out: every reply is forced, and the last stone completes a line."""
    rng = random.Random(game)
    found = 0
    for number in range(90):
        position = wander(Rules.parse(game), rng.randint(6, 40), rng)
        line = found_vcf(position, (1, 40, 1000)[number % 3])
        if line:
            check_win(position, line)
            found += len(line) > 3
    assert found > 0


@pytest.mark.parametrize("game", [*thorough("15x15x5", "9x9x4")])
def test_fours_remembered_of_one_side_hide_no_win_of_the_other(game: str) -> None:
    """The memory of fours that do not win serves both sides, and tells them apart."""
    rng = random.Random(game)
    found = 0
    while found < 2:
        position = wander(Rules.parse(game), rng.randint(6, 40), rng)
        plies = len(found_vcf(position, 1000))
        if plies < 5:
            continue
        found += 1
        board, scratch = board_of(position), fresh_vcf_arrays(position.rules)
        for side in (1, 0, 1, 0):
            board.sums[windows.SIDE] = (position.ply + side) % 2
            forgetful = vcf.find_vcf(board, fresh_vcf_arrays(position.rules), 1000)
            again = vcf.find_vcf(board, scratch, 1000)
            assert (again > 0) == (forgetful > 0)
        check_win(position, [int(cell) for cell in scratch.line[:again]])


@pytest.mark.parametrize("game", ["9x9x4", "9x9x5", "6x6x4"])
def test_short_wins_by_fours_are_found(game: str) -> None:
    """With nodes enough none that takes up to two fours before the last is passed over."""
    rng = random.Random(game)
    found = 0
    for _ in range(40):
        position = wander(Rules.parse(game), rng.randint(8, 30), rng)
        if fours_win(position, 2):
            found += 1
            assert found_vcf(position, 1_000_000)
    assert found > 0


@pytest.mark.parametrize("tried", [200, *long(400)])
def test_a_four_of_the_defenders_is_answered(tried: int) -> None:
    """Where a forced reply makes a four, the attacker goes on only if his own stops it."""
    rules, rng = Rules.parse("9x9x5"), random.Random(3)
    stopped = 0
    for _ in range(tried):
        position = wander(rules, rng.randint(10, 30), rng)
        stops = completing(position, position.side.other)
        if len(stops) != 1 or completing(position, position.side):
            continue
        line = found_vcf(position, 1000)
        if line:
            assert stops == {line[0]}
            check_win(position, line)
            stopped += 1
    assert stopped > 0


def test_fours_have_room_for_the_longest_line() -> None:
    """The stack of fours is as high as half a board of stones allows."""
    rules = Rules.parse("5x5x4")
    arrays: VcfArrays = fresh_vcf_arrays(rules)
    assert arrays.line.size >= rules.cells + 2
    assert arrays.stack.size >= (rules.cells // 2 + 1) * rules.cells
