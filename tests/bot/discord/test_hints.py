"""Recommendations: when asked for, and before each move with the coach."""

from __future__ import annotations

from bot.errors import Problem
from bot.match.session import Coach
from bot.show import text
from bot.show.text.coach import coach_switched
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, sentence


async def test_a_hint_names_tile_verdict_and_reason(world: World) -> None:
    """A win at once is recommended together with its line, under a board that shows the tile."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5")
    board = "❌❌💡\n⭕🅾️6️⃣\n7️⃣8️⃣9️⃣"
    _, hint = await world.say("!ttt hint")
    assert hint == f"{board}\n💡 **3**: wins at once with 1-2-3"


async def test_a_hint_says_what_it_stops(world: World) -> None:
    """Where the other threatens to win, the hint is the tile that prevents it."""
    await world.pair()
    await world.say("1", "bob: 5", "2")
    _, hint = await world.say("bob: !ttt hint")
    assert "💡 **3**: blocks 1-2-3;" in hint


async def test_hint_all_judges_every_move_on_the_board(world: World) -> None:
    """`hint all` shows wins, draws and losses on the tiles, and in words below."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5")
    _, page = await world.say("!ttt hint all")
    assert page.splitlines()[0] == "❌❌👍"
    assert "👍 wins at once: **3**" in page
    assert "💡 **3**: wins at once with 1-2-3" in page


async def test_hint_all_fits_a_message_on_the_largest_boards(world: World) -> None:
    """On 15x15 and 19x19 the verdicts of all moves come in one message."""
    for size in ("gomoku", "19x19x5", "12x12x5"):
        await world.say(f"!ttt start {size} x text")
        (page,) = await world.say("!ttt hint all")
        assert len(page) <= 2_000
        assert "💡" in page
        await world.say("!ttt stop")


async def test_hint_all_marks_the_best_moves_of_a_large_board(world: World) -> None:
    """Five to eight of them, and as many names in the list; the others are counted."""
    await world.say("!ttt start gomoku x")
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (page,) = await world.say("!ttt hint all")
    board, words = page.rsplit("```", 1)
    marked = sum(board.count(letter) for letter in "WDL?")
    assert 5 <= marked <= 8
    assert f"{225 - marked} other moves, none better" in words


async def test_a_slash_command_draws_its_hint(world: World) -> None:
    """As the typed one does. One move alone saves the game, however short the thought."""
    await world.say("!ttt start x image", "1", "9")
    (typed,) = await world.say("!ttt hint")
    (first,) = world.channel.history()[-1].attachments
    (slashed,) = await world.slash("ttt do", words="hint")
    (second,) = world.channel.history()[-1].attachments
    assert slashed == typed
    assert first.filename == second.filename == "board.png"
    assert (await first.read()) == (await second.read())


async def test_a_hint_is_for_the_player_to_move(world: World) -> None:
    """The other player and spectators get no hint."""
    await world.pair()
    assert await world.say("bob: !ttt hint") == [sentence(Problem.NOT_YOUR_TURN, name="alice")]
    refused = sentence(Problem.NOT_A_PLAYER, x="alice", o="bob")
    assert await world.say("carol: !ttt hint") == [refused]


async def test_a_hint_makes_the_game_assisted(world: World) -> None:
    """A game with a hint in it is remembered as one."""
    await world.say("!ttt start x")
    assert not (await world.session()).assisted
    await world.say("!ttt hint")
    assert (await world.session()).assisted


async def test_the_coach_recommends_before_each_move_of_a_person(world: World) -> None:
    """With the coach on, each board on which a person is to move carries a recommendation."""
    (board,) = await world.say("!ttt start x coach")
    assert "💡" in board
    (board,) = await world.say("5")
    assert "💡" in board
    (board,) = await world.say("!ttt coach off")
    assert coach_switched(Coach.OFF) in board
    assert "💡" not in board
    (board,) = await world.say("!ttt board")
    assert "💡" not in board


async def test_the_coach_begins_with_the_move_at_hand(world: World) -> None:
    """Switched on in the middle of a game, it speaks at once."""
    await world.say("!ttt start x")
    (board,) = await world.say("!ttt coach on")
    assert coach_switched(Coach.BEFORE) in board
    assert "💡" in board
    assert (await world.session()).assisted


async def test_the_coach_is_silent_after_the_end(world: World) -> None:
    """Nothing is recommended on a board that is finished."""
    await world.pair("coach")
    boards = await world.say("1", "bob: 4", "2", "bob: 5", "3")
    assert ["💡" in board for board in boards] == [True, True, True, True, False]


async def test_the_coach_of_a_game_is_that_of_its_players(world: World) -> None:
    """A spectator chooses for games of their own, and a player for their own moves."""
    await world.pair()
    remembered = text.coach_remembered(Coach.BEFORE)
    assert await world.say("carol: !ttt coach on") == [remembered]
    session = await world.session()
    assert (session.x.coach, session.o.coach) == (Coach.OFF, Coach.OFF)
    await world.say("bob: !ttt coach on")
    session = await world.session()
    assert (session.x.coach, session.o.coach) == (Coach.OFF, Coach.BEFORE)
