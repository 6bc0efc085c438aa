"""The moves that complete a row at once, for whoever makes them."""

from __future__ import annotations

from engine import Position, Side


def completing(position: Position, side: Side) -> tuple[int, ...]:
    """The moves with which this side would complete a row, whichever side is to move.

    They are legal for the side to move; in renju O may play what is a foul of X as well.
    """
    tiles = {move: position.landing(move) for move in position.legal}
    if side is not position.side:
        tiles |= {tile: tile for tile in position.fouls}
    return tuple(sorted(move for move, tile in tiles.items() if position.line(side, tile)))
