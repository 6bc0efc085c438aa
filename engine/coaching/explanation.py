"""Why a move is recommended: its reasons, what happens otherwise, and the plan of a long win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.coaching.lines import Lines, tiles_of
from engine.coaching.reasons import WEAK, first_rank, rank, reachable, reasons_for
from engine.coaching.threats import FORKS, made
from engine.engine import analyse
from engine.game.position import Position
from engine.thinking.analysis import Analysis, Reason, ReasonKind, Value, Verdict
from engine.thinking.clock import ONE_SECOND, Limit

_MOST_STEPS: Final = 3
"""The number of a plan's moves that are told."""
_MOST_PROVED: Final = 2
"""The number of reasons that the board shows; one that rests on proofs may follow them."""
_MOST_PAIRS: Final = 3
"""The number of pairs of cells that a person keeps in mind."""
_SHARE: Final = 1 / 8
"""The share of the limit for each of the small searches."""
_SMALL_SEARCHES: Final = 4
"""How many of these go into comparing moves of equal value by the answers they leave."""

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
_COMPARING: Final = frozenset(
    {ReasonKind.EQUAL_BEST, ReasonKind.DRAWS, ReasonKind.DELAYS, ReasonKind.ESTIMATE}
)
"""What the search says of a move beside the others, without a word on the board."""
_LEAST_PLIES: Final = 5
"""With a shorter win there is nothing to plan."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, and what it does."""

    move: int
    reason: Reason


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
    proved.
    """

    move: int
    verdict: Verdict
    reasons: tuple[Reason, ...]
    otherwise: Refutation | None
    plan: tuple[Step, ...]
    answers: Answers | None
    line: tuple[int, ...]


def explain(position: Position, analysis: Analysis, limit: Limit = ONE_SECOND) -> Explanation:
    """Explain the best move of an analysis of a position, or one just as good.

    Searches a little more, half of `limit` at most. Raises IllegalMoveError where the game is
    over.
    """
    part = limit.times(_SHARE)
    equals = _equals(analysis)
    weighed = _weighed(position, analysis.verdict.value, equals, part)
    move = min(equals, key=lambda one: (_ease(weighed.get(one)), first_rank(position, one)))
    verdict = analysis.verdicts[move]
    line = analysis.line if move == analysis.line[0] else (move,)
    reasons = _reasons(position, analysis, move, line)
    kinds = {reason.kind for reason in reasons}
    return Explanation(
        move,
        verdict if move != analysis.best else analysis.verdict,
        reasons,
        refutation(position, analysis, move, part) if not kinds & OBVIOUS else None,
        _plan(position, verdict, line),
        weighed.get(move),
        line,
    )


def _equals(analysis: Analysis) -> list[int]:
    """The moves that are proved to be worth as much as the best one, which comes first."""
    best = analysis.verdicts[analysis.best]
    if best.value is None or (best.value == "win" and best.plies is None):
        return [analysis.best]
    same = [
        move
        for move, verdict in analysis.verdicts.items()
        if verdict.value == best.value and (best.value == "draw" or verdict.plies == best.plies)
    ]
    return sorted(same, key=lambda move: move != analysis.best)


def _ease(answers: Answers | None) -> float:
    """How easy a move is to answer: the share of good answers; 1 where that is not known."""
    return 1.0 if answers is None else answers.good / answers.of


def _weighed(
    position: Position, value: Value | None, equals: list[int], limit: Limit
) -> dict[int, Answers]:
    """The answers to equally good moves, as time allows, if the best is a draw or a loss."""
    if value not in {"draw", "loss"}:
        return {}
    found: dict[int, Answers] = {}
    spent = 0.0
    for move in sorted(equals, key=lambda move: first_rank(position, move)):
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
    found = [one for one in reasons_for(position, move, value) if _helps(one, value)]
    end = _end(position, analysis.verdicts[move], line)
    if end and all(one.kind is not ReasonKind.STACKED_HANGING for one in found):
        found.append(end)
    found.sort(key=rank)
    strong = [reason for reason in found if reason.kind not in WEAK]
    told = (strong or found)[:_MOST_PROVED]
    if told and told[0].kind in OBVIOUS:
        told = [reason for reason in told if reason.kind in OBVIOUS | FORKS]
    if (not told or told[0].kind not in OBVIOUS | FORKS) and (alone := _alone(analysis, move)):
        told.append(alone)
    return tuple(told or _unexplained(analysis, move))


def _helps(reason: Reason, value: Value | None) -> bool:
    """Whether a reason is worth telling: a winning player need not know how to keep a draw."""
    if reason.kind is ReasonKind.PAIRS:
        return value != "win" and len(reason.lines) <= _MOST_PAIRS
    return not (value == "win" and reason.kind is ReasonKind.NO_LINES_LEFT)


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
        case "loss" if all(_is_sooner_loss(other, verdict) for other in others):
            return Reason(ReasonKind.DELAYS)
        case "draw" | None if all(other.value == "loss" for other in others):
            return Reason(ReasonKind.ONLY_MOVE)
    return None


def _is_sooner_loss(other: Verdict, verdict: Verdict) -> bool:
    """Whether a move is proved to lose sooner than another one."""
    if other.value != "loss" or other.plies is None or verdict.plies is None:
        return False
    return other.plies < verdict.plies


def _end(position: Position, verdict: Verdict, line: tuple[int, ...]) -> Reason | None:
    """What decides a long win: a threat that hangs already, at the end of the line.

    Either the other side has nowhere left to play but below it, or it must take the cell below,
    on which another threat hangs.
    """
    if not position.rules.gravity or verdict.value != "win" or verdict.plies != len(line):
        return None
    if len(line) < _LEAST_PLIES:
        return None
    *before, under, last = line
    now = position
    for move in before:
        now = now.play(move)
    if under != last:
        return None
    high, low = now.landing(last) - position.rules.columns, now.landing(last)
    after = Lines.of(position).with_stone(position.landing(line[0]) - 1)
    threats = after.completing()
    if high - 1 not in threats or after.landings >> high - 1 & 1:
        return None
    lines = tuple(
        tiles_of(threats[tile - 1][0].cells) for tile in (low, high) if tile - 1 in threats
    )
    if len(lines) > 1 and not after.landings >> low - 1 & 1:
        return Reason(ReasonKind.STACKED_STANDING, (low, high), lines)
    if now.legal == (under,) != position.legal:
        return Reason(ReasonKind.ZUGZWANG, (high,), lines[-1:])
    return None


def _plan(position: Position, verdict: Verdict, line: tuple[int, ...]) -> tuple[Step, ...]:
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


_LONGEST: Final = 5
"""The plies in which a refutation is told."""
OBVIOUS: Final = frozenset({ReasonKind.WINS, ReasonKind.BLOCKS})
"""Reasons that already say what happens otherwise."""
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
    instead = min(lost, key=lambda one: (-analysis.verdicts[one].score, first_rank(position, one)))
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
    makes = made(Lines.of(after), after.landing(fork) - 1)
    return any(one.kind in FORKS for one in makes) or bool(reachable(Lines.of(after).swapped()))
