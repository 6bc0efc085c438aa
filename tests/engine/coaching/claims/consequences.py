"""Whether what is said to come after a move is so, as a reader takes the sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import Comparison, Consequence, Position
from tests.engine.brute_force import Truth, rank, truth
from tests.engine.coaching.claims.grid import Grid
from tests.engine.coaching.claims.reasons import is_true

_SOLVED: Final = 12
"""Boards with so few free cells are played out to their end."""
_COMPARED: Final[dict[Comparison, Callable[[Truth, Truth], bool]]] = {
    Comparison.EQUAL: lambda mine, best: (
        mine[0] == best[0] and (mine[0] == "draw" or mine[1] == best[1])
    ),
    Comparison.WINS: lambda mine, best: rank(mine) > rank(best) and mine[0] != best[0],
    Comparison.WINS_TOO: lambda mine, best: mine[0] == best[0] == "win",
    Comparison.WINS_LATER: lambda mine, best: mine[0] == best[0] == "win" and mine[1] > best[1],
    Comparison.LOSES_TOO: lambda mine, best: mine[0] == best[0] == "loss",
    Comparison.LOSES_SOONER: lambda mine, best: mine[0] == best[0] == "loss" and mine[1] < best[1],
    Comparison.WORSE: lambda mine, best: rank(mine) < rank(best) and mine[0] != best[0],
    Comparison.LOOKS_EQUAL: lambda _mine, _best: True,
    Comparison.LOOKS_WORSE: lambda _mine, _best: True,
}
"""What a comparison says of two moves; of an estimate nothing is said."""
_TRIED: Final = 8
"""With so few moves "they win in 3" is played out."""


def untruths(position: Position, found: Consequence) -> list[str]:
    """What is untrue of a consequence, each in the words of its sentence."""
    after = position.play(found.move)
    if after.outcome is not None:
        won = after.outcome.winner
        worth = "draw" if won is None else "win" if won is position.side else "loss"
        return [] if found.verdict.value == worth else ["how the game ended"]
    wrong = _untrue_worth(position, found)
    if not found.line:
        return wrong
    return wrong + _untrue_line(after, found) + _untrue_end(after, found)


def _untrue_worth(position: Position, found: Consequence) -> list[str]:
    """ "just as good", "wins too", "is safe for now", "they hold the draw": by playing it out."""
    wrong = []
    grid, them = Grid.of(position.play(found.move)), position.side.other
    told = found.reason is not None or found.loses_soon or position.rules.misere
    if not told and grid.wins(them):
        wrong.append("safe for now")
    if position.rules.cells - position.ply > _SOLVED or position.rules.variant.value:
        return wrong
    moves = truth(position)
    mine, best = moves[found.move], moves[found.better]
    if not _COMPARED[found.comparison](mine, best):
        wrong.append(f"{found.comparison}: {mine} {best}")
    if found.verdict.value == "win" and mine[0] != "win":
        wrong.append("wins too")
    if found.spoils and (mine[0], best[0]) != ("draw", "win"):
        wrong.append("they hold the draw")
    return wrong


def _untrue_line(after: Position, found: Consequence) -> list[str]:
    """ "After M comes A. You must take F, and L makes ...": all can be played, F alone stops it."""
    now, us = after, after.side.other
    for ply, move in enumerate(found.line[:-1]):
        if move not in now.legal:
            return [f"{move} cannot be played"]
        now = now.play(move)
        grid = Grid.of(now)
        if ply == 0:
            forced = {now.landing(found.line[1])}
            if grid.wins(us) or grid.wins(us.other) != forced:
                return ["you must take it"]
    last = found.line[-1]
    if last not in now.legal:
        return [f"{last} cannot be played"]
    if found.reason is not None and not is_true(now, last, found.reason):
        return [str(found.reason)]
    return []


def _untrue_end(after: Position, found: Consequence) -> list[str]:
    """ "They win in 3": with so many moves of theirs, whatever we play, and not with fewer."""
    plies = found.verdict.plies
    if not found.loses_soon or found.decides or plies is None or len(after.legal) > _TRIED:
        return []
    theirs = plies // 2
    if after.rules.misere or theirs > 3:
        return []
    good = _wins_within(after, theirs) and not _wins_within(after, theirs - 1)
    return [] if good else [f"they win in {theirs}"]


def _wins_within(position: Position, moves: int) -> bool:
    """Whether the side to move completes a line with so many moves of its own, or fewer."""
    if moves == 0:
        return False
    for move in position.legal:
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.winner is position.side:
                return True
            continue
        replies = [after.play(reply) for reply in after.legal]
        if all(reply.outcome is None and _wins_within(reply, moves - 1) for reply in replies):
            return True
    return False
