"""Sentences about challenges, and about where a game begins."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.match.notes import NoThread
from bot.match.session import BOT_NAME, ChannelId, Coach, Person, Terms
from bot.show.text.language import Sentence, marked
from bot.show.text.match import loaded
from bot.show.text.opening import agreed, opening_rule
from bot.show.text.problems import no_thread
from bot.show.text.words import bold, command, game_name, mention, moment, span, title, unformatted
from engine import Rules, Side

# Translators: a command in the menu of a person, at most 32 characters.
CHALLENGE: Final = marked("Challenge")
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
_COACH: Final = {
    Coach.BEFORE: Sentence(
        "With the coach: before each move I say what I'd play, and the game isn't rated."
    ),
    Coach.AFTER: Sentence(
        "With the coach: after each move I say how good it was, and the game isn't rated."
    ),
}
_EXPIRES: Final = Sentence("The challenge expires {when}.")
_MOVE_TIME: Final = Sentence("Time for each move: {time}. Run out of time and you lose.")
_NO_TIME: Final = Sentence("There's no clock here, and I can't remind anyone.")
_ANSWERS: Final = Sentence("{accept} · says yes to a challenge or an offer · {decline} · says no")
_ACCEPTED: Final = Sentence("{answerer} accepts the challenge of {challenger}. Have a good game!")
_DECLINES: Final = Sentence("{answerer} declines the challenge of {challenger}.")
_WITHDRAWN: Final = Sentence("{challenger} takes the challenge back.")

INSTEAD: Final = marked("End it and start")
"""The label of the button that ends one's own game and starts another."""
_BEGUN: Final = Sentence("Your game is in {place}.")
# Translators: the name of a thread, such as “alice, bob · Connect Four” with a dash.
_THREAD: Final = Sentence("{x} \N{EN DASH} {o} · {game}")
_ALONE: Final = Sentence("{x} · {game}")
_LONGEST: Final = 100
"""The most characters that Discord takes for the name of a thread."""


def invitation(challenger: Person, opponent: str, terms: Terms) -> str:
    """Who asks whom to play what, who moves first, and what else holds.

    `opponent` is "" if anyone may join. In a game that goes on from a position O may move first.
    """
    templates, first = _CHALLENGE if opponent else _OPEN_CHALLENGE, terms.side
    if first is not None and terms.start is not None and terms.start.side is Side.O:
        first = first.other
    asked = templates[first].format(
        challenger=bold(challenger.name), opponent=opponent, game=game_name(terms.rules)
    )
    return " ".join((asked, *agreed(terms)))


def challenge(
    challenger: Person,
    opponent: Person | None,
    terms: Terms,
    expires: datetime,
    *,
    timed: bool = True,
    threadless: NoThread | None = None,
    typed: str | None = None,
) -> str:
    """The challenge to a member, who is mentioned, or to anyone.

    `timed` if a clock can run. It names all terms but the style, which each player chooses alone:
    accepting it agrees to them. `threadless` says why it stands in no thread, where one was wanted.
    `typed` is the prefix of commands where the challenge has no buttons to answer it with.
    """
    asked = invitation(challenger, f"<@{opponent.id}>" if opponent else "", terms)
    opening = opening_rule(terms.rules, swap=terms.swap, swap2=terms.swap2)
    time = _MOVE_TIME.format(time=span(terms.move_time)) if terms.move_time else ""
    coach = _COACH[terms.coach].format() if terms.coach in _COACH else ""
    until = _EXPIRES.format(when=moment(expires))
    untimed = "" if timed else _NO_TIME.format()
    how = "" if typed is None else _how_to_answer(typed)
    going_on = loaded(terms.start) if terms.start else ""
    here = "" if threadless is None else no_thread(threadless)
    sentences = asked, going_on, opening, coach, time, untimed, until, here, how
    return "\n".join(filter(None, sentences))


def _how_to_answer(prefix: str) -> str:
    """The commands that answer a challenge."""
    accept, decline = (command(prefix, word) for word in ("accept", "decline"))
    return _ANSWERS.format(accept=accept, decline=decline)


def challenge_accepted(challenger: Person, answerer: Person) -> str:
    """That the challenge was accepted."""
    return _ACCEPTED.format(challenger=bold(challenger.name), answerer=bold(answerer.name))


def challenge_declined(challenger: Person, answerer: Person) -> str:
    """That the challenge was declined, or withdrawn by the challenger."""
    template = _WITHDRAWN if answerer.id == challenger.id else _DECLINES
    return template.format(challenger=bold(challenger.name), answerer=bold(answerer.name))


def begun_in(place: ChannelId) -> str:
    """In which thread a game has begun."""
    return _BEGUN.format(place=mention(place))


def thread_name(asker: str, other: str | None, rules: Rules) -> str:
    """The name of the thread for a game. `other` is None if anyone may join, "" for the engine.

    Discord shows it as plain text, so nothing needs escaping.
    """
    game, x = title(rules), unformatted(asker)
    if other is None:
        return _ALONE.format(x=x, game=game)[:_LONGEST]
    return _THREAD.format(x=x, o=unformatted(other) if other else BOT_NAME, game=game)[:_LONGEST]
