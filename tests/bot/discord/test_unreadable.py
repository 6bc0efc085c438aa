"""A stored game that makes no sense any more costs that game alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.errors import Problem
from bot.features.notify.feature import Notify
from bot.match.session import Ending
from tests.bot.discord.pages import bot_of
from tests.bot.discord.world import World, alter, sentence

UNREADABLE = sentence(Problem.UNREADABLE_GAME)
STOPPED = "The game was stopped."


@pytest.fixture(autouse=True)
def no_logged_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """That a game cannot be read is an error of the log, and the only one."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelname == "ERROR"]
    assert errors
    assert all("cannot be read" in record.getMessage() for record in errors)


async def spoil(world: World, tmp_path: Path) -> None:
    """Begin a game of alice against the bot, and make nonsense of its rows."""
    await world.say("!ttt start x", "5")
    alter(tmp_path / "games.db", "UPDATE games SET rules = 'chess'")


async def test_it_says_so_in_one_sentence(world: World, tmp_path: Path) -> None:
    """To whoever plays on, or asks for the board."""
    await spoil(world, tmp_path)
    assert await world.say("1") == [UNREADABLE]
    assert await world.say("!ttt board") == [UNREADABLE]
    assert await world.slash("ttt do", words="undo") == [UNREADABLE]


async def test_people_who_talk_of_numbers_there_read_that_once(
    world: World, tmp_path: Path
) -> None:
    """Nobody can say whether these are moves."""
    await spoil(world, tmp_path)
    assert await world.say("1", "2", "bob: 15", "3") == [UNREADABLE]


async def test_all_else_works_there(world: World, tmp_path: Path) -> None:
    """Commands that are about no game, or another one, answer as everywhere."""
    await spoil(world, tmp_path)
    for line in ("!ttt stats", "!ttt games", "!ttt rules", "!ttt decline", "!ttt mine"):
        (answer,) = await world.say(line)
        assert answer not in {UNREADABLE, sentence(Problem.DEFECT)}
    with_bob = await world.say("!ttt start @bob")
    assert "@bob" not in with_bob[0]
    assert UNREADABLE not in with_bob


async def test_stop_ends_it(world: World, tmp_path: Path) -> None:
    """Anybody may: nobody can play it."""
    await spoil(world, tmp_path)
    assert await world.say("bob: !ttt stop") == [STOPPED]
    assert await world.say("!ttt board") == [sentence(Problem.NO_GAME)]
    assert "**alice**" in (await world.say("!ttt start x"))[0]


async def test_a_new_game_takes_its_place(world: World, tmp_path: Path) -> None:
    """Without a word about it."""
    await spoil(world, tmp_path)
    (board,) = await world.say("!ttt start x")
    assert "**alice**, your turn" in board
    assert (await world.session()).ending is None


async def test_a_challenge_that_takes_its_place_is_accepted_once(
    world: World, tmp_path: Path
) -> None:
    """As where nothing had to give way to it."""
    await world.say("!ttt start @bob x")
    await spoil(world, tmp_path)
    await world.say("bob: !ttt accept", "!ttt resign")
    assert (await world.session()).ending is Ending.RESIGNED
    (answer,) = await world.say("bob: !ttt accept")
    assert answer.startswith("Nobody is waiting for your answer here.")


async def test_the_player_of_an_unreadable_game_can_be_forgotten(
    world: World, tmp_path: Path
) -> None:
    """It ends like any other live game of theirs."""
    await spoil(world, tmp_path)
    await world.say("!ttt forget")
    await world.press(world.alice, "Erase my data")
    alter(tmp_path / "games.db", "UPDATE games SET rules = '3x3x3'")
    session = await world.session()
    assert session.ending is Ending.IDLE
    assert session.x.name == ""


@pytest.mark.parametrize("ends", ["!ttt stop", "!ttt start x", "!ttt forget erase"])
async def test_nothing_more_is_told_about_it(
    world: World, tmp_path: Path, ends: str, caplog: pytest.LogCaptureFixture
) -> None:
    """However it ends: neither whose turn it was nor that its time is over, and nothing looks."""
    await world.say("bob: !ttt notify on")
    await world.pair("1d")
    await world.say("5")
    alter(tmp_path / "games.db", "UPDATE games SET rules = 'chess'")
    await world.say(ends)
    logged, heard = len(caplog.records), len(world.said())
    bot = bot_of(world)
    assert [one for one in await bot.feature(Notify).notices.due() if one.game == 1] == []
    await world.env.advance_time(2 * 86_400)
    assert [one for one in await bot.feature(Notify).notices.due() if one.game == 1] == []
    with world.as_the_bot():
        await bot.look_after()
    await world.env.settle()
    late = [record.getMessage() for record in caplog.records[logged:]]
    assert not any("cannot be read" in words for words in late)
    assert [words for words in world.said()[heard:] if "turn" in words] == []


@pytest.mark.parametrize("column", ["touched_at", "created_at"])
async def test_a_time_that_is_none_costs_nothing(world: World, tmp_path: Path, column: str) -> None:
    """It counts as long ago: the game goes on, and so does all else."""
    await world.say("!ttt start x", "5")
    alter(tmp_path / "games.db", f"UPDATE games SET {column} = 'noon', shown_version = NULL")
    await world.look_after()
    assert "**alice**" in (await world.say("!ttt board"))[-1]
    await world.restart()
    await world.say(str((await world.session()).position.legal[0]))
    assert len(await world.moves()) == 4
