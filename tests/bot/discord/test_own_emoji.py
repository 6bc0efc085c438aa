"""The list of the application's emoji fails at the start: all is drawn without, and they come."""

from __future__ import annotations

import asyncio

import discord
import pytest
import pytest_asyncio

from bot.client import application
from bot.client.bot import Kinarow
from bot.features.review.text import OVERVIEW
from bot.show.emoji import NO_EMOJI, TILE_EMOJI
from bot.show.style import move_name
from bot.show.text.words import HINT, PAD
from tests.bot.discord.finished import play
from tests.bot.discord.test_tournament import begun
from tests.bot.discord.world import World
from tests.discord_internals import parsers_of

LISTED = ("GET", "/applications/*/emojis")
PAUSE = 1_000.0
"""A first pause too long for SimCord to wait for by itself."""


@pytest.fixture(autouse=True)
def long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing happens between two tries unless a test lets time pass."""
    monkeypatch.setattr(application, "_FIRST_EMOJI_DELAY", PAUSE)


def bot(world: World) -> Kinarow:
    """The bot that is connected now."""
    found = world.env.bot
    assert isinstance(found, Kinarow)
    return found


@pytest_asyncio.fixture
async def without(world: World) -> World:
    """A world whose bot has started, and could not read which emoji it owns."""
    world.env.inject_error(*LISTED, status=403, times=None)
    await world.restart()
    assert bot(world).owned is NO_EMOJI
    return world


def pictures(world: World) -> list[str]:
    """The files of the newest message of the bot in the channel."""
    own = [message for message in world.channel.history() if message.author.bot]
    return [file.filename for file in own[-1].attachments]


async def test_the_list_is_asked_for_when_discord_is_back(without: World) -> None:
    """Not before it was away, and then without a pause."""
    resumed = parsers_of(without.env.bot)["RESUMED"]
    without.env.backend.faults.clear()
    with without.as_the_bot():
        resumed({"__shard_id__": 0})
    await without.env.settle()
    assert bot(without).owned is NO_EMOJI
    with without.as_the_bot():
        without.env.bot.dispatch("disconnect")
        await asyncio.sleep(0)
        resumed({"__shard_id__": 0})
    await without.env.settle()
    assert bot(without).owned is not NO_EMOJI


@pytest.mark.parametrize("game", ["gomoku", "3x3 image", "connect4 image", "9x9x5 light"])
async def test_boards_and_what_lies_on_them_are_drawn(without: World, game: str) -> None:
    """The first board, one after a move, its numbers, a close look, a hint and all verdicts."""
    world = without
    await world.say(f"!ttt start {game} x easy")
    assert pictures(world) == ["board.png"]
    session = await world.session()
    await world.press(world.alice, HINT)
    for words in ("move", "board numbers", "board zoom", "hint", "hint all"):
        move = move_name(session.rules, session.rules.moves[len(session.rules.moves) // 2])
        await world.say(move if words == "move" else f"!ttt {words}")
        assert len(pictures(world)) == 1, words
    await world.say("!ttt stop")
    assert len(await world.moves()) == 2


async def test_a_review_a_replay_and_a_chart_are_drawn(without: World) -> None:
    """Of a finished game, and of how somebody gets on."""
    world = without
    await play(world)
    await world.say("!ttt review")
    await world.press(world.alice, OVERVIEW)
    assert pictures(world) == ["review.png"]
    await world.say("!ttt replay")
    assert pictures(world) == ["replay.gif"]
    await play(world)
    await world.say("!ttt train progress")
    assert pictures(world) == ["progress.png"]


async def test_positions_and_puzzles_are_drawn(without: World) -> None:
    """What can be explored, with its values, and the puzzle of the day."""
    world = without
    await world.say("!ttt explore gomoku")
    assert pictures(world) == ["board.png"]
    await world.say("!ttt puzzle")
    assert len(pictures(world)) == 1


async def test_a_pad_is_drawn(without: World) -> None:
    """It has a picture of the tiles around the fight."""
    world = without
    await world.say("!ttt start gomoku x easy", "h8")
    result = await world.alice.click(world.newest(PAD), label=PAD)
    (answer,) = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert answer.ephemeral
    stored = world.env.backend.get_message(world.channel.id, answer.id)
    assert len(stored.attachments) == 1


async def test_the_table_of_a_tournament_is_drawn(without: World) -> None:
    """As it is asked for while the games are on."""
    world = without
    await begun(world, "robin", world.alice, world.bob, world.carol)
    await world.say("!ttt tournament table")
    assert pictures(world) == ["table.png"]


async def test_the_emoji_are_found_later(without: World, caplog: pytest.LogCaptureFixture) -> None:
    """As soon as the list can be read; until then the pauses grow, with a line for each try."""
    world = without
    for tile in TILE_EMOJI:
        world.env.backend.create_application_emoji(tile.name("k3"))

    def tries() -> int:
        return caplog.text.count("without emoji of their own")

    await world.env.advance_time(PAUSE)
    assert tries() == 1
    await world.env.advance_time(PAUSE)
    assert tries() == 1
    world.env.backend.faults.clear()
    await world.env.advance_time(PAUSE)
    assert len(bot(world).owned) == len(TILE_EMOJI)
    (board,) = await world.say("!ttt start x")
    assert "<:" in board


@pytest.mark.parametrize("listed", [{}, [], {"items": [{}]}])
async def test_a_list_of_another_form_is_no_end(
    world: World, monkeypatch: pytest.MonkeyPatch, listed: object
) -> None:
    """The bot starts, and plays."""

    async def answer(*_: object) -> object:
        return listed

    monkeypatch.setattr(discord.http.HTTPClient, "get_application_emojis", answer)
    await world.restart()
    assert await world.say("!ttt start x")
