"""The swap rule, and why it is wanted."""

from __future__ import annotations

from typing import Final

from bot.known import winner
from bot.naming import mark
from bot.session import Session
from bot.text.language import Sentence
from bot.text.words import player
from engine import Rules, Side

_RULE: Final = Sentence("After the first move the second player may take it over (swap).")
_UNFAIR: Final = {
    Side.X: Sentence("With best play this board is won by whoever moves first."),
    Side.O: Sentence("With best play this board is won by whoever moves second."),
}
_WISH: Final = Sentence("{unfair} Add `swap` to make it fair.")
# Translators: {rule} and {unfair} are sentences.
_REASONED: Final = {
    Side.X: Sentence("{unfair} {rule}"),
    Side.O: Sentence("{rule} {unfair} The swap does not change that."),
}
_TAKEN: Final = Sentence("{taker} has taken the first move over and plays {mark} now.")


def swap_rule(rules: Rules) -> str:
    """The rule, and that it is needed where a board is known to be unfair."""
    favourite = winner(rules)
    if favourite is None:
        return str(_RULE)
    return _REASONED[favourite].format(unfair=_UNFAIR[favourite], rule=_RULE)


def unfairness(rules: Rules) -> str:
    """That one side is known to win, where nobody asked for the rule; "" where it is not known.

    Where whoever moves second wins, taking over the first move makes nothing fair.
    """
    favourite = winner(rules)
    if favourite is None:
        return ""
    unfair = _UNFAIR[favourite]
    return _WISH.format(unfair=unfair) if favourite is Side.X else str(unfair)


def taken_over(session: Session) -> str:
    """Who has exchanged the sides, while that is the last thing that happened."""
    return _TAKEN.format(
        taker=player(session, Side.X), mark=mark(session.rules, session.style, Side.X)
    )
