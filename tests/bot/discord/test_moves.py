"""Whole games, and what counts as a move in them."""

from __future__ import annotations

import pytest

from bot.errors import Problem
from bot.match.session import Ending
from engine import Position, Rules, Side
from tests.bot.discord.world import World, sentence
from tests.thorough import few


async def play_on(world: World, *, by_hint: bool) -> None:
    """Let alice play her game to the end: the engine's advice, or the last free tile."""
    while (session := await world.session()).ending is None:
        move = session.position.legal[-1]
        if by_hint:
            (hint,) = await world.say("!ttt hint")
            move = int(hint.split("**")[1])
        await world.say(str(move))


@pytest.mark.parametrize("side", ["x", "o"])
async def test_a_game_with_good_advice_is_a_draw(world: World, side: str) -> None:
    """On 3x3 neither side beats the other when both play as well as can be."""
    await world.say(f"!ttt start {side}")
    await play_on(world, by_hint=True)
    session = await world.session()
    assert (session.ending, session.winner) == (Ending.FULL, None)
    assert "A draw: the board is full." in world.last


async def test_a_careless_game_is_lost(world: World) -> None:
    """The engine wins against whoever does not look, and the board says with which line."""
    await world.say("!ttt start o")
    await play_on(world, by_hint=False)
    session = await world.session()
    assert (session.ending, session.winner) == (Ending.LINE, Side.X)
    assert session.position.outcome is not None
    line = "-".join(str(tile) for tile in session.position.outcome.line)
    assert f"❌ **Kinarow** wins with {line}." in world.last


async def test_a_won_game_is_won_with_advice(world: World) -> None:
    """Where the first player wins by force, advice wins against the perfect level too."""
    await world.say("!ttt start 3x5x3g x")
    await play_on(world, by_hint=True)
    session = await world.session()
    assert (session.ending, session.winner) == (Ending.LINE, Side.X)
    assert "**alice** wins with 3 in a row." in world.last


async def test_people_play_each_other(world: World) -> None:
    """Two people type in turns; the board follows each move and names who is next, then who won."""
    await world.pair()
    (_, answer) = await world.say("5", "bob: 1")
    assert "**bob** played **1**.\n❌ **alice**, your turn" in answer
    (*_, board) = await world.say("4", "bob: 2", "6")
    assert board == (
        "❌ **alice** \N{EN DASH} ⭕ **bob** · tic-tac-toe\n"
        "⭕⭕3️⃣\n❎❎❎\n7️⃣8️⃣9️⃣\n"
        "**alice** played **6**.\n"
        "❌ **alice** wins with 4-5-6.\n-# Game 1"
    )
    assert await world.say("bob: 3") == []


async def test_the_second_player_can_win(world: World) -> None:
    """A line of O ends the game at once, with O as its winner."""
    await world.pair()
    (*_, board) = await world.say("1", "bob: 7", "2", "bob: 8", "4", "bob: 9")
    assert "⭕ **bob** wins with 7-8-9." in board
    assert (await world.session()).winner is Side.O


async def test_gravity_lets_discs_fall(world: World) -> None:
    """Columns are typed, discs pile up, and four upright win."""
    await world.pair("connect4")
    (*_, board) = await world.say("4", "bob: 3", "4", "bob: 3", "4", "bob: 3", "4")
    assert "🔴 **alice** wins with 4 in a row." in board
    assert board.splitlines()[1:8] == [
        "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣",
        "⬜⬜⬜⬜⬜⬜⬜",
        "⬜⬜⬜⬜⬜⬜⬜",
        "⬜⬜⬜🎯⬜⬜⬜",
        "⬜⬜🔶🎯⬜⬜⬜",
        "⬜⬜🔶🎯⬜⬜⬜",
        "⬜⬜🔶🎯⬜⬜⬜",
    ]


async def test_misere_turns_the_aim_round(world: World) -> None:
    """In misere whoever completes a line has lost."""
    await world.pair("misere")
    (*_, board) = await world.say("1", "bob: 9", "2", "bob: 8", "3")
    assert "**alice** completed 1-2-3: ⭕ **bob** wins." in board
    assert (await world.session()).winner is Side.O


