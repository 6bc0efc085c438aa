"""What happens after a move that somebody asks about: how the other side answers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.coaching.explanation import Explanation, explain
from engine.coaching.reasons import reasons_for
from engine.coaching.review import verdict_after
from engine.coaching.threats import FORKS
from engine.engine import analyse
from engine.game import ReadableEnum
from engine.game.position import Position
from engine.thinking.analysis import Reason, ReasonKind, Verdict
from engine.thinking.clock import ONE_SECOND, Limit
from engine.thinking.reasons import next_rows

_FINAL: Final = FORKS | {ReasonKind.WINS}
"""What nobody can stop any more."""
_SHOWN: Final = _FINAL | {
    ReasonKind.BLOCKS,
    ReasonKind.DOUBLE_THREE,
    ReasonKind.STACKED_HANGING,
    ReasonKind.FOUR,
    ReasonKind.OPEN_THREE,
}
"""What an answer does that is seen on the board, and is told alike by whoever makes it."""
_NEWCOMER: Final = 6
"""The plies that somebody sees of whom nothing is known."""
_AS_GOOD: Final = 0.08
"""Estimates that differ by less are equal: they change by half as much from depth to depth."""


class Comparison(ReadableEnum):
    """How a move stands beside the one that is recommended: by two proofs, or as it looks."""

    EQUAL = "equal"
    """Proved: the same value, and of wins and losses as soon."""
    WINS = "wins"
    """Proved to win where the other one is not, or to be worth more."""
    WINS_TOO = "wins too"
    WINS_LATER = "wins later"
    LOSES_TOO = "loses too"
    LOSES_SOONER = "loses sooner"
    WORSE = "worse"
    """Proved: a draw instead of a win, or a loss instead of either."""
    LOOKS_EQUAL = "looks equal"
    LOOKS_WORSE = "looks worse"


_NO_WORSE: Final = frozenset(
    {
        *(Comparison.EQUAL, Comparison.LOOKS_EQUAL, Comparison.WINS),
        *(Comparison.WINS_TOO, Comparison.WINS_LATER),
    }
)
"""After these no answer of the other side shows anything."""


def compared(found: Verdict, best: Verdict) -> Comparison:
    """How a move with the verdict `found` stands beside one with the verdict `best`.

    Without a proof of both it is an estimate, unless the move is proved to win.
    """
    if found.value == "win" and best.value != "win":
        return Comparison.WINS
    if found.value is None or best.value is None:
        alike = found.score > best.score - _AS_GOOD
        return Comparison.LOOKS_EQUAL if alike else Comparison.LOOKS_WORSE
    if found.value != best.value:
        return Comparison.WINS if found.score > best.score else Comparison.WORSE
    if found.value == "draw":
        return Comparison.EQUAL
    won = found.value == "win"
    if found.plies is None or best.plies is None:
        return Comparison.WINS_TOO if won else Comparison.LOSES_TOO
    if found.plies == best.plies:
        return Comparison.EQUAL
    if won:
        return Comparison.WINS_LATER if found.plies > best.plies else Comparison.WINS_TOO
    return Comparison.LOSES_SOONER if found.plies < best.plies else Comparison.LOSES_TOO


@dataclass(frozen=True, slots=True)
class Consequence:
    """What becomes of a move, beside the one that should be made instead.

    `line` begins with the answer of the other side and ends with a move of theirs that does what
    `reason` says: it has one move, or three of which the second is forced. `reason` is None where
    the board shows nothing of the kind. There is no line where the move ends the game, wins,
    or is no worse than the better one.
    """

    move: int
    verdict: Verdict
    better: int
    best: Verdict
    line: tuple[int, ...] = ()
    reason: Reason | None = None
    horizon: int = _NEWCOMER
    """The plies that the reader sees (`engine.horizon`): no number of what is further is told."""

    @property
    def decides(self) -> bool:
        """Whether what the line ends with wins the game."""
        return self.reason is not None and self.reason.kind in _FINAL

    @property
    def tells_answer(self) -> bool:
        """Whether the answer of the other side shows the reader anything."""
        shows = self.reason is not None or self.loses_soon or self.spoils
        return bool(self.line) and shows

    @property
    def loses_soon(self) -> bool:
        """Whether the move is proved to lose while people can see the end."""
        return self.verdict.value == "loss" and self._in_sight(self.verdict)

    @property
    def spoils(self) -> bool:
        """Whether the move is proved to draw where a win was in sight."""
        drawn = self.verdict.value == "draw" and self.best.value == "win"
        return drawn and self._in_sight(self.best)

    @property
    def comparison(self) -> Comparison:
        """How the move stands beside the better one."""
        return compared(self.verdict, self.best)

    def _in_sight(self, verdict: Verdict) -> bool:
        return verdict.plies is not None and verdict.plies <= self.horizon


def consequence(
    position: Position,
    move: int,
    better: int,
    best: Verdict,
    limit: Limit = ONE_SECOND,
    known: Verdict | None = None,
) -> Consequence:
    """What happens after a move in a position, where `better` is known to lead to `best`.

    `known` is what is known of the move itself. Searches within one and a half times the limit.
    Raises MoveError where the move cannot be played.
    """
    after = position.play(move)
    if after.outcome is not None:
        return Consequence(move, verdict_after(after, limit), better, best)
    analysis = analyse(after, limit)
    verdict = analysis.verdict.one_ply_earlier()
    if known is not None and known.value is not None and verdict.plies is None:
        verdict = known
    if compared(verdict, best) in _NO_WORSE:
        return Consequence(move, verdict, better, best)
    line, reason = _answered(after, explain(after, analysis, limit))
    return Consequence(move, verdict, better, best, line, reason)


def _answered(after: Position, answer: Explanation) -> tuple[tuple[int, ...], Reason | None]:
    """The answer of the other side, perhaps with what it forces, and what it does."""
    reason = next((one for one in answer.reasons if one.kind in _SHOWN), None)
    if reason is None or reason.kind not in _FINAL:
        forced = _forced(after, answer.line)
        if forced is not None:
            return answer.line[:3], forced
    return (answer.move,), reason


def _forced(after: Position, line: tuple[int, ...]) -> Reason | None:
    """What the second move of the other side in a line does, if the first one forces a reply."""
    if len(line) < 3:
        return None
    answer, reply, last = line[:3]
    now = after.play(answer)
    if now.outcome is not None or reply not in now.legal:
        return None
    if next_rows(now) or set(next_rows(now, now.side.other)) != {reply}:
        return None
    then = now.play(reply)
    if then.outcome is not None or last not in then.legal:
        return None
    return next((one for one in reasons_for(then, last) if one.kind in _FINAL), None)
