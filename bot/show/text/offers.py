"""Sentences about offers and resigning."""

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

_RESIGN: Final = Sentence("Do you want to give up this game?")
_RESIGNED: Final = Sentence("You have given up.")


def offer(session: Session, prefix: str) -> str:
    """The open offer, and how to answer it. There must be one."""
    asked = session.offer
    assert asked is not None, "an offer stands"
    return _OFFERS[asked.kind].format(
        by=player(session, asked.by),
        to=player(session, asked.by.other),
        yes=command(prefix, asked.kind.value),
    )


def offer_declined(kind: OfferKind) -> str:
    """That an offer was declined."""
    return str(_DECLINED[kind])


def draw_refused() -> str:
    """That the engine declines a draw."""
    return str(_REFUSED)


def resign_question() -> str:
    """Asks a player to confirm the resignation."""
    return str(_RESIGN)


def resign_done() -> str:
    """Tells a player that they have resigned."""
    return str(_RESIGNED)
