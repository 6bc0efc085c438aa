"""The opening book of five in a row on wide boards: moves measured to be about as good as the best.

A line of the file is a pattern as a game on 15x15, X and O by turns, and after the colon each good
move with how far it falls short of the best, in thousandths of `Verdict.score`. The corner of the
pattern (see `seen`) stands on h8; for the empty board that is the centre.

    h8-i9: h9=0 j10=6

A pattern is in the book wherever it lies on a board, as long as its stones keep clear of the edges.

A pattern is a few stones, the same wherever they lie, and however turned:

    . . . .        . . . .
    . x . .        . . . .       both are the pattern X (0, 0), O (1, 1): its cells count rows
    . . o .        . . o .       and columns from the corner of the smallest box around all
    . . . .        . . . x       stones, in the first in order of the eight ways to turn it

On an empty board cells count from the centre.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

from engine.game.position import Position
from engine.game.rules import Rules, Variant

Cell: TypeAlias = tuple[int, int]
"""A row and a column, both from 0 on a board."""
Pattern: TypeAlias = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The stones of X and those of O, each ascending."""

EMPTY: Final[Pattern] = ((), ())
"""What an empty board shows."""
_TURNS: Final = range(8)
"""The ways to turn a square, as bits: rows in reverse, columns in reverse, rows for columns."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How the cells of a board map to those of its pattern and back."""

    turn: int
    corner: Cell

    def inside(self, cell: Cell) -> Cell:
        """The cell of the pattern for a cell of the board."""
        row, column = _turned(cell, self.turn)
        return row - self.corner[0], column - self.corner[1]

    def outside(self, cell: Cell) -> Cell:
        """The cell of the board for a cell of the pattern."""
        row, column = cell[0] + self.corner[0], cell[1] + self.corner[1]
        row, column = (-row if self.turn & 1 else row), (-column if self.turn & 2 else column)
        return (column, row) if self.turn & 4 else (row, column)


def _turned(cell: Cell, turn: int) -> Cell:
    row, column = (cell[1], cell[0]) if turn & 4 else cell
    return (-row if turn & 1 else row), (-column if turn & 2 else column)


