"""The help with its pages, the menus and the form, and the greeting of a server."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.client.bot import Kinarow
from bot.features.guide.feature import Greeting
from bot.features.guide.text import MENU_HEADING
from bot.match.guilds import Setting
from bot.match.session import Bot, UserId
from bot.show.text.guide import PAGE_LABELS, TOPICS, HelpPage
from bot.show.text.words import ACCEPT, ANYONE, CHANGE, NEW_GAME, OTHER, REMATCH
from engine import PRESETS, Level
from tests.bot.discord.finished import newest
from tests.bot.discord.world import World, labels, said

PAGES = list(PAGE_LABELS.values())
PLAY = PAGE_LABELS[HelpPage.PLAY]
FRIENDS = PAGE_LABELS[HelpPage.FRIENDS]


def only(result: InteractionResult) -> discord.Message:
    """The one message that answers, which one person alone sees."""
    (answer,) = (one for one in (result.response, *result.followups) if one is not None)
    assert answer.ephemeral
    return answer.message


def menus(message: discord.Message) -> list[discord.SelectMenu]:
    """The menus under a message."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [one for row in rows for one in row.children if isinstance(one, discord.SelectMenu)]


def options(message: discord.Message) -> dict[str, str]:
    """The options of the menus under a message: the values by what is shown."""
    return {one.label: one.value for menu in menus(message) for one in menu.options}


async def choose(member: MemberActor, message: discord.Message, label: str) -> InteractionResult:
    """Choose from the menus under a message."""
    value = options(message)[label]
    (menu,) = (m for m in menus(message) if value in {one.value for one in m.options})
    return await member.select(message, [value], custom_id=menu.custom_id)


async def friends(world: World) -> discord.Message:
    """The page of friends, which alice has opened."""
    await world.say("!ttt help")
    return only(await world.alice.click(world.newest(PLAY), label=FRIENDS))


# The help.


@pytest.mark.parametrize("words", ["!ttt", "@Kinarow hi", "@Kinarow help"])
async def test_the_help_is_six_lines_and_four_buttons(world: World, words: str) -> None:
    """Also for whoever only greets the bot; one is for whoever hears it read out."""
    (told,) = await world.say(words)
    assert len(told.splitlines()) == 6
    assert "`!ttt style text` · for screen readers" in told
    assert labels(world.newest(PLAY)) == PAGES


async def test_pages_are_turned_for_the_asker_alone(world: World) -> None:
    """The first press shows one to whoever pressed, and more presses change that in place."""
    (told,) = await world.say("!ttt help")
    page = only(await world.bob.click(world.newest(PLAY), label=FRIENDS))
    assert "`!ttt start @name`" in page.content
    turned = await world.bob.click(page, label=PAGE_LABELS[HelpPage.LEARN])
    assert "`!ttt hint`" in list(said(turned).values())[-1]
    assert world.said() == [told]


@pytest.mark.parametrize("from_a_page", [False, True])
async def test_play_begins_a_game(world: World, from_a_page: bool) -> None:
    """The usual one there, with one press; so it does under the pages."""
    await world.say("steward: !ttt settings game connect4", "!ttt help")
    shown = await friends(world) if from_a_page else world.newest(PLAY)
    await world.alice.click(shown, label=PLAY)
    assert "Connect Four" in world.last
    session = await world.session()
    assert session.ending is None
    assert session.is_played_by(UserId(world.alice.id))


async def test_another_game_begins_with_two_presses(world: World) -> None:
    """The form is on the page behind the last button, and the games are on the page of play."""
    await world.say("!ttt help")
    more = only(await world.alice.click(world.newest(PLAY), label=PAGE_LABELS[HelpPage.MORE]))
    assert NEW_GAME in labels(more)
    await world.say("!ttt help play")
    await world.press(world.alice, "Connect Four")
    assert "Connect Four" in world.last
    assert (await world.session()).ending is None


async def test_anyone_may_be_asked_by_button(world: World) -> None:
    """The page of friends begins a challenge that is open."""
    page = await friends(world)
    await world.alice.click(page, label=ANYONE)
    assert await world.press(world.bob, "Join")
    assert {p.name for p in (await world.session()).people} == {"alice", "bob"}


async def test_rare_words_are_told_in_place(world: World) -> None:
    """The menu behind [More] has them all; what is chosen takes the place of the page."""
    await world.say("!ttt help")
    page = only(await world.alice.click(world.newest(PLAY), label=PAGE_LABELS[HelpPage.MORE]))
    assert list(options(page)) == sorted(TOPICS)
    told = await choose(world.alice, page, "caro")
    assert "exactly five in a row" in list(said(told).values())[-1]


