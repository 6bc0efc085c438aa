"""Boards drawn with emoji of Unicode: no text between the tiles of a row."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Final

from bot.show.emoji import Highlight, keycap, stone
from bot.show.render.tiles import marked_tiles, rows_of_tiles
from engine import PRESETS, Position, Rules, Side, column_letter

_FREE_TILE: Final = "⬜"
_FREE_HOLE: Final = "⚪"
_STONES: Final = {
    rules.gravity: [
        (str(stone(rules, side)), str(stone(rules, side, Highlight.LAST))) for side in Side
    ]
    for rules in (PRESETS["tictactoe"], PRESETS["connect4"])
}
"""The stones of X and of O, each without and with a highlight. With gravity they are discs."""
_NO_MARK: Final = "⬛"
"""Fills the place of a column without a mark in the row of marks."""
_NOT_A_FLAG: Final = "\u200b"
"""A zero-width space. It keeps two regional indicators from becoming a flag."""


def keycaps(position: Position, overlay: Mapping[int, str]) -> str:
    """Marks on keycaps, for boards of up to 10 tiles."""
    free = {tile: overlay.get(tile, keycap(tile)) for tile in position.rules.moves}
    return "\n".join(_rows(position, free))


def discs(position: Position, overlay: Mapping[int, str]) -> str:
    """Discs under the column numbers, and under the marks of the overlay if it has any."""
    rules = position.rules
    header = ["".join(map(keycap, rules.moves))]
    if overlay:
        header.append("".join(overlay.get(column, _NO_MARK) for column in rules.moves))
    free = dict.fromkeys(range(1, rules.cells + 1), _FREE_HOLE)
    return "\n".join((*header, *_rows(position, free)))


def letters(position: Position, overlay: Mapping[int, str]) -> str:
    """Marks on blank tiles, with column letters above and a row number at the end of each row."""
    free = {tile: overlay.get(tile, _FREE_TILE) for tile in position.rules.moves}
    rows = _rows(position, free)
    numbered = (f"{row} {number}" for number, row in enumerate(rows, 1))
    return "\n".join((_letter_header(position.rules), *numbered))


def _rows(position: Position, free: Mapping[int, str]) -> list[str]:
    rules, special, shown = position.rules, marked_tiles(position), dict(free)
    for tile, (plain, apart) in zip(position.tiles, cycle(_STONES[rules.gravity]), strict=False):
        shown[tile] = apart if tile in special else plain
    return ["".join([shown[tile] for tile in row]) for row in rows_of_tiles(rules)]


def _letter_header(rules: Rules) -> str:
    first = ord("🇦") - ord("a")
    return _NOT_A_FLAG.join(
        chr(first + ord(column_letter(column))) for column in range(1, rules.columns + 1)
    )
