"""What a server chooses for itself: told, changed by those who may, and followed everywhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.client import guilds
from bot.errors import AnyProblem, Problem, UserError
from bot.features.privacy import FORGET
from bot.features.settings.text import settings
from bot.features.settings.values import SettingsProblem
from bot.match.guilds import NO_PREFERENCES, GuildSettings, Preferences
from bot.match.session import BoardStyle, Bot, ScopeId
from bot.show.text import problem
from bot.show.text.words import ACCEPT, RESIGN
from bot.store.guild_settings import Chosen
from engine import Level, Rules
from tests.bot.discord.ways import Way, mentioned_shortly, prefixed, slashed
from tests.bot.discord.world import World, alter, sentence

WAYS = [prefixed, mentioned_shortly, slashed]
CONNECT4 = Rules.parse("connect4")


async def set_up(world: World, words: str) -> str:
    """Change the settings of the server, by mention, which always works."""
    (answer,) = await world.say(f"steward: @Kinarow settings {words}")
    return answer


async def game(world: World, words: str = "") -> tuple[Rules, Level | None, BoardStyle]:
    """What `start` begins now: the game, the bot's level and the style."""
    await world.say(f"@Kinarow start {words}")
    session = await world.session()
    await world.say("@Kinarow stop")
    bot = session.o.player if isinstance(session.o.player, Bot) else session.x.player
    return session.rules, bot.level if isinstance(bot, Bot) else None, session.style


# Looking and changing.


@pytest.mark.parametrize("way", WAYS)
async def test_anyone_may_look(world: World, defaults: GuildSettings, way: Way) -> None:
    """All settings, and who may change them."""
    assert await way(world, "settings") == [
        settings(NO_PREFERENCES, defaults, "!", may_change=False)
    ]


@pytest.mark.parametrize("way", WAYS)
async def test_only_those_who_manage_the_server_may_change(world: World, way: Way) -> None:
    """Everybody else reads who may, and nothing changes."""
    assert await way(world, "settings level hard") == [sentence(SettingsProblem.MAY_NOT_SET)]
    assert await game(world) == (Rules(3, 3, 3), Level.PERFECT, BoardStyle.EMOJI)


async def test_changes_by_message_and_by_mention(world: World) -> None:
    """In the words that people type, one or several at a time."""
    assert await world.say("steward: !ttt settings level hard") == ["Done. Level: `hard`"]
    assert await set_up(world, "hard level") == "It was already set that way. Level: `hard`"
    several = await set_up(world, "game connect 4 style text")
    assert several.splitlines() == [
        "Done.",
        "Default game: Connect Four",
        "Style of new boards: `text`",
    ]
    assert await game(world) == (CONNECT4, Level.HARD, BoardStyle.TEXT)


async def test_a_setting_may_be_asked_for_by_its_name(world: World) -> None:
    """`!ttt language` is short for `!ttt settings language`, in capitals too."""
    for words in ("language", "Lang deutsch", "prefix", "channels all", "channel add #games"):
        assert await world.say(f"!ttt {words}") == await world.say(f"!ttt settings {words}")
    (changed,) = await world.say("steward: !ttt Language deutsch")
    assert changed == "Erledigt. Sprache: Deutsch"
    assert await world.say("!ttt help language") == await world.say("!ttt help settings")


async def test_changes_by_slash_command(world: World) -> None:
    """Every option is heard, and one takes back what was chosen."""
    options: dict[str, Any] = {
        "prefix": "k!",
        "game": "connect four",
        "level": "easy",
        "style": "light",
        "channels": f"<#{world.channel.id}>",
        "language": "english",
        "idle": "2 days",
    }
    (answer,) = await world.slash("ttt settings", by=world.steward, **options)
    for value in ("`k!`", "Connect Four", "`easy`", "`light`", "English", "`2d`"):
        assert value in answer
    (answer,) = await world.slash("ttt settings", by=world.steward, reset="level")
    assert answer == "Done. Level: `perfect`"
    await world.slash("ttt settings", by=world.steward, reset="all")
    assert await world.store.preferences.all() == []


async def test_the_owner_of_an_administrators_role_may_change(world: World) -> None:
    """An administrator may do everything."""
    may = discord.Permissions(administrator=True)
    admins = world.guild.create_role("Admins", permissions=may)
    chief = world.guild.add_member(world.env.create_user("chief"), roles=[admins])
    await world.env.settle()
    await chief.send(world.channel, "!ttt settings level easy")
    assert world.last == "Done. Level: `easy`"


@pytest.mark.parametrize(
    "words, problem",
    [
        ("prefix a b", SettingsProblem.BAD_PREFIX),
        ("prefix 5", SettingsProblem.BAD_PREFIX),
        ("prefix @bob", SettingsProblem.BAD_PREFIX),
    ],
)
async def test_a_prefix_that_cannot_be_used_is_refused(
    world: World, words: str, problem: AnyProblem
) -> None:
    """With what is wanted; the old one goes on working."""
    assert await set_up(world, words) == sentence(problem)
    assert await world.say("!ttt start x")


