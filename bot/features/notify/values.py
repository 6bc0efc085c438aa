"""How people are told that it is their turn: what there is to tell, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final

from bot.match import grammar
from bot.match.session import ChannelId, GameId, MessageId
from bot.match.timing import NoticeStep
from bot.show.text.language import Sentence
from bot.show.text.words import moment


class NoticeWay(Enum):
    """How a person hears that it is their turn. The value is the word that people type."""

    ON = "on"
    """By a ping in the channel of the game."""
    DM = "dm"
    """By direct message."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that the bot has sent, and where."""

    channel: ChannelId
    message: MessageId


@dataclass(frozen=True, slots=True)
class Notice:
    """What is to be told next about a game, and when."""

    game: GameId
    channel: ChannelId
    step: NoticeStep
    due: datetime
    begun: datetime | None = None
    """When a process claimed it. It may have died before or after telling it."""
    standing: Posted | None = None
    """What was told last, if it is still there."""


_WAYS: Final = {
    **{way.value: way for way in NoticeWay},
    "here": NoticeWay.ON,
    "channel": NoticeWay.ON,
    "yes": NoticeWay.ON,
    "dms": NoticeWay.DM,
    "pm": NoticeWay.DM,
    "no": NoticeWay.OFF,
}


def parse_way(word: str) -> NoticeWay | None:
    """Read `on`, `dm` or `off`; None if the word is empty. Raises UserError for other words."""
    plain = word.strip().lower()
    if not plain:
        return None
    if plain not in _WAYS:
        raise grammar.unknown(plain, [way.value for way in NoticeWay])
    return _WAYS[plain]


_CHOSEN: Final = {
    NoticeWay.ON: Sentence(
        "In games with other people I ping you in the channel when it's your turn."
    ),
    NoticeWay.DM: Sentence(
        "In games with other people I send you a direct message when it's your turn."
    ),
    NoticeWay.OFF: Sentence("I don't ping you when it's your turn. You can choose `on` or `dm`."),
}
NOT_HERE: Final = Sentence("There's no clock here, and I can't remind anyone.")
"""Where the bot is not a member."""
# Translators: {player} is a mention or a name; {link} leads to the board.
CALL: Final = Sentence("{player}, your turn: {link}")
_REMINDER: Final = Sentence("{player}, your turn: your time runs out {when}. {link}")


def chosen(way: NoticeWay) -> str:
    """How a person hears that it is their turn."""
    return str(_CHOSEN[way])


def reminder(player: str, ends: datetime, link: str) -> str:
    """That the time of a player runs out soon, after which they lose."""
    return _REMINDER.format(player=player, when=moment(ends), link=link)
