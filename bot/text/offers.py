"""What people ask of each other and of the engine, and the answers."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.session import OfferKind, Person, Session, Terms
from bot.text.language import Sentence
from bot.text.swap import swap_rule, unfairness
from bot.text.words import bold, command, game_name, moment, player
from engine import Side

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

_CHALLENGE: Final = {
    None: Sentence("{challenger} challenges {opponent} to {game}. Chance decides who moves first."),
    Side.X: Sentence("{challenger} challenges {opponent} to {game}. {challenger} moves first."),
    Side.O: Sentence("{challenger} challenges {opponent} to {game}. {opponent} moves first."),
}
_OPEN_CHALLENGE: Final = {
    None: Sentence(
        "{challenger} would like to play {game}. Who joins? Chance decides who moves first."
    ),
    Side.X: Sentence(
        "{challenger} would like to play {game}. Who joins? {challenger} moves first."
    ),
    Side.O: Sentence("{challenger} would like to play {game}. Who joins, and moves first?"),
}
_EXPIRES: Final = Sentence("The challenge expires {when}.")
_ACCEPTED: Final = Sentence("{answerer} accepts the challenge of {challenger}. Have a good game!")
_DECLINES: Final = Sentence("{answerer} declines the challenge of {challenger}.")
_WITHDRAWN: Final = Sentence("{challenger} takes the challenge back.")


def offer(session: Session, prefix: str) -> str:
    """The offer that stands, and how to answer it; there must be one."""
    asked = session.offer
    assert asked is not None, "an offer stands"
    return _OFFERS[asked.kind].format(
        by=player(session, asked.by),
        to=player(session, asked.by.other),
        yes=command(prefix, asked.kind.value),
    )


def offer_declined(session: Session) -> str:
    """That the offer is off, for the session in which it still stood."""
    assert session.offer is not None, "an offer stood"
    return str(_DECLINED[session.offer.kind])


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


def challenge(challenger: Person, opponent: Person | None, terms: Terms, expires: datetime) -> str:
    """The invitation to a member, who is mentioned, or to anyone where there is none."""
    templates = _OPEN_CHALLENGE if opponent is None else _CHALLENGE
    asked = templates[terms.side].format(
        challenger=bold(challenger.name),
        opponent=f"<@{opponent.id}>" if opponent else "",
        game=game_name(terms.rules),
    )
    fairness = swap_rule(terms.rules) if terms.swap else unfairness(terms.rules)
    until = _EXPIRES.format(when=moment(expires))
    return "\n".join(filter(None, (asked, fairness, until)))


def challenge_accepted(challenger: Person, answerer: Person) -> str:
    """That the invited person plays."""
    return _ACCEPTED.format(challenger=bold(challenger.name), answerer=bold(answerer.name))


def challenge_declined(challenger: Person, answerer: Person) -> str:
    """That the invited person does not play, or that the challenger takes it back."""
    template = _WITHDRAWN if answerer.id == challenger.id else _DECLINES
    return template.format(challenger=bold(challenger.name), answerer=bold(answerer.name))
