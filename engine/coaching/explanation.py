"""Why a move is recommended: the one idea, what happens otherwise, and the plan of a long win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.coaching.continuation import Refutation, Step, decisive_end, plan_of, refutation
from engine.coaching.difficulty import EVERYBODY, Finders, finders
from engine.coaching.reasons import first_order, is_calm, order, reasons_for
from engine.coaching.threats import FORKS
from engine.engine import analyse
from engine.game.position import Position
from engine.thinking.analysis import VAGUE, Analysis, Reason, ReasonKind, Verdict
from engine.thinking.clock import ONE_SECOND, Limit

_MOST_PROVED: Final = 2
"""The number of reasons that the board shows; one that rests on proofs may follow them."""
_SHARE: Final = 1 / 8
"""The share of the limit for each of the small searches."""
_SMALL_SEARCHES: Final = 4
"""How many of these go into comparing moves of equal value by the answers they leave."""

_KEEPS_A_DRAW: Final = frozenset({ReasonKind.PAIRS, ReasonKind.NO_LINES_LEFT})
_COMPARING: Final = frozenset(
    {ReasonKind.EQUAL_BEST, ReasonKind.DRAWS, ReasonKind.DELAYS, ReasonKind.ESTIMATE}
)
"""What the search says of a move beside the others, without a word on the board."""
_FAR: Final = 16
"""The most plies that anybody sees ahead: of wins that come later any is as good for a person."""
_LATER: Final = 6
"""By how many plies such a win may be later than another, or a loss sooner."""
_THEIR_NEXT: Final = 2
"""The plies of a loss to the next move of the other side."""
_SOON: Final = 6
"""The plies within which nothing may be lost where nothing is urgent."""
OBVIOUS: Final = frozenset({ReasonKind.WINS, ReasonKind.BLOCKS})
"""Reasons that already say what happens otherwise."""
_DEFENDS: Final = frozenset(
    {
        ReasonKind.STOPS_OPEN_THREE,
        ReasonKind.STOPS_OPEN_FOUR,
        ReasonKind.STOPS_DOUBLE_THREAT,
        ReasonKind.STOPS_STACKED_THREATS,
        ReasonKind.STOPS_FOUR_THREE,
        ReasonKind.PREVENTS_FORK,
    }
)
"""Reasons that name the fork of the other side that would come otherwise."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Of all answers to a move, how many keep the value that the position has for the answerer."""

    good: int
    of: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """What to tell the player to move about a position.

    `move` is recommended: one of the best moves, and of several with the same verdict the one that
    is the easiest to understand and the hardest to answer. `reasons` are true of the board without
    any search, the most telling first; only ONLY_MOVE, ONLY_WIN, ZUGZWANG, STACKED_STANDING and
    DELAYS rest on the proofs of the analysis. They are () where a proved win or loss has none.
    `plan` holds the next moves of the winner that matter, if the win takes long; `line` is the
    principal variation as far as it was searched. `answers` is None where not all answers are
    proved. `finders` are who finds such a move, or one that does not lose where no more is proved.
    `calm` says that neither side can force anything in the next moves. `losses` are the plies in
    which other moves are proved to lose, as far as known, of `others` moves in all; `held` of them
    are proved not to lose.
    """

    move: int
    verdict: Verdict
    reasons: tuple[Reason, ...]
    otherwise: Refutation | None
    plan: tuple[Step, ...]
    answers: Answers | None
    line: tuple[int, ...]
    finders: Finders = EVERYBODY
    calm: bool = False
    losses: tuple[int, ...] = ()
    others: int = 0
    held: int = 0

    def idea(self, plies: int | None = None) -> Reason | Refutation | None:
        """The one thing to tell, for a reader who sees so many plies ahead; without, for all.

        What they threaten comes before what the move does by the way, and what is quiet last. None
        where nothing can be told but the verdict.
        """
        first = next((one for one in self.reasons if self._is_seen(one, plies)), None)
        if first is not None and first.kind in OBVIOUS | FORKS:
            return first
        other = self.otherwise
        if other is not None and (plies is None or other.plies <= plies):
            threatens = other.instead is None
            if first is None or first.kind.is_quiet:
                return other
            if threatens and first.kind not in _DEFENDS:
                return other
        return first

    def is_quiet(self, plies: int | None = None) -> bool:
        """Whether nothing is urgent: the one thing to tell is only worth knowing."""
        idea = self.idea(plies)
        return self.calm and (idea is None or (isinstance(idea, Reason) and idea.kind.is_quiet))

    def ways(self, plies: int | None = None) -> int | None:
        """How many moves don't lose within so many plies; None if none of the others does."""
        lost = sum(plies is None or loss <= plies for loss in self.losses)
        return self.others + 1 - lost if lost else None

    def holding(self, plies: int | None = None) -> int | None:
        """How many moves hold, of all moves; None where that is not known, or not within sight.

        Of moves whose loss lies further than so many plies it isn't told that they hold. But where
        one move alone holds that is said of all others, if one of them loses within sight.
        """
        if self.verdict.value == "loss" or (ways := self.ways(plies)) is None:
            return None
        if len(self.losses) == self.others:
            return 1
        proved = self.verdict.value is not None and len(self.losses) + self.held == self.others
        return ways if proved and ways == self.held + 1 else None

    def is_lost(self, plies: int | None = None) -> bool:
        """Whether the other side wins whatever is played, as far as the reader sees."""
        end = self.verdict.plies
        return self.verdict.value == "loss" and end is not None and end <= (plies or _FAR)

    def _is_seen(self, reason: Reason, plies: int | None) -> bool:
        """Whether what a reason rests on lies within sight: the proofs of a search may not."""
        if self.is_lost(plies) and not reason.kind.helps_when_lost:
            return False
        if reason.kind in VAGUE and self._wins_soon(plies):
            return False
        if plies is None:
            return True
        match reason.kind:
            case ReasonKind.ONLY_MOVE:
                return self.ways(plies) == 1
            case ReasonKind.ONLY_WIN | ReasonKind.DELAYS | ReasonKind.DRAWS:
                return self.verdict.plies is not None and self.verdict.plies <= plies
        return True

    def _wins_soon(self, plies: int | None) -> bool:
        """Whether the move wins within sight: then what is vague of it says nothing more."""
        found = self.verdict
        return found.value == "win" and found.plies is not None and found.plies <= (plies or _FAR)


