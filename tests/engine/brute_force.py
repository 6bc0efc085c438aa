"""The truth about small positions by plain minimax, sharing nothing with the searches.

Boards are strings, one character a cell; lines are looked for anew in every position.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from engine import Analysis, Position, Rules, Side

Truth = tuple[Literal["win", "draw", "loss"], int]
"""What a position or move leads to for the side to move, and the plies until it ends."""


def truth(position: Position) -> dict[int, Truth]:
    """What each legal move leads to."""
    rules = position.rules
    marks = {None: ".", Side.X: "x", Side.O: "o"}
    board = "".join(marks[position.at(tile)] for tile in range(1, rules.cells + 1))
    mark, other = ("x", "o") if position.side is Side.X else ("o", "x")
    return {
        (cell % rules.columns if rules.gravity else cell) + 1: _after(
            rules, board[:cell] + mark + board[cell + 1 :], mark, other
        )
        for cell in _cells(rules, board)
    }


def check_truth(position: Position, analysis: Analysis) -> None:
    """Nothing that an analysis says may differ from the truth, and its line must be playable."""
    expected = truth(position)
    assert set(analysis.verdicts) == set(position.legal)
    assert next(iter(analysis.verdicts)) == analysis.best == analysis.line[0]
    scores = [verdict.score for verdict in analysis.verdicts.values()]
    assert scores == sorted(scores, reverse=True)
    for move, verdict in analysis.verdicts.items():
        if verdict.value is not None:
            value, plies = expected[move]
            assert verdict.value == value
            assert verdict.plies in {None, plies}
    for move in analysis.line:
        position = position.play(move)


def _cells(rules: Rules, board: str) -> list[int]:
    free = [cell for cell, mark in enumerate(board) if mark == "."]
    if not rules.gravity:
        return free
    return [
        cell
        for cell in free
        if cell + rules.columns >= rules.cells or board[cell + rules.columns] != "."
    ]


@cache
def _after(rules: Rules, board: str, mark: str, other: str) -> Truth:
    """What it was worth to `mark` to move to this board."""
    if _has_line(rules, board, mark):
        return ("loss" if rules.misere else "win"), 1
    if "." not in board:
        return "draw", 1
    value, plies = max(
        (
            _after(rules, board[:cell] + other + board[cell + 1 :], other, mark)
            for cell in _cells(rules, board)
        ),
        key=rank,
    )
    turned: dict[str, Literal["win", "draw", "loss"]] = {"win": "loss", "loss": "win"}
    return turned.get(value, "draw"), plies + 1


def rank(truth: Truth) -> int:
    """Sooner wins first, then draws, then later losses."""
    value, plies = truth
    return {"win": 1000 - plies, "draw": 0, "loss": plies - 1000}[value]


@cache
def _lines(rules: Rules) -> list[list[int]]:
    lines = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * i, column + right * i) for i in range(rules.goal)]
                if all(r < rules.rows and 0 <= c < rules.columns for r, c in cells):
                    lines.append([r * rules.columns + c for r, c in cells])
    return lines


def _has_line(rules: Rules, board: str, mark: str) -> bool:
    return any(all(board[cell] == mark for cell in line) for line in _lines(rules))
