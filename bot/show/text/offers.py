"""Sentences about offers and resigning."""

from __future__ import annotations

from typing import Final

from bot.match.session import OfferKind, Person, Session
from bot.show.text.language import Sentence
from bot.show.text.words import bold, command, player

_OFFERS: Final = {
    OfferKind.DRAW: Sentence("{by} offers a draw. {to}: {yes} accepts, a move declines."),
    OfferKind.UNDO: Sentence(
        "{by} asks to take a move back. {to}: {yes} accepts, a move declines."
    ),
    OfferKind.STOP: Sentence(
        "{by} wants to end the game without a result. {to}: {yes} accepts, a move declines. "
        "Without an answer there is only giving up: {resign}."
    ),
}
_DECLINED: Final = {
    OfferKind.DRAW: Sentence("No draw for now: the game goes on."),
    OfferKind.UNDO: Sentence("No move is taken back: the game goes on."),
    OfferKind.STOP: Sentence("The game is not stopped: it goes on."),
}
_HELPED: Final = Sentence(
    "{player} has had help: the rating of {player} can only fall by this game now. For the other "
    "player it counts as before."
)
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