@pytest.mark.parametrize("option", ["prefix", "game", "channels", "idle", "language"])
async def test_slash_options_are_read_like_words(world: World, option: str) -> None:
    """An impossible value is refused in one sentence, which only its author sees."""
    result = await world.steward.slash(world.channel, "ttt settings", **{option: "x y z"})
    assert result.ephemeral
    assert await world.store.preferences.all() == []


async def test_languages_and_games_are_offered(world: World) -> None:
    """While a value is typed into a slash command."""

    async def offered(option: str, typed: str) -> list[Any]:
        offers = await world.steward.autocomplete(world.channel, "ttt settings", option, typed)
        return [offer["value"] for offer in offers]

    assert await offered("language", "germ") == ["de"]
    assert set(await offered("language", "portug")) == {"pt-BR"}
    assert len(await offered("language", "")) == 16
    assert "connect4" in await offered("game", "co")


# What follows from it.


async def test_the_prefix_holds_at_once_and_in_every_sentence(world: World) -> None:
    """The old one is talk from then on; a mention works always."""
    assert "`k!`" in await set_up(world, "prefix k!")
    assert await world.say("!ttt start x") == []
    (board,) = await world.say("k!ttt start x")
    assert "!ttt" not in board
    (guide,) = await world.say("K!ttt help")
    assert "`k!ttt start`" in guide
    assert "`!ttt" not in guide
    assert await world.say("k!ttt undo") == [
        problem(UserError(Problem.NOTHING_TO_UNDO), "k!"),
    ]
    await world.say("k!ttt resign")
    assert "`k!`" in (await world.say("@Kinarow settings prefix"))[0]


async def test_a_question_mark_is_a_prefix(world: World) -> None:
    """Behind `prefix` it asks for no help, as it does behind other commands."""
    (changed,) = await world.say("steward: !ttt prefix ?")
    assert changed == "Done. Commands begin with `?`, or with a mention of me"
    assert await world.say("?ttt start ?") == await world.say("?ttt help start")


async def test_buttons_and_slash_commands_name_the_prefix_too(world: World) -> None:
    """Whatever the answer is to."""
    await set_up(world, "prefix k!")
    await world.slash("play", game="x")
    await world.press(world.alice, RESIGN)
    await world.say("k!ttt resign")
    (refused,) = await world.slash("ttt vote", words="now")
    assert "`k!ttt vote" in refused


async def test_start_begins_what_is_usual(world: World) -> None:
    """Game, level and style; words that say otherwise win."""
    await set_up(world, "game connect4 level easy style text")
    assert await game(world) == (CONNECT4, Level.EASY, BoardStyle.TEXT)
    assert await game(world, "3x3 hard emoji") == (Rules(3, 3, 3), Level.HARD, BoardStyle.EMOJI)
    assert await game(world, "misere") == (
        replace(CONNECT4, misere=True),
        Level.EASY,
        BoardStyle.TEXT,
    )


async def test_a_default_game_lends_nothing_to_another(world: World) -> None:
    """Neither its gravity nor its goal nor its aim."""
    await set_up(world, "game 6x7x4 gravity misere")
    assert (await game(world, "4x4"))[0] == Rules(4, 4, 4)
    assert (await game(world, "gomoku"))[0] == Rules.parse("gomoku")


async def test_challenges_and_votes_begin_what_is_usual(world: World) -> None:
    """Between people and for a crowd as against the bot."""
    await set_up(world, "game connect4 style text level easy")
    await world.say("!ttt start @bob x")
    await world.press(world.bob, ACCEPT)
    assert (await world.session()).rules == CONNECT4
    assert (await world.session()).style is BoardStyle.TEXT
    await world.say("!ttt stop", "!ttt vote 30s")
    session = await world.session()
    assert session.rules == CONNECT4
    assert Bot(Level.EASY) in (session.x.player, session.o.player)


async def test_a_rematch_is_of_the_same_game(world: World) -> None:
    """Whatever is usual by now."""
    await world.say("!ttt start 4x4 easy x", "!ttt resign")
    await set_up(world, "game connect4 level hard style text")
    await world.say("!ttt rematch")
    session = await world.session()
    assert (session.rules, session.x.player, session.style) == (
        Rules(4, 4, 4),
        Bot(Level.EASY),
        BoardStyle.EMOJI,
    )


async def test_a_game_from_a_code_follows_level_and_style(world: World) -> None:
    """The board is that of the code."""
    await set_up(world, "game connect4 level easy style text")
    await world.say("!ttt load 3x3x3:5-1")
    session = await world.session()
    assert (session.rules, session.style) == (Rules(3, 3, 3), BoardStyle.TEXT)
    assert session.o.player == Bot(Level.EASY)


async def test_a_game_may_be_replaced_after_the_time_of_its_server(world: World) -> None:
    """Sooner than elsewhere, or later."""
    await set_up(world, "idle 30m")
    await world.say("!ttt start x")
    (refused,) = await world.say("bob: !ttt start x")
    assert "are playing here" in refused
    first = await world.session()
    aged = replace(first, touched=first.touched - timedelta(minutes=31), version=first.version)
    games = world.env.bot.services.games  # type: ignore[attr-defined] # SimCord knows it as any bot
    assert games.beginnings.may_be_replaced(aged)
    assert not games.beginnings.may_be_replaced(replace(aged, guild=None))


