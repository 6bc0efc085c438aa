"""The swap rule in a channel: between people, and against the engine from both sides."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.match.session import Bot
from bot.show.text.words import ACCEPT, HINT, REMATCH, SWAP, UNDO
from engine import Limit, Rules
from tests.bot.discord.world import World, labels, said, sentence

RULE = "After the first move the second player may take it over (swap)."


@pytest.fixture
def think() -> Limit:
    """Time enough to prove these boards, however busy the machine is."""
    return Limit(seconds=5)


async def test_the_second_player_takes_the_first_move_over(world: World) -> None:
    """The seats are exchanged, the board says so, and the first player moves."""
    await world.pair("swap")
    assert RULE in world.last
    (board,) = await world.say("5")
    assert "Or take over the first move: `!ttt swap`." in board
    (board,) = await world.say("bob: !ttt swap")
    assert board.startswith("❌ **bob** \N{EN DASH} ⭕ **alice**")
    assert "**bob** has taken over the first move and now plays ❌." in board
    assert "⭕ **alice**, your turn" in board
    await world.say("1", "bob: 9")
    assert await world.moves() == (5, 1, 9)


async def test_the_swap_by_button(world: World) -> None:
    """It stands under the first move alone, works for the second player, and changes the board."""
    await world.pair("swap 4x4")
    await world.press(world.alice, "b2")
    board = world.newest(SWAP)
    assert await world.press(world.alice, SWAP) == [sentence(Problem.NOT_YOUR_SWAP, name="bob")]
    assert await world.press(world.bob, SWAP) == []
    (shown,) = [message for message in world.channel.history() if message.id == board.id]
    assert "now plays ❌." in shown.content
    assert SWAP not in labels(shown)
    assert (await world.session()).x.name == "bob"


async def test_the_swap_as_slash_command(world: World) -> None:
    """It is asked for and used without a typed word."""
    await world.slash("play", opponent=world.bob, game="x swap")
    await world.press(world.bob, ACCEPT)
    await world.slash("ttt do", words="play 5")
    (board,) = await world.slash("ttt do", by=world.bob, words="swap")
    assert "**bob** has taken over the first move" in board


async def test_a_move_that_cannot_be_taken_over_gets_one_sentence(world: World) -> None:
    """Without the rule, before the first move, later, and for others: one sentence each."""
    await world.pair()
    assert await world.say("!ttt swap") == [sentence(Problem.NO_SWAP)]
    await world.say("!ttt stop")
    await world.pair("swap")
    assert await world.say("bob: !ttt swap") == [sentence(Problem.SWAP_EARLY)]
    await world.say("5")
    stranger = sentence(Problem.NOT_A_PLAYER, x="alice", o="bob")
    assert await world.say("carol: !ttt swap") == [stranger]
    await world.say("bob: 1")
    assert await world.say("bob: !ttt swap") == [sentence(Problem.SWAP_LATE)]


async def test_a_board_from_before_the_swap_is_an_older_one(world: World) -> None:
    """Its buttons do nothing for the player who is to move now."""
    await world.pair("swap 4x4")
    await world.say("b2")
    board = world.newest(UNDO)
    with world.edits_refused():
        await world.say("bob: !ttt swap")
    result = await world.alice.click(board, label="a1")
    assert sentence(Problem.MOVED_ON) in said(result).values()
    assert len(await world.moves()) == 1


async def test_the_engine_takes_a_winning_move_over(world: World) -> None:
    """In the middle of 4x4 with three in a row the first player wins, so it sits down there."""
    (board,) = await world.say("!ttt start 4x4x3 x swap")
    assert f"With best play, whoever moves first wins on this board (my own proof). {RULE}" in board
    (board,) = await world.say("b2")
    session = await world.session()
    assert isinstance(session.x.player, Bot)
    assert session.position.ply == 1
    assert "**Kinarow** has taken over the first move" in board
    assert "⭕ **alice**, your turn" in board
    await world.say("a1")
    assert len(await world.moves()) == 3


async def test_the_engine_leaves_a_move_that_wins_nothing(world: World) -> None:
    """Tic-tac-toe is a draw from either side: it plays on."""
    await world.say("!ttt start x swap", "5")
    session = await world.session()
    assert (session.swapped, session.position.ply) == (False, 2)


async def test_the_engine_opens_as_fairly_as_it_can(world: World) -> None:
    """Where the second player may take it over, it makes none of the moves that win at once."""
    await world.say("!ttt start 3x4x3 o swap")
    assert (await world.session()).position.moves[0] in {5, 8}
    (board,) = await world.say("!ttt swap")
    assert "**Kinarow** played" in board
    assert (await world.session()).x.name == "alice"


async def test_a_hint_recommends_the_swap(world: World) -> None:
    """Publicly and under the board, where the first move was too good."""
    await world.pair("swap 4x4x3")
    await world.say("b2")
    expected = ["💡 **swap**: the first move is better than any answer to it"]
    assert (await world.say("bob: !ttt hint"))[1:] == expected
    assert await world.press(world.bob, HINT) == expected


async def test_after_the_swap_review_code_and_rematch_are_right(world: World) -> None:
    """The first move is nobody's mistake, results go by the seats, and the other opens next."""
    await world.pair("swap 3x4x3")
    await world.say("a1", "bob: !ttt swap", "d3")
    await world.say("!ttt resign")
    assert "**alice** resigns: ❌ **bob** wins." in world.last
    assert "`3x4x3:1-12`" in (await world.say("!ttt replay"))[0]
    (review,) = await world.say("!ttt review")
    assert "❌ **bob** \N{EN DASH} ⭕ **alice**" in review
    assert "move 1," not in review
    assert review.splitlines()[-1] == "Too few moves to judge."
    assert "❌ **bob** found" not in review
    assert "❌ **bob** played" not in review
    await world.press(world.alice, REMATCH)
    await world.press(world.bob, ACCEPT)
    session = await world.session()
    assert (session.x.name, session.swap, session.swapped) == ("bob", True, False)
    assert session.rules == Rules(3, 4, 3)
