"""Without the message-content intent: Kinarow reads only what is addressed to it."""

from __future__ import annotations

import discord
import pytest

from bot.errors import Problem, UserError
from bot.match.session import Ending
from bot.show.style import move_name
from bot.show.text import ACCEPT, BOARD, HINT, REMATCH, problem
from tests.bot.discord.world import World

pytestmark = pytest.mark.simcord(approved_intents=discord.Intents.default())


@pytest.fixture
def typed() -> bool:
    """Discord would refuse to hand on what people type."""
    return False


async def test_what_is_typed_is_not_read(world: World) -> None:
    """Neither commands with the prefix nor bare numbers reach the bot in a server."""
    assert await world.say("!ttt start x") == []
    await world.slash("ttt start", side="x")
    assert await world.say("5", "!ttt 5", "!ttt board") == []
    assert await world.moves() == ()


@pytest.mark.parametrize(
    "game, way",
    [
        ("3x3", "press a free tile"),
        ("4x5", "press a free tile"),
        ("connect4", "press a column"),
        ("15x15", "choose a tile with a command such as `/ttt play h8`"),
    ],
)
async def test_boards_ask_for_what_is_read(world: World, game: str, way: str) -> None:
    """A press where there are buttons, else a slash command; nothing says to type."""
    (board,) = await world.slash("ttt start", game=game, side="x")
    assert f"**alice**, your turn: {way}" in board
    assert "type" not in board
    assert "`/ttt hint`" in board


@pytest.mark.parametrize("game", ["3x3", "5x4", "connect4"])
async def test_a_whole_game_by_buttons(world: World, game: str) -> None:
    """From a slash command to the rematch nothing is typed, and no board asks for it."""
    await world.slash("ttt start", game=game, level="easy", side="x")
    while (session := await world.session()).ending is None:
        await world.press(world.alice, move_name(session.rules, session.position.legal[0]))
        assert "type" not in world.last
    assert "Again? `/ttt rematch`" in world.last
    await world.press(world.alice, REMATCH)
    assert (await world.session()).ending is None


async def test_a_whole_game_by_slash_commands(world: World) -> None:
    """A board without buttons for its tiles is played by command."""
    await world.slash("ttt start", game="3x6x3", opponent=world.bob, side="x")
    await world.press(world.bob, ACCEPT)
    for number, tile in enumerate(("a1", "a2", "b1", "b2", "c1")):
        member = (world.alice, world.bob)[number % 2]
        await world.slash("ttt play", by=member, move=tile)
    assert (await world.session()).ending is Ending.LINE


async def test_a_whole_game_by_mentions(world: World) -> None:
    """What is addressed to the bot is read: a mention in front, or a reply to the board."""
    await world.say("@Kinarow start @bob x")
    await world.press(world.bob, ACCEPT)
    await world.say("@Kinarow 1", "bob: @Kinarow ttt 4", "@Kinarow play 2", "@Kinarow board")
    await world.bob.send(world.channel, "5", reply_to=world.newest(BOARD))
    await world.say("@Kinarow 3")
    assert await world.moves() == (1, 4, 2, 5, 3)
    assert (await world.session()).ending is Ending.LINE


async def test_a_direct_message_is_read(world: World) -> None:
    """Alone with the bot everything works as if nothing were refused."""
    room = world.alice.user.dm_channel
    await world.alice.send_dm("!ttt start x")
    assert "type a free number" in world.told(world.alice)[-1]
    await world.alice.send_dm("5")
    assert len(await world.moves(room)) == 2


async def test_commands_are_named_as_they_work(world: World) -> None:
    """Sentences name slash commands."""
    said = await world.slash("ttt board")
    assert said == [problem(UserError(Problem.NO_GAME), "/")]
    assert "`/ttt start`" in said[0]
    (guide,) = await world.slash("ttt help")
    assert "`/ttt hint`" in guide
    assert "`!" not in guide


async def test_a_restart_takes_a_game_up(world: World) -> None:
    """What is typed meanwhile stays unread; the buttons of the old board work."""
    await world.slash("ttt start", side="x")
    assert await world.restart("5") == []
    assert await world.moves() == ()
    await world.press(world.alice, "5")
    assert len(await world.moves()) == 2
    await world.press(world.alice, HINT)
    assert (await world.session()).assisted
