"""What each square of a drawn board shows."""

from __future__ import annotations

from collections.abc import Mapping

from bot.show.emoji import Look, Sign, Tile, stone, verdict
from bot.show.render.tiles import marked_tiles
from engine import Position, Side


def squares(position: Position, overlay: Mapping[int, str], *, numbered: bool) -> dict[int, Tile]:
    """The picture of each tile by its number, which a free one may carry.

    `overlay` lays an emoji of `render.verdict_marks` on some legal moves, with gravity
    where the disc would land.
    """
    rules = position.rules
    free = Sign.HOLE if rules.gravity else Sign.FREE
    shown = {
        tile: Tile(free, number=tile if numbered else None) for tile in range(1, rules.cells + 1)
    }
    shown |= {position.landing(move): verdict(mark) for move, mark in overlay.items()}
    marked = marked_tiles(position)
    look = Look.WON if position.outcome and position.outcome.line else Look.LAST
    for ply, tile in enumerate(position.tiles):
        side = Side.O if ply % 2 else Side.X
        shown[tile] = stone(rules, side, look if tile in marked else Look.PLAIN)
    return shown
