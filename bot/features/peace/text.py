"""Sentences about who may challenge a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.features.peace.values import Welcome
from bot.match.players import Person
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.words import bold, moment, with_commands

CHALLENGES: Final = marked("Who may challenge me")
# Translators: a button, and a command in the menu of a person: at most 32 characters.
BLOCK: Final = marked("Block challenges")
UNBLOCK: Final = marked("Unblock…")
LABELS: Final = {
    Welcome.ANYONE: marked("Anyone"),
    # Translators: who may challenge me: people I have played with.
    Welcome.FRIENDS: marked("People I know"),
    Welcome.NOBODY: marked("Nobody"),
}
_CHOSEN: Final = {
    Welcome.ANYONE: Sentence("Anyone can challenge you."),
    Welcome.FRIENDS: Sentence("Only people you have finished a game with can challenge you."),
    Welcome.NOBODY: Sentence("Nobody can challenge you. You can still challenge others."),
}
_HOW: Final = Sentence(
    "Change it with {off}, {friends} or {on}.",
    off="challenges off",
    friends="challenges friends",
    on="challenges on",
)
_BLOCKED: Final = Sentence("You have blocked {names}.")
_MORE: Final = forms("and {count} more", "and {count} more")
MOST_LISTED: Final = 25
"""The most people who are listed: as many as a menu has options."""
INVITATION: Final = Sentence(
    "Who may challenge you, and whom you have blocked: press the button. Only you will see it."
)
HAS_BLOCKED: Final = Sentence(
    "They can no longer challenge you, nor join a game that you open. I don't tell them."
)
HAS_UNBLOCKED: Final = Sentence("You no longer block them.")
_AGAIN: Final = Sentence("{name} can challenge you again {when}.")


def chosen(welcome: Welcome) -> str:
    """Who may challenge a person."""
    return str(_CHOSEN[welcome])


def overview(welcome: Welcome, blocked: Sequence[Person], prefix: str) -> str:
    """Who may challenge a person, how that is changed, and whom they have blocked."""
    sentences = [chosen(welcome), with_commands(_HOW, prefix)]
    if blocked:
        names = ", ".join(_name(person) for person in blocked[:MOST_LISTED])
        sentences.append(_BLOCKED.format(names=names))
    if (more := len(blocked) - MOST_LISTED) > 0:
        sentences.append(plural(more, *_MORE))
    return "\n".join(sentences)


def declined_note(challenger: Person, when: datetime) -> str:
    """From when somebody whose challenge was declined may ask again."""
    return _AGAIN.format(name=bold(challenger.name), when=moment(when))


def _name(person: Person) -> str:
    return bold(person.name) if person.name else f"<@{person.id}>"