def explain(
    position: Position,
    analysis: Analysis,
    limit: Limit = ONE_SECOND,
    named: int | None = None,
) -> Explanation:
    """Explain the best move of an analysis of a position, or one just as good.

    `named` is what an earlier explanation of the position has recommended. It is so again unless it
    turns out to be worse, so that nobody is told two best moves.

    Searches a little more, half of `limit` at most, besides what `engine.finders` takes. Raises
    IllegalMoveError where the game is over.
    """
    part = limit.times(_SHARE)
    equals = _equals(analysis, named)
    weighed = _weighed(position, analysis.verdict, equals, part)
    move = min(
        equals,
        key=lambda one: (one != named, _ease(weighed.get(one)), first_order(position, one)),
    )
    verdict = analysis.verdicts[move]
    line = analysis.line if move == analysis.line[0] else (move,)
    reasons = _reasons(position, analysis, move, line)
    kinds = {reason.kind for reason in reasons}
    # where no more is proved, so many moves are right
    kept = [one for one, found in analysis.verdicts.items() if found.value != "loss"]
    others = [other for one, other in analysis.verdicts.items() if one != move]
    return Explanation(
        move,
        verdict if move != analysis.best else analysis.verdict,
        reasons,
        refutation(position, analysis, move, part) if not kinds & OBVIOUS else None,
        plan_of(position, verdict, line),
        weighed.get(move),
        line,
        finders(position, equals if analysis.verdict.value else kept),
        _is_calm(position, analysis),
        # in how many plies each of the others loses that is proved to, where that is known
        tuple(sorted(other.plies for other in others if other.value == "loss" and other.plies)),
        len(others),
        sum(other.value in {"win", "draw"} for other in others),
    )


def _is_calm(position: Position, analysis: Analysis) -> bool:
    """Whether neither side can force anything soon, as far as was looked ahead."""
    if analysis.depth < _SOON and not analysis.exact:
        return False
    soon = any(
        verdict.value in {"win", "loss"} and (verdict.plies is None or verdict.plies <= _SOON)
        for verdict in analysis.verdicts.values()
    )
    return not soon and is_calm(position)


def _equals(analysis: Analysis, named: int | None) -> list[int]:
    """The moves that are proved to be worth as much as the best one, which comes first.

    Of wins and losses that lie beyond everybody's sight one is worth as much as another. Where no
    distance is proved, the one that was `named` before is as good: an estimate does not unsay it.
    """
    best = analysis.verdicts[analysis.best]
    if best.value is None or (best.value == "win" and best.plies is None):
        again = analysis.verdicts.get(named or analysis.best)
        keeps = again is not None and (again.value, again.plies) == (best.value, best.plies)
        return list(dict.fromkeys((analysis.best, named or analysis.best)[: 1 + keeps]))
    same = [
        move
        for move, verdict in analysis.verdicts.items()
        if verdict.value == best.value and (best.value == "draw" or _as_long(verdict, best))
    ]
    return sorted(same, key=lambda move: move != analysis.best)


