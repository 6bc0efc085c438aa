"""Sentences about offers, help, resigning and other moves, and all that is said under a board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.match.notes import (
    Advice,
    CoachSwitched,
    Counted,
    CountedByHand,
    DrawRefused,
    FirstWin,
    Helped,
    Introduction,
    Lacking,
    LevelChanged,
    Loaded,
    Nearest,
    Note,
    OfferDeclined,
    OnlyYou,
    Remark,
    SwapRule,
    TakenBack,
    WantedRow,
)
from bot.match.session import BoardStyle, OfferKind, Person, Session
from bot.show.style import move_name
from bot.show.text.advice import advice, verdict
from bot.show.text.coach import coach_switched, remark
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.levels import introduction, level_changed, nearest_level
from bot.show.text.match import loaded, taken_back
from bot.show.text.opening import colours, opening_rule
from bot.show.text.problems import lacking
from bot.show.text.reasons import reason_words
from bot.show.text.vote import counted, counted_by_hand
from bot.show.text.words import bold, command, player, wanted_row
from engine import Consequence, Position, reasons_for

_OFFERS: Final = {
    OfferKind.DRAW: Sentence("{by} offers a draw. {to}: {yes} accepts, a move declines."),
    OfferKind.UNDO: Sentence(
        "{by} asks to take a move back. {to}: {yes} accepts, a move declines."
    ),
    OfferKind.STOP: Sentence(
        "{by} wants to end the game without a result. {to}: {yes} accepts, a move declines. "
        "If nobody answers, the only way out is to resign: {resign}."
    ),
}
_DECLINED: Final = {
    OfferKind.DRAW: Sentence("The draw was declined: the game goes on."),
    OfferKind.UNDO: Sentence("The takeback was declined: the game goes on."),
    OfferKind.STOP: Sentence("The stop was declined: the game goes on."),
}
_FIRST_WIN: Final = Sentence("Your first win against Kinarow. Well played!")
_HELPED: Final = Sentence(
    "{player} used help, so this game can lower {player}'s rating but not raise it. For the "
    "other player it counts as usual."
)
_ONLY_YOU: Final = Sentence(
    "Only you see this: the server shows answers of apps from outside to nobody else."
)
_REFUSED: Final = Sentence("No draw: I'd rather play on.")

_RESIGN: Final = Sentence("Do you want to give up this game?")
_RESIGNED: Final = Sentence("You gave up.")


def offer(session: Session, prefix: str) -> str:
    """The open offer, and how to answer it. There must be one."""
    asked = session.offer
    assert asked is not None, "an offer stands"
    return _OFFERS[asked.kind].format(
        by=player(session, asked.by),
        to=player(session, asked.by.other),
        yes=command(prefix, asked.kind.value),
        resign=command(prefix, "resign"),
    )


def offer_declined(kind: OfferKind) -> str:
    """That an offer was declined."""
    return str(_DECLINED[kind])


def helped(person: Person) -> str:
    """That a player has had help in a game between people, and what this means for ratings."""
    return _HELPED.format(player=bold(person.name))


def draw_refused() -> str:
    """That the engine declines a draw."""
    return str(_REFUSED)


def resign_question() -> str:
    """Asks a player to confirm the resignation."""
    return str(_RESIGN)


def resign_done() -> str:
    """Tells a player that they have resigned."""
    return str(_RESIGNED)


def notes(said: Iterable[Note], session: Session, prefix: str) -> str:
    """The notes under the board of a session, each on a line; "" if there are none.

    Moves are named as on that board.
    """
    lines = (_words(note, session, prefix) for note in said)
    return "\n".join(filter(None, lines))


def _words(note: Note, session: Session, prefix: str) -> str:
    match note:
        case Loaded(position):
            return loaded(position)
        case WantedRow():
            return wanted_row(session.rules, prefix)
        case SwapRule():
            swap2 = session.swap2 is not None
            rule = opening_rule(session.rules, swap=session.swap, swap2=swap2)
            return f"{rule} {colours(session)}".rstrip()
        case OnlyYou():
            return str(_ONLY_YOU)
        case CountedByHand():
            return counted_by_hand(session)
        case Nearest(strength, level):
            return nearest_level(strength, level)
        case Introduction(level):
            return introduction(level, session.rules)
        case FirstWin():
            return str(_FIRST_WIN)
        case LevelChanged(level):
            return level_changed(level, session.rules)
        case Advice():
            return advice(session, note)
        case Remark():
            return remark(session, note)
        case CoachSwitched(coach):
            return coach_switched(coach, between_people=session.between_people)
        case DrawRefused():
            return draw_refused()
        case OfferDeclined(kind):
            return offer_declined(kind)
        case Helped(person):
            return helped(person)
        case TakenBack():
            return taken_back(session, note)
        case Counted():
            return counted(session, note)
        case Lacking():
            return lacking(note)


# Translators: the label of a button that opens a box for a move; it is the title of the box too.
WHY_NOT: Final = marked("Why not…?")

_ASK: Final = Sentence("-# Why not another move? Press it.")
# Translators: {what} is such as “wins at once with 1-2-3” or “loses at once”.
_ENDS: Final = Sentence("🔎 **{move}**: {what}")
_AS_GOOD: Final = Sentence("🔎 **{move}** is just as good as **{better}**.")
_ONLY: Final = Sentence("🔎 **{move}** is the only move.")
_WINS_TOO: Final = Sentence("🔎 **{move}** wins too.")
_WINS_LATER: Final = Sentence("🔎 **{move}** wins too, but **{better}** wins sooner.")
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
_RATHER: Final = Sentence(
    "🔎 I see nothing wrong with **{move}**, but I'd rather play **{better}** (estimate)."
)
# Translators: {count} is how many moves of theirs it takes.
_THEY_WIN: Final = forms("They win in {count}.", "They win in {count}.")
_THEY_DRAW: Final = Sentence("They hold the draw.")

_AT_ONCE: Final = Sentence("🔎 After **{move}** they can win at once.")
# Translators: {count} is how many moves of theirs it takes.
_AFTER_IT_IN: Final = forms(
    "🔎 After **{move}** they can win in {count}.", "🔎 After **{move}** they can win in {count}."
)
_AFTER_IT_THEY_WIN: Final = Sentence("🔎 After **{move}** they can win.")
_AFTER_IT_A_DRAW: Final = Sentence("🔎 After **{move}** they can hold the draw.")
_AFTER_IT_UNCLEAR: Final = Sentence("🔎 After **{move}** I no longer see a win (estimate).")


def ask() -> str:
    """How to ask about another move, under a hint."""
    return str(_ASK)


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
    if found.as_good:
        return _AS_GOOD.format(move=move, better=better)
    if found.verdict.value == "win":
        later = None not in {found.verdict.plies, found.best.plies}
        return (_WINS_LATER if later else _WINS_TOO).format(move=move, better=better)
    if not found.tells_answer:
        known = found.verdict.value is not None and found.best.value is not None
        return (_LATER if known else _RATHER).format(move=move, better=better)
    return " ".join(filter(None, (_head(position, found, move, style), _tail(found))))


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
        told = _head(position, found, move, style)
        if found.decides:
            return told
        drawn = found.verdict.value == "draw" and found.best.value == "win"
        return " ".join(filter(None, (told, _tail(found) or (str(_THEY_DRAW) if drawn else ""))))
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
        return plural((found.verdict.plies or 0) // 2, *_THEY_WIN)
    return str(_THEY_DRAW) if found.spoils else ""
