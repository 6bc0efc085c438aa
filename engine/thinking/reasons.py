"""Why the best move is the best, as data.

The first that applies, in the order in which a beginner would want to hear it: it
completes a line; it makes two threats at once; it wins later; all moves lose; it
stops a line; all others lose; it takes the cell of a double threat; it draws, as
others do; it alone is known to; it looks best.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.position import Position, Side, line_through, with_stone
from engine.game.rules import Variant
from engine.thinking.analysis import Reason, ReasonKind, Verdict


def reason_for_best(
    position: Position, verdicts: Mapping[int, Verdict], line: tuple[int, ...]
) -> Reason:
    """The reason for `line[0]`, the best move; `line` is the principal variation."""
    best = line[0]
    match verdicts[best].value:
        case "win":
            return _why_it_wins(position, line)
        case "loss":
            return Reason(ReasonKind.DELAYS)
    if stopped := stopped_line(position, best):
        return Reason(ReasonKind.BLOCKS, stopped)
    others = [verdict.value for move, verdict in verdicts.items() if move != best]
    if others and all(value == "loss" for value in others):
        return Reason(ReasonKind.ONLY_MOVE)
    if taken := _double_threat_taken(position, best):
        tiles = (position.landing(best), *taken)
        return Reason(ReasonKind.STOPS_DOUBLE_THREAT, tiles, tuple(taken.values()))
    if verdicts[best].value != "draw":
        return Reason(ReasonKind.ESTIMATE)
    equal = [position.landing(move) for move, found in verdicts.items() if found.value == "draw"]
    if len(equal) > 1:
        return Reason(ReasonKind.EQUAL_BEST, tuple(sorted(equal)))
    return Reason(ReasonKind.DRAWS)


def _why_it_wins(position: Position, line: tuple[int, ...]) -> Reason:
    after = position.play(line[0])
    if after.outcome is not None:
        return Reason(ReasonKind.WINS, after.outcome.line)
    plain, ours = position.rules.plain, position.side
    completing = _completions(after, after.stones[1]) if plain else next_rows(after, ours)
    if not position.rules.misere and len(completing) > 1:
        return Reason(ReasonKind.DOUBLE_THREAT, tuple(completing), tuple(completing.values()))
    for move in line[1:]:
        after = after.play(move)
    return Reason(ReasonKind.WINS, after.tiles[position.ply :: 2])


def stopped_line(position: Position, move: int) -> tuple[int, ...]:
    """The line that the opponent would complete where `move` lands; () if none."""
    if position.rules.misere:
        return ()
    return position.line(position.side.other, position.landing(move))


def _double_threat_taken(position: Position, move: int) -> dict[int, tuple[int, ...]]:
    """What the opponent would threaten from where `move` lands: as below; empty unless two."""
    if position.rules.misere or not position.rules.plain:
        return {}
    tile = position.landing(move)
    theirs = with_stone(position.rules, position.stones[1], tile)
    threatened = _completions(position, theirs, after=tile)
    return threatened if len(threatened) > 1 else {}


def _completions(
    position: Position, stones: int, after: int | None = None
) -> dict[int, tuple[int, ...]]:
    """The lines that one more of the waiting side's `stones` completes, by its tile.

    `after` is a tile that is taken by then.
    """
    landings = {position.landing(move) for move in position.legal} | set(position.fouls)
    if after is not None:
        landings.discard(after)
        if position.rules.gravity and after > position.rules.columns:
            landings.add(after - position.rules.columns)
    rules, side, other = position.rules, position.side.other, position.stones[0]
    lines = {tile: line_through(rules, side, stones, other, tile) for tile in sorted(landings)}
    return {tile: line for tile, line in lines.items() if line}


def only_move(position: Position) -> int | None:
    """The one move that does not lose at once; None where there may be a choice.

    It stops the only line that the opponent could complete next, and the mover can complete none.
    In caro a line may be stopped at its end as well.
    """
    if position.rules.misere or position.rules.variant is Variant.CARO or next_rows(position):
        return None
    stops = list(next_rows(position, position.side.other))
    return stops[0] if len(stops) == 1 else None


def next_rows(position: Position, side: Side | None = None) -> dict[int, tuple[int, ...]]:
    """The lines that a side, by default the one to move, can complete now, by the move that does.

    Where it is not its turn, as if the other had passed. In vanishing that frees the tile of the
    mark that goes then, whatever the other plays.
    """
    side = side or position.side
    rows = {move: position.line(side, position.landing(move)) for move in position.legal}
    if side is not position.side and (freed := position.fading) is not None:
        rows[freed] = position.line(side, freed)
    return {move: row for move, row in rows.items() if row}
