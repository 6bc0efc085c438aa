"""Boards in plain text: for screen readers, and for boards that emoji cannot show.

       a b c d
     1 . . X .
     2 . O[X]O

Brackets mark stones. A bracket replaces the space between two tiles, so that a row of 19
tiles stays narrow. A `|` stands between two marked neighbours. A `*` is a recommended move, a `#`
a tile that X may not play in renju.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from bot.show.emoji import BEST_MOVE, PLAYED_MOVE
from bot.show.overlay import Overlay
from bot.show.render.tiles import marked_tiles, rows_of_tiles
from bot.show.style import move_notation
from engine import Position, Rules, column_letter

LETTERS: Final = {
    "👍": "W",
    "🤝": "D",
    "👎": "L",
    "❔": "?",
    BEST_MOVE: "B",
    PLAYED_MOVE: "P",
}
"""Each verdict as one letter: win, draw, loss, or only estimated. Then the best and the played
move."""
_RECOMMENDED: Final = "*"
_FORBIDDEN: Final = "#"
_FREE: Final = "."
_SEPARATORS: Final = {
    (False, False): " ",
    (False, True): "[",
    (True, False): "]",
    (True, True): "|",
}


def code(position: Position, overlay: Overlay) -> str:
    """The board as a code block."""
    marks = {move: LETTERS[emoji] for move, emoji in overlay.marks.items()}
    ghost = overlay.ghost(position)
    signs = dict.fromkeys(position.fouls, _FORBIDDEN)
    signs |= {} if ghost is None else {ghost: _RECOMMENDED}
    lines = "\n".join(line.rstrip() for line in _lines(position, marks, signs))
    return f"```\n{lines}\n```"


def _lines(position: Position, marks: Mapping[int, str], signs: Mapping[int, str]) -> list[str]:
    """The lines of the board, with marks on moves and other signs on tiles."""
    rules = position.rules
    match move_notation(rules):
        case "column":
            chosen = [f" {' '.join(marks.get(m, ' ') for m in rules.moves)}"] if marks else []
            return [*_column_numbers(rules), *chosen, *_rows(position, signs)]
        case "number":
            return _rows(position, {**{tile: str(tile) for tile in rules.moves}, **marks, **signs})
        case "coordinate":
            letters = " ".join(map(column_letter, range(1, rules.columns + 1)))
            rows = enumerate(_rows(position, {**marks, **signs}), 1)
            width = len(str(rules.rows))
            return [f"{'':{width}} {letters}", *(f"{number:{width}}{row}" for number, row in rows)]


def _column_numbers(rules: Rules) -> list[str]:
    """The column numbers. A number of two digits is written downwards."""
    numbers = [f"{column:{len(str(rules.columns))}}" for column in rules.moves]
    return [f" {' '.join(digits)}" for digits in zip(*numbers, strict=True)]


def _rows(position: Position, free: Mapping[int, str]) -> list[str]:
    special = marked_tiles(position)

    def row(tiles: range) -> str:
        flags = [False, *(tile in special for tile in tiles), False]
        separators = (_SEPARATORS[pair] for pair in pairwise(flags))
        signs = (_sign(position, tile, free) for tile in tiles)
        return "".join(map("".join, zip(separators, (*signs, ""), strict=True)))

    return [row(tiles) for tiles in rows_of_tiles(position.rules)]


def _sign(position: Position, tile: int, free: Mapping[int, str]) -> str:
    side = position.at(tile)
    return side.value if side else free.get(tile, _FREE)
