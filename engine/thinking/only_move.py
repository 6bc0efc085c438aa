"""A move that is forced: it needs no search to be found."""

from __future__ import annotations

from engine.game.position import Position
from engine.game.rules import Variant


def only_move(position: Position) -> int | None:
    """The one move that does not lose at once; None where there may be a choice.

    It stops the only line that the opponent could complete next, and the mover can complete none.
    In caro a line may be stopped at its end as well.
    """
    rules, side = position.rules, position.side
    if rules.misere or rules.variant is Variant.CARO:
        return None
    landings = {move: position.landing(move) for move in position.legal}
    if any(position.line(side, tile) for tile in landings.values()):
        return None
    stops = [move for move, tile in landings.items() if position.line(side.other, tile)]
    return stops[0] if len(stops) == 1 else None
