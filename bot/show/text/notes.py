"""Sentences about offers, help, resigning and other moves, and all that is said under a board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.match.notes import (
    Advice,
    CoachSwitched,
    Counted,
    Fact,
    Helped,
    Introduction,
    Lacking,
    LevelChanged,
    Loaded,
    Nearest,
    Note,
    NoThread,
    OfferDeclined,
    Remark,
    TakenBack,
)
from bot.match.session import OfferKind, Person, Session, offers
from bot.show.text.advice import advice
from bot.show.text.coach import coach_switched, remark
from bot.show.text.language import Sentence
from bot.show.text.levels import introduction, level_changed, nearest_level
from bot.show.text.match import loaded, move_and_answer, taken_back
from bot.show.text.opening import colours, opening_rule
from bot.show.text.problems import lacking, no_thread
from bot.show.text.vote import counted, counted_by_hand
from bot.show.text.words import bold, command, player, wanted_row

_OFFERS: Final = {
    OfferKind.DRAW: Sentence("{by} offers a draw. {to}: {yes} accepts, a move declines."),
    OfferKind.UNDO: Sentence(
        "{by} asks to take **{move}** back. {to}: {yes} accepts, a move declines."
    ),
    OfferKind.STOP: Sentence(
        "{by} wants to end the game without a result. {to}: {yes} accepts, a move declines. "
        "If nobody answers, the only way out is to resign: {resign}."
    ),
}
_UNDO_WITH_ANSWER: Final = Sentence(
    "{by} asks to take back **{move}** and the answer **{answer}**. "
    "{to}: {yes} accepts, a move declines."
)
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
DRAW_REFUSED: Final = Sentence("No draw: I'd rather play on.")

RESIGN_QUESTION: Final = Sentence("Do you want to give up this game?")
RESIGN_WHICH: Final = Sentence("Do you want to give up this game, or the whole match?")
RESIGN_DONE: Final = Sentence("You gave up.")


def offer(session: Session, prefix: str) -> str:
    """The open offer, and how to answer it. There must be one. It names all moves that would go."""
    asked = session.offer
    assert asked is not None, "an offer stands"
    back = offers.to_take_back(session, asked.by) if asked.kind is OfferKind.UNDO else ()
    template = _UNDO_WITH_ANSWER if len(back) > 1 else _OFFERS[asked.kind]
    return template.format(
        **move_and_answer(session, back),
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
        case Fact.WANTED_ROW:
            return wanted_row(session.rules, prefix)
        case Fact.SWAP_RULE:
            swap2 = session.swap2 is not None
            rule = opening_rule(session.rules, swap=session.swap, swap2=swap2)
            return f"{rule} {colours(session)}".rstrip()
        case Fact.ONLY_YOU:
            return str(_ONLY_YOU)
        case Fact.COUNTED_BY_HAND:
            return counted_by_hand(session)
        case Nearest(strength, level):
            return nearest_level(strength, level)
        case Introduction(level):
            return introduction(level, session.rules)
        case Fact.FIRST_WIN:
            return str(_FIRST_WIN)
        case LevelChanged(level):
            return level_changed(level, session.rules)
        case Advice():
            return advice(session, note)
        case Remark():
            return remark(session, note)
        case CoachSwitched(coach):
            return coach_switched(
                coach, between_people=session.between_people, alone=session.coaches_one
            )
        case Fact.DRAW_REFUSED:
            return str(DRAW_REFUSED)
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
        case NoThread():
            return no_thread(note)
