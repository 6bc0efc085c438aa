"""Where lines run on a board: cells are numbered row by row from 0, top left."""

from __future__ import annotations

from typing import Final

from engine.game.rules import Rules, Variant

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


def beyond(rules: Rules, window: list[int]) -> int:
    """The cells next to both ends of a window, as bits; 0 where they don't matter.

    They matter where overlines don't win, see `is_shut`.
    """
    if rules.variant is Variant.FREESTYLE:
        return 0
    step = window[1] - window[0]
    found = 0
    for cell, next_ in ((window[0], window[0] - step), (window[-1], window[-1] + step)):
        aside = abs(cell % rules.columns - next_ % rules.columns)
        if 0 <= next_ < rules.cells and aside <= 1:
            found |= 1 << next_
    return found


def is_shut(rules: Rules, by_x: bool, ends: int, own: int, other: int) -> bool:
    """Whether a window that holds no stone of the other can't be made a line that wins.

    `ends` is what `beyond` says of it, `own` and `other` are the stones as bits, `by_x` says
    whether the own ones are those of X.
    """
    if not ends:
        return False
    if rules.variant is Variant.CARO and ends & ends - 1 and ends & ~other == 0:
        return True
    return bool(ends & own) and (by_x or rules.variant is not Variant.RENJU)


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
