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
            return mine.value == "loss"
        case ReasonKind.EQUAL_BEST | ReasonKind.DRAWS:
            return mine.value == "draw"
        case ReasonKind.ESTIMATE:
            return mine.value is None
    return _is_zugzwang(position, told, reason)


def _is_zugzwang(position: Position, told: Explanation, reason: Reason) -> bool:
    """Whether the line ends on the named tile, on top of a disc of the other side."""
    now = position
    for move in told.line:
        last = now
        now = now.play(move)
    (tile,) = reason.tiles
    hangs = Grid.of(position.play(told.move))
    return (
        now.outcome is not None
        and now.outcome.winner is position.side
        and now.outcome.line == reason.lines[0]
        and now.tiles[-1] == tile
        and last.tiles[-1] == tile + position.rules.columns
        and tile in hangs.completing(position.side)
        and not hangs.is_reachable(tile)
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
        return [] if good else [f"threat {told.otherwise}"]
    now = position.play(instead)
    for move in line[:-1]:
        now = now.play(move)
    if analysis.verdicts[instead].value != "loss":
        return [f"{instead} does not lose"]
    good = now.side is position.side.other and is_true(now, line[-1], reason)
    return [] if good else [f"refutation {told.otherwise}"]
