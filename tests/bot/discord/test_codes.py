"""Games that are taken up from their code."""

from __future__ import annotations

import pytest

from bot.errors import AnyProblem, Problem
from bot.match.rating import Skill
from bot.match.session import Coach, Ending
from bot.show.text.coach import coach_switched
from bot.show.text.words import ACCEPT
from engine import encode_game
from tests.bot.discord.finished import CODE, WAYS, play
from tests.bot.discord.ways import Way
from tests.bot.discord.world import World, sentence
from tests.thorough import few


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "code, sides", [("3x3x3:5", ("Kinarow", "alice")), ("3x3x3:5-1", ("alice", "Kinarow"))]
)
async def test_a_code_goes_on_against_the_engine(
    world: World, way: Way, code: str, sides: tuple[str, str]
) -> None:
    """Whoever loads it plays the side to move, at the level of the settings."""
    (board,) = await way(world, f"load {code}")
    session = await world.session()
    assert (session.x.name, session.o.name) == sides
    assert encode_game(session.position) == code
    assert "(perfect)" in board
    assert "**alice**, your turn" in board
    assert "Continuing after" in board
    await world.say("9")
    assert len(await world.moves()) == session.position.ply + 2


async def test_a_game_begins_without_theory(world: World) -> None:
    """What perfect players would reach from the first board helps nobody who plays it."""
    for words in ("start connect4 x easy", "load 3x3x3:1-4-2-5", "start gomoku @bob x"):
        (board,) = await world.say(f"!ttt {words}")
        assert "win, in" not in board
        assert "With best play" not in board
        await world.say("!ttt stop")


@pytest.mark.parametrize(
    "game, refused",
    [
        ("3x3x4:1", sentence(Problem.BOARD_GOAL, text="3x3x4", longest=3)),
        ("2x5x2:1", sentence(Problem.BOARD_SIZE, text="2x5x2", least=3, most=20)),
        ("(;GM[4]SZ[3];B[aa])", sentence(Problem.BOARD_SIZE, text="3x3", least=5, most=20)),
    ],
)
async def test_an_impossible_board_is_told_with_what_is_possible(
    world: World, game: str, refused: str
) -> None:
    """Nobody is told to choose three rows who has done so; a file without rules is of gomoku."""
    assert await world.say(f"!ttt load {game}") == [refused]


async def test_a_coach_may_be_asked_for_in_two_words(world: World) -> None:
    """As in a game that is begun."""
    (board,) = await world.say("!ttt load 3x3x3:1-4-2-5 coach after")
    assert coach_switched(Coach.AFTER) in board


async def test_a_loaded_game_counts_for_nothing(world: World) -> None:
    """Nobody can begin in a won position to look strong."""
    await world.say("!ttt load 3x3x3:1-4-2-5", "3")
    session = await world.session()
    assert session.ending is Ending.LINE
    assert session.assisted
    skill = await world.store.skills.of(session.people[0].id, session.rules)
    assert skill == Skill.new(session.rules)


async def test_the_moves_of_a_code_are_judged_and_told_apart(world: World) -> None:
    """They are no moves of the players to take back; a review judges them, and says which."""
    (board,) = await world.say("!ttt load 3x3x3:1-4-2-5")
    assert "played" not in board
    assert await world.say("!ttt undo") == [sentence(Problem.NOTHING_TO_UNDO)]
    await world.say("3")
    (review,) = await world.say("!ttt review")
    assert review.splitlines()[-1] == "The first 4 moves were loaded."
    assert "move 2, ⭕ on 4" in review.lower()
    assert "❌ **alice** played perfectly" in review
    assert "Kinarow** played" not in review


async def test_a_code_can_be_copied_with_its_frame(world: World) -> None:
    """As it appears under a game, in capitals, with blanks around it."""
    for copied in ("`3x3x3:5`", "  3X3X3:5  ", "` 3x3x3:5 `"):
        await world.say(f"!ttt load {copied}")
        assert encode_game((await world.session()).position) == "3x3x3:5"
        await world.say("!ttt stop")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "code, problem",
    few(
        4,
        [
            ("", Problem.NOT_A_CODE),
            ("5-1-9", Problem.WHICH_BOARD),
            ("3x3x3", Problem.NOT_A_CODE),
            ("qwerty", Problem.NOT_A_CODE),
        ],
    ),
)
async def test_a_bad_code_changes_nothing(
    world: World, way: Way, code: str, problem: AnyProblem
) -> None:
    """One sentence, and no game."""
    assert await way(world, f"load {code}".rstrip()) == [sentence(problem)]
    assert await world.store.live() == []


@pytest.mark.parametrize("way", WAYS)
async def test_the_code_of_a_finished_game_shows_its_end(world: World, way: Way) -> None:
    """The last board and how it came to it; no game begins."""
    await play(world)
    (answer,) = await way(world, f"load {CODE}")
    assert answer.splitlines()[0] == world.shown()[-2].splitlines()[1]
    assert "O wins. This game is over" in answer
    assert await world.store.live() == []


async def test_a_code_needs_a_free_channel(world: World) -> None:
    """A game in progress is not replaced."""
    await world.say("!ttt start x", "5")
    moves = await world.moves()
    refused = sentence(Problem.GAME_OF_OTHERS, x="alice", o="Kinarow")
    assert await world.say("bob: !ttt load 3x3x3:5") == [refused]
    assert await world.moves() == moves


async def test_a_rematch_of_a_loaded_game_begins_anew(world: World) -> None:
    """On the empty board, sides exchanged."""
    await world.say("!ttt load 4x4x4:1", "!ttt resign", "!ttt rematch")
    session = await world.session()
    assert (session.x.name, session.position.moves) == ("alice", ())


@pytest.mark.parametrize("way", WAYS)
async def test_a_game_can_be_taken_up_from_its_own_code(world: World, way: Way) -> None:
    """The replay of a game that was resigned tells it, and it leads back into the game."""
    await world.say("!ttt start connect4 @bob x")
    await world.press(world.bob, ACCEPT)
    await world.say("4", "bob: 4", "3", "!ttt resign")
    (replay,) = await world.say("!ttt replay")
    code = replay.rsplit("`", 2)[1]
    await way(world, f"load {code}")
    session = await world.session()
    assert session.ending is None
    assert (session.position.moves, session.o.name) == ((4, 4, 3), "alice")
