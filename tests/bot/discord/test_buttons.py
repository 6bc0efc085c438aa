"""The buttons under a board: whole games without a typed word."""

from __future__ import annotations

from typing import Any

import pytest

from bot.edge.discord_internals.answers import words_in
from bot.errors import Problem
from bot.match.session import Bot, Ending
from bot.show import text
from bot.show.style import move_name
from bot.show.text.words import ACCEPT, BOARD, CHANGE, HINT, REMATCH, REPLAY, RESIGN, REVIEW, UNDO
from tests.bot.discord.pressing import PLAYERS, pair, refusal
from tests.bot.discord.world import World, labels, said, sentence
from tests.thorough import few


@pytest.mark.parametrize(
    "options",
    few(
        2,
        [
            {"game": "3x3"},
            {"game": "3x3", "style": "text", "side": "o"},
            {"game": "4x5"},
            {"game": "5x4 misere", "side": "o"},
            {"game": "connect4", "side": "x"},
            {"game": "3x19x3 gravity", "style": "image"},
        ],
    ),
    ids=str,
)
async def test_a_game_against_the_engine_by_buttons_alone(
    world: World, options: dict[str, Any]
) -> None:
    """Each press plays, the board changes in place, and at the end a rematch is offered."""
    await world.slash("play", level="easy", game=" ".join(options.values()))
    board = world.newest(RESIGN)
    while (session := await world.session()).ending is None:
        move = session.position.legal[0]
        assert await world.press(world.alice, move_name(session.rules, move)) == []
        played = (await world.moves())[session.position.ply :]
        assert played[0] == move
    (shown,) = [message for message in world.channel.history() if message.id == board.id]
    assert world.shown() == [words_in(shown)]
    assert labels(shown) == [REVIEW, REPLAY, REMATCH, CHANGE]


async def test_a_game_between_people_by_buttons_alone(world: World) -> None:
    """The two press in turn on one board until one of them has a line."""
    await pair(world)
    for member, tile in zip([world.alice, world.bob] * 3, "14253", strict=False):
        assert await world.press(member, tile) == []
    assert "❌ **alice** wins with 1-2-3." in world.last
    assert len(world.shown()) == 2


async def test_a_game_in_a_direct_message_by_buttons_alone(world: World) -> None:
    """Alone with the bot every button works as in a channel."""
    user, room = world.alice.user, world.alice.user.dm_channel
    await user.slash("play", game="x image")

    async def press(label: str) -> list[str]:
        board = next(m for m in reversed(room.history()) if label in labels(m))
        return list(said(await user.click(board, label=label)).values())

    await press("5")
    assert len(await world.moves(room)) == 2
    assert any("💡" in words for words in await press(HINT))
    await press(UNDO)
    assert await world.moves(room) == ()
    await press(BOARD)
    assert len(world.told(world.alice)) == 1
    assert str(text.RESIGN_QUESTION) in await press(RESIGN)
    await user.slash("ttt do", words="resign")
    await press(REMATCH)
    session = await world.session(room)
    assert session.o.name == "alice"
    assert session.ending is None


async def test_buttons_outlive_a_restart(world: World) -> None:
    """A board that an earlier process has posted takes presses like a new one."""
    await pair(world)
    await world.restart()
    await world.press(world.alice, "5")
    assert await world.moves() == (5,)
    await world.restart()
    await world.press(world.bob, "1")
    assert await world.moves() == (5, 1)
    asked = await world.bob.click(world.newest(RESIGN), label=RESIGN)
    assert asked.response is not None
    await world.restart()
    await world.bob.click(asked.response.message, label=RESIGN)
    assert (await world.session()).ending is Ending.RESIGNED
    await world.restart()
    (question,) = await world.press(world.alice, REMATCH)
    assert question.startswith("**alice** challenges")


async def test_a_board_is_posted_again_at_the_bottom(world: World) -> None:
    """A player who has lost sight of the board gets it again, with buttons that work."""
    old = await pair(world)
    with world.edits_refused():
        (board,) = await world.press(world.bob, BOARD)
        assert "**alice**, your turn" in board
        assert world.newest("5").id != old.id
        await world.press(world.alice, "5")
    assert await refusal(world, world.bob, old, "1") == world.link(world.newest("1"))


