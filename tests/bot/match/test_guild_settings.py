"""What holds in a server that has chosen something, and where it plays."""

from __future__ import annotations

from datetime import timedelta

from bot.match.guild_settings import NOTHING_CHOSEN, Customs, Preferences
from bot.match.session import ChannelId, Style
from engine import Level, Rules

HOUSE = Customs("?", level=Level.EASY, idle=timedelta(hours=2))
GAMES, LOUNGE, THREAD = ChannelId(1), ChannelId(2), ChannelId(3)


def test_where_nothing_is_chosen_the_house_decides() -> None:
    """The customs stay those of the house."""
    assert HOUSE.changed(NOTHING_CHOSEN) == HOUSE


def test_what_is_chosen_wins() -> None:
    """Each choice for itself; the others stay."""
    chosen = Preferences(game=Rules.parse("connect4"), style=Style.TEXT, channels=(GAMES,))
    customs = HOUSE.changed(chosen)
    assert (customs.game, customs.style) == (Rules.parse("connect4"), Style.TEXT)
    assert customs.channels == {GAMES}
    assert (customs.prefix, customs.level, customs.idle) == ("?", Level.EASY, HOUSE.idle)


def test_without_a_list_every_channel_is_for_games() -> None:
    """Nothing is closed until a server closes it."""
    assert HOUSE.plays_in(GAMES)
    assert HOUSE.plays_in(THREAD, LOUNGE)


def test_a_list_is_of_channels_with_their_threads() -> None:
    """A thread is as open as its channel."""
    customs = HOUSE.changed(Preferences(channels=(GAMES,)))
    assert customs.plays_in(GAMES, None)
    assert customs.plays_in(THREAD, GAMES)
    assert not customs.plays_in(LOUNGE, None)
    assert not customs.plays_in(THREAD, LOUNGE)
