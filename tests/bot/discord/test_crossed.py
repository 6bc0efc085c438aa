"""Two people ask each other for the same thing: the second request accepts the first."""

from __future__ import annotations

import discord
import pytest

from bot.features.start.text import INSTEAD
from bot.features.start.values import StartProblem
from bot.match.session import Coach, Ending
from bot.show.text.words import ACCEPT, DECLINE, JOIN, REMATCH, UNDO
from tests.bot.discord.world import World, labels, said, sentence

ACCEPTED = "**bob** accepts the challenge of **alice**. Have a good game!"


async def over(world: World, words: str = "") -> None:
    """A game of alice (X) and bob is over."""
    await world.pair(words)
    await world.say("5", "bob: 1", "!ttt resign")


def told(world: World, question: discord.Message, name: str = "alice") -> str:
    """What somebody who asks for another game is told while the first request waits."""
    url = f"https://discord.com/channels/{world.guild.id}/{question.channel.id}/{question.id}"
    return sentence(StartProblem.CHALLENGED_ALREADY, name=name, url=url)


async def check_rematch(world: World) -> None:
    """The sides are exchanged once, and no challenge waits any more."""
    session = await world.session()
    assert (session.x.name, session.o.name, session.ending) == ("bob", "alice", None)
    assert ACCEPTED in world.shown()
    assert not any(ACCEPT in labels(message) for message in world.channel.history())
    await world.say("bob: 5", "1", "bob: 9")
    assert await world.moves() == (5, 1, 9)


@pytest.mark.parametrize("first", ["typed", "press", "slash"])
@pytest.mark.parametrize("second", ["typed", "press", "slash"])
async def test_both_ask_for_a_rematch(world: World, first: str, second: str) -> None:
    """Whichever way each of them asks, it begins, as if the second had pressed Accept."""
    await over(world)
    for member, way in ((world.alice, first), (world.bob, second)):
        if way == "typed":
            await world.say(f"{member.name}: !ttt rematch")
        elif way == "slash":
            await world.slash("ttt do", by=member, words="rematch")
        else:
            await world.press(member, REMATCH)
    await check_rematch(world)


async def test_both_ask_for_a_rematch_around_a_restart(world: World) -> None:
    """What was asked of an earlier process is accepted by the next."""
    await over(world)
    await world.press(world.alice, REMATCH)
    await world.restart()
    await world.press(world.bob, REMATCH)
    await check_rematch(world)


@pytest.mark.parametrize("way", ["typed", "press"])
async def test_both_ask_for_a_rematch_in_the_same_moment(world: World, way: str) -> None:
    """One of them is asked and has asked: one game begins, and nobody waits."""
    await over(world)
    board = world.newest(REMATCH)
    with world.in_the_same_moment():
        for member in (world.alice, world.bob):
            if way == "typed":
                world.post(f"{member.name}: !ttt rematch")
            else:
                await member.click(board, label=REMATCH)
    await world.env.settle()
    session = await world.session()
    assert (session.x.name, session.o.name, session.ending) == ("bob", "alice", None)
    assert not any(ACCEPT in labels(message) for message in world.channel.history())


async def test_a_rematch_is_asked_for_twice_by_one(world: World) -> None:
    """A player who presses again accepts nothing: the other is still asked."""
    await over(world)
    board = world.newest(REMATCH)
    waits = sentence(StartProblem.CHALLENGE_WAITS, place=world.channel.id)
    await world.press(world.alice, REMATCH)
    assert waits in said(await world.alice.click(board, label=REMATCH)).values()
    assert await world.say("!ttt rematch") == [waits]
    assert (await world.session()).ending is Ending.RESIGNED


@pytest.mark.parametrize(
    "asked, answered",
    [
        ("@bob", "@alice"),
        ("@bob 3x3", "@alice tictactoe random"),
        ("@bob x connect4 1d", "@alice second connect4 1d"),
        ("@bob gomoku swap2", "@alice gomoku swap2"),
        ("@bob 4x4 coach after", "@alice coach after 4x4"),
        ("@bob 3x3 text", "@alice 3x3 image coach off"),
    ],
)
async def test_both_challenge_each_other(world: World, asked: str, answered: str) -> None:
    """To the same game: it begins. How each sees the board is nobody else's business."""
    await world.say(f"!ttt start {asked}", f"bob: !ttt start {answered}")
    session = await world.session()
    assert {session.x.name, session.o.name} == {"alice", "bob"}
    assert ACCEPTED in world.shown()
    assert session.x.coach is (Coach.AFTER if "after" in asked else Coach.OFF)


async def test_a_menu_meets_a_challenge(world: World) -> None:
    """The menu of a member challenges as the command does."""
    await world.say("!ttt start @bob")
    await world.bob.context_menu(world.channel, "Challenge", target=world.alice)
    assert (await world.session()).ending is None
    assert ACCEPTED in world.shown()


@pytest.mark.parametrize(
    "asked, answered",
    [
        ("@bob 3x3", "@alice 4x4"),
        ("@bob 3x3", "@alice 3x3 x"),
        ("@bob x 3x3", "@alice 3x3 x"),
        ("@bob 4x4", "@alice 4x4 misere"),
        ("@bob 4x4", "@alice 4x4 swap"),
        ("@bob 4x4", "@alice 4x4 1d"),
        ("@bob 4x4 coach", "@alice 4x4"),
        ("@bob gomoku", "@alice renju"),
    ],
)
async def test_both_challenge_each_other_to_different_games(
    world: World, asked: str, answered: str
) -> None:
    """The second is told where the first waits, and may ask once that is declined."""
    await world.say(f"!ttt start {asked}")
    question = world.newest(ACCEPT)
    assert await world.say(f"bob: !ttt start {answered}") == [told(world, question)]
    assert await world.store.live() == []
    await world.say("bob: !ttt decline")
    (counter,) = await world.say(f"bob: !ttt start {answered}")
    assert counter.startswith("**bob** challenges")


