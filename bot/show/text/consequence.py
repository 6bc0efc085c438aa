"""What happens after a move that somebody asks about, in one or two short sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.match.session import BoardStyle
from bot.show.style import move_name
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.reasons import reason_words
from bot.show.text.verdicts import MUST_COMPLETE, verdict
from engine import Comparison, Consequence, Position, Verdict, reasons_for

# Translators: the label of a menu of moves, and of a button that opens a box for a move; it is the
# title of the box too.
WHY_NOT: Final = marked("Why not…?")
# Translators: a choice in that menu.
WHY_NOT_THIS: Final = Sentence("Why not {move}?")
# Translators: {what} is such as “wins at once with 1-2-3” or “loses at once”.
_ENDS: Final = Sentence("🔎 **{move}**: {what}")
_AS_GOOD: Final = Sentence("🔎 **{move}** is just as good as **{better}**.")
_LOOKS_AS_GOOD: Final = Sentence("🔎 **{move}** looks about as good as **{better}** (estimate).")
_ONLY: Final = Sentence("🔎 **{move}** is the only move.")
_WINS_TOO: Final = Sentence("🔎 **{move}** wins too.")
_MISSES: Final = Sentence("**{better}** wins at once, **{move}** doesn't.")
_WINS_LATER: Final = Sentence("🔎 **{move}** wins too, but **{better}** wins sooner.")
_LOSES_TOO: Final = Sentence("🔎 **{move}** loses too.")
_LOSES_SOONER: Final = Sentence("🔎 **{move}** loses sooner than **{better}**.")
# Translators: {answer} is what the other side plays, {reason} what that does, such as “makes two
# threats at once”.
_ANSWERED: Final = Sentence("🔎 After **{move}** comes **{answer}**: {reason}.")
_FORCED: Final = Sentence(
    "🔎 After **{move}** comes **{answer}**. You must take **{forced}**, and **{last}** {reason}."
)
_PLAINLY: Final = Sentence("🔎 After **{move}** comes **{answer}**.")
_LATER: Final = Sentence(
    "🔎 **{move}** is safe for now, but **{better}** is better in the long run."
)
_LOOKS_LATER: Final = Sentence(
    "🔎 **{move}** is safe for now, but **{better}** looks better in the long run (estimate)."
)
_RATHER: Final = Sentence(
    "🔎 I see nothing wrong with **{move}**, but I'd rather play **{better}** (estimate)."
)
# Translators: {count} is how many moves of theirs it takes.
_THEY_WIN: Final = forms("They win in {count}.", "They win in {count}.")
# Translators: in misère, after a move and the answer to it: whoever completes a line loses.
_ALL_COMPLETE: Final = Sentence("Then every move of yours completes a line.")
_THEY_DRAW: Final = Sentence("They hold the draw.")

_AT_ONCE: Final = Sentence("🔎 After **{move}** they can win at once.")
# Translators: {count} is how many moves of theirs it takes.
_AFTER_IT_IN: Final = forms(
    "🔎 After **{move}** they can win in {count}.", "🔎 After **{move}** they can win in {count}."
)
_AFTER_IT_THEY_WIN: Final = Sentence("🔎 After **{move}** they can win.")
_AFTER_IT_A_DRAW: Final = Sentence("🔎 After **{move}** they can hold the draw.")
_AFTER_IT_UNCLEAR: Final = Sentence("🔎 After **{move}** I no longer see a win (estimate).")


_NO_WORSE: Final = {
    Comparison.EQUAL: _AS_GOOD,
    Comparison.LOOKS_EQUAL: _LOOKS_AS_GOOD,
    Comparison.WINS_TOO: _WINS_TOO,
    Comparison.WINS_LATER: _WINS_LATER,
}
"""What is said of a move that the other side has no answer to."""


def consequence(
    position: Position, found: Consequence, style: BoardStyle = BoardStyle.EMOJI
) -> str:
    """What becomes of a move in a position, and what answers it."""
    rules, better = position.rules, move_name(position.rules, found.better, style)
    move = move_name(rules, found.move, style)
    if position.play(found.move).outcome is not None:
        reasons = reasons_for(position, found.move) if found.verdict.value == "win" else []
        what = reason_words(rules, reasons[0], style) if reasons else verdict(found.verdict)
        return _ENDS.format(move=move, what=what)
    if len(position.legal) == 1:
        return _ONLY.format(move=move)
    if found.comparison is Comparison.WINS:
        return _ENDS.format(move=move, what=verdict(replace(found.verdict, plies=None)))
    if found.comparison in _NO_WORSE:
        equal = _NO_WORSE[found.comparison].format(move=move, better=better)
        # where all is lost, as good is no praise
        return f"{equal} {_they_win(found)}" if found.loses_soon else equal
    wins = found.best == Verdict.win(1)
    missed = _MISSES.format(move=move, better=better) if wins else ""
    if found.tells_answer:
        words = (_head(position, found, move, style), missed or _tail(found))
        return " ".join(filter(None, words))
    return f"🔎 {missed}" if missed else _far(found).format(move=move, better=better)


def _far(found: Consequence) -> Sentence:
    """What is said of a move that is worse, or looks so, where the board shows nothing soon."""
    match found.comparison:
        case Comparison.LOSES_TOO:
            return _LOSES_TOO
        case Comparison.LOSES_SOONER:
            return _LOSES_SOONER
    if found.verdict.value == "loss" and found.verdict.plies is None:
        return _AFTER_IT_THEY_WIN
    if found.comparison is Comparison.WORSE:
        return _LATER
    return _LOOKS_LATER if found.verdict.value == "loss" else _RATHER


def punished(
    position: Position,
    found: Consequence,
    style: BoardStyle = BoardStyle.EMOJI,
    *,
    secret: bool = False,
) -> str:
    """What becomes of a wrong answer to a puzzle; "" where that is not known.

    If it is `secret` how the other side answers, since that tells the solution, only what it comes
    to is told.
    """
    move = move_name(position.rules, found.move, style)
    over = position.play(found.move).outcome is not None
    if found.line and found.reason is not None and not secret:
        words = _head(position, found, move, style)
        if found.decides:
            return words
        drawn = found.verdict.value == "draw" and found.best.value == "win"
        return " ".join(filter(None, (words, _tail(found) or (str(_THEY_DRAW) if drawn else ""))))
    match found.verdict.value:
        case "loss" if found.loses_soon and not over:
            theirs = (found.verdict.plies or 0) // 2
            return (
                str(_AT_ONCE.format(move=move))
                if theirs == 1
                else plural(theirs, *_AFTER_IT_IN, move=move)
            )
        case "loss" if not over:
            return _AFTER_IT_THEY_WIN.format(move=move)
        case "draw" if found.best.value == "win":
            return _AFTER_IT_A_DRAW.format(move=move)
        case None if found.best.value == "win":
            return _AFTER_IT_UNCLEAR.format(move=move)
    return ""


def _head(position: Position, found: Consequence, move: str, style: BoardStyle) -> str:
    """What the other side answers, and what that does."""
    rules = position.rules
    answer, *more = (move_name(rules, one, style) for one in found.line)
    if found.reason is None:
        return _PLAINLY.format(move=move, answer=answer)
    reason = reason_words(rules, found.reason, style)
    if more:
        forced, last = more
        return _FORCED.format(move=move, answer=answer, forced=forced, last=last, reason=reason)
    return _ANSWERED.format(move=move, answer=answer, reason=reason)


def _tail(found: Consequence) -> str:
    """What it comes to, where the answer does not say so already."""
    if found.loses_soon and not found.decides:
        return _they_win(found)
    return str(_THEY_DRAW) if found.spoils else ""


def _they_win(found: Consequence) -> str:
    """How many moves of theirs they need after a move that loses within sight."""
    if found.verdict.plies == MUST_COMPLETE:
        return str(_ALL_COMPLETE)
    return plural((found.verdict.plies or 0) // 2, *_THEY_WIN)
