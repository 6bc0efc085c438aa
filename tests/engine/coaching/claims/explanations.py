"""Whether an explanation is true, by the board and by the verdicts it rests on."""

from __future__ import annotations

from typing import Final

from engine import Analysis, Explanation, Position, Reason, ReasonKind
from tests.engine.coaching.claims.grid import Grid
from tests.engine.coaching.claims.reasons import is_true
from tests.engine.coaching.claims.shapes import makes

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
    if mine.value != best.value or (best.value in {"win", "loss"} and mine.plies != best.plies):
        wrong.append(f"{told.move} is worse than {analysis.best}")
    for reason in told.reasons:
        proved = reason.kind in PROVED
        good = _is_proved(position, analysis, told, reason) if proved else None
        if not (good if good is not None else is_true(position, told.move, reason)):
            wrong.append(str(reason))
    wrong += _wrong_refutation(position, analysis, told)
    return wrong + _wrong_plan(position, told)


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
            # "holds out longest": no other move is known to last longer
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

    "the other columns fill up, and then they must play under your threat at a cell": other columns
    are open now. At the end they are full, it is their turn, and what they play lies right under
    a cell on which our line was one disc short all the time.

    "relies on two threats, one right above the other": the line ends on the upper one, right after
    they had to take the lower one, on which we would have won; or we could win there next.
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
