"""Exact, caro and renju in a channel: what is refused, what wins, what is marked and remembered."""

from __future__ import annotations

from bot.errors import Problem
from bot.match.session import Ending
from engine import Foul, MoveProblem, Rules, Side, decode_game
from tests.bot.discord.world import World, sentence

TWO_THREES = ("h6", "bob: a1", "h7", "bob: c1", "f8", "bob: e1", "g8", "bob: g1")
"""Moves of alice and bob, after which h8 would be a double three of alice's."""


def typed(moves: str) -> list[str]:
    """What is typed, in a line with a space between: `bob:c8` is bob's, `d8` alice's."""
    return [move.replace(":", ": ") for move in moves.split()]


async def test_a_foul_of_renju_is_refused_with_its_reason(world: World) -> None:
    """The tile stays free, it is alice's turn, and another tile is taken."""
    await world.pair("renju")
    await world.say(*TWO_THREES)
    before = await world.moves()
    refused = sentence(Problem.FOUL, tile="h8", foul=MoveProblem.DOUBLE_THREE.value)
    assert "two open threes at once" in refused
    assert await world.say("h8") == [refused]
    assert await world.moves() == before
    await world.say("h9")
    assert len(await world.moves()) == len(before) + 1


async def test_forbidden_tiles_are_told_and_marked(world: World) -> None:
    """In words on a board of text, by a sign on a board of emoji, and only when X is to move."""
    await world.pair("renju text")
    (*_, board) = await world.say(*TWO_THREES)
    assert "Forbidden to X: h8 (two open threes at once)." in board
    (*_, after) = await world.say("a15")
    assert "Forbidden" not in after
    assert decode_game("15x15x5r:83-1-98-3-111-5-112-7").fouls == {113: Foul.DOUBLE_THREE}


async def test_o_wins_renju_with_six(world: World) -> None:
    """An overline is a win for O, and one that X may not make."""
    await world.pair("renju")
    moves = "a15 bob:d8 c15 bob:e8 e15 bob:f8 g15 bob:h8 i15 bob:i8 k13 bob:g8"
    (*_, board) = await world.say(*typed(moves))
    assert "**bob** wins with d8-e8-f8-g8-h8-i8." in board
    assert (await world.session()).winner is Side.O


async def test_six_do_not_win_exact_gomoku(world: World) -> None:
    """The game goes on after an overline, and ends with five."""
    await world.pair("exact")
    six = "d8 bob:a1 e8 bob:c1 f8 bob:e1 h8 bob:g1 i8 bob:i1 g8 bob:k1"
    await world.say(*typed(six))
    assert (await world.session()).ending is None
    five = "d9 bob:a3 d10 bob:c3 d11 bob:e3 d12"
    await world.say(*typed(five))
    session = await world.session()
    assert (session.ending, session.winner) == (Ending.LINE, Side.X)


async def test_five_between_two_stones_do_not_win_caro(world: World) -> None:
    """A row that is shut at both ends is none."""
    await world.pair("caro")
    moves = "d8 bob:c8 e8 bob:i8 f8 bob:a1 g8 bob:c1 h8"
    await world.say(*typed(moves))
    assert (await world.session()).ending is None


async def test_games_lists_each_variant_and_rules_says_how_to_win(world: World) -> None:
    """The list names each of them, and `rules` says how it is won."""
    (games,) = await world.say("!ttt games")
    assert all(f"`!ttt start {name}`" in games for name in ("exact", "caro", "renju"))
    (rules,) = await world.say("!ttt rules renju")
    assert "two fours at once" in rules


async def test_a_variant_is_stored_with_its_game(world: World) -> None:
    """The game is read back as it was begun, and its code goes on as the same game."""
    await world.pair("19x19 renju")
    await world.say("j10")
    assert (await world.session()).rules == Rules.parse("19x19 renju")
    await world.say("!ttt resign")
    assert "`19x19x5r:" in (await world.say("!ttt replay"))[0]


async def test_a_hint_names_what_is_forbidden(world: World) -> None:
    """Why a tile is forbidden is said with the move that is best, which is another one."""
    await world.say("!ttt load 15x15x5r:83-1-98-3-111-5-112-7")
    (hint,) = await world.say("!ttt hint")
    assert "Forbidden to X: h8 (two open threes at once)." in hint
    assert "**h8**" not in hint


async def test_kinarow_answers_by_the_same_rules(world: World) -> None:
    """A game against it is begun, and answered, at any level."""
    await world.say("!ttt start exact pip x")
    await world.say("h8")
    session = await world.session()
    assert session.position.ply == 2
    assert session.rules == Rules.parse("exact")
