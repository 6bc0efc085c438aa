"""Settings in words."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.settings.grammar import apply_changes, parse_settings
from bot.features.settings.text import settings, settings_changed
from bot.features.settings.values import GuildChannels
from bot.match.guilds import (
    MOST_CHANNELS,
    NO_PREFERENCES,
    PERSONAL,
    GuildSettings,
    Preferences,
    PuzzlePost,
    Setting,
)
from bot.match.session import BoardStyle, ChannelId
from bot.show.text import speaking
from bot.show.text.words import span
from engine import Level, Rules

DEFAULTS = GuildSettings()
FULL = Preferences(
    prefix="❗❗❗❗❗",
    game=Rules.parse("19x19x19g misere"),
    level=Level.ADAPTIVE,
    style=BoardStyle.LIGHT,
    channels=tuple(ChannelId(10**18 + n) for n in range(MOST_CHANNELS)),
    language="pt-BR",
    idle=timedelta(days=364, hours=23, minutes=59),
    puzzle=PuzzlePost(ChannelId(10**18), 1439),
)


def shown(chosen: Preferences = NO_PREFERENCES, prefix: str = "!") -> str:
    """All settings, as somebody sees them who may change them."""
    return settings(chosen, DEFAULTS.with_preferences(chosen), prefix, may_change=True)


def test_each_setting_is_shown_with_how_to_change_it() -> None:
    """A line each, between a title and how to take it back."""
    lines = shown().splitlines()
    assert len(lines) == len(Setting) + 2
    for setting, line in zip(Setting, lines[1:-1], strict=True):
        assert f"`!ttt settings {setting.value} " in line


def test_every_example_works() -> None:
    """What is said to be typed is understood, and changes something."""
    channels = GuildChannels({ChannelId(1): "games"})
    examples = re.findall("`!ttt settings ([^`]+)`", shown())
    assert len(examples) == len(Setting) + 2
    for words in examples:
        changes = parse_settings(words).changes
        after = apply_changes(NO_PREFERENCES, changes, channels)
        assert (after != NO_PREFERENCES) is not words.startswith("reset")


def test_every_example_changes_what_was_chosen() -> None:
    """A switch that is on is told how to be off, and so is a language that was chosen."""
    chosen = replace(FULL, strict=True, threads=True, history=False, level=Level.EASY)
    examples = re.findall("`!ttt settings ([^`]+)`", shown(chosen))
    assert len(examples) == len(Setting) + 2
    for words in examples:
        changes = parse_settings(words).changes
        assert apply_changes(chosen, changes, GuildChannels({ChannelId(1): "games"})) != chosen


def test_commands_are_for_who_needs_them() -> None:
    """Not for members who may not change anything, nor beside a menu that leads to each."""
    for may_change, menu in ((False, False), (False, True), (True, True)):
        text = settings(NO_PREFERENCES, DEFAULTS, "!", may_change=may_change, menu=menu)
        assert text.splitlines()[2] == "Default game: tic-tac-toe"
        assert ("!ttt" in text) is may_change  # how all of it is reset
        one = [Setting.STRICT]
        text = settings(NO_PREFERENCES, DEFAULTS, "!", may_change=may_change, menu=menu, shown=one)
        assert ("!ttt settings strict on" in text) is may_change


def test_settings_are_shown_in_the_words_that_people_type() -> None:
    """In the words that people type where there are such."""
    text = shown(FULL)
    for value in ("`❗❗❗❗❗`", "`adaptive`", "`light`", "português do Brasil", "`364d 23h 59m`"):
        assert value in text
    assert f"<#{FULL.channels[-1]}>" in text


def test_a_refusal_names_the_permission_to_change_settings() -> None:
    """By the name of the permission."""
    text = settings(NO_PREFERENCES, DEFAULTS, "!", may_change=False)
    assert "“Manage Server”" in text.splitlines()[-1]
    assert "reset" not in text


def test_ones_own_are_fewer() -> None:
    """There is no server to speak of."""
    text = settings(NO_PREFERENCES, DEFAULTS, "!", may_change=True, personal=True)
    assert len(text.splitlines()) == len(PERSONAL) + 2
    assert "server" not in text
    assert "prefix" not in text


def test_one_setting_alone() -> None:
    """Only its line."""
    text = settings(NO_PREFERENCES, DEFAULTS, "!", may_change=True, shown=[Setting.LEVEL])
    assert text == "Level: `adaptive` · `!ttt settings level hard`"


def test_a_change_is_confirmed() -> None:
    """With the current values; changing nothing is said so."""
    chosen = Preferences(level=Level.HARD)
    now = DEFAULTS.with_preferences(chosen)
    shown = [Setting.LEVEL]
    assert settings_changed(shown, NO_PREFERENCES, chosen, now) == "Done. Level: `hard`"
    assert (
        settings_changed(shown, chosen, chosen, now) == "It was already set that way. Level: `hard`"
    )
    several = settings_changed([Setting.LEVEL, Setting.GAME], NO_PREFERENCES, chosen, now)
    assert several == "Done.\nLevel: `hard`\nDefault game: tic-tac-toe"


@pytest.mark.parametrize(
    "time, words",
    [
        (timedelta(minutes=30), "30m"),
        (timedelta(hours=24), "1d"),
        (timedelta(hours=36, minutes=1), "1d 12h 1m"),
        (timedelta(seconds=360), "6m"),
        (timedelta(days=365), "365d"),
    ],
)
def test_times_are_told_as_they_are_typed(time: timedelta, words: str) -> None:
    """In days, hours and minutes."""
    assert span(time) == words


@pytest.mark.parametrize("language, name", [("en", "english"), ("de", "deutsch"), ("ja", "日本語")])
def test_examples_are_of_ones_own_language(language: str, name: str) -> None:
    """Nobody is told how to get a language that they may not read."""
    with speaking(language):
        assert f"`!ttt settings language {name}`" in shown()
    assert parse_settings(f"language {name}").changes == ((Setting.LANGUAGE, name),)
