"""Presses that change nothing: on older boards, by others, out of turn, or twice."""

from __future__ import annotations

import discord
import pytest

from bot.errors import Problem
from bot.pool.thinker import Thinker
from bot.show.text.words import BOARD, HINT, REMATCH, RESIGN, UNDO
from tests.bot.discord.pressing import PLAYERS, pair, press_at_once, refusal
from tests.bot.discord.world import World, said, sentence
from tests.bot.waiting import held, until
from tests.thorough import few


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


@pytest.mark.parametrize("label", few(2, ["5", HINT, UNDO, BOARD, RESIGN]))
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
    await world.slash("play", game="4x4 x")
    await world.press(world.alice, "a1")
    await world.press(world.alice, "d3" if 16 in await world.moves() else "d4")
    before = await world.moves()
    board = world.newest(UNDO)
    answers = await press_at_once(world, board, (world.alice, UNDO), (world.alice, UNDO))
    assert await world.moves() == before[:-2]
    assert sentence(Problem.MOVED_ON) in answers


async def test_a_rematch_pressed_twice_begins_once(world: World) -> None:
    """The second press finds the game of the first."""
    await world.slash("play", game="x")
    await world.slash("ttt do", words="resign")
    board = world.newest(REMATCH)
    await press_at_once(world, board, (world.alice, REMATCH), (world.alice, REMATCH))
    assert len(await world.store.live()) == 1
    assert len(world.shown()) == 2


async def test_a_press_while_the_engine_thinks_is_no_move(world: World, thinker: Thinker) -> None:
    """The board still shows its buttons, but the game has moved on."""
    await world.slash("play", game="4x4 x")
    board = world.newest("a1")
    with held(thinker), world.in_the_same_moment():
        await world.alice.click(board, label="a1")
        await world.until_played(1)
        second = await world.alice.click(board, label="d4")
        await until(lambda: second.acknowledged)
    await world.env.settle()
    assert sentence(Problem.MOVED_ON) in said(second).values()
    assert len(await world.moves()) == 2