async def test_larger_boards_are_played_by_coordinates(world: World) -> None:
    """On 4x4 letters and numbers name the tiles, and a command takes the plain number too."""
    await world.pair("4x4")
    await world.say("b2", "bob: C3", "!ttt 16", "bob: a1")
    assert await world.moves() == (6, 11, 16, 1)
    assert "**bob** played **a1**" in world.last


async def test_gomoku_is_played_to_five_in_a_row(world: World) -> None:
    """The largest preset is played out by two people."""
    await world.pair("gomoku")
    pairs = zip(("h8", "i8", "j8", "k8"), ("h7", "i7", "j7", "k7"), strict=True)
    await world.say(*(line for x, o in pairs for line in (x, f"bob: {o}")), "l8")
    assert "**alice** wins with h8-i8-j8-k8-l8." in world.last


async def test_the_engine_answers_on_a_large_board(world: World) -> None:
    """Against the engine a move on 15x15 gets an answer within its time."""
    await world.say("!ttt start gomoku x")
    (board,) = await world.say("h8")
    assert len(await world.moves()) == 2
    assert "**Kinarow** played" in board


async def test_boards_for_screen_readers_are_spoken(world: World) -> None:
    """With style text the board is words alone, for the one who asked for that."""
    await world.pair("text")
    (board,) = await world.say("5")
    assert "\nFor **alice**: You: 5. Their turn.\n" in board
    (board,) = await world.say("bob: !ttt style text")
    assert board.startswith("X: 5. O, your turn: 1 2 3 4 6 7 8 9\n")
    assert "❌" not in board


@pytest.mark.parametrize("words", few(3, ["5", " 5 ", "5️⃣", "\uff15", "5!", "#5", "`5`"]))
async def test_a_move_may_be_typed_in_many_ways(world: World, words: str) -> None:
    """The number as it is, as a keycap, in digits of other keyboards: all are moves."""
    await world.say("!ttt start x", words)
    assert (await world.moves())[:1] == (5,)


async def test_a_reply_to_the_board_is_a_move(world: World) -> None:
    """A number sent as a reply to the board counts like any other."""
    await world.say("!ttt start x")
    board = world.channel.last_message
    assert board is not None
    await world.alice.send(world.channel, "5", reply_to=board)
    assert (await world.moves())[:1] == (5,)


@pytest.mark.parametrize(
    "words",
    few(
        4,
        ["5?", "I take 5", "5 or 6?", "1st", "55555", "b2 please", "lol", "-5", "5.0", "!", "5\n6"],
    ),
)
async def test_conversation_is_ignored(world: World, words: str) -> None:
    """Anything but a number or a coordinate changes nothing and gets no answer."""
    await world.say("!ttt start x")
    before = await world.session()
    world.env.backend.create_message(world.channel.id, world.alice.id, words)
    await world.env.settle()
    assert len(world.shown()) == 1
    assert await world.session() == before


async def test_spectators_are_ignored(world: World) -> None:
    """A number from somebody who does not play is conversation."""
    await world.pair()
    assert await world.say("carol: 5", "carol: 99") == []
    assert await world.moves() == ()


async def test_other_bots_are_ignored(world: World) -> None:
    """A bot that types numbers or commands gets no answer."""
    await world.pair()
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    before = len(world.shown())
    for words in ("5", "!ttt board"):
        await robot.send(world.channel, words)
    assert len(world.shown()) == before


async def test_numbers_without_a_game_are_ignored(world: World) -> None:
    """Where no game is on, nobody is bothered."""
    assert await world.say("5", "b2") == []


async def test_not_your_turn_is_said_once_a_turn(world: World) -> None:
    """A player who types too soon is told so, but not again before the turn has passed."""
    await world.pair()
    wait = sentence(Problem.NOT_YOUR_TURN, name="alice")
    assert await world.say("bob: 5", "bob: 5", "bob: 6") == [wait]
    await world.say("5", "bob: 1")
    assert await world.say("bob: 2", "bob: 2") == [wait]


async def test_stored_moves_are_a_legal_game(world: World) -> None:
    """What is stored can be played again from the first move to the same end."""
    await world.say("!ttt start o easy")
    await play_on(world, by_hint=False)
    moves = await world.moves()
    position = Position.from_moves(Rules.parse("3x3"), moves)
    assert position.outcome is not None
    assert position == (await world.session()).position
