"""What people typed while the bot was away is read back in its order, and not for ever."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import aiohttp
import discord
import pytest
from simcord import ChannelHandle

from bot.client.bot import Kinarow
from bot.edge.discord_internals.requests import page_after
from bot.match.messages import LARGEST
from tests.bot.discord.test_restart import leave_unanswered
from tests.bot.discord.world import World
from tests.bot.waiting import until
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


async def test_channels_whose_game_waits_come_first(world: World) -> None:
    """There a person waits for a move or a board, whatever was said in the others."""
    rooms = [world.guild.create_text_channel(f"room-{n}") for n in range(3)]
    for room in rooms:
        await world.say("!ttt start x", channel=room)
    await leave_unanswered(world, 5, channel=rooms[0])
    await world.go_down()
    for room in rooms:
        world.post("hello", channel=room)
    before = len(world.env.http_requests)
    await world.come_up()
    paths = [f"/channels/{room.id}/messages" for room in (rooms[0], rooms[2], rooms[1])]
    assert list(reads(world, before)) == paths


class SlowDiscord:
    """It doesn't answer requests for what was said in a channel until it is told to."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked: list[int] = []
        """The channels that were asked for."""
        self.heard: list[str] = []
        """What the bot has heard."""
        self.answers = asyncio.Event()
        self.bot = world._new_bot()
        self.bot.recovery._pace._interval = 0.0  # SimCord's clock stands still while it waits
        self.bot.add_listener(self._slow_down, "on_shard_connect")
        self.bot.add_listener(self._hear, "on_message")

    async def _slow_down(self, _shard: int) -> None:
        http = self.bot.http
        real = http.request

        async def request(route: discord.http.Route, **kwargs: Any) -> Any:
            if (route.method, route.path) == ("GET", "/channels/{channel_id}/messages"):
                self.asked.append(int(route.channel_id or 0))
                await self.answers.wait()
            return await real(route, **kwargs)

        http.request = request  # type: ignore[method-assign] # where the connection would be

    async def _hear(self, message: discord.Message) -> None:
        self.heard.append(message.content)

    async def begin(self) -> None:
        """Let the bot connect."""
        with self.world.in_the_same_moment():
            await attach(self.world.env, self.bot)

    async def say(self, line: str, channel: ChannelHandle | None = None) -> None:
        """Speak, and wait until the bot has heard it."""
        self.world.post(line, channel=channel)
        await until(lambda: line.removeprefix("bob: ") in self.heard)

    async def goes_on(self) -> None:
        """Discord answers, and the bot comes to rest."""
        self.answers.set()
        await self.world.env.settle()


async def slow_down(world: World, pages: int = 1) -> SlowDiscord:
    """Another process takes over, and has asked for so many pages."""
    slow = SlowDiscord(world)
    await slow.begin()
    await until(lambda: len(slow.asked) == pages)
    return slow


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No command waits for what is to be read."""
    monkeypatch.setattr("bot.client.hearing._LONGEST_HELD", 0.0)


@pytest.mark.parametrize("act", ["!ttt board", "7", "press", "slash"])
async def test_a_channel_in_which_somebody_acts_is_read_next(world: World, act: str) -> None:
    """Whoever is back need not wait until all other channels are read."""
    rooms = [world.guild.create_text_channel(f"room-{n}") for n in range(10)]
    for room in (world.channel, *rooms):
        await world.say("!ttt start x", channel=room)
    await world.go_down()
    for room in (world.channel, *rooms):
        world.post("hello", channel=room)
    slow = await slow_down(world, pages=8)
    assert world.channel.id not in slow.asked
    with world.in_the_same_moment():
        if act == "press":
            await world.press(world.alice, "7")
        elif act == "slash":
            await world.slash("ttt help")
        else:
            await slow.say(act)
    await slow.goes_on()
    assert slow.asked.index(world.channel.id) == 8
    assert len(slow.asked) == 11


async def test_a_command_is_answered_though_its_channel_cannot_be_read(
    world: World, impatient: None
) -> None:
    """From what is known. A move waits all the same: an older one may be among the unread."""
    await world.pair()
    await world.go_down()
    world.post("5")
    slow = await slow_down(world)
    await slow.say("bob: 1")
    before = len(world.shown())
    await slow.say("!ttt board")
    await until(lambda: len(world.shown()) > before)
    assert await world.moves() == ()
    await slow.goes_on()
    assert await world.moves() == (5, 1)


@pytest.mark.parametrize("words", ["!ttt resign", "!ttt draw", "@Kinarow undo", "!ttt quit"])
async def test_a_command_that_acts_in_a_game_waits(
    world: World, impatient: None, words: str
) -> None:
    """It is no less a turn than a move, and may be an answer to what is unread."""
    await world.pair()
    await world.go_down()
    world.post("5", "bob: 1")
    slow = await slow_down(world)
    before = await world.session()
    await slow.say(words.replace("@Kinarow", f"<@{world.env.backend.bot_user.id}>"))
    shown = len(world.shown())
    await slow.say("!ttt rules")
    await until(lambda: len(world.shown()) > shown)
    assert await world.session() == before
    await slow.goes_on()
    assert await world.moves() == (5, 1)
    assert (await world.session()).offer or (await world.session()).ending


async def test_the_engine_moves_when_the_channel_is_read(world: World) -> None:
    """What was typed there may take back the move that it would answer."""
    await world.say("!ttt start x")
    await leave_unanswered(world, 5)
    await world.go_down()
    world.post("!ttt undo")
    slow = await slow_down(world)
    await until(lambda: slow.bot.recovery._states.listening == [0])
    await asyncio.sleep(0.2)  # nothing happens, of which nothing tells
    assert await world.moves() == (5,)
    await slow.goes_on()
    assert await world.moves() == ()


async def test_a_move_that_waited_counts_when_its_channel_cannot_be_read(world: World) -> None:
    """At once: when Discord will tell what came before is not known."""
    await world.say("!ttt start x")
    await world.go_down()
    world.post("hello")
    slow = await slow_down(world)
    await slow.say("7")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("GET", path, status=403, times=None)
    await slow.goes_on()
    assert (await world.moves())[:1] == (7,)


@pytest.mark.parametrize("act", ["press", "slash"])
async def test_a_press_waits_for_nothing(world: World, act: str) -> None:
    """It is an act on the board as it is shown."""
    await world.say("!ttt start x")
    await world.go_down()
    world.post("hello")
    slow = await slow_down(world)
    with world.in_the_same_moment():
        await (
            world.press(world.alice, "7")
            if act == "press"
            else world.slash("ttt do", words="play 7")
        )
    await world.until_played(2)
    await slow.goes_on()
    assert (await world.moves())[0] == 7


async def test_messages_before_the_reading_back_keep_their_order(
    world: World, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that is asked for before it is known what is unread doesn't pass for a later one."""
    await world.pair()
    await world.go_down()
    world.post("5")
    slow, known = SlowDiscord(world), asyncio.Event()
    backlog = slow.bot.services.backlog
    real = backlog.live_games

    async def live_games(shard: int | None = None) -> Any:
        await known.wait()
        return await real(shard)

    monkeypatch.setattr(backlog, "live_games", live_games)
    await slow.begin()
    await slow.say("bob: 1")
    await slow.say("!ttt board")
    before = len(world.shown())
    known.set()
    await until(lambda: len(world.shown()) > before)
    assert await world.moves() == ()
    await slow.goes_on()
    assert await world.moves() == (5, 1)


