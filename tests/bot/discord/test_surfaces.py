"""A torus and a cube in a channel: lines over an edge, layers with gaps, and what is said."""

from __future__ import annotations

import pytest

from bot.match.session import BoardStyle, Ending
from bot.show.characters import board
from bot.show.sheet import strokes
from bot.show.text.reasons import cell_name, line_place
from bot.web.state import position_json as page_of
from engine import Limit, Rules, decode_game
from tests.bot.discord.world import World


@pytest.fixture
def think() -> Limit:
    """As much work each time, however busy the machine is."""
    return Limit(nodes=20_000)


def test_a_line_over_an_edge_points_outwards() -> None:
    """Its strokes end at the edge of the board, and no stroke crosses what lies between."""
    torus = Rules.parse("torus 5x5x4")
    right, left = ((3.5, 0.5), (5.0, 0.5)), ((0.0, 0.5), (1.5, 0.5))
    assert list(strokes(torus, (1, 2, 4, 5))) == [right, left]
    assert page_of(decode_game("5x5x4t:4-11-5-12-1-13-2"))["strokes"]


def test_layers_lie_beside_each_other_with_gaps() -> None:
    """As emoji, as text, and on the page; with gravity the lowest comes first."""
    cube = decode_game("3x9x3q:14-1")
    assert board(cube, BoardStyle.TEXT).splitlines()[2] == "1[O]. .   . . .   . . ."
    assert len(board(cube).splitlines()[1].split("\u2003")) == 3
    assert page_of(cube)["grid"][1] == [3, 4, 5, 12, 13, 14, 21, 22, 23]
    falling = board(decode_game("3x9x3gq:5-5"), BoardStyle.TEXT).splitlines()
    assert falling[2] == " 4 X 6   .[O].   . 5 ."


async def test_a_game_over_the_edge_is_won_by_typing(world: World) -> None:
    """The line is named from neighbour to neighbour."""
    await world.pair("torus 5x5x4")
    moves = ("d1", "a3", "e1", "b3", "a1", "c3", "b1")
    said = [f"{'bob: ' if ply % 2 else ''}{tile}" for ply, tile in enumerate(moves)]
    *_, last = await world.say(*said)
    assert "d1-e1-a1-b1" in last
    assert (await world.session()).ending is Ending.LINE


async def test_qubic_is_told_to_be_solved_with_its_source(world: World) -> None:
    """Nobody says that Kinarow has proved it."""
    (told, *_) = await world.say("!ttt rules qubic")
    assert "Patashnik 1980, Allis 1992" in told
    assert "drawn beside each other" in told


async def test_no_strength_is_told_that_nobody_measured(world: World) -> None:
    """The levels of a torus are listed without figures, those of a plane with them."""
    (torus,) = await world.say("!ttt levels torus 4x4")
    (plane,) = await world.say("!ttt levels 4x4")
    assert "Elo" not in torus
    assert "· - ·" not in torus
    assert "\n`easy` · completes its rows" in torus
    assert "Elo" in plane


@pytest.mark.parametrize("game, drawn", [("3d", False), ("torus 3x3", False), ("qubic", True)])
async def test_a_full_board_is_told_where_there_can_be_one(
    world: World, game: str, drawn: bool
) -> None:
    """Every full cube of 3×3×3 and every full torus of 3×3 has a row."""
    (told,) = await world.say(f"!ttt rules {game}")
    assert ("A full board" in told) is drawn


def test_places_in_a_cube_with_gravity_are_in_layers() -> None:
    """The layers are counted from below, as stones fall."""
    rules = Rules.parse("3d gravity")
    assert cell_name(rules, 23) == "column 5, layer 1"
    assert line_place(rules, (19, 20, 21)) == "columns 1-2-3 in layer 1"
    assert line_place(rules, (19, 14, 9)) == "the diagonal 9-5-1 falling from layer 3"
