"""Sentences about the swap rule."""

from __future__ import annotations

from typing import Final

from bot.match.session import Session
from bot.match.theory import KnownResult, known_result
from bot.show.style import mark
from bot.show.text.language import Sentence
from bot.show.text.words import player
from engine import Rules, Side

_RULE: Final = Sentence("After the first move the second player may take it over (swap).")
# Translators: {source} is “own proof” or a paper, such as “Allis 1994”.
_UNFAIR: Final = {
    Side.X: Sentence("With best play this board is won by whoever moves first ({source})."),
    Side.O: Sentence("With best play this board is won by whoever moves second ({source})."),
}
# Translators: where the bot itself has proved who wins.
_OWN: Final = Sentence("own proof")
_WISH: Final = Sentence("{unfair} Add `swap` to make it fair.")
# Translators: {rule} and {unfair} are sentences.
_REASONED: Final = {
    Side.X: Sentence("{unfair} {rule}"),
    Side.O: Sentence("{rule} {unfair} The swap does not change that."),
}
_TAKEN: Final = Sentence("{taker} has taken the first move over and plays {mark} now.")


def swap_rule(rules: Rules) -> str:
    """The swap rule, and that the board is unfair if that is known."""
    found = known_result(rules)
    if found is None:
        return str(_RULE)
    return _REASONED[found.winner].format(unfair=_unfair(found), rule=_RULE)


def unfairness(rules: Rules) -> str:
    """That one side is known to win, for a game without the swap rule; "" if it is not known.

    It recommends the swap rule only if the first player wins, because otherwise a swap would
    not make the game fair.
    """
    found = known_result(rules)
    if found is None:
        return ""
    unfair = _unfair(found)
    return _WISH.format(unfair=unfair) if found.winner is Side.X else unfair


def _unfair(found: KnownResult) -> str:
    return _UNFAIR[found.winner].format(source=found.paper or str(_OWN))


def taken_over(session: Session) -> str:
    """That a player took over the first move."""
    return _TAKEN.format(
        taker=player(session, Side.X), mark=mark(session.rules, session.style, Side.X)
    )
