"""The words after `settings`: what is asked for, and what it comes to."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta

import pytest

from bot.errors import AnyProblem, Problem, UserError
from bot.features.settings.grammar import apply_changes, parse_idle, parse_settings
from bot.features.settings.values import GuildChannels, SettingsProblem
from bot.match.guilds import MOST_CHANNELS, NO_PREFERENCES, Preferences, PuzzlePost, Setting
from bot.match.session import BoardStyle, ChannelId
from engine import Level, Rules

GAMES, LOUNGE, DELETED = ChannelId(11), ChannelId(12), ChannelId(13)
PLACES = GuildChannels({GAMES: "games", LOUNGE: "The-Lounge"}, current=LOUNGE)


def after(words: str, before: Preferences = NO_PREFERENCES) -> Preferences:
    """The preferences after a command."""
    return apply_changes(before, parse_settings(words).changes, PLACES)


def refusal(words: str, before: Preferences = NO_PREFERENCES) -> UserError:
    """How a command is refused."""
    with pytest.raises(UserError) as refused:
        after(words, before)
    return refused.value


def test_every_topic_has_its_preference() -> None:
    """They are called alike, in one order."""
    assert [setting.value for setting in Setting] == [field.name for field in fields(Preferences)]


@pytest.mark.parametrize(
    "words, wanted",
    [
        ("prefix k!", Preferences(prefix="k!")),
        ("prefix: K!", Preferences(prefix="K!")),
        ("prefix=k!", Preferences(prefix="k!")),
        ('prefix "k!"', Preferences(prefix="k!")),
        ("prefix `?`", Preferences(prefix="?")),
        ("k! prefix", Preferences(prefix="k!")),
        ("set prefix to =", Preferences(prefix="=")),
        ("game connect4", Preferences(game=Rules.parse("connect4"))),
        ("game connect four", Preferences(game=Rules.parse("connect4"))),
        ("default game 6x7x4 gravity", Preferences(game=Rules.parse("connect4"))),
        ("4x6x3 misere", Preferences(game=Rules.parse("4x6x3 misere"))),
        ("level hard", Preferences(level=Level.HARD)),
        ("LEVEL = Hard", Preferences(level=Level.HARD)),
        ("hard", Preferences(level=Level.HARD)),
        ("difficulty easy", Preferences(level=Level.EASY)),
        ("style text", Preferences(style=BoardStyle.TEXT)),
        ("style image light", Preferences(style=BoardStyle.LIGHT)),
        ("light style", Preferences(style=BoardStyle.LIGHT)),
        ("language de", Preferences(language="de")),
        ("deutsch", Preferences(language="de")),
        ("Brazilian Portuguese", Preferences(language="pt-BR")),
        ("language 中文", Preferences(language="zh-CN")),
        ("idle 12h", Preferences(idle=timedelta(hours=12))),
        ("idle time 2 days", Preferences(idle=timedelta(days=2))),
        ("90m", Preferences(idle=timedelta(minutes=90))),
        ("channels <#11> <#12>", Preferences(channels=(GAMES, LOUNGE))),
        ("channels #games, #the-lounge", Preferences(channels=(GAMES, LOUNGE))),
        ("<#11>", Preferences(channels=(GAMES,))),
        ("channel here", Preferences(channels=(LOUNGE,))),
        (
            "level hard game connect4 prefix k!",
            Preferences(prefix="k!", game=Rules.parse("connect4"), level=Level.HARD),
        ),
        (
            "hard gomoku text",
            Preferences(game=Rules.parse("gomoku"), level=Level.HARD, style=BoardStyle.TEXT),
        ),
    ],
)
def test_words_are_understood(words: str, wanted: Preferences) -> None:
    """In any sensible order and spelling, one setting or several."""
    assert after(words) == wanted


CHOSEN = Preferences("k!", Rules.parse("4x4"), Level.EASY, channels=(GAMES, LOUNGE), language="fr")


@pytest.mark.parametrize("words", ["reset", "reset all", "RESET everything"])
def test_everything_can_be_taken_back(words: str) -> None:
    """At once."""
    assert after(words, CHOSEN) == NO_PREFERENCES


@pytest.mark.parametrize("setting", Setting)
@pytest.mark.parametrize("words", ["reset {0}", "{0} reset", "{0} default", "{0} auto"])
def test_one_setting_can_be_taken_back(words: str, setting: Setting) -> None:
    """The others stay."""
    kept = after(words.format(setting.value), CHOSEN)
    for field in fields(Preferences):
        source = NO_PREFERENCES if field.name == setting.value else CHOSEN
        assert getattr(kept, field.name) == getattr(source, field.name)


def test_several_can_be_taken_back_at_once() -> None:
    """Those that are named."""
    kept = after("reset level prefix", CHOSEN)
    assert (kept.level, kept.prefix, kept.game) == (None, None, CHOSEN.game)


@pytest.mark.parametrize(
    "words, channels",
    [
        ("channels add <#12>", (GAMES, LOUNGE)),
        ("channels add <#11>", (GAMES,)),
        ("channels + here", (GAMES, LOUNGE)),
        ("channels remove <#11>", ()),
        ("channels remove #games", ()),
        ("channels all", ()),
        ("channels everywhere", ()),
        ("channels <#12> <#12>", (LOUNGE,)),
    ],
)
def test_channels_are_listed_one_by_one(words: str, channels: tuple[ChannelId, ...]) -> None:
    """A new list, more of them, less, or all."""
    assert after(words, Preferences(channels=(GAMES,))).channels == channels


def test_a_channel_that_is_gone_can_be_taken_off_the_list() -> None:
    """By its mention, which clients keep."""
    assert after("channels remove <#13>", Preferences(channels=(DELETED, GAMES))).channels == (
        GAMES,
    )


@pytest.mark.parametrize(
    "words, problem",
    [
        ("prefix a b", SettingsProblem.BAD_PREFIX),
        ("prefix toolong", SettingsProblem.BAD_PREFIX),
        ("prefix 5", SettingsProblem.BAD_PREFIX),
        ("prefix b2", SettingsProblem.BAD_PREFIX),
        ("prefix <@1>", SettingsProblem.BAD_PREFIX),
        ("prefix /", SettingsProblem.BAD_PREFIX),
        ("prefix ``", SettingsProblem.BAD_PREFIX),
        ("prefix ||", SettingsProblem.BAD_PREFIX),
        ("prefix **", SettingsProblem.BAD_PREFIX),
        ("prefix #", SettingsProblem.BAD_PREFIX),
        ("prefix \u200b", SettingsProblem.BAD_PREFIX),
        ("game 2x2", Problem.BOARD_SIZE),
        ("2x2", Problem.BOARD_SIZE),
        ("game 3x3x9", Problem.BOARD_GOAL),
        ("game <@1>", Problem.UNKNOWN_WORD),
        ("game hard", Problem.UNKNOWN_WORD),
        ("level 5", Problem.UNKNOWN_WORD),
        ("style pretty", Problem.UNKNOWN_WORD),
        ("style text light", Problem.TWO_VALUES),
        ("level easy level hard", Problem.TWO_VALUES),
        ("language klingon", SettingsProblem.NO_SUCH_LANGUAGE),
        ("idle 29m", SettingsProblem.IDLE_TIME),
        ("idle 366d", SettingsProblem.IDLE_TIME),
        ("idle soon", SettingsProblem.IDLE_TIME),
        ("idle -5h", SettingsProblem.IDLE_TIME),
        ("channels <#99>", SettingsProblem.NO_SUCH_CHANNEL),
        ("channels nowhere", SettingsProblem.NO_SUCH_CHANNEL),
        ("channels add", SettingsProblem.WHICH_CHANNEL),
        ("channels remove <#12>", SettingsProblem.CHANNEL_NOT_LISTED),
        ("colour red", Problem.UNKNOWN_WORD),
        ("12", Problem.UNKNOWN_WORD),
        ("reset nonsense", Problem.UNKNOWN_WORD),
    ],
)
def test_impossible_settings_are_refused_with_the_reason(words: str, problem: AnyProblem) -> None:
    """With what is wrong about it."""
    assert refusal(words, Preferences(channels=(GAMES,))).problem is problem


@pytest.mark.parametrize(
    "words, nearest",
    [
        ("prefx k!", "prefix"),
        ("levl hard", "level"),
        ("level hadr", "hard"),
        ("hrad", "hard"),
        ("language germna", "german"),
        ("game gomuko", "gomoku"),
        ("style imgae", "image"),
        ("reset levle", "level"),
        ("resett", "reset"),
    ],
)
def test_a_slip_is_met_with_the_nearest_word(words: str, nearest: str) -> None:
    """The one that was probably meant."""
    error = refusal(words)
    assert error.problem is Problem.UNKNOWN_WORD
    assert error.facts["nearest"] == nearest


def test_a_list_has_an_end() -> None:
    """No more channels than a message can show."""
    many = GuildChannels({ChannelId(n): f"c{n}" for n in range(1, MOST_CHANNELS + 2)})
    words = " ".join(f"<#{n}>" for n in many.names)
    changes = parse_settings(f"channels {words}").changes
    with pytest.raises(UserError) as refused:
        apply_changes(NO_PREFERENCES, changes, many)
    assert refused.value.problem is SettingsProblem.TOO_MANY_CHANNELS


@pytest.mark.parametrize(
    "words, shown",
    [
        ("", ()),
        ("show", ()),
        ("prefix", (Setting.PREFIX,)),
        ("level idle", (Setting.LEVEL, Setting.IDLE)),
    ],
)
def test_without_a_value_nothing_is_changed(words: str, shown: tuple[Setting, ...]) -> None:
    """All settings are shown, or those that are named."""
    request = parse_settings(words)
    assert (request.changes, request.shown) == ((), shown)


@pytest.mark.parametrize(
    "words, time",
    [
        ("30m", timedelta(minutes=30)),
        ("365 days", timedelta(days=365)),
        ("1.5h", timedelta(minutes=90)),
        ("1d 12h", timedelta(hours=36)),
        ("1 day, 12 hours", timedelta(hours=36)),
        ("1h30m", timedelta(minutes=90)),
        ("2 weeks", timedelta(days=14)),
        ("24", timedelta(hours=24)),
    ],
)
def test_times_are_read(words: str, time: timedelta) -> None:
    """From half an hour to a year, with any unit; without one they are hours."""
    assert parse_idle(words) == time


@pytest.mark.parametrize(
    "words, before, post",
    [
        ("puzzle #games 09:30", None, PuzzlePost(GAMES, 570)),
        ("puzzle 9.30 in #games utc", None, PuzzlePost(GAMES, 570)),
        ("puzzle 9", None, PuzzlePost(LOUNGE, 540)),
        ("puzzle here at 23:59", None, PuzzlePost(LOUNGE, 1439)),
        ("puzzle #games", PuzzlePost(LOUNGE, 5), PuzzlePost(GAMES, 5)),
        ("puzzle 0:06", PuzzlePost(GAMES, 5), PuzzlePost(GAMES, 6)),
        ("puzzle off", PuzzlePost(GAMES, 5), None),
        ("reset puzzle", PuzzlePost(GAMES, 5), None),
    ],
)
def test_channel_and_time_of_a_post_come_in_any_order(
    words: str, before: PuzzlePost | None, post: PuzzlePost | None
) -> None:
    """A channel, a time in UTC or both, in any order; what is left out stays."""
    assert after(words, Preferences(puzzle=before)).puzzle == post


@pytest.mark.parametrize("time", ["24:00", "9:60", "12345", "7pm"])
def test_a_wrong_time_for_a_post_gets_an_example(time: str) -> None:
    """It is told with an example."""
    assert refusal(f"puzzle #games {time}").problem is SettingsProblem.POST_TIME


@pytest.mark.parametrize("words, threads", [("threads on", True), ("thread = no", False)])
def test_threads_are_usual_or_not(words: str, threads: bool) -> None:
    """Said with any word for it."""
    assert after(words).threads is threads
    assert after("reset threads", Preferences(threads=threads)).threads is None
    assert refusal("threads onn").facts["nearest"] == "on"