async def test_a_hint_is_given_privately(world: World) -> None:
    """Only the player who asks sees it; the game remembers that it was given."""
    await pair(world)
    for member, tile in zip([world.alice, world.bob] * 2, "1425", strict=True):
        await world.press(member, tile)
    before = world.shown()
    result = await world.alice.click(world.newest(HINT), label=HINT)
    assert result.ephemeral
    board = "❌❌💡\n⭕🅾️6️⃣\n7️⃣8️⃣9️⃣"
    seen = "-# Most players at your level see this."
    hint = f"{board}\n💡 **3**: wins at once with 1-2-3\n{seen}"
    assert list(said(result).values()) == [hint]
    (told,) = world.shown()[len(before) :]
    assert "**alice** used help" in told
    assert (await world.session()).x.assisted


async def test_a_takeback_against_the_engine_changes_the_board(world: World) -> None:
    """Both half-moves go at once; with none to take back the person is told."""
    await world.slash("play", game="x")
    await world.press(world.alice, "5")
    await world.press(world.alice, UNDO)
    assert await world.moves() == ()
    assert len(world.shown()) == 1
    nothing = sentence(Problem.NOTHING_TO_UNDO)
    assert await refusal(world, world.alice, world.newest(UNDO), UNDO) == nothing


@pytest.mark.parametrize("label", [ACCEPT, UNDO])
async def test_a_takeback_between_people_is_agreed_by_press(world: World, label: str) -> None:
    """One asks by button; the other accepts under the question, or with the same button."""
    board = await pair(world)
    await world.press(world.alice, "5")
    (question,) = await world.press(world.alice, UNDO)
    assert question.startswith("**alice** asks to take **5** back.")
    asked = sentence(Problem.OWN_OFFER, name="bob")
    assert await refusal(world, world.alice, board, UNDO) == asked
    await world.press(world.bob, label)
    assert await world.moves() == ()


async def test_resigning_asks_first(world: World) -> None:
    """The player is asked privately whether they mean it; a second press ends the game."""
    board = await pair(world)
    before = world.said()
    asked = await world.bob.click(board, label=RESIGN)
    assert asked.response is not None
    assert asked.ephemeral
    assert asked.response.content == str(text.RESIGN_QUESTION)
    assert (await world.session()).ending is None
    await world.bob.click(asked.response.message, label=RESIGN)
    assert (await world.session()).ending is Ending.RESIGNED
    assert asked.response.content == str(text.RESIGN_DONE)
    (told,) = world.said()[len(before) :]
    assert "**bob** left before the first move, so this game doesn't count." in told


async def test_a_question_is_for_the_board_it_was_asked_on(world: World) -> None:
    """A player who hesitates until the other has moved has not resigned."""
    board = await pair(world)
    asked = await world.bob.click(board, label=RESIGN)
    await world.press(world.alice, "5")
    assert asked.response is not None
    result = await world.bob.click(asked.response.message, label=RESIGN)
    assert world.link(board) in said(result).values()
    assert (await world.session()).ending is None


async def test_a_rematch_against_the_engine_begins_at_once(world: World) -> None:
    """Sides are exchanged, and what was agreed on stays."""
    await world.slash("play", game="4x4 easy x text")
    await world.slash("ttt do", words="resign")
    (board,) = await world.press(world.alice, REMATCH)
    assert "**Kinarow** played" in board
    session = await world.session()
    assert (session.o.name, session.position.ply) == ("alice", 1)
    assert isinstance(session.x.player, Bot)


async def test_a_rematch_between_people_is_asked_for(world: World) -> None:
    """The other player is challenged and accepts; a stranger can ask for nothing."""
    await pair(world)
    await world.slash("ttt do", by=world.bob, words="resign")
    refused = sentence(Problem.NOT_YOUR_REMATCH, **PLAYERS)
    assert await refusal(world, world.carol, world.newest(REMATCH), REMATCH) == refused
    (asked,) = await world.press(world.bob, REMATCH)
    assert asked.startswith(f"**bob** challenges {world.alice.mention}")
    await world.press(world.alice, ACCEPT)
    session = await world.session()
    assert (session.x.name, session.o.name) == ("bob", "alice")


async def test_a_rematch_repeats_the_game_it_stands_under(world: World) -> None:
    """Another game in the channel since then does not matter, unless it is still on."""
    await world.slash("play", game="4x4 easy x")
    await world.slash("ttt do", words="resign")
    old = world.newest(REMATCH)
    await world.slash("play", by=world.bob, game="x")
    on = sentence(Problem.GAME_OF_OTHERS, x="bob", o="Kinarow")
    assert await refusal(world, world.alice, old, REMATCH) == on
    await world.slash("ttt do", by=world.bob, words="resign")
    await world.alice.click(old, label=REMATCH)
    session = await world.session()
    assert (session.o.name, str(session.rules)) == ("alice", "4x4x4")