@pytest.mark.parametrize(
    "word, words",
    [
        ("otto", "defends first"),
        ("adaptive", "Level adaptive: adjusts to your results until you win half of your games."),
        ("connect4", "4 in a row wins"),
        ("viergewinnt", "4 in a row wins"),
        ("zoom", "`!ttt board zoom`"),
        ("strict", "`!ttt start strict`"),
        ("more", "`!ttt privacy`"),
        ("fácil", "`easy`"),
        ("先手", "`x` moves first"),
        ("темний", "`!ttt style text`"),
    ],
)
async def test_any_word_is_told(world: World, word: str, words: str) -> None:
    """A level, a game, a word after a command, a setting, a page, in any language."""
    (told,) = await world.say(f"!ttt help {word}")
    assert words in told


async def test_nobody_is_sent_to_a_help_that_is_not_there(world: World) -> None:
    """There is none of `/ttt do`: what stands after it is a command itself."""
    (told,) = await world.slash("ttt do", words="banana")
    assert told == "I don't know “banana”. See what I understand with `!ttt help`."


async def test_help_has_no_buttons_where_games_are_not_allowed(world: World) -> None:
    """It says where they are."""
    lounge = world.guild.create_text_channel("lounge")
    await world.say(f"steward: !ttt settings channels <#{lounge.id}>")
    assert f"<#{lounge.id}>" in (await world.say("!ttt help"))[0]
    assert labels(world.channel.history()[-1]) == []


# The menu of a board.


async def test_the_boards_menu_has_what_no_button_does(world: World) -> None:
    """It is done as if it had been typed, by the one who chose it."""
    await world.pair()
    menu = only(await world.alice.click(world.newest(OTHER), label=OTHER))
    await choose(world.alice, menu, "Offer a draw")
    assert "**alice** offers a draw" in world.last
    await world.press(world.bob, ACCEPT)
    assert "A draw by agreement." in world.last


async def test_in_a_strict_game_the_menu_has_no_help(world: World) -> None:
    """As the board has no button for it."""
    await world.say("steward: !ttt settings strict on")
    await world.pair()
    menu = only(await world.alice.click(world.newest(OTHER), label=OTHER))
    shown = options(menu)
    assert "Offer a draw" in shown
    assert not [value for value in shown.values() if "hint" in value or "coach" in value]


async def test_the_menu_of_the_board_offers_other_coaches_than_the_one_there_is(
    world: World,
) -> None:
    """Whoever has none is not offered to have none."""
    for start, offered in (("x", {"before", "after"}), ("x coach after", {"before", "off"})):
        await world.say("!ttt stop", f"!ttt start {start}")
        menu = only(await world.alice.click(world.newest(OTHER), label=OTHER))
        words = [value.removeprefix("ttt:do:").split() for value in options(menu).values()]
        assert {asked[1] for asked in words if asked[0] == "coach"} == offered


# Menus where there is more to choose than buttons can show.


async def test_a_game_and_a_level_are_chosen_from_their_lists(world: World) -> None:
    """That begins a game, as if its words had been typed."""
    await world.say("!ttt games")
    await choose(world.alice, newest(world), "Connect Four")
    assert (await world.session()).rules == PRESETS["connect4"]
    await world.say("!ttt stop", "!ttt levels 4x4")
    assert options(newest(world))["Otto 🐻"] == "ttt:do:start 4x4x4 otto"


async def test_in_a_game_the_levels_are_for_it(world: World) -> None:
    """Whoever plays changes its level with the list; for others it begins a game."""
    await world.say("!ttt start connect4 x easy")
    (shown,) = await world.say("!ttt levels")
    assert "on Connect Four" in shown
    await choose(world.alice, newest(world), "hard")
    assert (await world.session()).bot == Bot(Level.HARD)
    assert "The level is now hard" in world.last
    await world.say("bob: !ttt levels")
    assert options(newest(world))["hard"] == "ttt:do:start connect4 hard"


async def test_a_setting_is_changed_without_a_word(world: World) -> None:
    """From the list of all, then of what it may be; who may not change it has no menu."""
    await world.say("!ttt settings")
    assert options(newest(world)) == {}
    await world.say("steward: !ttt settings")
    settings = options(newest(world))
    assert len(settings) == len(Setting)
    one = only(await choose(world.steward, newest(world), "Language: as in your Discord"))
    assert {"Deutsch", "as in your Discord"} <= options(one).keys()
    await choose(world.steward, one, "Deutsch")
    assert "Deutsch" in world.last


