"""Swap2 in a channel against the engine, which lays first or second, and chooses."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.match.opening import Swap2
from bot.match.session import Bot, Ending, UserId
from engine import Limit, Side, coordinate, parse_move
from tests.bot.discord.test_restart import leave_unanswered
from tests.bot.discord.world import World, sentence


@pytest.fixture
def think() -> Limit:
    """As much work each time, however busy the machine is."""
    return Limit(nodes=20_000)


async def test_the_engine_lays_three_stones_and_each_time_others(world: World) -> None:
    """Then the person chooses; what it lays comes from its book."""
    laid = set()
    for _ in range(3):
        (board,) = await world.say("!ttt start gomoku swap2 o otto")
        assert "**Kinarow** placed ⚫" in board
        assert "**alice**, choose: `black` ⚫, `white` ⚪, or place `two more` stones." in board
        laid.add(await world.moves())
        await world.say("!ttt stop")
    assert len(laid) > 1
    assert {len(moves) for moves in laid} == {3}


@pytest.mark.parametrize("choice, bot", [("black", Side.O), ("white", Side.X)])
async def test_the_engine_goes_on_with_the_other_colour(
    world: World, choice: str, bot: Side
) -> None:
    """With white it moves at once."""
    await world.say("!ttt start gomoku swap2 o otto", choice)
    session = await world.session()
    assert isinstance(session.seats[bot].player, Bot)
    assert session.position.ply == (4 if bot is Side.O else 3)
    assert not session.bot_to_move


async def test_the_engine_chooses_the_better_colour(world: World) -> None:
    """Black where two stones lie open in a row and white's is far away; then alice moves."""
    *_, board = await world.say("!ttt start gomoku swap2 x otto", "h8", "a1", "i8")
    session = await world.session()
    assert isinstance(session.x.player, Bot)
    assert "**Kinarow** chose ⚫." in board
    assert "⚪ **alice**, your turn" in board


async def test_before_a_colour_is_taken_the_engine_agrees_to_no_draw(world: World) -> None:
    """Neither side is better yet, and it wants to play."""
    await world.say("!ttt start gomoku swap2 x otto")
    (answer,) = await world.say("!ttt draw")
    assert answer.startswith("No draw")
    assert (await world.session()).ending is None


async def test_the_engine_takes_white_and_moves(world: World) -> None:
    """Where black's stones are worth nothing: both are told at once."""
    *_, board = await world.say("!ttt start gomoku swap2 x otto", "a1", "h8", "o15")
    session = await world.session()
    assert isinstance(session.o.player, Bot)
    assert session.position.ply == 4
    assert "**Kinarow** chose ⚪. **Kinarow** played" in board
    assert "⚫ **alice**, your turn" in board


async def test_two_more_from_a_person_leave_the_choice_to_the_engine(world: World) -> None:
    """It takes a colour, and moves if that is white."""
    await world.say("!ttt start gomoku swap2 o otto", "two more")
    session = await world.session()
    first = next(tile for tile in (1, 15) if tile in session.position.legal)
    await world.say("o1" if first == 15 else "a1", "a15")
    session = await world.session()
    assert not session.is_opening
    assert not session.bot_to_move


async def test_against_the_engine_all_three_stones_typed_meanwhile_count(world: World) -> None:
    """It answers the third alone; what is typed after that was typed before the answer was seen."""
    await world.say("!ttt start gomoku swap2 x otto")
    await world.restart("h8", "a1", "i8", "h9")
    session = await world.session()
    assert isinstance(session.x.player, Bot)
    assert session.position.ply == 3


async def to_the_end(world: World) -> str:
    """Alice fills the board from a corner until somebody has won; what the last board says."""
    words: list[str] = []
    while (session := await world.session()).ending is None:
        assert not session.is_opening
        words = await world.say(coordinate(session.rules, session.position.legal[0]))
    assert session.ending in {Ending.LINE, Ending.FULL}
    return words[-1]


@pytest.mark.parametrize(
    "acts, alice",
    [
        ("o black", Side.X),
        ("o white", Side.O),
        ("o more a1 o15", None),
        ("x h8 a1 i8", Side.O),
        ("x a1 h8 o15", Side.X),
    ],
)
async def test_a_whole_game_of_each_branch(world: World, acts: str, alice: Side | None) -> None:
    """The result names who has won, by their colour and name; chance decides who chooses what."""
    side, *typed = acts.split()
    await world.say(
        f"!ttt start gomoku swap2 {side} otto",
        *(f"!ttt {word}" if word == "more" else word for word in typed),
    )
    session = await world.session()
    if alice is not None:
        assert session.side_of(UserId(world.alice.id)) is alice
    board = await to_the_end(world)
    session = await world.session()
    if session.winner is not None:
        mark = "⚫" if session.winner is Side.X else "⚪"
        assert f"{mark} **{session.seats[session.winner].player.name}** wins" in board


async def test_a_stone_of_two_more_is_taken_back(world: World) -> None:
    """At once, and it is no help; the engine's three stones stand, and so does a choice."""
    await world.say("!ttt start gomoku swap2 o otto", "two more")
    laid = await world.moves()
    await world.say("a1", "!ttt undo")
    assert await world.moves() == laid
    assert await world.say("!ttt undo") == [sentence(Problem.NOTHING_TO_UNDO)]
    session = await world.session()
    assert (session.swap2, session.assisted) == (Swap2(5), False)


@pytest.mark.parametrize("begins, tiles", [("x", ("h8", "a1", "i8")), ("o more", ("a1", "o15"))])
async def test_the_engine_chooses_after_a_restart(
    world: World, begins: str, tiles: tuple[str, ...]
) -> None:
    """A process that died before the engine could choose leaves a game in which the next does."""
    side, *typed = begins.split()
    await world.say(f"!ttt start gomoku swap2 {side} otto", *(f"!ttt {word}" for word in typed))
    position = (await world.session()).position
    await leave_unanswered(world, *filter(None, (parse_move(position, tile) for tile in tiles)))
    (board,) = await world.restart()
    session = await world.session()
    assert not session.is_opening
    assert not session.bot_to_move
    assert "**Kinarow** chose" in board
