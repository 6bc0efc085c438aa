"""Boards of five rows: one message of components, with a button for each tile as they lie.

So are positions to explore, to train and to solve; a hint has the tiles in an ordinary message.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

import discord
import pytest
from simcord.components import walk_components

from bot.edge.discord_internals.answers import words_in
from bot.edge.sending.traffic import NEAR
from bot.features.puzzle.text import MY_BOARD
from bot.features.train.text import NEXT, SOLUTION
from bot.match.session import Ending
from bot.show.text.words import (
    BOARD,
    CHANGE,
    HINT,
    OTHER,
    PAD,
    REMATCH,
    REPLAY,
    RESIGN,
    REVIEW,
    UNDO,
    WRITE,
)
from engine import Puzzle, Task, decode_game
from tests.bot.builders import position
from tests.bot.discord.test_guide import choose, options
from tests.bot.discord.test_puzzle import posed
from tests.bot.discord.test_train import given
from tests.bot.discord.world import World, labels, said
from tests.bot.features.train.cards import card

STAYS: Final = "Invalid Form Body In flags: IS_COMPONENTS_V2 cannot be removed"
REFUSED: Final = "Invalid Form Body In components.0: Value of field is not valid."


def is_layout(message: discord.Message) -> bool:
    """Whether a message is all components."""
    assert not (message.flags.components_v2 and message.content)
    return message.flags.components_v2


def board(world: World) -> discord.Message:
    """The newest message of the bot."""
    return next(message for message in reversed(world.channel.history()) if message.author.bot)


def rows(message: discord.Message) -> list[int]:
    """How many buttons are in each row."""
    return [
        len(part.children) for part in message.components if isinstance(part, discord.ActionRow)
    ]


@contextmanager
def layouts_refused(world: World) -> Iterator[None]:
    """Discord refuses the next message of components that is posted or changed."""
    for method, path in (("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")):
        world.env.inject_error(method, path, status=400, code=50035, message=REFUSED)
    yield
    world.env.backend.faults.clear()


@pytest.mark.parametrize(
    "game, shape", [("5x5x4", [5] * 6), ("5x3x3", [3] * 5 + [5]), ("5x4", [4] * 5 + [5])]
)
async def test_all_tiles_and_acts_have_buttons(world: World, game: str, shape: list[int]) -> None:
    """They lie as on the board, under words that name them, within Discord's limit."""
    await world.say(f"!ttt start {game} x easy")
    shown = board(world)
    assert is_layout(shown)
    assert rows(shown) == shape
    assert not {WRITE, PAD} & {*labels(shown)}
    assert "press a free tile, or type it, as in" in world.last
    stored = world.env.backend.get_message(world.channel.id, shown.id)
    assert len(list(walk_components(stored.components))) <= 40


async def test_a_whole_game_is_one_message(world: World) -> None:
    """Presses and typed moves change it in place; its end has buttons, and so has a rematch."""
    await world.pair("5x5x3")
    first = board(world)
    assert labels(first)[-5:] == [HINT, UNDO, BOARD, RESIGN, OTHER]
    await world.press(world.alice, "b2")
    assert await world.press(world.bob, "a1") == []
    await world.say("c2", "bob: a2")
    await world.press(world.alice, "d2")
    shown = board(world)
    assert (await world.session()).ending is Ending.LINE
    assert (shown.id, is_layout(shown)) == (first.id, True)
    assert labels(shown) == [REVIEW, REPLAY, REMATCH, CHANGE]
    assert "**alice** wins with b2-c2-d2." in words_in(shown)
    await world.press(world.alice, REMATCH)


@pytest.mark.parametrize("style", ["image", "text"])
async def test_every_style_has_them(world: World, style: str) -> None:
    """A picture stands between the words and the buttons; a listener hears the words alone."""
    await world.say(f"!ttt start 5x5x4 x easy {style}")
    await world.press(world.alice, "c3")
    shown = board(world)
    assert is_layout(shown)
    pictures = [one for one in shown.components if isinstance(one, discord.MediaGalleryComponent)]
    assert (len(pictures), len(shown.attachments)) == ((1, 1) if style == "image" else (0, 0))


async def test_a_board_that_is_replaced_leaves_its_line(world: World) -> None:
    """What stays above has the moves, and no buttons, as that of an ordinary board has."""
    await world.pair("5x5x4")
    await world.say("c3")
    first = board(world)
    await world.say(*(f"carol: message {number}" for number in range(NEAR + 1)))
    await world.say("bob: c4")
    assert board(world).id != first.id
    (left,) = (message for message in world.channel.history() if message.id == first.id)
    assert (words_in(left), labels(left)) == ("-# 1. alice c3", [])


async def test_a_game_goes_on_after_a_restart(world: World) -> None:
    """The buttons of the board that an earlier process posted play, and change it."""
    await world.pair("5x5x4")
    first = board(world)
    await world.restart()
    await world.press(world.alice, "c3")
    assert await world.moves() == (13,)
    assert board(world).id == first.id


