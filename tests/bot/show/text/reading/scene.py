"""A position, a move in it, and what the names in a sentence about it stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.show.style import move_name
from engine import Limit, Position, Rules, Side, Variant, analyse
from tests.engine.brute_force import Truth, truth
from tests.engine.coaching.claims.fading import Fading, told
from tests.engine.coaching.claims.grid import Grid, Tiles

_TRIED: Final = 12
"""With so many free cells a board is played out; with more the engine's own proofs are taken."""
_PROOF: Final = Limit(nodes=2_000_000)

Worth = Mapping[int, Truth | None]
"""What each move leads to, and in how many plies; None where that is not known."""


def worth(position: Position) -> Worth:
    """What each legal move leads to."""
    if position.rules.variant is Variant.VANISHING:
        return {move: told(position.moves, move) for move in position.legal}
    if position.rules.cells - position.ply <= _TRIED and not position.rules.variant.value:
        return truth(position)
    found = analyse(position, _PROOF)
    return {
        move: None if told.value is None or told.plies is None else (told.value, told.plies)
        for move, told in found.verdicts.items()
    }


@dataclass(frozen=True)
class Scene:
    """A board before and after a move, and what all moves are worth."""

    position: Position
    move: int
    worth: Worth
    sees: int
    """How many plies ahead the reader sees."""

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.position.rules

    @property
    def us(self) -> Side:
        """Who makes the move."""
        return self.position.side

    @property
    def them(self) -> Side:
        """The other side."""
        return self.position.side.other

    @property
    def tile(self) -> int:
        """Where the move lands."""
        return self.position.landing(self.move)

    @property
    def before(self) -> Grid:
        """The board before the move."""
        return _grid(self.position)

    @property
    def after(self) -> Grid:
        """The board after the move."""
        return _grid(self.position.play(self.move))

    @property
    def others(self) -> list[Truth | None]:
        """What all other moves are worth."""
        return [known for one, known in self.worth.items() if one != self.move]

    def moves(self, words: str) -> list[int]:
        """The moves that are named in a list, such as “3, 5”."""
        named = {move_name(self.rules, move): move for move in self.position.legal}
        return [named[word] for word in re.split(r", | and ", words) if word in named]

    def lines(self, words: str) -> list[list[Tiles]]:
        """For each line that is named, as in “1-5-9 + 7-8-9”, the lines that it may stand for."""
        return [_lines(self.rules, name) for name in words.split(" + ")]

    def cells(self, words: str) -> Tiles:
        """The cells that are named, as “column 3, row 1 + column 5, row 2” or “3, 7”."""
        rules = self.rules
        if rules.gravity:
            places = re.findall(r"column (\d+), row (\d+)", words)
            return tuple((rules.rows - int(row)) * rules.columns + int(col) for col, row in places)
        named = {move_name(rules, tile): tile for tile in range(1, rules.cells + 1)}
        return tuple(named[word] for word in re.split(r", | and ", words) if word in named)


def _grid(position: Position) -> Grid:
    vanishing = position.rules.variant is Variant.VANISHING
    return Fading.after(position.moves) if vanishing else Grid.of(position)


def _lines(rules: Rules, name: str) -> list[Tiles]:
    """The tiles of a line by its name; of a column all that it may stand for."""
    if not rules.gravity:
        tiles = {move_name(rules, tile): tile for tile in range(1, rules.cells + 1)}
        return [tuple(sorted(tiles[word] for word in name.split("-")))]
    if found := re.fullmatch(r"column (\d+)", name):
        column = range(int(found[1]), rules.cells + 1, rules.columns)
        return [tuple(column[i : i + rules.goal]) for i in range(rules.rows - rules.goal + 1)]
    found = re.fullmatch(
        r"(?:the diagonal|columns) ([\d…-]+) (in|rising from|falling from) row (\d+)", name
    )
    assert found is not None, f"no line: {name}"
    step = {"in": 0, "rising from": 1, "falling from": -1}[found[2]]
    return [_tiles(rules, found[1], int(found[3]), step)]


def _tiles(rules: Rules, columns: str, row: int, step: int) -> Tiles:
    """The tiles of columns from left to right, from a row on."""
    named = [int(column) for column in re.findall(r"\d+", columns)]
    if "…" in columns:
        named = list(range(named[0], named[-1] + 1))
    rows = [row + step * (column - named[0]) for column in named]
    return tuple(
        sorted(
            (rules.rows - one) * rules.columns + column
            for one, column in zip(rows, named, strict=True)
        )
    )