def in_turn(pattern: Pattern) -> list[Cell]:
    """The stones as a game that leads there, X first."""
    stones = sum(map(len, pattern))
    return [pattern[ply % 2][ply // 2] for ply in range(stones)]


def seen(position: Position) -> tuple[Pattern, list[Frame]]:
    """The pattern of a position, and every frame that shows it: several where it is symmetric."""
    rules = position.rules
    cells = [divmod(tile - 1, rules.columns) for tile in position.tiles]
    if not cells:
        centre = rules.rows // 2, rules.columns // 2
        return EMPTY, [Frame(turn, _turned(centre, turn)) for turn in _TURNS]
    views = [_view(cells, turn) for turn in _TURNS]
    pattern = min(pattern for pattern, _ in views)
    return pattern, [frame for view, frame in views if view == pattern]


def _view(cells: Sequence[Cell], turn: int) -> tuple[Pattern, Frame]:
    turned = [_turned(cell, turn) for cell in cells]
    corner = min(row for row, _ in turned), min(column for _, column in turned)
    moved = [(row - corner[0], column - corner[1]) for row, column in turned]
    return (tuple(sorted(moved[::2])), tuple(sorted(moved[1::2]))), Frame(turn, corner)


def unlike(position: Position, tiles: Iterable[int]) -> list[int]:
    """One tile of each kind: in a symmetric position several are alike."""
    columns = position.rules.columns
    _, frames = seen(position)

    def least(tile: int) -> int:
        inside = frames[0].inside(divmod(tile - 1, columns))
        cells = (frame.outside(inside) for frame in frames)
        return min(row * columns + column + 1 for row, column in cells)

    return sorted({least(tile) for tile in tiles})


PLIES: Final = 6
"""The most stones of a pattern in the book."""
WINDOW: Final = 0.03
"""How far below the best a move may be, in `Verdict.score`. 0.1 is a factor of e in the odds (see
engine/alphabeta/shape_weights.py), so that 0.03 is seven points in a hundred even games: as much as
the scores of searches of 100,000 and 300,000 nodes differed."""
TEMPERATURE: Final = 0.015
"""So much below the best makes a move e times rarer, in `Verdict.score`: one at the end of the
window is made a seventh as often as the best."""
DECIDED: Final = 0.4
"""From here on, in `Verdict.score`, a position is no longer an opening: the odds are 55 to one (see
engine/alphabeta/shape_weights.py). It is left to search. X is ahead by 0.13 with the first
move, and by up to 0.39 after some answers to it."""
MARGIN: Final = 4
"""The free rows or columns between the stones and each edge, at least: then every line through a
stone fits on the board. With 4 of them in a corner of 15x15 the scores of two moves differ as on
19x19, whose edges are further off than those of 15x15: by 0.03 from what they do in its middle,
which is what the search itself leaves open. With 3 it is 0.05 (36 patterns, 60,000 nodes a move).
"""
LEAST_SIDE: Final = 11
"""The rows and columns of the smallest board that the book is for."""

_GOAL: Final = 5
_CELL: Final = re.compile(r"([a-s])([0-9]{1,2})")
_ORIGIN: Final = 7
"""The row and the column of h8, from 0."""

Book = Mapping[Pattern, Mapping[Cell, float]]
"""The moves of each pattern, with how far each falls short of the best in `Verdict.score`."""


def handles(rules: Rules) -> bool:
    """Whether the book is for this board."""
    plain = rules.goal == _GOAL and not rules.gravity and not rules.misere
    return (
        plain
        and rules.variant is Variant.FREESTYLE
        and min(rules.rows, rules.columns) >= LEAST_SIDE
    )


def moves(position: Position) -> dict[int, float]:
    """The moves that the book has for an unfinished position, each with how far it falls short of
    the best in `Verdict.score`; in a symmetric position all their images. {} where it has none."""
    rules = position.rules
    if not handles(rules) or position.ply > PLIES:
        return {}
    if not all(_is_clear(rules, divmod(tile - 1, rules.columns)) for tile in position.tiles):
        return {}
    pattern, frames = seen(position)
    found: dict[int, float] = {}
    for inside, short in opening_book().get(pattern, {}).items():
        for frame in frames:
            cell = frame.outside(inside)
            if position.tiles or _is_clear(rules, cell):
                found[cell[0] * rules.columns + cell[1] + 1] = short
    return found


def likely_one(short: Mapping[int, float], rng: random.Random) -> int:
    """One of the moves; the better, the likelier."""
    return rng.choices(list(short), [math.exp(-one / TEMPERATURE) for one in short.values()])[0]


def _is_clear(rules: Rules, cell: Cell) -> bool:
    """Whether a stone keeps clear of the edges."""
    row, column = cell
    last = rules.rows - 1 - MARGIN, rules.columns - 1 - MARGIN
    return MARGIN <= row <= last[0] and MARGIN <= column <= last[1]


@cache
def opening_book() -> Book:
    """The book of the package."""
    text = (files("engine.coaching") / "gomoku.txt").read_text(encoding="ascii")
    return dict(read(line) for line in text.splitlines())


def read(line: str) -> tuple[Pattern, dict[Cell, float]]:
    """A line of the file."""
    stones, _, listed = line.partition(":")
    cells = _cells(stones)
    marked = (word.partition("=") for word in listed.split())
    found = {_cells(name)[0]: int(mark) / 1000 for name, _, mark in marked}
    return (tuple(cells[::2]), tuple(cells[1::2])), found


def written(pattern: Pattern, marks: Mapping[Cell, float]) -> str:
    """The line of a pattern, the moves in the order of their marks."""
    listed = sorted((round(1000 * mark), cell) for cell, mark in marks.items())
    moves = " ".join(f"{_name(cell)}={mark}" for mark, cell in listed)
    return f"{'-'.join(map(_name, in_turn(pattern)))}: {moves}"


def _name(cell: Cell) -> str:
    return f"{chr(ord('a') + _ORIGIN + cell[1])}{_ORIGIN + cell[0] + 1}"


def _cells(text: str) -> list[Cell]:
    return [
        (int(row) - 1 - _ORIGIN, ord(column) - ord("a") - _ORIGIN)
        for column, row in _CELL.findall(text)
    ]
