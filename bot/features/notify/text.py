"""The sentences about whose turn it is."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.notify.values import NoticeWay
from bot.show.text.language import Sentence
from bot.show.text.words import moment

_CHOSEN: Final = {
    NoticeWay.ON: Sentence(
        "In a game with another person I ping you in the channel when it is your turn."
    ),
    NoticeWay.DM: Sentence(
        "In a game with another person I send you a direct message when it is your turn."
    ),
    NoticeWay.OFF: Sentence("I don't ping you when it is your turn. You can choose `on` or `dm`."),
}
_NOT_HERE: Final = Sentence("No time runs here, and I can remind nobody.")
"""Where the bot is no member."""
# Translators: {player} is a mention or a name; {link} leads to the board.
_CALL: Final = Sentence("{player}, your turn: {link}")
_REMINDER: Final = Sentence("{player}, your turn: your time is over {when}. {link}")
_OVER: Final = "{players}: {result} {link}"


def chosen(way: NoticeWay) -> str:
    """How a person hears that it is their turn."""
    return str(_CHOSEN[way])


def not_here() -> str:
    """That nobody hears of their turn in this place."""
    return str(_NOT_HERE)


def call(player: str, link: str) -> str:
    """Whose turn it is."""
    return _CALL.format(player=player, link=link)


def reminder(player: str, ends: datetime, link: str) -> str:
    """That the time of a player runs out soon, and who has not moved then loses."""
    return _REMINDER.format(player=player, when=moment(ends), link=link)


def over(players: str, result: str, link: str) -> str:
    """How a game has ended by time."""
    return _OVER.format(players=players, result=result, link=link)
