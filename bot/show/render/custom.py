"""Boards laid out with the application's own emoji."""

from __future__ import annotations

from collections.abc import Mapping

from bot.show.emoji import Sign, Tile, verdict
from bot.show.render.squares import squares
from bot.show.render.tiles import rows_of_tiles
from engine import Position


def tiles(position: Position, overlay: Mapping[int, str]) -> str:
    """The board as number tiles and marks, or as discs under the numbers of the columns.

    Written in the tokens of `bot.show.emoji`, for boards that `bot.show.emoji.fits`. `overlay` lays
    an emoji of `render.verdict_marks` on each of some legal moves, with gravity under the
    number of the column.
    """
    rules = position.rules
    shown = squares(position, {} if rules.gravity else overlay, numbered=not rules.gravity)
    rows = [[shown[tile] for tile in row] for row in rows_of_tiles(rules)]
    if rules.gravity:
        rows = [*_header(position, overlay), *rows]
    return "\n".join("".join(tile.token for tile in row) for row in rows)


def _header(position: Position, overlay: Mapping[int, str]) -> list[list[Tile]]:
    """The numbers of the columns and, where there are any, the verdicts on them."""
    columns = position.rules.moves
    numbers = [Tile(Sign.FREE, number=column) for column in columns]
    if not overlay:
        return [numbers]
    full = Tile(Sign.FREE)
    return [numbers, [verdict(overlay[m]) if m in overlay else full for m in columns]]
