"""Vanishing tic-tac-toe in a channel: marks that go, and what is said and drawn of them."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.match.session import BoardStyle, Ending
from bot.show.aloud import read_out
from bot.show.characters import board, squares
from bot.show.emoji import Highlight
from bot.show.text.pictures import alt_text
from bot.web.state import position_json as page_of
from engine import Level, Limit, Position, Rules, Side, decode_game, encode_game
from tests.bot.discord.world import World, sentence

SIX = decode_game("3x3x3v:1-4-2-5-9-8")
"""Three marks of each side: X is to move, and its 1 goes then."""
CIRCLE = (8, 6, 5, 2, 7, 9, 4, 1)


@pytest.fixture
def think() -> Limit:
    """As much work each time, however busy the machine is."""
    return Limit(nodes=20_000)


def test_the_mark_that_goes_next_is_pale_in_every_style() -> None:
    """Alone, and not once the game is over; said where nothing is seen."""
    assert board(SIX, BoardStyle.EMOJI).startswith("✖️❌")
    assert board(SIX, BoardStyle.TEXT).splitlines()[1] == " x X 3"
    looks = {tile: square.look for tile, square in squares(SIX, {}, numbered=True).items()}
    assert [tile for tile, look in looks.items() if look is Highlight.FADING] == [1]
    told = "The mark on 1 goes with the next move."
    assert told in alt_text(SIX)
    assert told in read_out(SIX, Side.X)
    assert page_of(SIX)["fades"] == 0
    for other in (SIX.until(5), decode_game("3x3x3v:2-7-5-8-9-1-3-6-7-5-4-2-1")):
        assert "goes with" not in alt_text(other) + read_out(other)
        assert page_of(other)["fades"] is None


def test_threats_are_those_that_hold_once_a_mark_has_gone() -> None:
    """Neither 1-2-3, since the 1 goes, nor is a tile passed over that the next move frees."""
    assert "You threaten" not in read_out(SIX, Side.X)
    freed = decode_game("3x3x3v:1-2-9-4-6-7")
    assert freed.line(Side.O, 1) == (1, 4, 7)
    assert "They threaten 1." in read_out(freed, Side.X)


async def test_a_game_is_played_by_typing(world: World) -> None:
    """A mark goes, its tile is free from then on, and a circle is a draw that counts as one."""
    await world.pair("vanishing")
    await world.say(*(f"{'bob: ' if ply % 2 else ''}{tile}" for ply, tile in enumerate(CIRCLE)))
    session = await world.session()
    assert 8 in session.position.legal
    moves = [CIRCLE[ply % len(CIRCLE)] for ply in range(len(CIRCLE), 22)]
    *_, last = await world.say(*(f"{'bob: ' if n % 2 else ''}{t}" for n, t in enumerate(moves)))
    assert "A draw: the same marks stand for the third time." in last
    (ended,) = await world.say("!ttt replay")
    assert "3x3x3v:8-6-5-2" in ended


async def test_the_bot_plays_and_advises(world: World) -> None:
    """Against the perfect level that begins nobody holds out longer than 13 plies."""
    await world.say("!ttt start vanishing o perfect")
    for _ in range(6):
        session = await world.session()
        if session.ending is not None:
            break
        (hint, *_) = await world.say("!ttt hint")
        assert "💡" in hint
        await world.say(str(max(session.position.legal)))
    assert (await world.session()).ending is Ending.LINE
    (review, *_) = await world.say("!ttt review")
    assert "vanishing tic-tac-toe" in review


async def test_undo_brings_back_the_mark_that_had_gone(world: World) -> None:
    """Both half-moves against the bot, with the age of each mark."""
    await world.say(f"!ttt load {encode_game(SIX)} x {Level.EASY.value}")
    before = (await world.session()).position
    await world.say("3", "!ttt undo")
    assert (await world.session()).position == before


async def test_rules_and_other_boards(world: World) -> None:
    """What is different is told, and where it is played."""
    (told,) = await world.say("!ttt rules infinite")
    assert "its oldest goes" in told
    assert "third time" in told
    assert "whoever moves first wins on this board" in told
    for words in ("vanishing 4x4", "5x5x3 vanishing"):
        assert await world.say(f"!ttt start {words}") == [sentence(Problem.VANISHING_BOARD)]


@pytest.mark.parametrize(
    "asked, nearest",
    [
        ("connect6", "gomoku"),
        ("notakto", "3x3 misere"),
        ("wild", "tictactoe"),
        ("order and chaos", "6x6x5"),
        ("taraguchi", "renju"),
        ("popout", "connect4"),
    ],
)
async def test_a_game_that_is_not_played_is_answered_with_the_nearest(
    world: World, asked: str, nearest: str
) -> None:
    """With start and with rules; what is named can be started."""
    assert Rules.parse(nearest)
    for command in ("start", "rules"):
        (told,) = await world.say(f"!ttt {command} {asked}")
        assert told == sentence(Problem.NOT_PLAYED, text=asked, game=nearest)


def test_equal_positions_lead_to_the_same_ends() -> None:
    """The same marks of another age are another position; the same of the same age are not."""
    rules = SIX.rules
    again = Position.from_moves(rules, (1, 4, 2, 5, 9, 8))
    older = Position.from_moves(rules, (2, 4, 1, 5, 9, 8))
    assert again == SIX
    assert hash(again) == hash(SIX)
    assert older.laid == SIX.laid
    assert older != SIX


async def test_a_puzzle_is_solved_by_those_who_ask_for_one(world: World) -> None:
    """With its pale mark, and by the answer that the solver proved."""
    (puzzle,) = await world.say("!ttt puzzle more vanishing")
    assert "Vanishing tic-tac-toe" in puzzle
    assert "to move" in puzzle
