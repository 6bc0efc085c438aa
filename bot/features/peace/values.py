"""Who may challenge a person, how that is typed, and what can be wrong with it."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from bot.errors import AnyProblem, UserError
from bot.match import grammar
from bot.match.messages import read_number
from bot.match.players import UserId
from bot.show.text.language import Sentence


class PeaceProblem(AnyProblem):
    """Why nobody is blocked or unblocked."""

    WHOM = Sentence("Name one other member: {block}.", block="block @name")


class Welcome(Enum):
    """Who may challenge a person. The value is the word that people type."""

    ANYONE = "on"
    FRIENDS = "friends"
    """Those with whom the person has finished a game, on whatever server."""
    NOBODY = "off"


_WORDS: Final = {
    **{welcome.value: welcome for welcome in Welcome},
    **dict.fromkeys(("anyone", "everyone", "everybody", "all", "yes"), Welcome.ANYONE),
    **dict.fromkeys(("friend", "friends only", "only friends"), Welcome.FRIENDS),
    **dict.fromkeys(("nobody", "none", "no"), Welcome.NOBODY),
}
_MENTION: Final = re.compile("<@!?([0-9]{1,20})>")


def parse_welcome(words: str) -> Welcome | None:
    """Read who may challenge a person; None for no words. Raises UserError for others."""
    plain = words.strip().lower()
    if plain and plain not in _WORDS:
        raise grammar.unknown(plain, [welcome.value for welcome in Welcome])
    return _WORDS[plain] if plain else None


def parse_member(words: str) -> UserId:
    """Read the one member whom words mention. Raises UserError for anything else."""
    if (mention := _MENTION.fullmatch(words.strip())) is None:
        raise UserError(PeaceProblem.WHOM)
    return UserId(read_number(mention[1]))
