"""What the bot does not know: commands of another version, the channel of a thread, a server."""

from __future__ import annotations

from typing import Final

import pytest

from bot.errors import Problem, UserError
from bot.match.session import ChannelId, Ending
from bot.show.text import problem
from tests.wire.payloads import Payload, guild
from tests.wire.rooms import FOREIGN_GUILD, Room
from tests.wire.world import World

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

DEFECT: Final = problem(UserError(Problem.DEFECT), "!")
UNKNOWN: Final = problem(UserError(Problem.UNKNOWN_WORD, word="former", nearest=""), "!")


def below(name: str, *options: Payload) -> Payload:
    """A slash command of the group."""
    inner = {"name": name, "type": 1, "options": [*options]}
    return {"id": "1", "name": "ttt", "type": 1, "options": [inner]}


@pytest.mark.parametrize(
    "sent, told",
    [
        ({"id": "1", "name": "former", "type": 1}, UNKNOWN),
        (below("former"), UNKNOWN),
        ({"id": "1", "name": "former", "type": 3, "target_id": "9", "resolved": {}}, UNKNOWN),
        ({"id": "1", "name": "ttt", "type": 1}, DEFECT),
        (below("do"), DEFECT),
        (below("do", {"name": "former", "type": 3, "value": "hint"}), DEFECT),
    ],
    ids=["command", "below", "menu", "group", "without option", "other option"],
)
async def test_a_command_of_another_version_is_answered(
    world: World, sent: Payload, told: str
) -> None:
    """A client may still offer it after an update: one sentence, in private, and no traceback."""
    room = await world.game()
    before = len(world.program.logged())
    press = world.discord.interact(room, 2, sent)
    await world.until(lambda: bool(press.private))
    assert press.private == [told]
    typing = world.discord.interact(room, 4, sent)
    await world.say(room, "5")
    log = world.program.logged()[before:]
    assert log.count("is not known as it was sent") == 2
    assert "Traceback" not in log
    assert not typing.acknowledged
    assert len(await world.moves(room)) == 2


async def test_a_thread_whose_channel_is_not_known(world: World) -> None:
    """A game is played there as elsewhere, and nothing of what is asked there is a defect."""
    room = Room(thread_of=55)
    world.discord.rooms[room.id] = room
    world.discord.gateway.dispatch("THREAD_CREATE", room.payload)
    before = len(world.program.logged())
    await world.say(room, "!ttt start x")
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    for words in ("!ttt board", "!ttt hint", "!ttt settings", "!ttt puzzle", "!ttt start thread"):
        await world.say(room, words)
    await world.say(room, "!ttt stop")
    await world.until_shown(room)
    session = await world.session(room)
    assert session.ending is Ending.STOPPED
    await world.say(room, f"!ttt review {session.game}")
    await world.say(room, "!ttt tournament 5m")
    told = world.discord.command(room, "board")
    await world.until(lambda: bool(told.private))
    assert "Traceback" not in world.program.logged()[before:]


async def test_a_server_that_is_not_known(world: World) -> None:
    """What is typed there is no direct message: nothing for one person alone is told to all."""
    room = Room(guild=FOREIGN_GUILD)
    world.discord.rooms[room.id] = room
    known = await world.game()
    for words in ("!ttt mine", "!ttt settings", "!ttt start x", "5"):
        world.discord.say(room, words)
    await world.say(known, "5")
    await world.say(known, "!ttt games")
    assert room.log == []
    assert await world.store.last(ChannelId(room.id)) is None
    world.discord.gateway.dispatch("GUILD_CREATE", guild(FOREIGN_GUILD, [room.payload]))
    await world.say(room, "!ttt start x")
    assert (await world.session(room)).guild == FOREIGN_GUILD
