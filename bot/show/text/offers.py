"""What people ask of each other and of the engine, and the answers."""

from __future__ import annotations

from typing import Final

from bot.match.session import OfferKind, Session
from bot.show.text.language import Sentence
from bot.show.text.words import command, player

_OFFERS: Final = {
    OfferKind.DRAW: Sentence("{by} offers a draw. {to}: {yes} accepts, a move declines."),
    OfferKind.UNDO: Sentence(
        "{by} asks to take a move back. {to}: {yes} accepts, a move declines."
    ),
}
_DECLINED: Final = {
    OfferKind.DRAW: Sentence("No draw for now: the game goes on."),
    OfferKind.UNDO: Sentence("No move is taken back: the game goes on."),
}
_REFUSED: Final = Sentence("No draw: I would rather play on.")
_COACH_ON: Final = Sentence("The coach is on: before each move of yours I say what I would play.")
_COACH_OFF: Final = Sentence("The coach is off: you play on your own.")

_RESIGN: Final = Sentence("Do you want to give up this game?")
_RESIGNED: Final = Sentence("You have given up.")


def offer(session: Session, prefix: str) -> str:
    """The offer that stands, and how to answer it; there must be one."""
    asked = session.offer
    assert asked is not None, "an offer stands"
    return _OFFERS[asked.kind].format(
        by=player(session, asked.by),
        to=player(session, asked.by.other),
        yes=command(prefix, asked.kind.value),
    )


def offer_declined(kind: OfferKind) -> str:
    """That an offer is off."""
    return str(_DECLINED[kind])


def draw_refused() -> str:
    """The engine's answer to an offer that it does not accept."""
    return str(_REFUSED)


def coach_switched(*, on: bool) -> str:
    """What the coach does from now on."""
    return str(_COACH_ON if on else _COACH_OFF)


def resign_question() -> str:
    """Whether a player who pressed a button means it."""
    return str(_RESIGN)


def resign_done() -> str:
    """That a player has given up, for that player alone."""
    return str(_RESIGNED)
