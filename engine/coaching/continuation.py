"""What comes next: the plan of a long win, and what happens to another move that loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.coaching.lines import Lines, tiles_of
from engine.coaching.prevention import reachable
from engine.coaching.reasons import first_order, reasons_for
from engine.coaching.threats import FORKS, made, makes_fork
from engine.engine import analyse
from engine.game.position import Position
from engine.thinking.analysis import Analysis, Reason, ReasonKind, Verdict
from engine.thinking.clock import Limit

_MOST_STEPS: Final = 3
"""The number of a plan's moves that are told."""
_LEAST_PLIES: Final = 5
"""With a shorter win there is nothing to plan."""
_URGENT: Final = FORKS | {
    ReasonKind.WINS,
    ReasonKind.BLOCKS,
    ReasonKind.FOUR,
    ReasonKind.OPEN_THREE,
    ReasonKind.DOUBLE_THREE,
    ReasonKind.STACKED_STANDING,
    ReasonKind.STACKED_HANGING,
    ReasonKind.HANGING_THREAT,
    ReasonKind.STOPS_OPEN_THREE,
    ReasonKind.STOPS_DOUBLE_THREAT,
}
"""What makes a move of a plan worth telling."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, and what it does."""

    move: int
    reason: Reason


def plan_of(position: Position, verdict: Verdict, line: tuple[int, ...]) -> tuple[Step, ...]:
    """The moves of the winner after the first that do something, if the win takes long."""
    if verdict.value != "win" or len(line) < _LEAST_PLIES:
        return ()
    return tuple(_steps(position, line))[:_MOST_STEPS]


def _steps(position: Position, line: tuple[int, ...]) -> Iterator[Step]:
    now = position.play(line[0]).play(line[1])
    for ours, theirs in zip(line[2::2], (*line[3::2], None), strict=False):
        found = reasons_for(now, ours)
        if found and found[0].kind in _URGENT:
            yield Step(ours, found[0])
        now = now.play(ours)
        if theirs is None or now.outcome is not None:
            return
        now = now.play(theirs)


def decisive_end(position: Position, verdict: Verdict, line: tuple[int, ...]) -> Reason | None:
    """What decides a long win: a threat that hangs already, at the end of the line.

    Either the other side has nowhere left to play but below it, or it must take the cell below,
    on which another threat hangs. If it does not, the line ends there.
    """
    if not position.rules.gravity or position.rules.misere:
        return None
    if verdict.value != "win" or verdict.plies != len(line) or len(line) < _LEAST_PLIES:
        return None
    *before, under, last = line
    now = position
    for move in before:
        now = now.play(move)
    low = now.landing(last)
    high = low - position.rules.columns
    after = Lines.of(position).with_stone(position.landing(line[0]) - 1)
    threats = after.completing()
    if high - 1 not in threats or after.landings >> high - 1 & 1:
        return None
    lines = tuple(
        tiles_of(threats[tile - 1][0].cells) for tile in (low, high) if tile - 1 in threats
    )
    if len(lines) > 1 and not after.landings >> low - 1 & 1:
        return Reason(ReasonKind.STACKED_STANDING, (low, high), lines)
    if under != last:
        return None
    if now.legal == (under,) != position.legal:
        return Reason(ReasonKind.ZUGZWANG, (high,), lines[-1:])
    return None


_LONGEST: Final = 5
"""The plies in which a refutation is told."""
_ENDS: Final = FORKS | {ReasonKind.WINS, ReasonKind.STACKED_STANDING}
"""What a refutation ends with."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """What happens otherwise. `instead` is another move, None for any that prevents nothing.

    `line` begins with the answer of the other side and ends with a move of theirs that does what
    `reason` says.
    """

    instead: int | None
    line: tuple[int, ...]
    reason: Reason

    @property
    def plies(self) -> int:
        """After how many plies the other side completes a row, from the move that is answered."""
        return 1 + len(self.line) + (0 if self.reason.kind is ReasonKind.WINS else 2)


def refutation(
    position: Position, analysis: Analysis, move: int, limit: Limit
) -> Refutation | None:
    """What happens to the next best move if it loses, or to any move that ignores the threat.

    None where nothing happens soon. Searches within `limit`.
    """
    verdict = analysis.verdicts[move]
    if verdict.value in {"win", "loss"} or position.rules.misere:
        return None
    if threat := _threat_of_theirs(position, analysis, move):
        return threat
    lost = [one for one, other in analysis.verdicts.items() if other.value == "loss"]
    if not lost:
        return None
    instead = min(lost, key=lambda one: (-analysis.verdicts[one].score, first_order(position, one)))
    after = position.play(instead)
    if after.outcome is not None:
        return None
    return _refuted(after, instead, analyse(after, limit, every=False).line)


def _refuted(after: Position, instead: int, line: tuple[int, ...]) -> Refutation | None:
    """How a line refutes a move: up to the first fork or the end, if either comes soon."""
    now = after
    for ply, answer in enumerate(line[:_LONGEST]):
        if ply % 2 == 0:
            found = reasons_for(now, answer)
            end = next((one for one in found if one.kind in _ENDS), None)
            if end is not None:
                return Refutation(instead, line[: ply + 1], end)
        now = now.play(answer)
    return None


def _threat_of_theirs(position: Position, analysis: Analysis, move: int) -> Refutation | None:
    """The fork that the other side makes unless it is prevented; None if others prevent it too.

    In vanishing none is looked for: what the other side has depends on the move before it.
    """
    if not position.rules.plain:
        return None
    theirs = Lines.of(position).swapped()
    for other in position.legal:
        makes = made(theirs, position.landing(other) - 1)
        if not makes or makes[0].kind not in FORKS:
            continue
        others = [one for one in analysis.verdicts if one not in {move, other}]
        if all(
            analysis.verdicts[one].value == "loss" and _still_comes(position, one, other)
            for one in others
        ):
            return Refutation(None, (other,), makes[0])
    return None


def _still_comes(position: Position, ignoring: int, fork: int) -> bool:
    """Whether the other side can answer a move with its fork, or has to answer a threat first."""
    after = position.play(ignoring)
    if after.outcome is not None or fork not in after.legal:
        return False
    theirs = Lines.of(after)
    return makes_fork(theirs, after.landing(fork) - 1) or bool(reachable(theirs.swapped()))
