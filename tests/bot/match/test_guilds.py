"""What holds in a server that has chosen something, where it plays, and in which process."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta
from itertools import product
from typing import Any

from bot.match.guilds import (
    NO_PREFERENCES,
    SWITCHES,
    WHOLE,
    GuildSettings,
    Preferences,
    PuzzlePost,
    Setting,
    Shards,
)
from bot.match.session import BoardStyle, ChannelId, GuildId
from engine import Level, Rules

DEFAULTS = GuildSettings("?", level=Level.EASY, idle=timedelta(hours=2))
GAMES, LOUNGE, THREAD = ChannelId(1), ChannelId(2), ChannelId(3)


def test_defaults_hold_for_settings_that_nobody_chose() -> None:
    """The settings stay those of the process."""
    assert DEFAULTS.with_preferences(NO_PREFERENCES) == DEFAULTS


def test_a_chosen_setting_wins_over_the_default() -> None:
    """Each choice for itself; the others stay."""
    chosen = Preferences(game=Rules.parse("connect4"), style=BoardStyle.TEXT, channels=(GAMES,))
    settings = DEFAULTS.with_preferences(chosen)
    assert (settings.game, settings.style) == (Rules.parse("connect4"), BoardStyle.TEXT)
    assert settings.channels == {GAMES}
    assert (settings.prefix, settings.level, settings.idle) == ("?", Level.EASY, DEFAULTS.idle)


def test_each_setting_can_be_chosen_and_is_in_force() -> None:
    """It is a field of both, of the same name as people type."""
    words = [setting.value for setting in Setting]
    assert words == [field.name for field in fields(Preferences)]
    assert words == [field.name for field in fields(GuildSettings)]


def test_a_switch_can_be_turned_off_as_well_as_on() -> None:
    """Each for itself: off is a choice too."""
    for setting, on in product(SWITCHES, (False, True)):
        changed: dict[str, Any] = {setting.value: on}
        unchanged: dict[str, Any] = {setting.value: not on}
        other, chosen = replace(DEFAULTS, **unchanged), replace(NO_PREFERENCES, **changed)
        assert other.with_preferences(chosen) == replace(other, **changed)


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


SERVERS = [GuildId((second << 22) + 5) for second in range(1_000)]


def test_every_server_belongs_to_exactly_one_process() -> None:
    """Shards that are divided among processes cover all servers, and direct messages, once."""
    parts = [Shards(8, frozenset(ids)) for ids in ((0, 1, 2), (3,), (4, 5, 6, 7))]
    for server in [*SERVERS, None]:
        assert sum(part.holds(server) for part in parts) == 1


def test_a_server_belongs_to_the_shard_that_discord_tells() -> None:
    """The bits above 22 count, modulo the number of shards."""
    shards = Shards(8, frozenset((0, 3)))
    assert [shards.of(server) for server in SERVERS[:10]] == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]
    assert shards.of(None) == 0


def test_direct_messages_go_to_the_first() -> None:
    """Discord sends them to shard 0, whose process also does what is done once for all."""
    first, second = Shards(2, frozenset((0,))), Shards(2, frozenset((1,)))
    assert (first.holds(None), second.holds(None)) == (True, False)
    assert (first.first, second.first) == (True, False)


def test_one_process_has_it_all() -> None:
    """Without shards every server is this process's."""
    assert all(WHOLE.holds(server) for server in [*SERVERS, None])
    assert str(WHOLE) == "all servers"
    assert str(Shards(8, frozenset((3, 1)))) == "shards 1,3 of 8"
