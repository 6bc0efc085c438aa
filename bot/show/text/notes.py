"""What is said under a board, in words."""

from __future__ import annotations

from collections.abc import Iterable

from bot.match.notes import (
    Advice,
    CoachSwitched,
    Counted,
    CountedByHand,
    DrawRefused,
    FirstGame,
    Helped,
    Introduction,
    Lacking,
    LevelChanged,
    Loaded,
    Nearest,
    Note,
    OfferDeclined,
    OnlyYou,
    Prospect,
    Remark,
    SwapRule,
    TakenBack,
    WantedRow,
)
from bot.match.session import Session
from bot.show.style import MoveInput
from bot.show.text.advice import advice, prospect
from bot.show.text.coach import coach_switched, remark
from bot.show.text.guide import how_to_move, only_you
from bot.show.text.levels import introduction, level_changed, nearest_level
from bot.show.text.match import loaded, taken_back
from bot.show.text.offers import draw_refused, helped, offer_declined
from bot.show.text.opening import colours, opening_rule
from bot.show.text.problems import lacking
from bot.show.text.vote import counted, counted_by_hand
from bot.show.text.words import wanted_row


def notes(
    said: Iterable[Note], session: Session, prefix: str, way: MoveInput = MoveInput.TYPED
) -> str:
    """The notes under the board of a session, each on a line; "" if there are none.

    Moves are named as on that board, and made there in this way.
    """
    lines = (_words(note, session, prefix, way) for note in said)
    return "\n".join(filter(None, lines))


def _words(note: Note, session: Session, prefix: str, way: MoveInput) -> str:
    match note:
        case Loaded(position):
            return loaded(position)
        case WantedRow():
            return wanted_row(session.rules, prefix)
        case SwapRule():
            swap2 = session.swap2 is not None
            rule = opening_rule(session.rules, swap=session.swap, swap2=swap2)
            return f"{rule} {colours(session)}".rstrip()
        case FirstGame():
            # before a move there is something to choose, as the board says
            return "" if session.choices else how_to_move(session, prefix, way)
        case OnlyYou():
            return only_you()
        case CountedByHand():
            return counted_by_hand(session)
        case Nearest(strength, level):
            return nearest_level(strength, level)
        case Introduction(level):
            return introduction(level, prefix)
        case LevelChanged(level):
            return level_changed(level)
        case Prospect(verdict):
            return prospect(verdict)
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
