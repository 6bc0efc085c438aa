"""What happens otherwise: to another move that loses, or to any that prevents nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.coaching.lines import Lines
from engine.coaching.reasons import first_order, reachable, reasons_for
from engine.coaching.threats import FORKS, made, makes_fork
from engine.engine import analyse
from engine.game.position import Position
from engine.thinking.analysis import Analysis, Reason, ReasonKind
from engine.thinking.clock import Limit

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
            told = next((one for one in found if one.kind in _ENDS), None)
            if told is not None:
                return Refutation(instead, line[: ply + 1], told)
        now = now.play(answer)
    return None


def _threat_of_theirs(position: Position, analysis: Analysis, move: int) -> Refutation | None:
    """The fork that the other side makes unless it is prevented; None if others prevent it too."""
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
