"""Boards drawn with emoji of Unicode: no text between the tiles of a row."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Final

from bot.show.emoji import FORBIDDEN, RECOMMENDED, Highlight, Symbol, TileEmoji, keycap, plain_stone
from bot.show.overlay import Overlay
from bot.show.render.tiles import marked_tiles, rows_of_tiles
from engine import PRESETS, Position, Rules, Side, column_letter

_FREE_TILE: Final = "⬜"
_FREE_HOLE: Final = TileEmoji(Symbol.HOLE).plain
_STONES: Final = {
    rules.gravity: [
        (plain_stone(rules, side), plain_stone(rules, side, Highlight.LAST)) for side in Side
    ]
    for rules in (PRESETS["tictactoe"], PRESETS["connect4"])
}
"""The stones of X and of O, each without and with a highlight. A free hole has another shape."""
_NO_MARK: Final = "⬛"
"""Fills the place of a column without a mark in the row of marks."""
_NOT_A_FLAG: Final = "\u200b"
"""A zero-width space. It keeps two regional indicators from becoming a flag."""


def keycaps(position: Position, overlay: Overlay) -> str:
    """Marks on keycaps, for boards of up to 10 tiles."""
    free = {tile: keycap(tile) for tile in position.rules.moves}
    return "\n".join(_rows(position, free | dict(overlay.marks) | _ghost(position, overlay)))


def discs(position: Position, overlay: Overlay) -> str:
    """Discs under the column numbers, and under the marks of the overlay if it has any."""
    rules = position.rules
    header = ["".join(map(keycap, rules.moves))]
    if marks := overlay.marks:
        header.append("".join(marks.get(column, _NO_MARK) for column in rules.moves))
    free = dict.fromkeys(range(1, rules.cells + 1), _FREE_HOLE)
    return "\n".join((*header, *_rows(position, free | _ghost(position, overlay))))


def letters(position: Position, overlay: Overlay) -> str:
    """Marks on blank tiles, with column letters above and a row number at the end of each row."""
    free = dict.fromkeys(position.rules.moves, _FREE_TILE)
    free |= dict.fromkeys(position.fouls, FORBIDDEN)
    rows = _rows(position, free | dict(overlay.marks) | _ghost(position, overlay))
    numbered = (f"{row} {number}" for number, row in enumerate(rows, 1))
    return "\n".join((_letter_header(position.rules), *numbered))


def _ghost(position: Position, overlay: Overlay) -> dict[int, str]:
    """The sign where the recommended move would land, if it has no other mark."""
    tile = overlay.ghost(position)
    return {} if tile is None else {tile: RECOMMENDED}


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
