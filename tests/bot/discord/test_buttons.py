"""The buttons under a board: whole games without a typed word, and presses that come too late."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.errors import Problem
from bot.match.session import Bot, Ending
from bot.pool.thinker import Thinker
from bot.show import text
from bot.show.style import move_name
from bot.show.text import ACCEPT, BOARD, HINT, REMATCH, REPLAY, RESIGN, REVIEW, UNDO
from tests.bot.discord.world import World, labels, said, sentence
from tests.bot.waiting import held, until

HOUR = 3_600.0
PLAYERS = {"x": "alice", "o": "bob"}
EDITS = ("PATCH", "/webhooks/*/messages/@original")
ANSWERS = ("POST", "/interactions/*/callback")


async def refusal(world: World, member: MemberActor, message: discord.Message, label: str) -> str:
    """What a press that changes nothing is answered with, seen by nobody else."""
    before = world.shown(), await world.session()
    result = await member.click(message, label=label)
    assert (world.shown(), await world.session()) == before
    (answer,) = [answer for answer in (result.response, *result.followups) if answer is not None]
    assert answer.ephemeral
    return answer.content


async def press_at_once(
    world: World, message: discord.Message, *presses: tuple[MemberActor, str]
) -> list[str]:
    """Press buttons of one message in the same moment; every answer to anyone."""
    with world.in_the_same_moment():
        results = [await member.click(message, label=label) for member, label in presses]
    await world.env.settle()
    return [words for result in results for words in said(result).values()]


async def press_and_wait(world: World, member: MemberActor, label: str) -> list[str]:
    """Press the newest button of that label, and let Kinarow try again what fails."""
    message = world.newest(label)
    with world.in_the_same_moment():
        result = await member.click(message, label=label)
    await world.env.advance_time(60)
    return [words for answer, words in said(result).items() if answer != message.id]


async def pair(world: World, **options: Any) -> discord.Message:
    """A game of alice, who plays X, and bob, begun without a typed word; its board."""
    await world.slash("ttt start", opponent=world.bob, side="x", **options)
    await world.press(world.bob, ACCEPT)
    return world.newest(BOARD)


# Games.


@pytest.mark.parametrize(
    "options",
    [
        {"game": "3x3"},
        {"game": "3x3", "style": "text", "side": "o"},
        {"game": "4x5"},
        {"game": "5x4 misere", "side": "o"},
        {"game": "connect4", "side": "x"},
        {"game": "3x19x3 gravity", "style": "image"},
    ],
    ids=str,
)
async def test_a_game_against_the_engine_by_buttons_alone(
    world: World, options: dict[str, Any]
) -> None:
    """Each press plays, the board changes in place, and at the end a rematch is offered."""
    await world.slash("ttt start", level="easy", **options)
    board = world.newest(RESIGN)
    while (session := await world.session()).ending is None:
        move = session.position.legal[0]
        assert await world.press(world.alice, move_name(session.rules, move)) == []
        played = (await world.moves())[session.position.ply :]
        assert played[0] == move
    (shown,) = [message for message in world.channel.history() if message.id == board.id]
    assert world.shown() == [shown.content]
    assert "Again?" in shown.content
    assert labels(shown) == [REVIEW, REPLAY, REMATCH]


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
    await user.slash("ttt start", side="x", style="image")

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
    assert text.resign_question() in await press(RESIGN)
    await user.slash("ttt resign")
    await press(REMATCH)
    session = await world.session(room)
    assert session.o_name == "alice"
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
    """A player who has lost sight of the board gets it with buttons that work."""
    old = await pair(world)
    with world.edits_refused():
        (board,) = await world.press(world.bob, BOARD)
        assert "**alice**, your turn" in board
        assert world.newest("5").id != old.id
        await world.press(world.alice, "5")
    assert await refusal(world, world.bob, old, "1") == world.link(world.newest("1"))


# Presses that change nothing.


async def test_a_press_on_an_older_board_changes_nothing(world: World) -> None:
    """Whoever presses below a board that has moved down gets the way to it, and nobody else."""
    old = await pair(world)
    with world.edits_refused():
        await world.say("!ttt board")
    await world.say("5", "bob: 1")
    way = world.link(world.newest("9"))
    for label in ("9", HINT, UNDO, RESIGN):
        assert await refusal(world, world.alice, old, label) == way
    await world.say("!ttt resign")
    ended = world.channel.history()[-1]
    assert await refusal(world, world.alice, old, HINT) == world.link(ended)


async def test_a_press_on_a_board_that_was_taken_back_changes_nothing(world: World) -> None:
    """Though the game stands at the same ply again, another stone lies there now."""
    await pair(world, game="4x4")
    await world.say("a1", "bob: b1")
    old = world.newest(UNDO)
    with world.edits_refused():
        await world.say("!ttt board")
    await world.say("bob: !ttt undo", "!ttt undo", "bob: d4")
    for label in ("c1", HINT, UNDO, RESIGN):
        way = world.link(world.newest("c1"))
        assert await refusal(world, world.alice, old, label) == way


async def test_a_press_on_a_board_like_the_present_one_counts(world: World) -> None:
    """A takeback that leads back to what an older board shows leaves nothing to doubt."""
    old = await pair(world)
    with world.edits_refused():
        await world.say("!ttt board")
    await world.say("5", "!ttt undo", "bob: !ttt undo")
    await world.alice.click(old, label="1")
    assert await world.moves() == (1,)


async def test_buttons_of_an_older_version_still_work(world: World) -> None:
    """Their ids tell game and ply alone, which is all that they are checked by."""
    await pair(world)
    game = (await world.session()).game
    view = discord.ui.View(timeout=None)
    for label, word in (("5", f"move:{game}:0:5"), (HINT, f"hint:{game}:0")):
        view.add_item(discord.ui.Button(label=label, custom_id=f"ttt:{word}"))
    channel = world.env.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("a board", view=view)
    assert any("💡" in words for words in await world.press(world.alice, HINT))
    await world.press(world.alice, "5")
    assert await world.moves() == (5,)


async def test_a_press_on_an_older_game_changes_nothing(world: World) -> None:
    """Though it stands at the same ply, a board of an earlier game is no board of this one."""
    old = await pair(world)
    with world.edits_refused():
        await world.say("!ttt stop")
    ended = world.channel.history()[-1]
    await pair(world)
    assert await refusal(world, world.alice, old, "5") == world.link(ended)


async def test_a_press_after_the_end_leads_to_it(world: World) -> None:
    """A board whose game was stopped elsewhere takes no moves."""
    old = await pair(world)
    with world.edits_refused():
        await world.say("!ttt stop")
    ended = world.channel.history()[-1]
    for label in ("5", RESIGN):
        assert await refusal(world, world.alice, old, label) == world.link(ended)
    assert await refusal(world, world.alice, old, BOARD) == sentence(Problem.NO_GAME)


@pytest.mark.parametrize("label", ["5", HINT, UNDO, BOARD, RESIGN])
async def test_a_stranger_is_told_whose_game_it_is(world: World, label: str) -> None:
    """No button does anything for a spectator."""
    board = await pair(world)
    refused = sentence(Problem.NOT_A_PLAYER, **PLAYERS)
    assert await refusal(world, world.carol, board, label) == refused


@pytest.mark.parametrize("label", ["5", HINT])
async def test_the_other_player_has_to_wait(world: World, label: str) -> None:
    """A move and a hint are for the player to move, each time it is pressed."""
    board = await pair(world)
    for _ in range(2):
        wait = sentence(Problem.NOT_YOUR_TURN, name="alice")
        assert await refusal(world, world.bob, board, label) == wait


# The same moment.


async def test_one_player_presses_two_tiles_at_once(world: World) -> None:
    """One of them is played; the other press is told that the board has moved on."""
    board = await pair(world)
    answers = await press_at_once(world, board, (world.alice, "5"), (world.alice, "6"))
    assert len(await world.moves()) == 1
    assert sentence(Problem.MOVED_ON) in answers


async def test_both_players_press_at_once(world: World) -> None:
    """The player to move moves; the other is told to wait, or that the board has moved on."""
    board = await pair(world)
    answers = await press_at_once(world, board, (world.bob, "5"), (world.alice, "5"))
    assert await world.moves() == (5,)
    assert sentence(Problem.NOT_YOUR_TURN, name="alice") in answers


async def test_a_takeback_pressed_twice_takes_back_once(world: World) -> None:
    """The second press meant the same move."""
    await world.slash("ttt start", game="4x4", side="x")
    await world.press(world.alice, "a1")
    await world.press(world.alice, "d3" if 16 in await world.moves() else "d4")
    before = await world.moves()
    board = world.newest(UNDO)
    answers = await press_at_once(world, board, (world.alice, UNDO), (world.alice, UNDO))
    assert await world.moves() == before[:-2]
    assert sentence(Problem.MOVED_ON) in answers


async def test_a_press_while_the_engine_thinks_is_no_move(world: World, thinker: Thinker) -> None:
    """The board still shows its buttons, but the game has moved on."""
    await world.slash("ttt start", game="4x4", side="x")
    board = world.newest("a1")
    with held(thinker), world.in_the_same_moment():
        await world.alice.click(board, label="a1")
        await world.until_played(1)
        second = await world.alice.click(board, label="d4")
        await until(lambda: second.acknowledged)
    await world.env.settle()
    assert sentence(Problem.MOVED_ON) in said(second).values()
    assert len(await world.moves()) == 2


# What a player may want besides moves.


async def test_a_hint_is_given_privately(world: World) -> None:
    """Only the player who asks sees it; the game remembers that it was given."""
    await pair(world)
    for member, tile in zip([world.alice, world.bob] * 2, "1425", strict=True):
        await world.press(member, tile)
    before = world.shown()
    result = await world.alice.click(world.newest(HINT), label=HINT)
    assert result.ephemeral
    board = "❌❌💡\n⭕🅾️6️⃣\n7️⃣8️⃣9️⃣"
    assert list(said(result).values()) == [f"{board}\n💡 **3**: wins at once with 1-2-3"]
    (told,) = world.shown()[len(before) :]
    assert "**alice** has had help" in told
    assert (await world.session()).x_assisted


async def test_a_takeback_against_the_engine_changes_the_board(world: World) -> None:
    """Both half-moves go at once; with none to take back the person is told."""
    await world.slash("ttt start", side="x")
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
    assert question.startswith("**alice** asks to take a move back.")
    asked = sentence(Problem.OWN_OFFER, name="bob")
    assert await refusal(world, world.alice, board, UNDO) == asked
    await world.press(world.bob, label)
    assert await world.moves() == ()


async def test_resigning_asks_first(world: World) -> None:
    """Whether it is meant is asked privately; with the second press the game is over."""
    board = await pair(world)
    before = world.said()
    asked = await world.bob.click(board, label=RESIGN)
    assert asked.response is not None
    assert asked.ephemeral
    assert asked.response.content == text.resign_question()
    assert (await world.session()).ending is None
    await world.bob.click(asked.response.message, label=RESIGN)
    assert (await world.session()).ending is Ending.RESIGNED
    assert asked.response.content == text.resign_done()
    (told,) = world.said()[len(before) :]
    assert "**bob** has left before the first move: this game counts for nobody." in told


async def test_a_question_is_for_the_board_it_was_asked_on(world: World) -> None:
    """Who hesitates until the other has moved has not given up."""
    board = await pair(world)
    asked = await world.bob.click(board, label=RESIGN)
    await world.press(world.alice, "5")
    assert asked.response is not None
    result = await world.bob.click(asked.response.message, label=RESIGN)
    assert world.link(board) in said(result).values()
    assert (await world.session()).ending is None


# Rematches.


async def test_a_rematch_against_the_engine_begins_at_once(world: World) -> None:
    """Sides are exchanged, and what was agreed on stays."""
    await world.slash("ttt start", game="4x4", side="x", level="easy", style="text")
    await world.slash("ttt resign")
    (board,) = await world.press(world.alice, REMATCH)
    assert "**Kinarow** played" in board
    session = await world.session()
    assert (session.o_name, session.position.ply) == ("alice", 1)
    assert isinstance(session.x, Bot)


async def test_a_rematch_between_people_is_asked_for(world: World) -> None:
    """The other player is challenged and accepts; a stranger can ask for nothing."""
    await pair(world)
    await world.slash("ttt resign", by=world.bob)
    refused = sentence(Problem.NOT_YOUR_REMATCH, **PLAYERS)
    assert await refusal(world, world.carol, world.newest(REMATCH), REMATCH) == refused
    (asked,) = await world.press(world.bob, REMATCH)
    assert asked.startswith(f"**bob** challenges {world.alice.mention}")
    await world.press(world.alice, ACCEPT)
    session = await world.session()
    assert (session.x_name, session.o_name) == ("bob", "alice")


async def test_a_rematch_repeats_the_game_it_stands_under(world: World) -> None:
    """Another game in the channel since then does not matter, unless it is still on."""
    await world.slash("ttt start", game="4x4", side="x", level="easy")
    await world.slash("ttt resign")
    old = world.newest(REMATCH)
    await world.slash("ttt start", by=world.bob, side="x")
    on = sentence(Problem.GAME_OF_OTHERS, x="bob", o="Kinarow")
    assert await refusal(world, world.alice, old, REMATCH) == on
    await world.slash("ttt resign", by=world.bob)
    await world.alice.click(old, label=REMATCH)
    session = await world.session()
    assert (session.o_name, str(session.rules)) == ("alice", "4x4x4")


async def test_a_rematch_pressed_twice_begins_once(world: World) -> None:
    """The second press finds the game of the first."""
    await world.slash("ttt start", side="x")
    await world.slash("ttt resign")
    board = world.newest(REMATCH)
    await press_at_once(world, board, (world.alice, REMATCH), (world.alice, REMATCH))
    assert len(await world.store.live()) == 1
    assert len(world.shown()) == 2


# Editing.


async def test_a_board_that_is_old_is_posted_anew(world: World) -> None:
    """Discord limits changes to messages older than an hour: before that a new one begins."""
    await pair(world)
    await world.env.advance_time(HOUR * 0.8)
    assert await world.press(world.alice, "5") == []
    await world.env.advance_time(HOUR * 0.1)
    (board,) = await world.press(world.bob, "1")
    assert "**bob** played **1**" in board
    assert await world.press(world.alice, "9") == []
    assert await world.moves() == (5, 1, 9)


async def test_a_board_deleted_meanwhile_is_posted_anew(world: World, thinker: Thinker) -> None:
    """A message that is gone when the engine has moved is no reason to hide the move."""
    await world.slash("ttt start", side="x", level="hard")
    board = world.newest("5")
    with held(thinker), world.in_the_same_moment():
        await world.alice.click(board, label="5")
        await world.until_played(1)
        world.env.backend.delete_message(world.channel.id, board.id)
    await world.env.settle()
    assert "**Kinarow** played" in world.last


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_an_edit_that_is_refused_is_tried_again(world: World, status: int) -> None:
    """After a refusal of the moment the board changes with a later try."""
    await pair(world)
    world.env.inject_error(*EDITS, status=status, times=2)
    assert await press_and_wait(world, world.alice, "5") == []
    assert "**alice** played **5**" in world.last


async def test_an_edit_that_stays_refused_costs_no_move(world: World) -> None:
    """The player is told privately, and the board comes when it is asked for, or with a restart."""
    await pair(world)
    before = world.shown()
    world.env.inject_error(*EDITS, status=500, times=None)
    assert await press_and_wait(world, world.alice, "5") == [sentence(Problem.DISCORD_DOWN)]
    assert world.shown() == before
    world.env.backend.faults.clear()
    (board,) = await world.press(world.bob, BOARD)
    assert "**alice** played **5**" in board
    assert await world.moves() == (5,)


async def test_a_restart_shows_what_no_edit_could(world: World) -> None:
    """The next process posts the board that is owed."""
    await pair(world)
    world.env.inject_error(*EDITS, status=500, times=None)
    await press_and_wait(world, world.alice, "5")
    world.env.backend.faults.clear()
    (board,) = await world.restart()
    assert "**alice** played **5**" in board


@pytest.mark.parametrize("label", ["5", UNDO])
async def test_a_press_that_is_answered_too_late_counts(world: World, label: str) -> None:
    """When Discord does not know the interaction any more, its channel is told what it did."""
    board = await pair(world)
    if label == UNDO:
        await world.press(world.alice, "1")
    before = len(world.said())
    world.env.inject_error(*ANSWERS, status=404, code=10062, times=None)
    world.env.inject_error("*", "/webhooks/*", status=404, code=10015, times=None)
    await world.alice.click(board, label=label)
    session = await world.session()
    assert (session.offer is not None) if label == UNDO else (session.position.moves == (5,))
    assert len(world.said()) == before + 1
    assert await world.store.boards.is_shown(session)


@pytest.mark.parametrize("label", [HINT, BOARD, RESIGN])
async def test_a_press_that_comes_too_late_changes_nothing(world: World, label: str) -> None:
    """When Discord does not know the interaction any more, the same button works again."""
    board = await pair(world)
    before = world.shown(), await world.session()
    world.env.inject_error(*ANSWERS, status=404, code=10062, times=None)
    await world.alice.click(board, label=label)
    assert (world.shown(), await world.session()) == before
    world.env.backend.faults.clear()
    result = await world.alice.click(board, label=label)
    assert result.acknowledged
    assert sentence(Problem.DISCORD_DOWN) not in said(result).values()


async def test_without_the_engine_the_board_asks_again(world: World, thinker: Thinker) -> None:
    """The move stands, the player is told, and the button brings the answer later."""
    await world.slash("ttt start", side="x", level="hard")
    workers, thinker._workers = thinker._workers, []
    assert await world.press(world.alice, "5") == [sentence(Problem.ENGINE_DOWN)]
    thinker._workers = workers
    assert "**Kinarow** is thinking…" in world.last
    await world.press(world.alice, BOARD)
    assert "**Kinarow** played" in world.last
