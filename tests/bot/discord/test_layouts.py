"""Boards of five rows: one message of components, with a button for each tile as they lie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import discord
import pytest
from simcord.components import walk_components

from bot.edge.discord_internals.answers import words_in
from bot.edge.traffic import NEAR
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
from tests.bot.discord.world import World, labels

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
