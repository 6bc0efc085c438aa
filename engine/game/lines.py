"""Where lines run on a board: cells are numbered row by row from 0, top left."""

from __future__ import annotations

from typing import Final

from engine.game.rules import Rules

DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Rows down and columns right of a step along a line."""


def windows(rules: Rules) -> list[list[int]]:
    """The cells of every run of `goal` cells in a row, column or diagonal."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in DIRECTIONS:
                last_row = row + down * (rules.goal - 1)
                last_column = column + right * (rules.goal - 1)
                if last_row < rules.rows and 0 <= last_column < rules.columns:
                    first, step = row * rules.columns + column, down * rules.columns + right
                    found.append([first + step * i for i in range(rules.goal)])
    return found


def whole_lines(rules: Rules, down: int, right: int) -> list[list[int]]:
    """The cells of every line in one direction, from edge to edge."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            if 0 <= row - down < rules.rows and 0 <= column - right < rules.columns:
                continue
            along = []
            r, c = row, column
            while 0 <= r < rules.rows and 0 <= c < rules.columns:
                along.append(r * rules.columns + c)
                r, c = r + down, c + right
            found.append(along)
    return found