async def test_the_best_at_another_game_are_chosen(world: World) -> None:
    """From the menu under the list, which is there in the language of the channel."""
    await world.say("!ttt top")
    await choose(world.alice, newest(world), "Gomoku")
    assert "Gomoku" in world.last


# The form.


def fields(opened: InteractionResult) -> dict[str, dict[str, Any]]:
    """The fields of a form, by their ids."""
    assert opened.modal is not None
    inner = [part["component"] for part in opened.modal["components"]]
    return {str(field["custom_id"]): field for field in inner}


async def test_a_form_begins_a_game(world: World) -> None:
    """Game, level, side, terms and time, with whoever is chosen, else with Kinarow."""
    opened = await world.alice.click(await friends(world), label=NEW_GAME)
    assert list(fields(opened)) == ["game", "friend", "level", "more", "time"]
    sent = {"game": ["4x4"], "level": ["easy"], "more": ["x", "casual", "bo3"], "time": "none"}
    await world.alice.submit_modal(opened, sent)
    session = await world.session()
    assert str(session.rules) == "4x4x4"
    assert session.x.name == "alice"
    assert session.casual
    assert str(session.series) == "bo3"
    assert "(easy)" in world.last


async def test_a_form_challenges_a_friend(world: World) -> None:
    """At no level, which is the engine's alone."""
    opened = await world.alice.click(await friends(world), label=NEW_GAME)
    sent = {"game": ["connect4"], "level": ["easy"], "friend": [world.bob], "time": "5m"}
    await world.alice.submit_modal(opened, {**sent, "more": ["o"]})
    assert "**alice** challenges" in world.last
    await world.press(world.bob, ACCEPT)
    session = await world.session()
    assert (session.x.name, session.o.name) == ("bob", "alice")
    assert session.clock is not None


async def test_a_finished_game_is_changed_by_the_same_form(world: World) -> None:
    """It is filled in as the game was."""
    await world.say("!ttt start 5x7x4 x dot strict first to 2", "1")
    await world.say("!ttt resign match")
    assert labels(world.newest(REMATCH))[-2:] == [REMATCH, CHANGE]
    opened = await world.alice.click(world.newest(CHANGE), label=CHANGE)
    chosen = {
        name: [one["value"] for one in field.get("options") or () if one.get("default")]
        for name, field in fields(opened).items()
    }
    assert chosen == {
        "game": ["5x7x4"],
        "friend": [],
        "level": ["dot"],
        "more": ["strict", "ft2"],
        "time": ["none"],
    }


async def test_more_is_what_the_button_says(world: World) -> None:
    """The menu of the game to whoever plays it, else that page of the help."""
    await world.say("!ttt more")
    assert list(options(world.newest(PLAY))) == sorted(TOPICS)
    await world.say("!ttt start x easy")
    assert await world.say("!ttt more") == [str(MENU_HEADING)]
    assert await world.say("bob: !ttt more") != [str(MENU_HEADING)]


# The greeting.


async def test_a_server_is_greeted_once(world: World) -> None:
    """In its system channel, or the first in which the bot may write; never again."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    guild = bot.get_guild(world.guild.id)
    assert guild is not None
    with world.as_the_bot():
        await bot.feature(Greeting).greet(guild)
    assert world.last.startswith("**Kinarow** plays")
    assert "Press **Play** to begin" in world.last
    assert "`!ttt style text` · for screen readers" in world.last
    assert labels(world.newest(PLAY)) == PAGES
    await world.bob.click(world.newest(PLAY), label=PLAY)
    assert (await world.session()).is_played_by(UserId(world.bob.id))
    await world.say("bob: !ttt stop")
    count = len(world.said())
    await world.restart()
    again = world.env.bot
    assert isinstance(again, Kinarow)
    with world.as_the_bot():
        await again.feature(Greeting).on_guild_join(guild)
    assert len(world.said()) == count


async def test_a_server_that_invited_the_bot_while_it_was_down_is_greeted(world: World) -> None:
    """At the next start, once. Servers of old are not, as when an old database gets greetings."""
    assert await world.restart() == []
    world.invited = timedelta(days=2)
    (told,) = await world.restart()
    assert told.startswith("**Kinarow** plays")
    assert await world.restart() == []


async def test_nothing_is_said_where_the_bot_may_not_write(world: World) -> None:
    """The next server channel that opens is no reason to greet either."""
    guild = world.env.create_guild("Silent")
    await world.env.settle()
    assert world.said() == []
    guild.create_text_channel("late")
    await world.env.settle()
    assert world.said() == []
