"""Recommendations: when asked for, and before each move with the coach."""

from __future__ import annotations

import discord
import pytest

from bot.errors import Problem
from bot.match.session import Coach
from bot.show import text
from bot.show.text import help_of
from bot.show.text.coach import coach_switched
from bot.show.text.consequence import WHY_NOT
from bot.show.text.words import HINT
from tests.bot.discord.permissions import denied
from tests.bot.discord.test_guide import choose, options
from tests.bot.discord.test_spoken_boards import answer
from tests.bot.discord.world import World, labels, said, sentence


async def test_a_hint_names_tile_verdict_and_reason(world: World) -> None:
    """A win at once is recommended together with its line, under a board that shows the tile."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5")
    board = "❌❌💡\n⭕🅾️6️⃣\n7️⃣8️⃣9️⃣"
    _, hint = await world.say("!ttt hint")
    seen = "-# Most players at your level see this."
    assert hint == f"{board}\n💡 **3**: wins at once with 1-2-3\n{seen}"


async def test_a_hint_says_what_it_stops(world: World) -> None:
    """Where the other threatens to win, the hint is the tile that prevents it."""
    await world.pair()
    await world.say("1", "bob: 5", "2")
    _, hint = await world.say("bob: !ttt hint")
    assert "💡 They can complete 1-2-3 next: **3** stops that" in hint


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


async def test_a_slash_command_draws_its_hint_for_the_asker_alone(world: World) -> None:
    """The same as the typed one. One move alone saves the game, however short the thought."""
    await world.say("!ttt start x image", "1", "9")
    (typed,) = await world.say("!ttt hint")
    (first,) = world.channel.history()[-1].attachments
    before = len(world.shown())
    result = await world.alice.slash(world.channel, "ttt do", words="hint")
    assert result.ephemeral
    assert len(world.shown()) == before
    slashed = answer(result)
    (second,) = slashed.attachments
    assert slashed.content == typed
    assert first.filename == second.filename == "board.png"
    assert (await first.read()) == (await second.read())


async def one_move_from_the_end(world: World) -> None:
    """Alice can win on 3; otherwise bob wins on 6."""
    await world.pair()
    await world.say("1", "bob: 4", "2", "bob: 5")


@pytest.mark.parametrize("asked", ["hint 9?", "why 9", "why not 9?", "hint i3", "WHY NOT  9"])
async def test_a_question_about_a_move_shows_what_happens_after_it(
    world: World, asked: str
) -> None:
    """On the board as it is then, with the answer on it; it counts as help, as a hint does."""
    await one_move_from_the_end(world)
    *_, told = await world.say(f"!ttt {asked.replace('i3', 'c3')}")
    board = "❌❌3️⃣\n⭕⭕💡\n7️⃣8️⃣❎"
    words = "🔎 After **9** comes **6**: wins at once with 4-5-6."
    assert told == f"{board}\n{words} **3** wins at once, **9** doesn't."
    assert (await world.session()).x.assisted


async def test_asking_about_the_best_move_gives_the_hint(world: World) -> None:
    """`why 3` is answered with the reason for 3."""
    await one_move_from_the_end(world)
    *_, told = await world.say("!ttt why 3")
    assert "💡 **3**: wins at once with 1-2-3" in told


@pytest.mark.parametrize(
    "asked", ["why?", "why not?", "hint?", "is the best bot", "what's the best move"]
)
async def test_a_question_that_names_no_move_is_no_hint(world: World, asked: str) -> None:
    """A hint costs something, so it is told how to ask for one; nobody has had help."""
    await one_move_from_the_end(world)
    assert await world.say(f"!ttt {asked}") == [help_of("hint", "!")]
    assert not (await world.session()).x.assisted


@pytest.mark.parametrize("asked", ["why 5", "why 77"])
async def test_a_move_that_cannot_be_played_is_refused(world: World, asked: str) -> None:
    """As when it is played; nobody has had help."""
    await one_move_from_the_end(world)
    (told,) = await world.say(f"!ttt {asked}")
    assert "🔎" not in told
    assert not (await world.session()).x.assisted


def hint_of(world: World) -> discord.Message:
    """The newest hint in the channel, with what is under it."""
    own = (message for message in reversed(world.channel.history()) if message.author.bot)
    return next(message for message in own if "💡" in message.content)


async def hinted_alone(world: World) -> discord.Message:
    """A hint that alice gets by pressing Hint under the board."""
    return answer(await world.alice.click(world.newest(text.said(HINT)), label=text.said(HINT)))


def words_at(world: World, message: discord.Message) -> str:
    """What a message says by now."""
    return world.env.backend.get_message(world.channel.id, message.id).content or ""


def has_buttons(world: World, message: discord.Message) -> bool:
    """Whether there is still anything to press under a message."""
    return bool(world.env.backend.get_message(world.channel.id, message.id).components)


async def test_the_menu_under_a_hint_shows_what_follows_a_move(world: World) -> None:
    """To the asker alone, in place of the hint, whose menu stays; nothing is played."""
    await one_move_from_the_end(world)
    message, before = await hinted_alone(world), await world.moves()
    stands = world.shown()
    (first,) = said(await choose(world.alice, message, "Why not 9?")).values()
    (second,) = said(await choose(world.alice, message, "Why not 6?")).values()
    assert (await world.moves(), world.shown()) == (before, stands)
    assert "🔎 After **9** comes **6**: wins at once" in first
    assert "🔎 After **6** comes **3**: blocks 1-2-3." in second


async def test_the_menu_under_a_hint_is_for_its_player_alone(world: World) -> None:
    """Others are refused; the player is told alone."""
    await one_move_from_the_end(world)
    await world.say("!ttt hint")
    hint = hint_of(world)
    refused = await choose(world.carol, hint, "Why not 9?")
    told = await choose(world.alice, hint, "Why not 9?")
    assert sentence(Problem.NOT_A_PLAYER, x="alice", o="bob") in said(refused).values()
    assert told.ephemeral
    assert "🔎 After **9**" in next(iter(said(told).values()))


@pytest.mark.parametrize("alone", [False, True])
async def test_the_recommended_move_is_played_by_its_own_button(world: World, alone: bool) -> None:
    """On the board of the game; the hint keeps its words, and loses what is under it."""
    await one_move_from_the_end(world)
    if not alone:
        await world.say("!ttt hint")
    hint = await hinted_alone(world) if alone else hint_of(world)
    assert labels(hint) == ["Play 3"]
    assert [*options(hint)] == [f"Why not {tile}?" for tile in "6789"]
    if not alone:
        await world.bob.click(hint, label="Play 3")
    assert len(await world.moves()) == 4
    await world.alice.click(hint, label="Play 3")
    assert await world.moves() == (1, 4, 2, 5, 3)
    assert "wins with 1-2-3" in world.last
    assert "**3**: wins at once" in words_at(world, hint)
    assert not has_buttons(world, hint)


async def test_a_recommended_column_or_tile_is_named_as_on_the_board(world: World) -> None:
    """On a board that is too large for a menu the other moves are written."""
    await world.say("!ttt start connect4 x", "!ttt hint")
    assert labels(hint_of(world)) == ["Play 4"]
    await world.say("!ttt stop", "!ttt start gomoku x", "!ttt hint")
    assert labels(hint_of(world)) == ["Play h8", WHY_NOT]


async def test_a_hint_for_a_vote_plays_nothing(world: World) -> None:
    """Its leader votes on the board, as everybody does."""
    await world.say("!ttt vote x", "!ttt hint")
    assert labels(hint_of(world)) == []
    assert options(hint_of(world))


@pytest.mark.parametrize("alone", [False, True])
async def test_a_hint_of_an_earlier_board_has_no_buttons(world: World, alone: bool) -> None:
    """Whoever moves, and however; it keeps its words."""
    await one_move_from_the_end(world)
    if not alone:
        await world.say("!ttt hint")
    hint = await hinted_alone(world) if alone else hint_of(world)
    assert has_buttons(world, hint)
    await world.say("9")
    assert "**3**: wins at once" in words_at(world, hint)
    assert not has_buttons(world, hint)


async def test_a_hint_from_before_a_restart_loses_its_buttons_when_it_is_pressed(
    world: World,
) -> None:
    """Its reader is told that the game has moved on."""
    await one_move_from_the_end(world)
    await world.say("!ttt hint")
    hint = hint_of(world)
    await world.restart("9")
    assert has_buttons(world, hint)
    told = await choose(world.alice, hint, "Why not 8?")
    assert "🔎" not in "".join(said(told).values())
    assert not has_buttons(world, hint)
    assert len(await world.moves()) == 5


async def test_a_hint_in_the_channel_changes_in_place_while_it_is_in_sight(world: World) -> None:
    """For the next question, and for the next board; further up a new one is posted."""
    await one_move_from_the_end(world)
    await world.say("!ttt hint")
    first, count = hint_of(world), len(world.shown())
    await world.say("!ttt hint all")
    assert len(world.shown()) == count
    assert "👍 wins at once: **3**" in words_at(world, first)
    await world.press(world.alice, "9")
    assert not has_buttons(world, first)
    await world.press(world.bob, "8")
    await world.say("!ttt hint")
    assert "💡" in words_at(world, first)
    assert has_buttons(world, first)
    for _ in range(3):
        await world.alice.send(world.channel, "well")
    await world.say("!ttt hint")
    assert not has_buttons(world, first)
    assert has_buttons(world, hint_of(world))


async def test_a_person_has_one_hint_of_a_game(world: World) -> None:
    """Below the board, which stays in sight: the one before is deleted."""
    await one_move_from_the_end(world)
    first = await hinted_alone(world)
    second = await hinted_alone(world)
    stand = world.env.backend.messages[world.channel.id]
    assert first.id not in stand
    assert second.id in stand
    assert "**3**: wins at once" in words_at(world, second)


async def test_no_move_is_explained_where_people_play_without_help(world: World) -> None:
    """A strict server refuses it as it refuses a hint."""
    await world.say("steward: !ttt settings strict on")
    await one_move_from_the_end(world)
    refused = await world.say("!ttt hint")
    assert await world.say("!ttt why 9") == refused


async def test_on_a_large_board_the_move_is_written(world: World) -> None:
    """One button opens a box for it."""
    await world.say("!ttt start gomoku x", "!ttt hint")
    opened = await world.alice.click(world.newest(WHY_NOT), label=WHY_NOT)
    assert opened.modal is not None
    told = await world.alice.submit_modal(opened, {"answer": "a1"})
    assert told.ephemeral
    assert "🔎" in "".join(said(told).values()) or "💡" in "".join(said(told).values())


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
