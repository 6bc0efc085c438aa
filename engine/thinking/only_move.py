"""A move that is forced: it needs no search to be found."""

from __future__ import annotations

from engine.game.position import Position, line_through


def only_move(position: Position) -> int | None:
    """The one move that does not lose at once; None where there may be a choice.

    It stops the only line that the opponent could complete next, and the mover can complete none.
    """
    rules = position.rules
    if rules.misere:
        return None
    mine, theirs = position.stones
    landings = {move: position.landing(move) for move in position.legal}
    if any(line_through(rules, mine, tile) for tile in landings.values()):
        return None
    stops = [move for move, tile in landings.items() if line_through(rules, theirs, tile)]
    return stops[0] if len(stops) == 1 else None
