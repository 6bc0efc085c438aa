"""Whose turn it is: pings for whoever wants them, a reminder, the end on time; a fake clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import discord
import pytest
from sqlalchemy import update

from bot.client.bot import Kinarow
from bot.errors import Problem
from bot.features.notify.feature import Notify
from bot.features.notify.store import notices
from bot.match.session import Ending, UserId
from bot.show.text.words import ACCEPT
from bot.store.database import transaction
from engine import Side
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, sentence


async def rounds(world: World, seconds: float = 0.0) -> list[str]:
    """After some time the bot looks at what is due, as it does a few times a minute."""
    bot, before = world.env.bot, set(world.shown())
    assert isinstance(bot, Kinarow)
    if seconds:
        await world.env.advance_time(seconds)
    with world.as_the_bot():
        await bot.look_after()
    await world.env.settle()
    return [words for words in world.shown() if words not in before]


def pings(world: World) -> list[str]:
    """The messages that stand in the channel and lead to a board."""
    return [words for words in world.shown() if "discord.com/channels" in words]


def pinged(world: World) -> Iterator[list[int]]:
    """The people pinged by each message that Discord was asked to post."""
    for request in world.env.http_requests:
        if request.method == "POST" and request.path.endswith("/messages"):
            assert isinstance(request.json, dict)
            allowed: dict[str, Any] = request.json.get("allowed_mentions") or {}
            assert not allowed.get("parse")
            yield [int(user) for user in allowed.get("users", [])]


def everybody_pinged(world: World) -> set[int]:
    """All who were pinged so far; bob is, by the challenge."""
    return {user for users in pinged(world) for user in users}


def link(world: World) -> str:
    """The address of the newest board."""
    boards = [m for m in world.channel.history() if "alice** \N{EN DASH}" in m.content]
    return f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{boards[-1].id}"


# The choice.


async def test_it_is_off_until_somebody_wants_it(world: World) -> None:
    """`notify` alone shows the choice; nobody is pinged who has not asked for it."""
    off = "I don't ping you when it's your turn. You can choose `on` or `dm`."
    assert await world.say("!ttt notify") == [off]
    await world.pair()
    await world.say("5", "bob: 1")
    assert pings(world) == []
    assert everybody_pinged(world) == {world.bob.id}


async def test_the_choice_is_made_by_either_command(world: World) -> None:
    """The slash command answers in private; another word is refused."""
    (on,) = await world.say("!ttt notify on")
    assert on == "In games with other people I ping you in the channel when it's your turn."
    (dm,) = await world.slash("ttt notify", when="dm")
    assert dm == "In games with other people I send you a direct message when it's your turn."
    assert await world.say("!ttt notify") == [dm]
    unknown = sentence(Problem.UNKNOWN_WORD, word="of", nearest="off")
    assert await world.say("!ttt notify of") == [unknown]
    assert await world.slash("ttt notify") == [dm]


async def test_forgetting_a_person_erases_their_choice_of_notices(world: World) -> None:
    """The choice goes with the person, and only theirs."""
    await world.say("!ttt notify on", "bob: !ttt notify dm")
    await world.store.forget(UserId(world.alice.id))
    assert "don't ping" in (await world.say("!ttt notify"))[0]
    assert "direct message" in (await world.say("bob: !ttt notify"))[0]


# Pings.


async def test_a_ping_is_one_short_message_that_follows_the_turn(world: World) -> None:
    """Only the player to move is pinged, below the board; the previous ping goes."""
    await world.say("bob: !ttt notify on")
    await world.pair()
    assert pings(world) == []
    await world.say("5")
    assert pings(world) == [f"<@{world.bob.id}>, your turn: {link(world)}"]
    assert world.last == pings(world)[0]
    assert list(pinged(world))[-1] == [world.bob.id]
    await world.say("bob: 1")
    assert pings(world) == []
    await world.say("2")
    assert pings(world) == [f"<@{world.bob.id}>, your turn: {link(world)}"]
    await world.say("bob: 3", "8")
    assert "wins" in world.last
    assert pings(world) == []
    assert everybody_pinged(world) == {world.bob.id}


async def test_a_ping_by_direct_message(world: World) -> None:
    """Nothing of it stands in the channel."""
    await world.say("bob: !ttt notify dm")
    await world.pair()
    await world.say("5")
    assert world.told(world.bob) == [f"**bob**, your turn: {link(world)}"]
    await world.say("bob: 1")
    assert world.told(world.bob) == []
    assert pings(world) == []


async def test_a_ping_that_was_sent_but_not_noted_is_not_sent_twice(world: World) -> None:
    """A process that dies between the two leaves the message to be found."""
    await world.say("bob: !ttt notify on")
    await world.pair()
    await world.say("5")
    (ping,) = pings(world)
    now = discord.utils.utcnow()
    unnoted = {"step": "call", "due_at": now, "begun_at": now, "message_id": None}
    async with transaction(world.store.database) as connection:
        await connection.execute(update(notices).values(unnoted))
    await world.restart()
    await rounds(world)
    assert pings(world) == [ping]
    await world.say("bob: 1")
    assert pings(world) == []


async def test_a_ping_that_was_stored_but_not_sent_comes_after_a_restart(world: World) -> None:
    """What is to be told is stored with the move."""
    await world.say("bob: !ttt notify on")
    await world.pair()
    world.env.inject_error("GET", "/channels/*", status=403, times=None)
    with denied(world, world.env.backend.bot_user.id, "send_messages"):
        await world.say("5")
    world.env.backend.faults.clear()
    await world.restart()
    await rounds(world, 120)
    assert pings(world) == [f"<@{world.bob.id}>, your turn: {link(world)}"]


async def test_nobody_is_pinged_in_a_game_against_the_engine(world: World) -> None:
    """It answers while they are still there."""
    await world.say("!ttt notify on", "!ttt start x 2m", "5")
    assert pings(world) == []


# Time for each move.


async def test_the_time_stands_in_the_challenge_and_on_the_board(world: World) -> None:
    """With the moment until which this move is due."""
    (asked,) = await world.say("!ttt start @bob x 2m")
    assert "Time for each move: 2m. Run out of time and you lose." in asked
    (board,) = await world.press(world.bob, ACCEPT)
    session = await world.session()
    assert session.clock is not None
    assert session.clock.ends == session.touched + timedelta(minutes=2)
    due = f"<t:{int(session.clock.ends.timestamp())}:R>"
    assert f"Time for each move: 2m; this one is due {due}." in board


@pytest.mark.parametrize("word", ["30s", "15d", "0m"])
async def test_a_time_that_is_too_short_or_too_long_is_refused(world: World, word: str) -> None:
    """In one sentence."""
    assert await world.say(f"!ttt start @bob {word}") == [sentence(Problem.MOVE_TIME, text=word)]


async def test_one_reminder_and_the_end_by_time(world: World) -> None:
    """At three quarters, once; then the game is lost, which both who want to know are told."""
    await world.say("!ttt notify on", "bob: !ttt notify dm")
    await world.pair("2m")
    await world.say("5")
    assert await rounds(world, 80) == []
    assert world.told(world.bob) == [f"**bob**, your turn: {link(world)}"]
    assert await rounds(world, 11) == []
    (reminder,) = world.told(world.bob)
    session = await world.session()
    assert session.clock is not None
    assert session.clock.ends is not None
    due = f"<t:{int(session.clock.ends.timestamp())}:R>"
    assert reminder == f"**bob**, your turn: your time runs out {due}. {link(world)}"
    assert await rounds(world) == []
    assert await rounds(world, 25) == []
    await world.restart()
    assert await rounds(world) == []
    assert world.told(world.bob) == [reminder]
    shown = "\n".join(await rounds(world, 10))
    assert "**bob** ran out of time: ❌ **alice** wins." in shown
    ended = await world.session()
    assert (ended.ending, ended.winner) == (Ending.TIME, Side.X)
    (told,) = pings(world)
    assert told.startswith(f"<@{world.alice.id}>: **bob** ran out of time: ❌ **alice** wins.")
    (message,) = world.told(world.bob)
    assert message.startswith("**bob**: **bob** ran out of time: ❌ **alice** wins.")
    await world.restart()
    assert await rounds(world, 600) == []
    assert "1 lost" in (await world.say("bob: !ttt stats"))[0]


async def test_a_move_gives_its_player_the_whole_time_again(world: World) -> None:
    """And the reminder that stood goes; a hint or an offer gives no more time."""
    await world.pair("1h")
    (reminder,) = await rounds(world, 46 * 60)
    assert reminder.startswith("**alice**, your turn: your time runs out <t:")
    assert list(pinged(world))[-1] == []
    await world.say("!ttt hint", "!ttt draw")
    assert pings(world) == [reminder]
    await world.say("5")
    assert pings(world) == []
    assert await rounds(world, 44 * 60) == []
    assert len(await rounds(world, 2 * 60)) == 1
    await rounds(world, 15 * 60)
    ended = await world.session()
    assert (ended.ending, ended.winner) == (Ending.TIME, Side.X)


async def test_a_bot_that_was_away_reminds_first(world: World) -> None:
    """Nobody loses by time without a reminder, and a late one leaves a quarter of the time."""
    await world.pair("4h")
    await world.say("5")
    await world.go_down()
    await world.env.advance_time(86_400)
    await world.come_up()
    (reminder,) = await rounds(world)
    assert reminder.startswith("**bob**, your turn: your time runs out <t:")
    assert await rounds(world, 3_500) == []
    await world.restart()
    *_, board = await rounds(world, 200)
    assert "ran out of time" in board


async def test_a_move_typed_while_the_bot_was_away_counts(world: World) -> None:
    """It is read back before anybody loses by time."""
    await world.pair("4h")
    await world.say("5")
    await rounds(world, 3 * 3_600 + 60)
    await world.go_down()
    await world.env.advance_time(3_600)
    world.post("bob: 1")
    await world.come_up()
    await rounds(world)
    assert (await world.session()).ending is None
    assert await world.moves() == (5, 1)


async def test_a_reminder_waits_for_a_channel_that_is_closed_for_a_while(world: World) -> None:
    """And nobody loses before they could read it."""
    await world.pair("1h")
    with denied(world, world.env.backend.bot_user.id, "send_messages"):
        assert await rounds(world, 46 * 60) == []
    assert await rounds(world, 59) == []
    assert len(await rounds(world, 3_600)) == 1
    assert (await world.session()).ending is None
    await rounds(world, 16 * 60)
    assert (await world.session()).ending is Ending.TIME


async def test_a_channel_that_stays_closed_ends_the_game(world: World) -> None:
    """Nobody can be reminded there, so it counts for nobody; and nothing is tried any more."""
    await world.pair("1h")
    await world.say("5")
    with denied(world, world.env.backend.bot_user.id, "send_messages"):
        await rounds(world, 46 * 60)
        await rounds(world, 120)
        ended = await world.session()
        assert (ended.ending, ended.winner) == (Ending.CLOSED, None)
        bot = world.env.bot
        assert isinstance(bot, Kinarow)
        await world.env.advance_time(86_400)
        assert await bot.feature(Notify).notices.due() == []


async def test_a_time_against_the_engine(world: World) -> None:
    """It is the person's alone."""
    await world.say("!ttt start x 2m", "5")
    assert len(await rounds(world, 91)) == 1
    await rounds(world, 31)
    ended = await world.session()
    assert (ended.ending, ended.winner) == (Ending.TIME, Side.O)


