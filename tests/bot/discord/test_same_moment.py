"""Several people act in the same moment: no game is corrupted, no turn is lost."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Problem
from bot.match.session import Ending
from bot.pool.thinker import Thinker
from bot.show.text.words import ACCEPT
from tests.bot.discord.world import World, said, sentence
from tests.bot.waiting import held, until
from tests.simcord_internals import deliver


async def test_both_players_type_in_the_same_moment(world: World) -> None:
    """The player to move moves; the other's number counts after that, or not at all."""
    await world.pair()
    for mine, yours in (("5", "1"), ("9", "3"), ("4", "6")):
        await world.say_at_once(mine, f"bob: {yours}")
        if (await world.session()).to_move.name == "bob":
            await world.say(f"bob: {yours}")
    assert await world.moves() == (5, 1, 9, 3, 4, 6)


@pytest.mark.parametrize("lines", [("5", "6"), ("5", "5"), ("5", "6", "7", "8")])
async def test_one_player_types_twice_in_the_same_moment(
    world: World, lines: tuple[str, ...]
) -> None:
    """One of the numbers is played, and it costs no turn."""
    await world.pair()
    await world.say_at_once(*lines)
    assert len(await world.moves()) == 1
    await world.say("bob: 1", "9")
    assert len(await world.moves()) == 3


async def test_the_engine_is_not_rushed(world: World) -> None:
    """Two numbers against the engine are one move, its answer, and no more."""
    await world.say("!ttt start 4x4 x")
    await world.say_at_once("a1", "d4")
    moves = await world.moves()
    assert len(moves) == 2
    assert moves[0] in {1, 16}


async def test_a_number_typed_while_the_engine_thinks_is_no_move(
    world: World, thinker: Thinker
) -> None:
    """During its turn the person is told to wait, and the game goes on with their next number."""
    await world.say("!ttt start 4x4 x")
    with held(thinker):
        world.post("b2")
        await world.until_played(1)
        world.post("a1", "d4")
        await until(lambda: world.last == sentence(Problem.NOT_YOUR_TURN, name="Kinarow"))
    await world.env.settle()
    played = await world.moves()
    assert len(played) == 2
    await world.say("a1" if 1 not in played else "d4")
    assert len(await world.moves()) == 4


async def test_a_crowd_types_at_once(world: World) -> None:
    """However many people type, the stored game is one that the two could have played."""
    await world.pair("4x4")
    tiles = ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2")
    crowd = [f"{who}: {tile}" for tile in tiles for who in ("alice", "bob", "carol")]
    await world.say_at_once(*crowd)
    moves = await world.moves()
    assert moves
    assert len(set(moves)) == len(moves)
    assert (await world.session()).position.ply == len(moves)


async def test_two_starts_make_one_game(world: World) -> None:
    """The second one is told about the first one's game."""
    answers = await world.say_at_once("!ttt start x", "bob: !ttt start x")
    assert len(await world.store.live()) == 1
    refused = [sentence(Problem.GAME_OF_OTHERS, x=who, o="Kinarow") for who in ("alice", "bob")]
    assert len(answers) == 2
    assert set(answers) & set(refused)


async def test_two_presses_accept_once(world: World) -> None:
    """A button pressed twice takes back one move, not two."""
    await world.pair()
    await world.say("5", "bob: 1", "9", "bob: !ttt undo")
    question = world.newest(ACCEPT)
    with world.in_the_same_moment():
        results = [await world.alice.click(question, label=ACCEPT) for _ in range(2)]
    await world.env.settle()
    assert await world.moves() == (5,)
    assert any(
        set(said(result).values()) & {sentence(Problem.MOVED_ON), sentence(Problem.NO_OFFER)}
        for result in results
    )


async def test_a_move_against_an_acceptance(world: World) -> None:
    """A move and the answer to an offer in the same moment leave one of two clean states."""
    await world.pair()
    await world.say("5", "bob: !ttt draw")
    question = world.newest(ACCEPT)
    with world.in_the_same_moment():
        world.post("bob: 1")
        await world.alice.click(question, label=ACCEPT)
    await world.env.settle()
    session = await world.session()
    assert (session.ending, session.position.moves) in {(Ending.AGREED, (5,)), (None, (5, 1))}


async def test_a_message_delivered_twice_is_one_move(world: World) -> None:
    """Discord may deliver an event again, soon or much later: nothing changes, or is said."""
    events: list[tuple[str, Any]] = []
    world.env.backend.subscribers.append(lambda event, sent: events.append((event, sent)))
    await world.pair()
    await world.say("5")
    move = next(e for e in events if e[0] == "MESSAGE_CREATE" and e[1]["content"] == "5")
    for later in ("bob: 1", "bob: !ttt undo", "!ttt undo", "bob: hello"):
        moves, shown = await world.moves(), world.shown()
        deliver(world.env, *move)
        await world.env.settle()
        assert (await world.moves(), world.shown()) == (moves, shown)
        await world.say(later)


async def test_a_message_delivered_twice_at_once_is_not_refused(world: World) -> None:
    """The second delivery of a move gets no answer, even while the first is being played."""
    world.env.backend.subscribers.append(
        lambda event, sent: again.append(sent) if event == "MESSAGE_CREATE" else None
    )
    again: list[Any] = []
    await world.pair()
    again.clear()
    world.post("5")
    deliver(world.env, "MESSAGE_CREATE", again[0])
    await world.env.settle()
    assert await world.moves() == (5,)
    assert "**alice** played **5**" in world.last


async def test_channels_do_not_wait_for_each_other(world: World, thinker: Thinker) -> None:
    """While the engine thinks for one channel, people play in another."""
    room = world.guild.create_text_channel("room")
    await world.say("!ttt start @carol x", channel=room)
    await world.carol.click(room.history()[-1], label=ACCEPT)
    await world.say("!ttt start x hard")
    with held(thinker):
        world.post("5")
        await world.until_played(1)
        world.post("5", channel=room)
        await world.until_played(1, room)
        world.post("carol: 1", channel=room)
        await world.until_played(2, room)
    await world.env.settle()
    assert len(await world.moves()) == 2