async def test_the_language_is_spoken_at_once_and_to_everybody(world: World) -> None:
    """Typed, pressed or by slash command, whatever the client of whoever asks speaks."""
    assert await set_up(world, "language deutsch") == "Erledigt. Sprache: Deutsch"
    (board,) = await world.say("!ttt start x")
    assert "du bist dran" in board
    assert await world.slash("ttt do", words="undo") == [
        "Du hast noch keinen Zug, den du zurücknehmen kannst."
    ]
    assert await set_up(world, "language auto") == "Done. Language: as in your Discord"


async def test_a_language_may_be_chosen_for_direct_messages(world: World) -> None:
    """It is spoken there and nowhere else."""
    await world.alice.send_dm("!ttt settings language de")
    assert world.told(world.alice) == ["Erledigt. Sprache: Deutsch"]
    assert "Done." in await set_up(world, "level hard")


async def test_settings_outlive_a_restart(world: World) -> None:
    """The next process answers to the prefix, and begins what is usual."""
    await set_up(world, "prefix k! level easy")
    await world.restart()
    assert await world.say("!ttt start x") == []
    (board,) = await world.say("k!ttt start x")
    assert "(easy)" in board


async def test_messages_are_read_back_with_the_servers_prefix(world: World) -> None:
    """A move by command is found after a restart."""
    await set_up(world, "prefix k!")
    await world.say("k!ttt start x")
    await world.restart("k!ttt 5")
    assert (await world.moves())[0] == 5


async def test_another_server_goes_on_as_it_was(world: World) -> None:
    """Prefix, game and level are those of one server."""
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    alice = elsewhere.add_member(world.alice.user)
    await world.env.settle()
    await set_up(world, "prefix k! game connect4 level easy")
    await alice.send(room, "!ttt start x")
    assert "(perfect) · tic-tac-toe" in world.shown(room)[-1]
    await world.alice.send_dm("!ttt start x")
    assert "(perfect) · tic-tac-toe" in world.told(world.alice)[-1]


async def test_a_server_that_is_left_is_forgotten(world: World) -> None:
    """Its games end, and what it has chosen goes."""
    await set_up(world, "prefix k!")
    world.env.backend.remove_guild(world.guild.id)
    await world.env.settle()
    assert await world.store.preferences.all() == []


# Direct messages.


async def test_a_person_has_settings_for_direct_messages(world: World) -> None:
    """Game, level, style and language; nobody else is concerned."""
    await world.alice.send_dm("!ttt settings")
    assert "for you" in world.told(world.alice)[-1]
    await world.alice.send_dm("!ttt settings game connect4 level easy")
    await world.alice.send_dm("!ttt start x")
    assert "(easy) · Connect Four" in world.told(world.alice)[-1]
    await world.bob.send_dm("!ttt start x")
    assert "(perfect) · tic-tac-toe" in world.told(world.bob)[-1]


@pytest.mark.parametrize("words", ["prefix k!", "idle 12h", "channels all", "prefix"])
async def test_some_settings_are_of_servers_alone(world: World, words: str) -> None:
    """Somebody who asks for one alone with the bot learns which there are."""
    await world.alice.send_dm(f"!ttt settings {words}")
    name = words.split()[0]
    assert world.told(world.alice) == [sentence(Problem.NOT_FOR_ONESELF, text=name)]


async def test_forgetting_takes_ones_own_settings(world: World) -> None:
    """Everywhere at once: the next game by direct message is as it was at first."""
    await world.alice.send_dm("!ttt settings level easy")
    await world.say("!ttt forget")
    await world.alice.click(world.newest(FORGET), label=FORGET)
    assert await world.store.preferences.all() == []
    await world.alice.send_dm("!ttt start x")
    assert "(perfect)" in world.told(world.alice)[-1]


async def test_a_reset_by_direct_message_is_ones_own(world: World) -> None:
    """It leaves no row behind."""
    await world.alice.send_dm("!ttt settings level easy")
    await world.alice.send_dm("!ttt settings reset")
    assert await world.store.preferences.all() == []


async def test_settings_that_cannot_be_read_are_read_later(
    world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What another process has stored counts as soon as the store is well, without a reconnect."""
    pause = 1_000.0  # SimCord does not wait for it by itself
    monkeypatch.setattr(guilds, "_FIRST_RETRY_DELAY", pause)
    monkeypatch.setattr(guilds, "_LONGEST_RETRY_DELAY", pause)
    chosen = Chosen(ScopeId(world.guild.id), None, Preferences(prefix="k!"))
    await world.store.preferences.keep(chosen)
    alter(tmp_path / "games.db", "ALTER TABLE preferences RENAME TO lost")
    with world.as_the_bot():
        world.env.bot.dispatch("shard_ready", 0)
    await world.env.settle()
    alter(tmp_path / "games.db", "ALTER TABLE lost RENAME TO preferences")
    assert await world.say("k!ttt start x") == []
    await world.env.advance_time(pause)
    assert await world.say("k!ttt start x") != []
