"""After a restart or a lost connection each game is as it was, and goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import discord
import pytest
from simcord import ChannelHandle

from bot.match.session import Ending, MessageId, Session
from bot.match.session.moves import play
from bot.pool.thinker import Thinker
from bot.store import Store
from tests.bot.discord.world import World, alter
from tests.bot.waiting import freeze, held, thaw


async def leave_unanswered(
    world: World, *moves: int, channel: ChannelHandle | None = None
) -> Session:
    """Play moves of alice's as a process does that dies before it can answer or show them."""
    session = await world.session(channel)
    for move in moves:
        player = session.people[0]
        session = await world.store.save(session, play(session, player.id, move))
    return session


async def test_a_game_goes_on_after_a_restart(world: World) -> None:
    """The next number is a move, as if nothing had happened, and nothing is posted twice."""
    await world.pair()
    await world.say("5", "bob: 1")
    assert await world.restart() == []
    await world.say("9")
    assert await world.moves() == (5, 1, 9)


async def test_the_stored_game_is_in_the_file(world: World, database_url: str) -> None:
    """A store that is opened anew from the same file has every move."""
    await world.pair()
    await world.say("5", "bob: 1")
    async with Store.open(database_url) as other:
        assert await other.live() == [await world.session()]


async def test_the_engine_makes_the_move_it_owes(world: World) -> None:
    """A process that died on the engine's turn leaves a game in which the next one moves."""
    await world.say("!ttt start x")
    await leave_unanswered(world, 5)
    (board,) = await world.restart()
    assert len(await world.moves()) == 2
    assert "**Kinarow** played" in board


async def test_a_thought_that_was_interrupted_is_thought_again(
    world: World, thinker: Thinker
) -> None:
    """The bot is torn away in the middle of thinking: it moves as soon as it is back."""
    await world.say("!ttt start x hard")
    freeze(thinker)
    world.post("5")
    await world.until_played(1)
    # The loop comes to this when the bot has been torn away.
    asyncio.get_running_loop().call_soon(thaw, thinker)
    (board,) = await world.restart()
    assert len(await world.moves()) == 2
    assert "**Kinarow** played" in board


async def test_a_board_that_was_never_shown_is_shown(world: World) -> None:
    """A move that was stored before the machine stopped is on the board of the next start."""
    await world.pair()
    await leave_unanswered(world, 5)
    (board,) = await world.restart()
    assert "**alice** played **5**" in board
    assert "**bob**, your turn" in board
    assert await world.restart() == []


async def test_an_end_that_was_never_shown_is_shown(world: World) -> None:
    """A player who has just won learns it after the restart."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5")
    await leave_unanswered(world, 3)
    (board,) = await world.restart()
    assert "**alice** wins with 1-2-3" in board
    assert await world.restart() == []


async def test_an_end_of_long_ago_is_no_news(world: World) -> None:
    """After hours nobody is bothered with the end of a game that could not be shown."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5")
    await leave_unanswered(world, 3)
    await world.go_down()
    world.env.backend.advance_clock(2 * 3600)
    before = len(world.shown())
    await world.come_up()
    assert world.shown()[before:] == []


async def test_moves_typed_meanwhile_count(world: World) -> None:
    """What the players typed while no bot listened is played in its order, as far as it can be."""
    await world.pair()
    boards = await world.restart("bob: 3", "oh?", "5", "carol: 7", "bob: 5", "bob: 1", "hello")
    assert await world.moves() == (5, 1)
    assert "**bob** played **1**" in boards[-1]


async def test_against_the_engine_only_one_move_is_read_back(world: World) -> None:
    """What follows the first move was typed before its answer was seen, and is no move."""
    await world.say("!ttt start x")
    await world.restart("5", "7", "8")
    assert len(await world.moves()) == 2


async def test_a_refused_move_is_not_answered_twice(world: World) -> None:
    """What was refused when it was typed gets no second sentence, and is not played later."""
    await world.pair()
    await world.say("5", "bob: 5", "1")
    assert await world.restart() == []
    assert await world.moves() == (5,)


async def test_a_played_move_is_not_played_twice(world: World) -> None:
    """A number that was taken back is not read back as a new move."""
    await world.say("!ttt start x", "5", "!ttt undo")
    assert await world.restart() == []
    assert await world.moves() == ()


async def test_an_old_board_is_not_asked_for_moves(world: World) -> None:
    """Only what came after the last board is read back."""
    await world.pair()
    await world.say("bob: 7", "5")
    assert await world.restart() == []
    assert await world.moves() == (5,)


