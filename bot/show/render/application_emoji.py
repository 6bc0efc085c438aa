"""Boards drawn with emoji of the application."""

from __future__ import annotations

from collections.abc import Mapping

from bot.show.emoji import FORBIDDEN, RECOMMENDED, Symbol, TileEmoji, verdict_tile
from bot.show.overlay import Overlay
from bot.show.render.squares import squares
from bot.show.render.tiles import rows_of_tiles
from engine import Position


def tiles(position: Position, overlay: Overlay) -> str:
    """The board as number tiles and marks, or with gravity as discs under column numbers.

    It consists of tokens of `bot.show.emoji`, and is for boards that have a
    `bot.show.emoji.placement`. Verdicts are shown on the tiles, or with gravity under the column
    numbers; a recommended move has a light bulb where it would land, and a foul its sign.
    """
    rules, marks = position.rules, overlay.marks
    shown = squares(position, {} if rules.gravity else marks, numbered=not rules.gravity)
    signs = {tile: square.token for tile, square in shown.items()}
    signs |= {tile: FORBIDDEN for tile in position.fouls if tile not in marks}
    if (ghost := overlay.ghost(position)) is not None:
        signs[ghost] = RECOMMENDED  # of Unicode: it needs no upload, and is as wide as the others
    rows = ["".join(signs[tile] for tile in row) for row in rows_of_tiles(rules)]
    return "\n".join((*_header(position, marks), *rows) if rules.gravity else rows)


def _header(position: Position, marks: Mapping[int, str]) -> list[str]:
    """A row of column numbers, and a row of verdicts if there are any."""
    columns = position.rules.moves
    numbers = [TileEmoji(Symbol.FREE, number=column) for column in columns]
    full = TileEmoji(Symbol.FREE)
    verdicts = [verdict_tile(marks[move]) if move in marks else full for move in columns]
    rows = [numbers, verdicts] if marks else [numbers]
    return ["".join(tile.token for tile in row) for row in rows]
