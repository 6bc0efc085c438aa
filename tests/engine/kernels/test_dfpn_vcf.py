"""VCF: each stone threatens, each reply is forced, and the end is two finishes at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import numpy as np
import pytest

from engine import Position, Rules
from engine.kernels import dfpn_vcf as kernel
from engine.kernels.dfpn_board import DfpnBoard, put
from engine.kernels.dfpn_vcf import DfpnVcfArrays, find_vcf, keep_vcf, kept_vcf_wins
from engine.solvers.prover import fresh_dfpn_board, fresh_dfpn_vcf_arrays, windows_by_line
from tests.engine.boards import completing, wander
from tests.thorough import thorough

GAMES: Final = ("4x4x3", "6x6x4", *thorough("4x9x4", "5x7x4", "6x11x6", "7x7x5"))


def board_of(position: Position) -> DfpnBoard:
    """The prover's board of a position."""
    board = fresh_dfpn_board(position.rules)
    for count, tile in enumerate(position.tiles):
        put(board, tile - 1, count % 2)
    return board


def finishes(position: Position, mine: bool) -> set[int]:
    """The cells on which the side to move, or the other, fills a window."""
    side = position.side if mine else position.side.other
    return {tile - 1 for tile in completing(position, side)}


def quiet_positions(game: str, count: int) -> Iterator[Position]:
    """Positions in which nobody fills a window, or only the one who has just moved, on one cell."""
    rng = random.Random(game)
    while count > 0:
        rules = Rules.parse(game)
        position = wander(rules, rng.randint(4, 2 * rules.cells // 3), rng)
        if position.outcome or finishes(position, True) or len(finishes(position, False)) > 1:
            continue
        count -= 1
        yield position


def ask(position: Position, stones: int = 99) -> tuple[DfpnBoard, DfpnVcfArrays, bool]:
    """Look for a VCF of the side to move."""
    board, vcf = board_of(position), fresh_dfpn_vcf_arrays(position.rules.cells)
    danger = max(finishes(position, False), default=-1)
    return board, vcf, find_vcf(board, vcf, position.ply % 2, danger, stones)


def check_stones(position: Position, cells: list[int]) -> None:
    """Play a VCF: it is what it is said to be."""
    for count, cell in enumerate(cells):
        dangers = finishes(position, False)
        assert dangers <= {cell}, "a finish is left to the other side"
        position = position.play(cell + 1)
        if count % 2 == 0:
            ends = finishes(position, False)
            assert len(ends) > 1 if cell == cells[-1] else ends == {cells[count + 1]}
    assert len(cells) % 2 == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_vcf_is_forced_to_its_end(game: str) -> None:
    """By the rules alone; the board is left as it was, and some positions have a VCF."""
    found = 0
    for position in quiet_positions(game, 60):
        board, vcf, won = ask(position)
        for left, right in zip(board, board_of(position), strict=True):
            assert np.array_equal(left, right)
        if won:
            found += 1
            check_stones(position, vcf.cell[: vcf.state[kernel.LENGTH]].tolist())
    assert found > 0


@pytest.mark.parametrize("game", GAMES)
def test_two_finishes_at_once_are_always_seen(game: str) -> None:
    """No stone that makes two finishes is passed over, and two stones suffice for it."""
    for position in quiet_positions(game, 60):
        dangers = finishes(position, False)
        forks = [
            tile
            for tile in position.legal
            if dangers <= {tile - 1}
            and not position.play(tile).outcome
            and len(finishes(position.play(tile), False)) > 1
        ]
        if forks:
            assert ask(position)[2]
        assert ask(position, stones=2)[2] == bool(forks)
        assert not ask(position, stones=1)[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_vcf_wins_where_it_says_so(game: str) -> None:
    """After another stone of the other side's the VCF is played to its end, or given up."""
    held = 0
    for position in quiet_positions(game, 25):
        if finishes(position, False):
            continue
        _, vcf, won = ask(position)
        if not won:
            continue
        keep_vcf(vcf)
        cells = vcf.kept[: vcf.state[kernel.KEPT]].tolist()
        rules, side = position.rules, position.ply % 2
        for tile in position.legal:
            after = board_of(position)
            put(after, tile - 1, 1 - side)
            dangers = other_finishes(rules, after, 1 - side)
            if len(dangers) > 1:
                continue
            wins = kept_vcf_wins(after, vcf, side, max(dangers, default=-1))
            held += wins
            assert wins == plays_out(rules, after, side, cells)
    assert held > 5


def other_finishes(rules: Rules, board: DfpnBoard, side: int) -> set[int]:
    """The cells on which a side fills a window of the board."""
    windows = [window for line in windows_by_line(rules) for window in line]
    found = set()
    for window in windows:
        free = [cell for cell in window if board.stone[cell] < 0]
        if len(free) == 1 and sum(board.stone[cell] == side for cell in window) == rules.goal - 1:
            found.update(free)
    return found


def plays_out(rules: Rules, board: DfpnBoard, side: int, cells: list[int]) -> bool:
    """Whether the stones of a VCF can be played one after the other, each reply forced."""
    for count, cell in enumerate(cells):
        mover = side if count % 2 == 0 else 1 - side
        if board.stone[cell] >= 0 or not other_finishes(rules, board, 1 - mover) <= {cell}:
            return False
        put(board, cell, mover)
        ends = other_finishes(rules, board, mover)
        if mover == side and len(ends) > 1:
            return True
        if mover == side and (count + 1 == len(cells) or ends != {cells[count + 1]}):
            return False
    return False
