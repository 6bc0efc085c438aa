"""A board that cannot be changed in place: too old, deleted, refused, or answered too late."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.errors import Problem
from bot.pool.thinker import Thinker
from bot.show.text.words import BOARD, HINT, RESIGN, UNDO
from tests.bot.discord.pressing import pair
from tests.bot.discord.world import World, said, sentence
from tests.bot.waiting import engine_down, held

HOUR = 3_600.0
EDITS = ("PATCH", "/webhooks/*/messages/@original")
ANSWERS = ("POST", "/interactions/*/callback")


async def press_and_wait(world: World, member: MemberActor, label: str) -> list[str]:
    """Press the newest button of that label, and let Kinarow retry what fails."""
    message = world.newest(label)
    with world.in_the_same_moment():
        result = await member.click(message, label=label)
    await world.env.advance_time(60)
    return [words for answer, words in said(result).items() if answer != message.id]


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
    await world.slash("play", game="hard x")
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
    """When Discord no longer knows the interaction, its channel is told what it did."""
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
    """When Discord no longer knows the interaction, the same button works again."""
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
    await world.slash("play", game="hard x")
    with engine_down(thinker):
        assert await world.press(world.alice, "5") == [sentence(Problem.ENGINE_DOWN)]
    assert "**Kinarow** is thinking…" in world.last
    await world.press(world.alice, BOARD)
    assert "**Kinarow** played" in world.last


async def test_without_the_engine_the_board_is_posted_all_the_same(
    world: World, thinker: Thinker
) -> None:
    """The asker sees where the game stands, and that no answer can come just now."""
    await world.slash("play", game="hard x")
    with engine_down(thinker):
        await world.press(world.alice, "5")
        board, down = await world.say("!ttt board")
    assert "**Kinarow** is thinking…" in board
    assert down == sentence(Problem.ENGINE_DOWN)


async def test_a_board_that_comes_with_the_answer_is_posted_at_the_bottom(
    world: World, thinker: Thinker
) -> None:
    """The asker is not left with a change above their message."""
    await world.say("!ttt start x hard")
    with engine_down(thinker):
        await world.say("5")
    (board,) = await world.say("!ttt board")
    assert "**Kinarow** played" in board
    assert world.channel.history()[-1].content == board
