"""Boards drawn with emoji of the application."""

from __future__ import annotations

from collections.abc import Mapping

from bot.show.emoji import Symbol, TileEmoji, verdict_tile
from bot.show.render.squares import squares
from bot.show.render.tiles import rows_of_tiles
from engine import Position


def tiles(position: Position, overlay: Mapping[int, str]) -> str:
    """The board as number tiles and marks, or with gravity as discs under column numbers.

    It consists of tokens of `bot.show.emoji`, and is for boards that have a
    `bot.show.emoji.placement`. `overlay` maps some legal moves to emoji of
    `render.verdict_marks`. They are shown on the tiles, or with gravity under the column numbers.
    """
    rules = position.rules
    shown = squares(position, {} if rules.gravity else overlay, numbered=not rules.gravity)
    rows = [[shown[tile] for tile in row] for row in rows_of_tiles(rules)]
    if rules.gravity:
        rows = [*_header(position, overlay), *rows]
    return "\n".join("".join(tile.token for tile in row) for row in rows)


def _header(position: Position, overlay: Mapping[int, str]) -> list[list[TileEmoji]]:
    """A row of column numbers, and a row of verdicts if there are any."""
    columns = position.rules.moves
    numbers = [TileEmoji(Symbol.FREE, number=column) for column in columns]
    if not overlay:
        return [numbers]
    full = TileEmoji(Symbol.FREE)
    return [numbers, [verdict_tile(overlay[m]) if m in overlay else full for m in columns]]
