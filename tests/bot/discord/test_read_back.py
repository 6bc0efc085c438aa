"""What people typed while the bot was away is read back in its order, and not for ever."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.client.bot import Kinarow
from tests.bot.discord.world import World
from tests.simcord_internals import attach


def reads(world: World, since: int = 0) -> Counter[str]:
    """How often each channel was read back."""
    requests = world.env.http_requests[since:]
    paths = (request.path for request in requests if request.method == "GET")
    return Counter(path for path in paths if path.endswith("/messages"))


async def test_channels_in_which_somebody_moved_last_come_first(world: World) -> None:
    """There somebody may still be waiting."""
    rooms = [world.guild.create_text_channel(f"room-{n}") for n in range(3)]
    for room in rooms:
        await world.say("!ttt start x", channel=room)
    await world.go_down()
    for room in rooms:
        world.post("5", channel=room)
    before = len(world.env.http_requests)
    await world.come_up()
    assert [len(await world.moves(room)) for room in rooms] == [2, 2, 2]
    paths = [f"/channels/{room.id}/messages" for room in reversed(rooms)]
    assert list(reads(world, before).items()) == [(path, 1) for path in paths]


async def test_a_channel_in_which_nothing_was_said_is_not_read(world: World) -> None:
    """The gateway tells the newest message of each channel."""
    await world.pair()
    before = len(world.env.http_requests)
    await world.restart()
    assert not reads(world, before)


async def test_what_is_typed_while_a_channel_is_read_comes_after(world: World) -> None:
    """A move that is heard before an older one was read waits for it."""
    await world.say("!ttt start x")
    await world.go_down()
    world.post("5")
    bot = world._new_bot()

    async def speak(_shard: int) -> None:
        world.post("7")

    bot.add_listener(speak, "on_shard_connect")
    await come_up(world, bot)
    moves = await world.moves()
    assert moves[0] == 5
    assert 7 not in moves[1::2]


async def come_up(world: World, bot: Kinarow) -> None:
    """This bot takes over."""
    await attach(world.env, bot)
    await world.env.settle()


async def test_a_press_is_newer_than_what_was_typed_before(world: World) -> None:
    """Who presses has seen the board: what they typed before that is not played after it."""
    await world.say("!ttt start x easy")
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("5")
    world.env.inject_error("GET", path, status=503, times=None)
    await world.come_up()
    await world.press(world.alice, "7")
    moves = await world.moves()
    world.env.backend.faults.clear()
    await world.look_after()
    assert (await world.moves())[: len(moves)] == moves
    assert moves[0] == 7
    assert len(await world.moves()) == 2


async def test_what_was_typed_before_a_game_is_no_move_of_it(world: World) -> None:
    """A game that begins while its channel is still to be read knows nothing of the last one."""
    await world.say("!ttt start x")
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("5")
    world.env.inject_error("GET", path, status=503, times=None)
    await world.come_up()
    await world.say("!ttt resign", "!ttt start x")
    world.env.backend.faults.clear()
    await world.look_after()
    assert await world.moves() == ()


@pytest.mark.parametrize("code", [50001, 50013])
async def test_a_channel_whose_history_is_closed_counts_as_read(world: World, code: int) -> None:
    """The bot may write there: it plays on, and asks no more."""
    await world.say("!ttt start x")
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("hello")
    world.env.inject_error("GET", path, status=403, code=code, times=None)
    before = len(world.env.http_requests)
    await world.come_up()
    for _ in range(5):
        await world.look_after(seconds=600)
    assert reads(world, before) == {path: 1}
    await world.say("5")
    assert len(await world.moves()) == 2


async def test_refusals_are_repeated_less_and_less(world: World) -> None:
    """A channel that Discord refuses for a day is asked for some ten times, and then read."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("5")
    world.env.inject_error("GET", path, status=403, times=None)
    before = len(world.env.http_requests)
    await world.come_up()
    for _ in range(24 * 6):
        await world.look_after(seconds=600)
    assert 5 < reads(world, before)[path] < 14
    world.env.backend.faults.clear()
    await world.look_after(seconds=6 * 3600)
    assert await world.moves() == (5,)


async def test_nothing_is_repeated_after_too_many_refusals(world: World) -> None:
    """Discord would ban the bot; ten minutes later it goes on."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("5")
    world.env.inject_error("GET", path, status=403, times=2)
    await world.come_up()
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    with world.as_the_bot():
        for _ in range(2_000):
            bot.refusals.note(403)
    before = len(world.env.http_requests)
    await world.look_after(seconds=120)
    assert not world.env.http_requests[before:]
    await world.look_after(seconds=660)
    await world.look_after(seconds=660)
    assert await world.moves() == (5,)
