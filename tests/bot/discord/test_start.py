"""Starting a game: what may be asked for, and what stands in the way."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.match.session import BoardStyle, Bot, Coach, Ending
from engine import Level, Side
from tests.bot.discord.world import World, sentence
from tests.thorough import few

HOUR = 3600.0


async def test_start_alone_is_tic_tac_toe_against_the_engine(world: World) -> None:
    """Two words are enough for a game against a perfect player."""
    (board,) = await world.say("!ttt start")
    session = await world.session()
    assert str(session.rules) == "3x3x3"
    assert Bot(Level.PERFECT) in (session.x.player, session.o.player)
    assert "tic-tac-toe" in board
    assert "**alice**, your turn" in board


@pytest.mark.parametrize(
    "words", ["!ttt play", "@Kinarow play", "!ttt spielen", "!ttt i want to play"]
)
async def test_play_without_a_move_starts_a_game(world: World, words: str) -> None:
    """`play` without a move starts a game where none is on."""
    (board,) = await world.say(words)
    assert "**alice**, your turn" in board


async def test_the_first_board_shows_players_tiles_and_what_to_do(world: World) -> None:
    """A newcomer can read from the board alone how to go on."""
    assert await world.say("!ttt start x") == [
        "❌ **alice** \N{EN DASH} ⭕ **Kinarow** (perfect) · tic-tac-toe\n"
        "1️⃣2️⃣3️⃣\n4️⃣5️⃣6️⃣\n7️⃣8️⃣9️⃣\n"
        "❌ **alice**, your turn: press or type a free number.\n"
        "Level perfect: plays the best move that can be proved or found."
    ]


@pytest.mark.parametrize(
    "words, rules, shown",
    few(
        4,
        [
            ("tictactoe", "3x3x3", "9️⃣"),
            ("connect4", "6x7x4g", "7️⃣"),
            ("gomoku", "15x15x5", "h8"),
            ("4x4", "4x4x4", "⬜⬜⬜⬜ 4"),
            ("5x5x4", "5x5x4", "⬜⬜⬜⬜⬜ 5"),
            ("4X3", "4x3x3", "⬜⬜⬜ 4"),
            ("4x5x3 gravity", "4x5x3g", "5️⃣\n⬜"),
            ("3x3 misere", "3x3x3 misere", "9️⃣"),
            ("19x19x5", "19x19x5", "19"),
        ],
    ),
)
async def test_every_kind_of_board_can_be_started(
    world: World, words: str, rules: str, shown: str
) -> None:
    """Presets, sizes, gravity and misere are understood, and drawn in their own way."""
    (board,) = await world.say(f"!ttt start {words} x")
    assert str((await world.session()).rules) == rules
    assert shown in board


async def test_words_may_stand_in_any_order(world: World) -> None:
    """Game, level, side, coach and style are found wherever they are."""
    (board,) = await world.say("!ttt start text easy o coach 4x4")
    session = await world.session()
    assert str(session.rules) == "4x4x4"
    assert (session.x.player, session.o.name) == (Bot(Level.EASY), "alice")
    assert (session.o.coach, session.style) == (Coach.BEFORE, BoardStyle.TEXT)
    assert "💡" in board
    assert "They: " in board


async def test_the_engine_moves_first_where_it_has_x(world: World) -> None:
    """A player who asks for O is shown a board on which the engine has moved already."""
    (board,) = await world.say("!ttt start o")
    assert len(await world.moves()) == 1
    assert "**Kinarow** played" in board


async def test_sides_are_drawn_by_lot(world: World) -> None:
    """Without a word about sides both come up."""
    sides = set()
    for _ in range(10):
        await world.say("!ttt start 3x3 random")
        session = await world.session()
        sides.add(session.side_of(session.people[0].id))
        await world.say("!ttt stop")
    assert sides == set(Side)


async def test_a_live_game_is_not_replaced(world: World) -> None:
    """Others read of threads and channels, not how to end a game that is not theirs."""
    await world.say("!ttt start x", "5")
    before = await world.session()
    refused = sentence(Problem.GAME_OF_OTHERS, x="alice", o="Kinarow")
    assert await world.say("bob: !ttt start") == [refused]
    assert await world.session() == before


async def test_an_idle_game_may_be_replaced_by_anyone(world: World) -> None:
    """A game nobody has touched for a day gives way, and not before."""
    await world.say("!ttt start x")
    left = await world.session()
    await world.env.advance_time(23 * HOUR)
    refused = sentence(Problem.GAME_OF_OTHERS, x="alice", o="Kinarow")
    assert await world.say("bob: !ttt start x") == [refused]
    await world.env.advance_time(2 * HOUR)
    (board,) = await world.say("bob: !ttt start x")
    assert "❌ **bob**" in board
    ended = await world.store.find(left.game)
    assert ended is not None
    assert ended.ending is Ending.IDLE


async def test_channels_have_games_of_their_own(world: World) -> None:
    """Three games in three channels, played in turns, do not touch each other."""
    channels = [world.guild.create_text_channel(f"room-{n}") for n in range(3)]
    for channel, size in zip(channels, ("3x3", "4x4", "6x7x4g"), strict=True):
        await world.say(f"!ttt start {size} x", channel=channel)
    for channel, move in zip(channels, ("5", "b2", "4"), strict=True):
        await world.say(move, channel=channel)
    assert [(await world.moves(channel))[0] for channel in channels] == [5, 6, 4]
    assert [len(await world.moves(channel)) for channel in channels] == [2, 2, 2]
