"""Verdicts and recommendations of the engine, in a beginner's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.match.notes import Advice
from bot.match.session import BoardStyle, Session
from bot.show.emoji import max_length, verdict_tile
from bot.show.style import move_name
from bot.show.text.language import Sentence, forms, listed, plural
from bot.show.text.words import line_name
from engine import Analysis, Position, ReasonKind, Rules, Verdict

ROOM: Final = 500
"""The most characters of `verdict_list`. A board and a sentence need the rest of a message."""

EVEN: Final = 0.05
"""Estimates closer to 0 than this count as even. `review` ignores mistakes that are smaller."""
_FOLLOWED: Final = 7
"""The most moves of a winning line that are shown."""
_THREATS: Final = 2
"""The most lines of a double threat that are named. Two are enough to understand it."""
_NAMED: Final = 12
"""The most moves with the same verdict that are named."""

_MARKS: Final = {"win": "👍", "draw": "🤝", "loss": "👎", None: "❔"}
_AT_ONCE: Final = {"win": Sentence("wins at once"), "loss": Sentence("loses at once")}
# Translators: {count} is how many moves of both sides together, this one included.
_DISTANT: Final = {
    "win": forms("wins in {count}", "wins in {count}"),
    "loss": forms("loses in {count}", "loses in {count}"),
}
"""Verdicts with a distance, which counts the moves of both sides."""
# Translators: a verdict on a move, as “5: wins”.
_PROVED: Final = {
    "win": Sentence("wins"),
    "draw": Sentence("draw with best play"),
    "loss": Sentence("loses"),
}
_GOOD: Final = Sentence("looks good (estimate)")
_EVEN: Final = Sentence("looks even (estimate)")
_BAD: Final = Sentence("looks bad (estimate)")

_RECOMMENDATION: Final = Sentence("💡 **{move}**: {why}")
# Translators: {reason} is such as “blocks 1-2-3”, {verdict} such as “wins in 3”.
_BECAUSE: Final = Sentence("💡 **{move}**: {reason}; {verdict}")
_SWAP: Final = Sentence("💡 **swap**: the first move is better than any answer to it")
_SWAP_ESTIMATE: Final = Sentence(
    "💡 **swap**: the first move looks better than any answer to it (estimate)"
)
_WINS_NOW: Final = Sentence("wins at once with {line}")
# Translators: {verdict} is such as “wins in 3”, {moves} the moves that lead there; or they are
# “makes two threats at once” and the two lines.
_WITH: Final = Sentence("{verdict} ({moves})")
_BEST: Final = Sentence("looks best (estimate)")
_BLOCKS: Final = Sentence("blocks {line}")
_OTHERS_LOSE: Final = Sentence("every other move loses")
# Translators: why a move is good, as “5: stops two threats at once”.
_REASONS: Final = {
    ReasonKind.DOUBLE_THREAT: Sentence("makes two threats at once"),
    ReasonKind.ONLY_MOVE: Sentence("the only move that does not lose"),
    ReasonKind.STOPS_DOUBLE_THREAT: Sentence("stops two threats at once"),
    ReasonKind.DELAYS: Sentence("holds out longest"),
}

_PROSPECTS: Final = {
    "win": forms("You can still win, in {count}.", "You can still win, in {count}."),
    "loss": forms("With best play you lose, in {count}.", "With best play you lose, in {count}."),
}
_UNCOUNTED_PROSPECTS: Final = {
    "win": Sentence("You can still win."),
    "draw": Sentence("With best play this is a draw."),
    "loss": Sentence("With best play you lose."),
}

_GROUP: Final = Sentence("{verdict}: {moves}")
_LONG_GROUP: Final = forms(
    "{verdict}: {moves} and {count} more", "{verdict}: {moves} and {count} more"
)


def verdict_mark(verdict: Verdict) -> str:
    """A verdict as one emoji: win, draw, loss, or only estimated."""
    return _MARKS[verdict.value]


def verdict(verdict: Verdict) -> str:
    """A verdict in words. `wins in 3` counts the moves of both sides, including this one."""
    if verdict.value is None:
        return _estimate(verdict.score)
    if verdict.plies is None or verdict.value == "draw":
        return str(_PROVED[verdict.value])
    if verdict.plies == 1:
        return str(_AT_ONCE[verdict.value])
    return plural(verdict.plies, *_DISTANT[verdict.value])


def prospect(verdict: Verdict) -> str:
    """What the player to move can reach with best play; "" if that is not proved."""
    if verdict.value is None:
        return ""
    if verdict.plies is None or verdict.value == "draw":
        return str(_UNCOUNTED_PROSPECTS[verdict.value])
    return plural(verdict.plies, *_PROSPECTS[verdict.value])


def recommendation(
    position: Position, analysis: Analysis, style: BoardStyle = BoardStyle.EMOJI
) -> str:
    """The best move, its reason, and its verdict. `style` is the style of the board."""
    rules = position.rules
    move = move_name(rules, analysis.best, style)
    reason = _reason(rules, analysis, style)
    verdict_words = _verdict_with_line(rules, analysis, style)
    if reason is None:
        return _RECOMMENDATION.format(move=move, why=verdict_words)
    return _BECAUSE.format(move=move, reason=reason, verdict=verdict_words)


def advice(session: Session, given: Advice) -> str:
    """What to do next: the best move, or the swap if it is better."""
    if given.swap:
        return str(_SWAP if given.analysis.verdict.value else _SWAP_ESTIMATE)
    return recommendation(session.position, given.analysis, session.style)


def verdict_list(
    position: Position, analysis: Analysis, style: BoardStyle = BoardStyle.EMOJI
) -> str:
    """All legal moves grouped by verdict, best first, cut to `ROOM` characters."""
    groups: dict[str, list[int]] = {}
    for move, found in analysis.verdicts.items():
        groups.setdefault(f"{_sign(found, style)} {verdict(found)}", []).append(move)
    return _cut(_group(position.rules, style, words, moves) for words, moves in groups.items())


def _sign(found: Verdict, style: BoardStyle) -> str:
    """The emoji of a verdict, the same as on the board."""
    mark = verdict_mark(found)
    return verdict_tile(mark).token if style is BoardStyle.TILES or style.is_image else mark


def _estimate(score: float) -> str:
    if abs(score) < EVEN:
        return str(_EVEN)
    return str(_GOOD if score > 0 else _BAD)


def _reason(rules: Rules, analysis: Analysis, style: BoardStyle) -> str | None:
    """The reason for the best move; None if it says no more than the verdict."""
    reason = analysis.reason
    if reason.kind is ReasonKind.BLOCKS:
        return _BLOCKS.format(line=line_name(rules, reason.tiles, style))
    if reason.kind is ReasonKind.ONLY_MOVE and analysis.verdicts[analysis.best].value is None:
        return str(_OTHERS_LOSE)
    if reason.kind is ReasonKind.DELAYS and analysis.verdict.plies is None:
        return None  # it is not proved how long the other moves delay the loss
    words = _REASONS.get(reason.kind)
    if words is None:
        return None
    if rules.gravity:  # tiles have no names with gravity, so lines have none either
        return str(words)
    lines = listed(line_name(rules, line, style) for line in reason.lines[:_THREATS])
    return _WITH.format(verdict=words, moves=lines) if lines else str(words)


def _verdict_with_line(rules: Rules, analysis: Analysis, style: BoardStyle) -> str:
    """The verdict of the best move, with the line or the moves that win."""
    best, reason = analysis.verdicts[analysis.best], analysis.reason
    if best.value is None and reason.kind is ReasonKind.ESTIMATE:
        return str(_BEST)
    if best.value == "win" and best.plies == 1 and reason.tiles:
        return _WINS_NOW.format(line=line_name(rules, reason.tiles, style))
    if best.value == "win" and len(analysis.line) > 1:
        return _WITH.format(verdict=verdict(best), moves=_sequence(rules, analysis, style))
    return verdict(best)


def _sequence(rules: Rules, analysis: Analysis, style: BoardStyle) -> str:
    """The first moves of the winning line, with an ellipsis if there are more."""
    names = [move_name(rules, move, style) for move in analysis.line[:_FOLLOWED]]
    goes_on = len(names) < max(len(analysis.line), analysis.verdicts[analysis.best].plies or 0)
    return listed((*names, "…") if goes_on else names)


def _group(rules: Rules, style: BoardStyle, words: str, moves: Sequence[int]) -> str:
    names = listed(move_name(rules, move, style) for move in sorted(moves[:_NAMED]))
    more = len(moves) - _NAMED
    if more > 0:
        return plural(more, *_LONG_GROUP, verdict=words, moves=names)
    return _GROUP.format(verdict=words, moves=names)


def _cut(lines: Iterable[str]) -> str:
    """Return as many whole lines as `ROOM` allows. An ellipsis stands for the others."""
    text = ""
    for line in lines:
        if max_length(f"{text}{line}\n…") > ROOM:
            return text + "…"
        text += f"{line}\n"
    return text.rstrip()
