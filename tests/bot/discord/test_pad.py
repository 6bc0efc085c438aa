"""Boards with too many tiles for buttons: a box to write into, and a pad for one person alone."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor
from simcord.components import walk_components

from bot.errors import Problem
from bot.match.session import Ending
from bot.show.text.words import PAD, WRITE
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, sentence

FIGHT = "🎯"


async def write(world: World, member: MemberActor, words: str) -> InteractionResult:
    """Write words into the box that the newest board opens."""
    opened = await member.click(world.newest(WRITE), label=WRITE)
    return await member.submit_modal(opened, {"answer": words})


async def open_pad(world: World, member: MemberActor) -> InteractionResult:
    """Open a pad from the newest board."""
    return await member.click(world.newest(PAD), label=PAD)


def parts(world: World, pad: InteractionResult) -> list[dict[str, Any]]:
    """The components of a pad as it is now."""
    message = pad.response or pad.followups[0]
    stored = world.env.backend.get_message(world.channel.id, message.id)
    return list(walk_components(stored.components))


def tiles(world: World, pad: InteractionResult) -> list[str]:
    """What stands on the buttons of a pad: the free tiles by name, stones as they are drawn."""
    buttons = [part for part in parts(world, pad) if part["type"] == 2]
    return [button.get("label") or button["emoji"]["name"] for button in buttons]


def words(world: World, pad: InteractionResult) -> str:
    """What stands above them."""
    (above,) = (part for part in parts(world, pad) if part["type"] == 10)
    return str(above["content"])


async def tap(
    world: World, member: MemberActor, pad: InteractionResult, name: str
) -> InteractionResult:
    """Press a button of a pad, by its label or its emoji."""
    message = pad.response or pad.followups[0]
    for part in parts(world, pad):
        if part["type"] == 2 and name in (part.get("label"), (part.get("emoji") or {}).get("name")):
            return await member.click(message, custom_id=part["custom_id"])
    raise AssertionError(f"no {name} on the pad")


async def test_a_move_is_written_into_a_box(world: World) -> None:
    """Only a player who may move can open it, and the board shows the move in place."""
    await world.pair("gomoku")
    await write(world, world.alice, " H8 ")
    assert (await world.session()).position.moves == (113,)
    assert "**alice** played **h8**." in world.last
    refused = await world.alice.click(world.newest(WRITE), label=WRITE)
    assert refused.modal is None
    assert refused.response is not None
    assert refused.response.content == sentence(Problem.NOT_YOUR_TURN, name="bob")


@pytest.mark.parametrize(
    "words, problem",
    [
        ("somewhere", sentence(Problem.NOT_A_MOVE, text="somewhere")),
        ("h8", sentence(Problem.TAKEN, tile="h8")),
        ("z9", sentence(Problem.NOT_A_MOVE, text="z9")),
        ("t1", sentence(Problem.NO_SUCH_TILE, text="t1", last=225, corner="o15")),
    ],
)
async def test_a_slip_is_corrected_where_it_was_written(
    world: World, words: str, problem: str
) -> None:
    """One sentence for the writer alone, and a button that opens the box with what they wrote."""
    await world.pair("gomoku")
    await write(world, world.alice, "h8")
    slip = await write(world, world.bob, words)
    assert slip.ephemeral
    assert slip.response is not None
    assert slip.response.content == problem
    again = await world.bob.click(slip.response, label=WRITE)
    assert again.modal is not None
    (field,) = (part for part in walk_components(again.modal["components"]) if "value" in part)
    assert field["value"] == words
    worse = await world.bob.submit_modal(again, {"answer": "?"})
    assert worse.response is None or worse.response.id == slip.response.id
    again = await world.bob.click(slip.response, label=WRITE)
    await world.bob.submit_modal(again, {"answer": "h9"})
    assert await world.moves() == (113, 128)
    assert slip.response is None


async def test_a_pad_plays_and_follows_the_game(world: World) -> None:
    """Its buttons move; it shows what the other plays, and stays where its player fights."""
    await world.pair("gomoku")
    pad = await open_pad(world, world.alice)
    assert pad.ephemeral
    assert tiles(world, pad)[:5] == ["f6", "g6", "h6", "i6", "j6"]
    await tap(world, world.alice, pad, "h8")
    assert await world.moves() == (113,)
    assert "**bob**, your turn" in words(world, pad)
    assert tiles(world, pad)[12] == "⚫"
    await write(world, world.bob, "a1")
    assert "**bob** played **a1**." in words(world, pad)
    assert tiles(world, pad)[12] == "⚫"


async def test_a_pad_is_moved_over_the_board(world: World) -> None:
    """Arrows lead as far as the board goes, and back to the fight."""
    await world.pair("gomoku")
    pad = await open_pad(world, world.alice)
    for arrow in ("⬅️", "⬆️", "⬅️"):
        await tap(world, world.alice, pad, arrow)
    assert tiles(world, pad)[:6] == ["a3", "b3", "c3", "d3", "e3", "a4"]
    arrows = {part["emoji"]["name"]: part.get("disabled") for part in parts(world, pad)[-5:]}
    assert arrows == {"⬅️": True, "⬆️": False, FIGHT: False, "⬇️": False, "➡️": False}
    await tap(world, world.alice, pad, FIGHT)
    assert tiles(world, pad)[0] == "f6"


async def test_a_pad_waits_for_its_owner_to_move(world: World) -> None:
    """A press out of turn is answered, and the pad goes on following the game."""
    await world.pair("gomoku")
    pad = await open_pad(world, world.bob)
    early = await tap(world, world.bob, pad, "h8")
    assert early.response is not None
    assert early.response.content == sentence(Problem.NOT_YOUR_TURN, name="alice")
    await write(world, world.alice, "h8")
    assert "**bob**, your turn" in words(world, pad)
    assert early.response.content == sentence(Problem.NOT_YOUR_TURN, name="alice")
    await tap(world, world.bob, pad, "i8")
    assert await world.moves() == (113, 114)


async def test_a_pad_is_found_again_after_a_restart(world: World) -> None:
    """It does not follow the game any more: a press shows the board, and the next one plays."""
    await world.pair("gomoku")
    pad = await open_pad(world, world.alice)
    await world.restart()
    await world.say("h8", "bob: i8")
    await tap(world, world.alice, pad, "g8")
    assert await world.moves() == (113, 114)
    assert tiles(world, pad)[12:14] == ["⚫", "⚪"]
    await tap(world, world.alice, pad, "g8")
    assert await world.moves() == (113, 114, 112)
    assert "**bob**, your turn" in words(world, pad)


async def test_a_pad_ends_with_its_game(world: World) -> None:
    """It says how the game ended, and has no buttons any more."""
    world.take_no_layouts()  # on Discord such a board has a button for each tile
    await world.pair("5x5x2")
    pad = await open_pad(world, world.alice)
    assert tiles(world, pad)[-1] == FIGHT
    await write(world, world.alice, "a1")
    await write(world, world.bob, "e5")
    await tap(world, world.alice, pad, "b2")
    assert (await world.session()).ending is Ending.LINE
    assert "**alice** wins" in words(world, pad)
    assert tiles(world, pad) == []


async def test_strangers_get_no_pad(world: World) -> None:
    """Only those who play, and in a vote everybody."""
    await world.pair("gomoku")
    refused = await open_pad(world, world.carol)
    assert refused.response is not None
    assert refused.response.content == sentence(Problem.NOT_A_PLAYER, x="alice", o="bob")


async def test_a_vote_is_cast_on_a_pad(world: World) -> None:
    """The pad shows the votes, as the board does."""
    await world.say("!ttt vote gomoku 60s")
    pad = await open_pad(world, world.carol)
    await tap(world, world.carol, pad, "h8")
    assert "Votes: **h8** × 1" in words(world, pad)
    assert "Votes: **h8** × 1" in world.last
    await write(world, world.bob, "h9")
    assert "**h9** × 1" in world.last


async def test_a_pad_is_read_out(world: World) -> None:
    """With `style text` there is no picture, and stones are letters."""
    await world.say("!ttt style text")
    await world.pair("gomoku")
    pad = await open_pad(world, world.alice)
    await tap(world, world.alice, pad, "h8")
    assert tiles(world, pad)[12] == "X"
    assert [part["type"] for part in parts(world, pad)].count(12) == 0


async def test_a_pad_without_a_picture(world: World) -> None:
    """Where no file may be sent its buttons are enough."""
    await world.pair("gomoku")
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        pad = await open_pad(world, world.alice)
    assert [part["type"] for part in parts(world, pad)].count(12) == 0
    assert tiles(world, pad)[12] == "h8"