async def test_every_channel_is_taken_up(world: World) -> None:
    """One that fails does not keep the others waiting."""
    rooms = [world.guild.create_text_channel(f"room-{n}") for n in range(3)]
    for room in rooms:
        await world.say("!ttt start x", channel=room)
    await world.go_down()
    for room in rooms:
        world.post("5", channel=room)
    world.env.inject_error("GET", f"/channels/{rooms[0].id}/messages", status=403, times=None)
    await world.come_up()
    assert [len(await world.moves(room)) for room in rooms] == [0, 2, 2]


async def test_a_game_that_cannot_be_read_keeps_no_other_waiting(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A row that somebody has spoilt is named in the log and left alone."""
    room = world.guild.create_text_channel("room")
    for channel in (world.channel, room):
        await world.say("!ttt start x", channel=channel)
    await leave_unanswered(world, 5)
    await world.go_down()
    alter(tmp_path / "games.db", "UPDATE games SET rules = 'chess' WHERE id = 1")
    world.post("5", channel=room)
    await world.come_up()
    assert len(await world.moves(room)) == 2
    assert "game 1 cannot be read" in caplog.text
    caplog.clear()


@pytest.mark.parametrize("words", ["!ttt 5", "!ttt play 5", "!TTT B2", "@Kinarow 5"])
async def test_a_move_by_command_typed_meanwhile_counts(world: World, words: str) -> None:
    """Whichever way a move was asked for, it is read back."""
    await world.pair()
    await world.restart("!ttt hint", words)
    assert await world.moves() == (5,)


async def test_a_move_behind_much_talk_is_read_back(world: World) -> None:
    """What was said while the bot listened is no reason to overlook what came later."""
    await world.pair()
    await world.restart(*(["bob: hm"] * 120), "5")
    assert await world.moves() == (5,)


async def test_a_reconnection_posts_nothing_twice(world: World) -> None:
    """When Discord only lost the line for a moment, no board is repeated."""
    await world.say("!ttt start x", "5")
    before = world.shown()
    with world.as_the_bot():
        world.env.bot.dispatch("ready")
    await world.env.settle()
    assert world.shown() == before


async def test_a_reconnection_during_a_thought_posts_nothing_twice(
    world: World, thinker: Thinker
) -> None:
    """The engine is thinking while the line comes back: its move is made and shown once."""
    await world.say("!ttt start x hard")
    with held(thinker):
        world.post("5")
        await world.until_played(1)
        with world.as_the_bot():
            world.env.bot.dispatch("ready")
        await asyncio.sleep(0.05)  # it waits for its turn, of which nothing tells
    await world.env.settle()
    assert len(await world.moves()) == 2
    assert len(world.shown()) == 1


async def test_a_bot_that_ends_while_it_resumes_leaves_nothing_running(world: World) -> None:
    """What it has not resumed is for the next process, which finds its store open."""
    await world.say("!ttt start x", "5")
    before = asyncio.all_tasks()
    world.env.bot.dispatch("ready")
    await asyncio.sleep(0)
    assert asyncio.all_tasks() > before
    await world.go_down()
    left = asyncio.all_tasks() - before
    assert not [task for task in left if "SqliteEngine" not in repr(task)]  # commits come to an end


# What is gone.


async def test_a_deleted_board_is_no_loss(world: World) -> None:
    """Without the message the game goes on, and the next command posts a new one."""
    await world.pair()
    await world.say("5")
    for message in world.channel.history():
        world.env.backend.delete_message(world.channel.id, message.id)
    await world.env.settle()
    (board,) = await world.say("!ttt board")
    assert "**alice** played **5**" in board
    await world.say("bob: 1")
    assert await world.moves() == (5, 1)


async def test_a_board_deleted_while_down_is_no_loss(world: World) -> None:
    """Reading back does not depend on the message that it begins after."""
    await world.pair()
    await world.go_down()
    for message in world.channel.history():
        world.env.backend.delete_message(world.channel.id, message.id)
    world.post("5")
    await world.come_up()
    assert await world.moves() == (5,)


async def test_a_deleted_channel_frees_its_game(world: World) -> None:
    """A game cannot outlive its channel, whether the bot sees it go or not."""
    seen, unseen = (world.guild.create_text_channel(name) for name in ("seen", "unseen"))
    for channel in (seen, unseen):
        await world.say("!ttt start x", channel=channel)
    world.env.backend.delete_channel(seen.id)
    await world.env.settle()
    assert (await world.session(seen)).ending is Ending.CLOSED
    await world.go_down()
    world.env.backend.delete_channel(unseen.id)
    await world.come_up()
    await world.look_after()
    assert await world.store.live() == []


async def test_a_deleted_thread_frees_its_game(world: World) -> None:
    """The same holds for a thread."""
    world.env.backend.create_thread(world.channel.id, "corner", world.alice.id)
    await world.env.settle()
    (thread,) = world.channel.threads
    await world.say("!ttt start x", channel=thread)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert await world.store.live() == []


async def test_a_removed_server_frees_its_games(world: World) -> None:
    """When the bot is removed from a server, the games of that server end, and no others."""
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dora = elsewhere.add_member(world.env.create_user("dora"))
    await world.env.settle()
    await dora.send(room, "!ttt start x")
    await world.say("!ttt start x")
    world.env.backend.remove_guild(elsewhere.id)
    await world.env.settle()
    assert await world.store.live() == [await world.session()]


async def test_a_server_that_removed_the_bot_while_down_frees_its_games(world: World) -> None:
    """A channel that the bot may not see any more counts as gone, at the second look."""
    room = world.guild.create_text_channel("room")
    await world.say("!ttt start x", channel=room)
    await world.go_down()
    world.env.backend.remove_guild(world.guild.id)
    world.env.inject_error("GET", f"/channels/{room.id}", status=403, code=50001, times=None)
    await world.come_up()
    assert len(await world.store.live()) == 1
    await world.look_after()
    assert await world.store.live() == []


@pytest.mark.parametrize("status, code", [(403, 0), (404, 0), (403, 40333), (503, 0)])
async def test_a_channel_that_cannot_be_looked_up_is_tried_again(
    world: World, status: int, code: int
) -> None:
    """Only Discord's own numbers say that it is closed; what was typed is read back later."""
    await world.pair()
    await world.go_down()
    world.post("5")
    world.env.inject_error(
        "GET", f"/channels/{world.channel.id}", status=status, code=code, times=9
    )
    with no_channels_known():
        await world.come_up()
        await world.look_after()
        assert await world.moves() == ()
        world.env.backend.faults.clear()
        await world.look_after(seconds=600)
    assert await world.moves() == (5,)


async def test_a_move_that_is_owed_does_not_wait_for_what_cannot_be_read_back(
    world: World, thinker: Thinker
) -> None:
    """Each is tried again by itself."""
    await world.say("!ttt start x")
    await leave_unanswered(world, 5)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("GET", path, status=403, times=None)
    world.env.inject_error("POST", path, status=403, times=1)
    await world.restart("is anybody there?")
    assert "**Kinarow** played" not in world.last
    for _ in range(3):
        await world.look_after()
    assert "**Kinarow** played" in world.last


@contextmanager
def no_channels_known() -> Iterator[None]:
    """The bot has to ask Discord for each channel, as for one of a server that is not there yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.Client, "get_channel", lambda self, number: None)
        yield


async def test_a_channel_deleted_while_the_engine_thinks(world: World, thinker: Thinker) -> None:
    """The move that was in hand finds nowhere to be shown, and the slot is free."""
    room = world.guild.create_text_channel("room")
    await world.say("!ttt start x hard", channel=room)
    with held(thinker):
        world.post("5", channel=room)
        await world.until_played(1, room)
        world.env.backend.delete_channel(room.id)
    await world.env.settle()
    assert await world.store.live() == []


async def test_a_channel_deleted_at_the_moment_of_a_move(world: World) -> None:
    """Whatever comes first, the move or the end of the channel, the slot is free."""
    room = world.guild.create_text_channel("room")
    await world.pair()
    for _ in range(3):
        await world.say("!ttt start x", channel=room)
        world.post("5", channel=room)
        world.env.backend.delete_channel(room.id)
        await world.env.settle()
        assert await world.store.live() == [await world.session()]
        room = world.guild.create_text_channel("room")


async def test_an_owed_board_is_shown_below_later_talk(world: World) -> None:
    """As soon as that is read."""
    await world.say("!ttt start x")
    await leave_unanswered(world, 5)
    (board,) = await world.restart(*["bob: hello"] * 250)
    assert "**Kinarow** played" in board


async def test_a_move_that_is_older_than_what_was_heard_elsewhere(world: World) -> None:
    """Messages of several channels may arrive in another order than they were written in."""
    await world.say("!ttt start x")
    await world.go_down()
    world.post("5")
    heard = MessageId(world.channel.history()[-1].id + 1)
    await world.store.shards.mark_heard({0: heard})
    await world.come_up()
    assert len(await world.moves()) == 2


async def test_a_move_after_one_that_cannot_be_is_read_back(world: World) -> None:
    """Nobody waits for an answer to what was no move."""
    await world.say("!ttt start x")
    await world.restart("!ttt 99", "5")
    assert (await world.moves())[0] == 5


async def test_a_channel_with_a_challenge_and_a_game_is_read_once(world: World) -> None:
    """Then it is known up to where everything there was heard."""
    await world.say("!ttt start @bob x", "carol: !ttt start x")
    await world.restart("carol: hello")
    heard = await world.store.shards.heard_until(0)
    assert heard == world.channel.history()[-1].id
