"""People who try what they should not: each is bounded, and nobody's game suffers."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from bot.errors import Problem
from bot.match.session import Ending
from tests.bot.discord.world import World, sentence
from tests.fuzz.targets import harmless
from tests.fuzz.test_targets import typed
from tests.thorough import few

LONG = 2_000
"""Characters of the longest message."""
BLOATED = ("9" * 1_900, "x".join(["9" * 600] * 3), "5 " * 900, "@everyone " * 180, "`" * 1_900)
COMMANDS = ("start", "play", "hint", "coach", "load", "review", "replay", "games", "")
VILLAIN = "@everyone <@&1> [x](http://a.b)"


@pytest.mark.parametrize("command", few(3, COMMANDS))
async def test_a_bloated_command_is_answered_briefly(world: World, command: str) -> None:
    """Whatever follows a command, the answer is one short harmless sentence."""
    await world.pair()
    for said in await world.say(*(f"!ttt {command} {words}"[:LONG] for words in BLOATED)):
        assert len(said) < 1_900
        assert harmless(said.replace(world.alice.mention, "")), said
    assert (await world.session()).ending is None
    assert await world.moves() == ()


async def test_a_fast_typer_plays_one_move_and_hears_one_word(world: World) -> None:
    """Thirty numbers in the same moment are one move, and said to be too early once."""
    await world.pair()
    board, *others = await world.say_at_once(*(str(number % 9 + 1) for number in range(30)))
    assert await world.moves() == (1,)
    assert "**alice** played **1**" in board
    assert others == [sentence(Problem.MOVED_ON)]
    assert await world.say("2", "3") == [sentence(Problem.NOT_YOUR_TURN, name="bob")]


async def test_a_fast_typer_against_the_bot_keeps_the_game_whole(world: World) -> None:
    """Numbers typed ahead are moves where they can be, one for each answer of the bot."""
    await world.say("!ttt start 5x5x4 x")
    await world.say_at_once(*(str(number) for number in range(1, 26)))
    session = await world.session()
    assert session.ending is not None or session.position.ply % 2 == 0
    assert len(set(session.position.moves)) == session.position.ply


async def test_chatter_costs_no_answer(world: World) -> None:
    """A long conversation beside a game is not answered, and changes nothing."""
    await world.pair()
    words = ("5?", "I take 5", "55555", "a" * LONG, "1 2 3", "-5", "ttt", "!5")
    assert await world.say(*words) == []
    assert await world.moves() == ()


async def test_starting_again_and_again_changes_nothing(world: World) -> None:
    """While a game is on each attempt gets its sentence, also when they come at once."""
    await world.pair()
    refusals = await world.say_at_once(*["carol: !ttt start x"] * 10)
    assert set(refusals) == {sentence(Problem.GAME_OF_OTHERS, x="alice", o="bob")}
    assert len(refusals) == 10


async def test_a_name_pings_nobody(world: World) -> None:
    """A name made of mentions and links is text, in every message and to Discord as well."""
    villain = world.guild.add_member(world.env.create_user("villain"), nick=VILLAIN)
    await world.env.settle()
    await villain.send(world.channel, "!ttt start x")
    await villain.send(world.channel, "5")
    await villain.send(world.channel, "!ttt resign")
    await villain.send(world.channel, f"!ttt start {world.bob.mention}")
    await world.press(world.bob, "Accept")
    assert (await world.session()).ending is None
    for said in world.shown():
        assert harmless(said.replace(world.bob.mention, "")), said
    path = f"/channels/{world.channel.id}/messages"
    sent = [r.json for r in world.env.http_requests if (r.method, r.path) == ("POST", path)]
    assert all(message and message["allowed_mentions"]["parse"] == [] for message in sent)


async def test_a_code_of_a_longest_game_is_taken_up(world: World) -> None:
    """The longest code there can be fits a message and is read; one longer is refused."""
    moves = "-".join(str(tile) for tile in range(1, 361, 2))
    assert await world.say(f"!ttt load 19x19x19:{moves}")
    assert (await world.session()).position.ply == 180
    await world.say("!ttt stop")
    assert (await world.session()).ending is Ending.STOPPED
    assert await world.say(f"!ttt load 3x3x3:{'1-' * 900}1") == ["Move 2, 1: taken."]


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(typed())
async def test_any_message_leaves_the_game_alone_or_plays(world: World, words: str) -> None:
    """Any text after the prefix is answered without a defect: the log of errors stays empty."""
    room = world.guild.create_text_channel("room")
    await world.env.settle()
    await world.say("!ttt start x", channel=room)
    content = f"!ttt {words}"[:LONG]
    if content.strip():
        world.env.backend.create_message(room.id, world.alice.id, content)
        await world.env.settle()
    for said in world.shown(room):
        assert harmless(said.replace(world.alice.mention, "")), said


async def test_a_direct_message_is_a_channel_like_any(world: World) -> None:
    """There too a bloated command gets a sentence."""
    await world.alice.send_dm("!ttt start " + "9" * 1_500)
    (said,) = world.told(world.alice)
    assert len(said) < 400
