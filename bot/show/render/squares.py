"""The emoji on each square of a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.show.emoji import Highlight, Symbol, TileEmoji, stone, verdict_tile
from bot.show.render.tiles import marked_tiles
from engine import Position, Rules, Side

Stones = Callable[[Rules, Side, Highlight], TileEmoji]
"""What a stone of a side looks like."""


def squares(
    position: Position,
    marks: Mapping[int, str],
    *,
    numbered: bool,
    stones: Stones = stone,
) -> dict[int, TileEmoji]:
    """Return the emoji of each tile, by tile number.

    With `numbered` free tiles show their numbers. `marks` maps some legal moves to emoji of
    `verdict_mark`. With gravity they are shown where the disc would land.
    """
    rules = position.rules
    free = Symbol.HOLE if rules.gravity else Symbol.FREE
    shown = {
        tile: TileEmoji(free, number=tile if numbered else None)
        for tile in range(1, rules.cells + 1)
    }
    shown |= {position.landing(move): verdict_tile(mark) for move, mark in marks.items()}
    marked = marked_tiles(position)
    look = Highlight.WON if position.outcome and position.outcome.line else Highlight.LAST
    for ply, tile in enumerate(position.tiles):
        side = Side.O if ply % 2 else Side.X
        shown[tile] = stones(rules, side, look if tile in marked else Highlight.NONE)
    return shown