async def test_a_swap_gives_the_other_player_the_time(world: World) -> None:
    """The same position, with another player to move."""
    await world.pair("swap 1h")
    await world.say("5")
    await world.env.advance_time(1_800)
    await world.say("bob: !ttt swap")
    session = await world.session()
    assert session.clock is not None
    assert session.clock.ends == session.touched + timedelta(hours=1)


# The idle time of the server.


async def test_a_game_that_was_left_is_lost_after_a_reminder(world: World) -> None:
    """Between people the idle time of the server is the time for a move; nobody is pinged."""
    await world.pair()
    await world.say("5")
    assert "Time for each move" not in world.last
    (reminder,) = await rounds(world, 18 * 3_600 + 60)
    assert reminder.startswith("**bob**, your turn: your time runs out <t:")
    others = sentence(Problem.GAME_OF_OTHERS, x="alice", o="bob")
    assert await world.say("carol: !ttt start") == [others]
    *_, board = await rounds(world, 6 * 3_600)
    assert "**bob** ran out of time: ❌ **alice** wins." in board
    assert everybody_pinged(world) == {world.bob.id}


async def test_a_game_nobody_has_begun_counts_for_nobody(world: World) -> None:
    """It ends by time all the same, so that the channel is free."""
    await world.pair()
    await rounds(world, 18 * 3_600 + 60)
    (board,) = await rounds(world, 6 * 3_600)
    assert "**alice** left before the first move, so this game doesn't count." in board
    assert await world.store.live() == []
    assert "1 lost" not in (await world.say("!ttt stats"))[0]