async def test_another_challenge_does_not_keep_from_accepting(world: World) -> None:
    """Whoever waits for carol may still play with alice, who has asked for that."""
    await world.say("bob: !ttt start @carol", "!ttt start @bob", "bob: !ttt start @alice")
    assert {p.name for p in (await world.session()).people} == {"alice", "bob"}


async def test_an_open_challenge_is_met_by_a_direct_one(world: World) -> None:
    """Whoever asks alice for what she has asked everybody joins her; another game they may ask."""
    await world.say("!ttt start open 4x4")
    (asked,) = await world.say("bob: !ttt start @alice 3x3")
    assert asked.startswith("**bob** challenges")
    await world.say("bob: !ttt stop", "bob: !ttt start @alice 4x4")
    assert str((await world.session()).rules) == "4x4x4"
    assert JOIN not in labels(world.channel.history()[0])


async def test_a_challenge_in_another_channel_waits_there(world: World) -> None:
    """It is a separate one: the person asked there may not even see it."""
    other = world.guild.create_text_channel("more")
    await world.say("!ttt start @bob")
    (asked,) = await world.say("bob: !ttt start @alice", channel=other)
    assert asked.startswith("**bob** challenges")


async def test_challenges_meet_where_games_have_threads(world: World) -> None:
    """One in a thread of the channel is pointed at, and no second thread opened."""
    await world.say("steward: !ttt settings threads on", "!ttt start @bob")
    (thread,) = world.channel.threads
    (question,) = [m for m in thread.history() if ACCEPT in labels(m)]
    assert await world.say("bob: !ttt start @alice") == [told(world, question)]
    assert len(world.channel.threads) == 1
    await world.say("bob: !ttt start @alice", channel=thread)
    assert (await world.session(thread)).ending is None


async def test_a_game_that_both_ask_for_begins_where_the_first_has_asked(world: World) -> None:
    """Neither a habit of the server nor the word `thread` takes it elsewhere."""
    await world.say("!ttt start @bob here", "bob: !ttt start @alice thread")
    assert len(world.channel.threads) == 0
    assert (await world.session()).ending is None


async def test_a_game_is_ended_for_one_that_both_ask_for(world: World) -> None:
    """Whoever plays here is offered to end that first; then the challenge is accepted."""
    await world.say("bob: !ttt start @alice 4x4", "!ttt start x", "!ttt start @bob 4x4")
    await world.press(world.alice, INSTEAD)
    session = await world.session()
    assert ({p.name for p in session.people}, session.ending) == ({"alice", "bob"}, None)
    assert "**alice** accepts the challenge of **bob**. Have a good game!" in world.shown()


async def test_a_challenge_that_is_over_is_not_met(world: World) -> None:
    """After a day, or when it was taken back, the second is a challenge like any other."""
    await world.say("!ttt start @bob", "!ttt stop")
    (asked,) = await world.say("bob: !ttt start @alice")
    assert asked.startswith("**bob** challenges")
    await world.env.advance_time(86_460.0)
    (asked,) = await world.say("!ttt start @bob")
    assert asked.startswith("**alice** challenges")


# Offers.

OFFERS = {
    "draw": (Ending.AGREED, (5, 1, 9, 3)),
    "stop": (Ending.STOPPED, (5, 1, 9, 3)),
    "undo": (None, (5, 1)),
}


@pytest.mark.parametrize("word", OFFERS)
@pytest.mark.parametrize("between", ["", "restart", "same moment"])
async def test_both_make_the_same_offer(world: World, word: str, between: str) -> None:
    """The second accepts the first, once: also in the same moment, and after a restart."""
    await world.pair()
    await world.say("5", "bob: 1", "9", "bob: 3")
    if between == "same moment":
        await world.say_at_once(f"!ttt {word}", f"bob: !ttt {word}")
    else:
        await world.say(f"!ttt {word}")
        if between:
            await world.restart()
        await world.say(f"bob: !ttt {word}")
    session = await world.session()
    ending, moves = OFFERS[word]
    assert session.ending is ending
    assert session.offer is None
    if between == "same moment" and word == "undo":  # whoever was heard first gets theirs back
        assert session.position.moves in {(5, 1), (5, 1, 9)}
    else:
        assert session.position.moves == moves


@pytest.mark.parametrize("at_once", [False, True])
async def test_both_press_undo(world: World, at_once: bool) -> None:
    """One move is taken back, that of whoever was first."""
    await world.pair()
    await world.say("5", "bob: 1", "9", "bob: 3")
    board = world.newest(UNDO)
    if at_once:
        with world.in_the_same_moment():
            for member in (world.bob, world.alice):
                await member.click(board, label=UNDO)
        await world.env.settle()
    else:
        await world.bob.click(board, label=UNDO)
        await world.alice.click(board, label=UNDO)
    session = await world.session()
    assert (session.position.moves, session.offer) == ((5, 1, 9), None)


async def test_different_offers_do_not_accept_each_other(world: World) -> None:
    """A draw is no answer to a takeback; the newer offer stands."""
    await world.pair()
    await world.say("5", "!ttt undo", "bob: !ttt draw")
    session = await world.session()
    assert session.ending is None
    assert session.offer is not None
    assert session.position.moves == (5,)
    await world.press(world.alice, DECLINE)
    assert (await world.session()).offer is None
