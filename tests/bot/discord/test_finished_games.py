"""Which finished games can be found again, and who may look at them."""

from __future__ import annotations

import pytest
from simcord.enums import ChannelType

from bot.errors import Problem
from tests.bot.discord.finished import RECORD, REVIEW, WAYS, file_of, newest, play
from tests.bot.discord.permissions import denied
from tests.bot.discord.ways import Way
from tests.bot.discord.world import World, sentence
from tests.thorough import few


async def test_a_finished_game_can_be_found_again(world: World) -> None:
    """Its last board names the review, its number and its code; earlier boards do not."""
    await play(world)
    boards = world.shown()
    assert boards[-1].splitlines()[-1] == RECORD
    assert not any("review" in board for board in boards[:-1])


@pytest.mark.parametrize("word", ["resign", "stop"])
async def test_a_game_that_was_ended_by_word_too(world: World, word: str) -> None:
    """However it ended, what was played can be looked at."""
    await world.pair()
    await world.say("5")
    (board,) = await world.say(f"!ttt {word}")
    assert board.endswith("Game 1")


@pytest.mark.parametrize("way", few(1, WAYS))
@pytest.mark.parametrize("command", ["review", "replay"])
async def test_a_game_that_cannot_be_reviewed_gets_one_sentence(
    world: World, way: Way, command: str
) -> None:
    """No game yet, no such game, no such number: a sentence each."""
    assert await way(world, command) == [sentence(Problem.NO_FINISHED_GAME)]
    for number in (7, 10**17):
        refused = sentence(Problem.UNKNOWN_GAME, number=number)
        assert await way(world, f"{command} {number}") == [refused]
    for word in ("seven", "9" * 19):
        refused = sentence(Problem.NOT_A_GAME_NUMBER, text=word)
        assert await way(world, f"{command} {word}") == [refused]
    several = "Those moves fit several boards. Add yours, such as `3x3` or `connect4`."
    for moves in ("-1", "1 2"):
        assert await way(world, f"{command} {moves}") == [several]


async def test_a_spectator_may_ask(world: World) -> None:
    """What was played in a channel is there for all who can see it."""
    await play(world)
    (answer,) = await world.say("carol: !ttt review")
    assert answer.splitlines() == REVIEW


async def test_a_game_of_another_channel_is_seen_by_who_can_look_there(world: World) -> None:
    """Its number works all over the server, but for those who are shut out of its channel."""
    await play(world)
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    with denied(world, world.carol.id, "view_channel"):
        await world.env.settle()
        (answer,) = await world.say("alice: !ttt review 1", channel=lounge)
        assert answer.splitlines() == REVIEW
        refused = [sentence(Problem.UNKNOWN_GAME, number=1)]
        assert await world.say("carol: !ttt review 1", channel=lounge) == refused
        assert (
            await world.slash("ttt do", by=world.carol, channel=lounge, words="replay 1") == refused
        )


async def test_a_game_of_another_server_is_unknown(world: World) -> None:
    """Even to somebody who played it."""
    await play(world)
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    alice = elsewhere.add_member(world.alice.user)
    await world.env.settle()
    for command in ("review", "replay"):
        await alice.send(room, f"!ttt {command} 1")
        assert world.shown(room)[-1] == sentence(Problem.UNKNOWN_GAME, number=1)
        await world.alice.send_dm(f"!ttt {command} 1")
        assert world.told(world.alice)[-1] == sentence(Problem.UNKNOWN_GAME, number=1)


async def test_a_channel_that_is_gone_leaves_its_games_to_their_players(world: World) -> None:
    """Nobody can tell any more who could see it."""
    await play(world)
    lounge = world.guild.create_text_channel("lounge")
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    (answer,) = await world.say("bob: !ttt review 1", channel=lounge)
    assert answer.startswith("**Review of game 1**")
    refused = [sentence(Problem.UNKNOWN_GAME, number=1)]
    assert await world.say("carol: !ttt review 1", channel=lounge) == refused


async def test_a_private_thread_keeps_its_games_to_its_players(world: World) -> None:
    """Access to its channel is not yet access to the thread."""
    kind = ChannelType.PRIVATE_THREAD
    world.env.backend.create_thread(world.channel.id, "corner", world.alice.id, type=kind)
    await world.env.settle()
    (thread,) = world.channel.threads
    await world.say("!ttt start x", "5", "!ttt resign", channel=thread)
    (answer,) = await world.say("!ttt review 1")
    assert answer.startswith("**Review of game 1**")
    assert await world.say("bob: !ttt review 1") == [sentence(Problem.UNKNOWN_GAME, number=1)]


async def test_a_game_by_direct_message_stays_there(world: World) -> None:
    """There it is reviewed and replayed; in a server its number says nothing."""
    for words in ("!ttt start x", "5", "!ttt resign", "!ttt review", "!ttt replay 1"):
        await world.alice.send_dm(words)
    assert world.told(world.alice)[-2].startswith("**Review of game 1**")
    assert (await file_of(newest(world, world.alice.user.dm_channel)))[0] == "replay.gif"
    assert await world.say("!ttt review 1") == [sentence(Problem.UNKNOWN_GAME, number=1)]
    await world.bob.send_dm("!ttt review 1")
    assert world.told(world.bob)[-1] == sentence(Problem.UNKNOWN_GAME, number=1)
