"""Boards laid out with the application's own emoji."""

from __future__ import annotations

from collections.abc import Mapping

from bot.emoji import Owned, Sign, Tile
from bot.render.squares import squares
from bot.render.tiles import rows_of_tiles
from engine import Position


def board(position: Position, owned: Owned, overlay: Mapping[int, str] | None = None) -> str:
    """The board as number tiles and marks, or as discs under the numbers of the columns.

    `overlay` lays an emoji of `render.verdict_marks` on each of some legal moves, with
    gravity where the disc would land. Only for boards that `bot.emoji.fits`; raises
    KeyError where an emoji is not owned.
    """
    rules = position.rules
    shown = squares(position, overlay or {}, numbered=not rules.gravity)
    rows = [[shown[tile] for tile in row] for row in rows_of_tiles(rules)]
    if rules.gravity:
        rows.insert(0, [Tile(Sign.FREE, number=column) for column in rules.moves])
    return "\n".join("".join(owned[tile.name] for tile in row) for row in rows)