async def test_a_channel_in_which_nothing_was_said_is_not_read(world: World) -> None:
    """The gateway tells the newest message of each channel."""
    await world.pair()
    before = len(world.env.http_requests)
    await world.restart()
    assert not reads(world, before)


async def test_a_move_waits_while_older_messages_are_read(world: World) -> None:
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
    """Whoever presses has seen the board: what they typed before that is not played after it."""
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


async def test_a_message_older_than_the_game_is_no_move_of_it(world: World) -> None:
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


async def test_the_next_process_reads_what_this_one_could_not(world: World) -> None:
    """What is heard meanwhile in other channels does not pass for all that was said."""
    await world.pair()
    room = world.guild.create_text_channel("room")
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("5")
    world.env.inject_error("GET", path, status=503, times=None)
    await world.come_up()
    await world.look_after(seconds=600)
    await world.say("hello", channel=room)
    await world.look_after(seconds=600)
    await world.go_down()
    world.env.backend.faults.clear()
    await world.come_up()
    assert await world.moves() == (5,)


def tell(world: World, event: str) -> None:
    """Let the gateway's connection tell of something."""
    with world.as_the_bot():
        world.env.bot.dispatch(event)


async def test_a_session_that_another_one_followed_resumes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is known what was missed before the later one, nothing is noted as heard."""
    await world.pair()
    room = world.guild.create_text_channel("room")
    await world.look_after()
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    backlog, known = bot.services.backlog, [asyncio.Event(), asyncio.Event()]
    real, looks = backlog.live_games, iter(known)

    async def live_games(shard: int | None = None) -> Any:
        await next(looks).wait()
        return await real(shard)

    monkeypatch.setattr(backlog, "live_games", live_games)
    heard = await world.store.shards.heard_until(0)
    look_ups = bot.recovery._look_ups
    tell(world, "connect")
    await until(lambda: bool(look_ups))
    _, stale = look_ups[0]
    tell(world, "ready")
    await until(lambda: not look_ups)
    tell(world, "connect")
    await until(lambda: bool(look_ups))
    known[0].set()
    await until(stale.done)
    world.post("hello", channel=room)
    await asyncio.sleep(0.05)  # nothing happens, of which nothing tells
    await bot.recovery.look_after()
    assert await world.store.shards.heard_until(0) == heard
    tell(world, "ready")
    known[1].set()
    await world.env.settle()
    await world.look_after()
    assert (await world.store.shards.heard_until(0) or 0) > (heard or 0)


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
    """A channel that Discord refuses for a day is asked for some twenty times, and then read."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages"
    await world.go_down()
    world.post("5")
    world.env.inject_error("GET", path, status=403, times=None)
    before = len(world.env.http_requests)
    await world.come_up()
    passed = 0
    while passed < 24 * 3600:
        passed += (seconds := min(600, max(1, passed)))
        await world.look_after(seconds=seconds)
    assert 12 < reads(world, before)[path] < 24
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


async def test_a_page_with_an_id_that_cannot_be_is_asked_for_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read after such an id, and what was typed would be lost."""

    async def page(*args: Any, **options: Any) -> list[dict[str, str]]:
        return [{"id": f"{LARGEST + 1}"}]

    channel = world.env.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    monkeypatch.setattr(world.env.bot.http, "logs_from", page)
    with pytest.raises(aiohttp.ClientPayloadError):
        await page_after(channel, 0, lambda _, error: None)
