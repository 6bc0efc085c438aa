"""What holds in a server that has chosen something, and where it plays."""

from __future__ import annotations

from datetime import timedelta

from bot.match.guild_settings import NO_PREFERENCES, GuildSettings, Preferences, PuzzlePost
from bot.match.session import BoardStyle, ChannelId
from engine import Level, Rules

DEFAULTS = GuildSettings("?", level=Level.EASY, idle=timedelta(hours=2))
GAMES, LOUNGE, THREAD = ChannelId(1), ChannelId(2), ChannelId(3)


def test_where_nothing_is_chosen_the_defaults_hold() -> None:
    """The settings stay those of the process."""
    assert DEFAULTS.with_preferences(NO_PREFERENCES) == DEFAULTS


def test_what_is_chosen_wins() -> None:
    """Each choice for itself; the others stay."""
    chosen = Preferences(game=Rules.parse("connect4"), style=BoardStyle.TEXT, channels=(GAMES,))
    settings = DEFAULTS.with_preferences(chosen)
    assert (settings.game, settings.style) == (Rules.parse("connect4"), BoardStyle.TEXT)
    assert settings.channels == {GAMES}
    assert (settings.prefix, settings.level, settings.idle) == ("?", Level.EASY, DEFAULTS.idle)


def test_without_a_list_every_channel_is_for_games() -> None:
    """Nothing is closed until a server closes it."""
    assert DEFAULTS.plays_in(GAMES)
    assert DEFAULTS.plays_in(THREAD, LOUNGE)


def test_a_list_is_of_channels_with_their_threads() -> None:
    """A thread is as open as its channel."""
    settings = DEFAULTS.with_preferences(Preferences(channels=(GAMES,)))
    assert settings.plays_in(GAMES, None)
    assert settings.plays_in(THREAD, GAMES)
    assert not settings.plays_in(LOUNGE, None)
    assert not settings.plays_in(THREAD, LOUNGE)


def test_a_channel_that_is_gone_is_named_nowhere() -> None:
    """Neither in the list nor as the place of the daily puzzle; other settings stay."""
    here, gone = ChannelId(1), ChannelId(2)
    chosen = Preferences(prefix="?", channels=(here, gone), puzzle=PuzzlePost(gone, 540))
    assert chosen.without([gone]) == Preferences(prefix="?", channels=(here,))
    kept = Preferences(puzzle=PuzzlePost(here, 540))
    assert kept.without([gone]) == kept
