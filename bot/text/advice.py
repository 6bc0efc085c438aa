"""What the engine thinks, in a beginner's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.emoji import longest
from bot.emoji import verdict as tile
from bot.naming import move_name
from bot.session import Session, Style
from bot.swap import is_worth_it
from bot.text.words import line_name
from engine import Analysis, Position, ReasonKind, Rules, Verdict

ROOM: Final = 500
"""Characters that `verdict_list` may take, so that a board and a sentence fit beside it."""

EVEN: Final = 0.05
"""Estimates nearer to 0 count as even: `review` calls a smaller fall no mistake."""
_FOLLOWED: Final = 7
"""Moves of a winning line that are still easy to follow."""
_NAMED: Final = 12
"""Moves with the same verdict that are named one by one."""

_MARKS: Final = {"win": "👍", "draw": "🤝", "loss": "👎", None: "❔"}
_AT_ONCE: Final = {"win": "wins at once", "loss": "loses at once"}
_DISTANT: Final = {"win": "wins in {plies}", "loss": "loses in {plies}"}
_PROVED: Final = {"win": "wins", "draw": "draw with best play", "loss": "loses"}
_GOOD: Final = "looks good (estimate)"
_LEVEL: Final = "looks even (estimate)"
_BAD: Final = "looks bad (estimate)"

_RECOMMENDATION: Final = "💡 **{move}**: {why}"
_BECAUSE: Final = "💡 **{move}**: {reason}; {verdict}"
_SWAP: Final = "💡 **swap**: the first move is better than any answer to it"
_WINS_NOW: Final = "wins at once with {line}"
_WINS_BY: Final = "{verdict} ({moves})"
_BEST: Final = "looks best (estimate)"
_BLOCKS: Final = "blocks {line}"
_OTHERS_LOSE: Final = "every other move loses"
_REASONS: Final = {
    ReasonKind.DOUBLE_THREAT: "makes two threats at once",
    ReasonKind.ONLY_MOVE: "the only move that does not lose",
    ReasonKind.STOPS_DOUBLE_THREAT: "stops two threats at once",
    ReasonKind.DELAYS: "holds out longest",
}

_PROSPECTS: Final = {
    "win": "You can still win, in {plies}.",
    "draw": "With best play this is a draw.",
    "loss": "With best play you lose, in {plies}.",
}
_DIM_PROSPECTS: Final = {"win": "You can still win.", "loss": "With best play you lose."}

_GROUP: Final = "{verdict}: {moves}"
_LONG_GROUP: Final = "{verdict}: {moves} and {more} more"


def verdict_mark(verdict: Verdict) -> str:
    """A verdict as one emoji: won, drawn, lost, or only estimated."""
    return _MARKS[verdict.value]


def verdict(verdict: Verdict) -> str:
    """What a move leads to; `wins in 3` counts the moves of both sides, this one included."""
    if verdict.value is None:
        return _estimate(verdict.score)
    if verdict.plies is None or verdict.value == "draw":
        return _PROVED[verdict.value]
    template = _AT_ONCE if verdict.plies == 1 else _DISTANT
    return template[verdict.value].format(plies=verdict.plies)


def prospect(verdict: Verdict) -> str:
    """What whoever is to move can reach; empty where that is not proved."""
    if verdict.value is None:
        return ""
    if verdict.plies is None and verdict.value in _DIM_PROSPECTS:
        return _DIM_PROSPECTS[verdict.value]
    return _PROSPECTS[verdict.value].format(plies=verdict.plies)


def recommendation(position: Position, analysis: Analysis, style: Style = Style.EMOJI) -> str:
    """The best move, why, and what it leads to; `style` is that of the board it is about."""
    rules = position.rules
    move = move_name(rules, analysis.best, style)
    reason = _reason(rules, analysis, style)
    outlook = _outlook(rules, analysis, style)
    if reason is None:
        return _RECOMMENDATION.format(move=move, why=outlook)
    return _BECAUSE.format(move=move, reason=reason, verdict=outlook)


def advice(session: Session, analysis: Analysis) -> str:
    """What to do next: the best move, or the swap where that is better."""
    if session.can_swap and is_worth_it(analysis):
        return _SWAP
    return recommendation(session.position, analysis, session.style)


def verdict_list(position: Position, analysis: Analysis, style: Style = Style.EMOJI) -> str:
    """Every legal move under its verdict, best first, cut to `ROOM` characters."""
    groups: dict[str, list[int]] = {}
    for move, found in analysis.verdicts.items():
        groups.setdefault(f"{_sign(found, style)} {verdict(found)}", []).append(move)
    return _cut(_group(position.rules, style, words, moves) for words, moves in groups.items())


def _sign(found: Verdict, style: Style) -> str:
    """A verdict as it stands on the board."""
    mark = verdict_mark(found)
    return tile(mark).token if style is Style.TILES or style.is_file else mark


def _estimate(score: float) -> str:
    if abs(score) < EVEN:
        return _LEVEL
    return _GOOD if score > 0 else _BAD


def _reason(rules: Rules, analysis: Analysis, style: Style) -> str | None:
    """The reason where it says more than the verdict."""
    reason = analysis.reason
    if reason.kind is ReasonKind.BLOCKS:
        return _BLOCKS.format(line=line_name(rules, reason.tiles, style))
    if reason.kind is ReasonKind.ONLY_MOVE and analysis.verdict.value is None:
        return _OTHERS_LOSE
    return _REASONS.get(reason.kind)


def _outlook(rules: Rules, analysis: Analysis, style: Style) -> str:
    """The verdict, with the line or the moves that win."""
    best, reason = analysis.verdict, analysis.reason
    if best.value is None and reason.kind is ReasonKind.ESTIMATE:
        return _BEST
    if best.value == "win" and best.plies == 1 and reason.tiles:
        return _WINS_NOW.format(line=line_name(rules, reason.tiles, style))
    if best.value == "win" and len(analysis.line) > 1:
        return _WINS_BY.format(verdict=verdict(best), moves=_sequence(rules, analysis, style))
    return verdict(best)


def _sequence(rules: Rules, analysis: Analysis, style: Style) -> str:
    """The first moves of the line; an ellipsis where the win comes later."""
    names = [move_name(rules, move, style) for move in analysis.line[:_FOLLOWED]]
    goes_on = len(names) < max(len(analysis.line), analysis.verdict.plies or 0)
    return ", ".join((*names, "…") if goes_on else names)


def _group(rules: Rules, style: Style, words: str, moves: Sequence[int]) -> str:
    names = ", ".join(move_name(rules, move, style) for move in sorted(moves[:_NAMED]))
    more = len(moves) - _NAMED
    template = _LONG_GROUP if more > 0 else _GROUP
    return template.format(verdict=words, moves=names, more=more)


def _cut(lines: Iterable[str]) -> str:
    """As many whole lines as there is room for; an ellipsis stands for the others."""
    text = ""
    for line in lines:
        if longest(f"{text}{line}\n…") > ROOM:
            return text + "…"
        text += f"{line}\n"
    return text.rstrip()