async def test_a_refused_board_comes_as_an_ordinary_one(world: World) -> None:
    """It has the buttons and the words of a large board, and the next one is tried again."""
    with layouts_refused(world):
        await world.say("!ttt start 5x5x4 x easy")
    shown = board(world)
    assert not is_layout(shown)
    assert labels(shown)[:2] == [WRITE, PAD]
    assert "type a tile such as" in world.last
    await world.say("c3")
    assert (board(world).id, is_layout(board(world))) == (shown.id, True)


async def test_a_layout_never_becomes_an_ordinary_board(world: World) -> None:
    """When the bot has learnt to send none it stays one, with the buttons of an ordinary board."""
    await world.pair("5x5x4")
    first = board(world)
    world.take_no_layouts()
    await world.say("c3")
    shown = board(world)
    assert (shown.id, is_layout(shown)) == (first.id, True)
    assert labels(shown)[:2] == [WRITE, PAD]
    assert "**alice** played **c3**" in words_in(shown)


async def test_a_layout_that_cannot_be_changed_is_posted_anew(world: World) -> None:
    """The board comes as an ordinary one, and what stays above loses its buttons."""
    await world.pair("5x5x4")
    first = board(world)
    world.take_no_layouts()
    path = f"/channels/{world.channel.id}/messages/{first.id}"
    world.env.inject_error("PATCH", path, status=400, code=50035, message=STAYS, times=None)
    await world.say("c3")
    shown = board(world)
    assert (shown.id != first.id, is_layout(shown)) == (True, False)
    assert "**alice** played **c3**" in words_in(shown)
    assert [message.id for message in world.channel.history() if labels(message)] == [shown.id]


# What is asked about such boards.


def tiles(message: discord.Message) -> list[str]:
    """The buttons of the tiles of 5x5, which come first and lie as on the board."""
    assert rows(message)[:5] == [5] * 5
    return labels(message)[:25]


async def test_a_position_is_explored_by_its_tiles(world: World) -> None:
    """A press goes on, in the same message."""
    await world.say("!ttt explore 5x5x4:13")
    first = board(world)
    assert is_layout(first)
    assert tiles(first)[11:14] == ["b3", "c3", "d3"]
    await world.press(world.alice, "d3")
    shown = board(world)
    assert (shown.id, "after 2 moves" in words_in(shown)) == (first.id, True)
    assert labels(shown)[25:] == ["To the start", "Back", "Play from here"]


async def test_a_layout_stays_one_when_it_shows_another_board(world: World) -> None:
    """Discord allows no way back, so none is tried."""
    await world.say("!ttt explore 5x5x4:13")
    world.take_no_layouts()
    path = f"/channels/{world.channel.id}/messages/{board(world).id}"
    world.env.inject_error("PATCH", path, status=400, code=50035, message=STAYS)
    await world.press(world.alice, "Back")
    shown = board(world)
    assert "the empty board" in words_in(shown)
    assert (is_layout(shown), rows(shown)) == (True, [5, 1, 3])


async def test_a_puzzle_is_answered_by_its_tiles(world: World) -> None:
    """In the channel, for all who try it, and by each alone on their own board."""
    puzzle = Puzzle(decode_game("5x5x4:7-1-13-3-8-5"), Task.WIN, (9,))
    message = await posed(world, puzzle)
    assert is_layout(message)
    assert "Press your answer: only you will see it." in words_in(message)
    assert tiles(message)[8] == "d2"
    mine = await world.alice.click(message, label=MY_BOARD)
    (own,) = (one for one in (mine.response, *mine.followups) if one is not None)
    assert tiles(own.message) == tiles(message)
    (told,) = said(await world.alice.click(own.message, label="d2")).values()
    assert "**d2** solves it on the first try." in told


async def test_a_card_is_answered_by_its_tiles(world: World) -> None:
    """The message stays as it is while other cards come."""
    message = await given(world, card(position("5x5x4", (7, 1, 13, 3, 8, 5)), 25, 9))
    assert tiles(message)[8] == "d2"
    assert labels(message)[25:] == [HINT, SOLUTION, NEXT]
    (told,) = said(await world.alice.click(message, label="d2")).values()
    assert "**d2** is right" in told


async def test_a_hint_is_asked_about_its_tiles(world: World) -> None:
    """A menu has room for all of them in an ordinary message; it tells what follows."""
    await world.pair("5x5x4")
    await world.say("c3", "bob: a1", "!ttt hint")
    shown = board(world)
    assert not is_layout(shown)
    assert len(options(shown)) == 22
    (told,) = said(await choose(world.alice, shown, "Why not e5?")).values()
    assert "**e5**" in told


@pytest.mark.parametrize("for_ever", [False, True])
async def test_a_refused_position_comes_as_an_ordinary_one(world: World, for_ever: bool) -> None:
    """With the best moves, as a large board has them."""
    if for_ever:
        world.take_no_layouts()
    with nullcontext() if for_ever else layouts_refused(world):
        await world.say("!ttt explore 5x5x4:13")
    shown = board(world)
    assert not is_layout(shown)
    assert (rows(shown), "after 1 move" in shown.content) == ([5, 3], True)
