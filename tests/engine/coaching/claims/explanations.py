"""Whether an explanation is true, by the board and by the verdicts it rests on."""

from __future__ import annotations

from typing import Final

from engine import Analysis, Explanation, Position, Reason, ReasonKind, Side, Verdict
from tests.engine.coaching.claims.grid import Grid
from tests.engine.coaching.claims.reasons import is_true
from tests.engine.coaching.claims.shapes import makes

_FAR: Final = 16
"""The most plies that anybody sees ahead."""
PROVED: Final = {
    ReasonKind.ONLY_MOVE,
    ReasonKind.ONLY_WIN,
    ReasonKind.DELAYS,
    ReasonKind.ZUGZWANG,
    ReasonKind.STACKED_STANDING,
    ReasonKind.EQUAL_BEST,
    ReasonKind.DRAWS,
    ReasonKind.ESTIMATE,
}
"""What rests on the verdicts of an analysis."""


def untruths(position: Position, analysis: Analysis, told: Explanation) -> list[str]:
    """What an explanation gets wrong, by the board and the verdicts of its analysis."""
    verdicts = analysis.verdicts
    best, mine = verdicts[analysis.best], verdicts[told.move]
    wrong = []
    if not _is_as_good(mine, best):
        wrong.append(f"{told.move} is worse than {analysis.best}")
    if told.calm and not _is_calm(position, analysis):
        wrong.append("nothing is urgent")
    for plies in (None, 4, 6, 16):
        lost = [one.plies for move, one in verdicts.items() if one.value == "loss"]
        soon = sum(known is not None and (plies is None or known <= plies) for known in lost)
        ways = told.ways(plies)
        if mine.value != "loss" and ways != (len(verdicts) - soon if soon else None):
            wrong.append(f"{ways} moves help")
    for reason in told.reasons:
        proved = reason.kind in PROVED
        good = _is_proved(position, analysis, told, reason) if proved else None
        if not (good if good is not None else is_true(position, told.move, reason)):
            wrong.append(str(reason))
    wrong += _wrong_refutation(position, analysis, told)
    return wrong + _wrong_plan(position, told)


def _is_as_good(mine: Verdict, best: Verdict) -> bool:
    """Whether a move is as good as the best, as far as a person can see: 16 plies."""
    if mine.value != best.value:
        return False
    if best.value not in {"win", "loss"} or mine.plies == best.plies:
        return True
    return min(mine.plies or 0, best.plies or 0) > _FAR


def _is_calm(position: Position, analysis: Analysis) -> bool:
    """ "nothing is urgent": if we pass, they neither win next nor make two threats, nor could we.

    No move is known to lose within three moves of each.
    """
    grid = Grid.of(position)
    quiet = not any(grid.wins(side) or grid.forks(side) for side in Side)
    soon = [one.plies or 0 for one in analysis.verdicts.values() if one.value == "loss"]
    return quiet and all(plies > 6 for plies in soon)


def _wrong_plan(position: Position, told: Explanation) -> list[str]:
    """The steps of a plan that are not moves of the line, in its order, that do what they say."""
    left, now = list(told.plan), position
    for ply, move in enumerate(told.line):
        due = left and ply > 1 and ply % 2 == 0 and left[0].move == move
        if due and is_true(now, move, left[0].reason):
            left.pop(0)
        now = now.play(move)
    return [f"plan: {step}" for step in left]


def _is_proved(position: Position, analysis: Analysis, told: Explanation, reason: Reason) -> bool:
    """Whether the verdicts of an analysis say what a reason says."""
    mine = analysis.verdicts[told.move]
    others = [found for move, found in analysis.verdicts.items() if move != told.move]
    match reason.kind:
        case ReasonKind.ONLY_MOVE:
            return mine.value in {"draw", None} and {one.value for one in others} == {"loss"}
        case ReasonKind.ONLY_WIN:
            return mine.value == "win" and {one.value for one in others} <= {"draw", "loss"}
        case ReasonKind.DELAYS:
            # "holds out as long as possible": no other move is known to last longer
            lasts = [one.plies for one in others]
            longest = all(n is not None and mine.plies and n <= mine.plies for n in lasts)
            return mine.value == "loss" and (not analysis.exact or longest)
        case ReasonKind.EQUAL_BEST | ReasonKind.DRAWS:
            return mine.value == "draw"
        case ReasonKind.ESTIMATE:
            return mine.value is None
    return _is_end(position, told, reason)


def _is_end(position: Position, told: Explanation, reason: Reason) -> bool:
    """Whether the line ends as it is said, played out.

    "if all other columns fill up, they must play under your threat at a cell": other columns are
    open now. At the end they are full, it is their turn, and what they play lies right under
    a cell on which our line was one disc short all the time.

    "relies on two threats, one right above the other": the line ends on the upper one, right after
    they had to take the lower one, on which we would have won, or on the lower one, since they did
    not; or we could win there next.
    """
    before, after = Grid.of(position), Grid.of(position.play(told.move))
    if reason.kind is ReasonKind.STACKED_STANDING and reason.tiles[0] in after.wins(position.side):
        low, high = reason.tiles
        stood = {low, high} <= before.completing(position.side)
        return stood and low - high == position.rules.columns
    now = position
    for move in told.line:
        last, now = now, now.play(move)
    if now.outcome is None or now.outcome.winner is not position.side or len(told.line) < 3:
        return False
    high, columns = now.tiles[-1], position.rules.columns
    hangs = Grid.of(position.play(told.move))
    forced = position
    for move in told.line[:-2]:
        forced = forced.play(move)
    under = last.tiles[-1] == high + columns and forced.side is not position.side
    if reason.kind is ReasonKind.STACKED_STANDING:
        if high == reason.tiles[0]:  # they did not take it
            high, under = high - columns, True
        low = high + columns
        both = {low, high} <= hangs.completing(position.side)
        return under and both and reason.tiles == (low, high) and not hangs.is_reachable(low)
    return (
        under
        and reason.tiles == (high,)
        and len(position.legal) > 1
        and len(forced.legal) == 1
        and high in hangs.completing(position.side)
        and not hangs.is_reachable(high)
    )


def _wrong_refutation(position: Position, analysis: Analysis, told: Explanation) -> list[str]:
    """What is wrong with what is said to happen otherwise."""
    if told.otherwise is None:
        return []
    instead, line, reason = told.otherwise.instead, told.otherwise.line, told.otherwise.reason
    if instead is None:
        (move,) = line
        grid, tile = Grid.of(position), position.landing(move)
        stays = [one for one in analysis.verdicts if one not in {told.move, move}]
        lost = all(analysis.verdicts[one].value == "loss" for one in stays)
        good = lost and makes(grid, tile, position.side.other, reason)
        # "otherwise comes ...": whatever else is played, unless it has to be answered first
        for one in stays:
            after = position.play(one)
            busy = bool(Grid.of(after).wins(position.side))
            good &= busy or (
                move in after.legal
                and Grid.of(after).makes_fork(after.landing(move), position.side.other)
            )
        return [] if good else [f"threat {told.otherwise}"]
    now = position.play(instead)
    for move in line[:-1]:
        now = now.play(move)
    if analysis.verdicts[instead].value != "loss":
        return [f"{instead} does not lose"]
    good = now.side is position.side.other and is_true(now, line[-1], reason)
    return [] if good else [f"refutation {told.otherwise}"]
