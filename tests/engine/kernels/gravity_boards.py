"""Boards on which discs fall, cell by cell: their lines, what play reaches, and the truth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from engine import Rules

Board = tuple[int, int]
"""Mover and waiter."""


@cache
def lines(rules: Rules) -> list[int]:
    """Every line of the board, cell by cell."""
    found = []
    for column in range(rules.columns):
        for row in range(rules.rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(column + right * i, row + up * i) for i in range(rules.goal)]
                if all(c < rules.columns and 0 <= r < rules.rows for c, r in cells):
                    found.append(sum(1 << c * (rules.rows + 1) + r for c, r in cells))
    return found


def has_line(rules: Rules, stones: int) -> bool:
    """Whether a line stands, line by line."""
    return any(stones & line == line for line in lines(rules))


def after_each_move(rules: Rules, board: Board) -> Iterator[Board]:
    """What the moves of a board lead to."""
    mover, waiter = board
    for column in range(rules.columns):
        cells = [1 << column * (rules.rows + 1) + row for row in range(rules.rows)]
        stone = next((cell for cell in cells if not (mover | waiter) & cell), None)
        if stone is not None:
            yield waiter, mover | stone


@cache
def truth(rules: Rules, board: Board) -> int:
    """The score of a board by plain negamax, for the mover."""
    stones = (board[0] | board[1]).bit_count()
    if has_line(rules, board[1]):
        return -((rules.cells + 2 - stones) // 2)
    if stones == rules.cells:
        return 0
    return max(-truth(rules, after) for after in after_each_move(rules, board))


def all_boards(rules: Rules) -> set[Board]:
    """Every unfinished board that play can reach."""
    reached, found = {(0, 0)}, set[Board]()
    while reached:
        found |= reached
        reached = {
            after
            for board in reached
            for after in after_each_move(rules, board)
            if not has_line(rules, after[1]) and (after[0] | after[1]).bit_count() < rules.cells
        }
    return found


def late_boards(rules: Rules, free: int, count: int) -> set[Board]:
    """Random unfinished boards with few free cells, of games in which no win is given away."""
    rng = random.Random(str(rules))
    found = set[Board]()
    while len(found) < count:
        board: Board = (0, 0)
        while (board[0] | board[1]).bit_count() < rules.cells - free:
            afters = [
                after
                for after in after_each_move(rules, board)
                if not has_line(rules, after[1])
                and not any(has_line(rules, later[1]) for later in after_each_move(rules, after))
            ]
            if not afters:
                break
            board = rng.choice(afters)
        else:
            found.add(board)
    return found