async def test_a_round_reads_what_is_due_and_nothing_else(world: World) -> None:
    """Other games cost nothing."""
    await world.pair()
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    assert await bot.feature(Notify).notices.due() == []
    await world.env.advance_time(18 * 3_600)
    (notice,) = await bot.feature(Notify).notices.due()
    assert notice.channel == world.channel.id


@pytest.mark.parametrize("code", [50007, 50278])
async def test_a_refused_direct_message_is_not_repeated_for_days(world: World, code: int) -> None:
    """One refusal is remembered for days, and until they choose again."""
    dm = f"/channels/{world.bob.user.dm_channel.id}/messages"

    def tries() -> int:
        return [(r.method, r.path) for r in world.env.http_requests].count(("POST", dm))

    await world.say("bob: !ttt notify dm")
    await world.pair()
    world.env.inject_error("POST", dm, status=403, code=code, times=None)
    await world.say("5", "bob: 1", "2", "bob: 3")
    assert tries() == 1
    await world.env.advance_time(timedelta(days=8).total_seconds())
    await world.say("4")
    assert tries() == 2
    world.env.backend.faults.clear()
    await world.say("bob: 6", "bob: !ttt notify dm", "7")
    assert tries() == 3
    assert "your turn" in world.told(world.bob)[-1]