def _as_long(verdict: Verdict, best: Verdict) -> bool:
    """Whether a win or a loss takes as long as the best, as far as a person can tell."""
    if verdict.plies is None or best.plies is None or min(verdict.plies, best.plies) <= _FAR:
        return verdict.plies == best.plies
    return abs(verdict.plies - best.plies) <= _LATER


def _ease(answers: Answers | None) -> float:
    """How easy a move is to answer: the share of good answers; 1 where that is not known."""
    return 1.0 if answers is None else answers.good / answers.of


def _weighed(
    position: Position, best: Verdict, equals: list[int], limit: Limit
) -> dict[int, Answers]:
    """The answers to equally good moves, as time allows, if the best is a draw or a loss.

    Where they win with the next move only a line that is stopped is worth the trouble.
    """
    if best.value not in {"draw", "loss"} or best.plies == _THEIR_NEXT:
        return {}
    found: dict[int, Answers] = {}
    spent = 0.0
    for move in sorted(equals, key=lambda move: first_order(position, move)):
        after = position.play(move)
        if after.outcome is not None:
            continue
        analysis = analyse(after, limit)
        if answers := _answers(analysis):
            found[move] = answers
        spent += _cost(analysis, limit)
        if spent > _SMALL_SEARCHES:
            break
    return found


def _cost(analysis: Analysis, limit: Limit) -> float:
    """The part of its limit that a search has used; a depth alone bounds nothing here."""
    if limit.nodes is not None:
        return analysis.nodes / limit.nodes
    return analysis.seconds / limit.seconds if limit.seconds is not None else 1.0


def _answers(analysis: Analysis) -> Answers | None:
    """How many moves keep the value of a position; None unless all are proved."""
    values = [verdict.value for verdict in analysis.verdicts.values()]
    if None in values:
        return None
    return Answers(values.count(analysis.verdict.value), len(values))


def _reasons(
    position: Position, analysis: Analysis, move: int, line: tuple[int, ...]
) -> tuple[Reason, ...]:
    """What the board shows, and what the proofs add to it."""
    value = analysis.verdicts[move].value
    found = reasons_for(position, move, value)
    if value == "win":  # a winning player need not know how to keep a draw
        found = [one for one in found if one.kind not in _KEEPS_A_DRAW]
    end = decisive_end(position, analysis.verdicts[move], line)
    if end and all(one.kind is not ReasonKind.STACKED_HANGING for one in found):
        found.append(end)
    named = sorted(found, key=order)
    strong = [reason for reason in named if not reason.kind.is_quiet]
    named = strong[:_MOST_PROVED] or named[:1]
    if named and named[0].kind in OBVIOUS:
        named = [reason for reason in named if reason.kind in OBVIOUS | FORKS]
    if (not named or named[0].kind not in OBVIOUS | FORKS) and (alone := _alone(analysis, move)):
        named.append(alone)
    return tuple(named or _unexplained(analysis, move))


def _unexplained(analysis: Analysis, move: int) -> list[Reason]:
    """What is said where the board shows nothing: how a move compares; of a win its verdict."""
    value = analysis.verdicts[move].value
    if move == analysis.best and analysis.reason.kind in _COMPARING:
        return [analysis.reason]
    if value in {"win", "loss"}:
        return []
    return [Reason(ReasonKind.DRAWS if value == "draw" else ReasonKind.ESTIMATE)]


def _alone(analysis: Analysis, move: int) -> Reason | None:
    """That no other move keeps what this one does, as far as it is proved."""
    verdict = analysis.verdicts[move]
    others = [other for one, other in analysis.verdicts.items() if one != move]
    if not others:
        return None
    match verdict.value:
        case "win" if all(other.value in {"draw", "loss"} for other in others):
            return Reason(ReasonKind.ONLY_WIN)
        case "loss" if all(_is_no_later_loss(other, verdict) for other in others):
            return Reason(ReasonKind.DELAYS)
        case "draw" | None if all(other.value == "loss" for other in others):
            return Reason(ReasonKind.ONLY_MOVE)
    return None


def _is_no_later_loss(other: Verdict, verdict: Verdict) -> bool:
    """Whether a move is proved to hold out no longer than another one."""
    if other.value != "loss" or other.plies is None or verdict.plies is None:
        return False
    return other.plies <= verdict.plies
