"""Games of gomoku as files of other programs: written, read and continued."""

from __future__ import annotations

from itertools import chain
from typing import Final

import discord
import pytest

from bot.errors import AnyProblem, Problem
from bot.games.loading import LARGEST_FILE
from bot.match.session import Bot
from bot.pool import thinker
from engine import Position, Recorded, Rules, encode_game, read_record
from tests.bot.discord.finished import file_of, newest
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, sentence
from tests.thorough import few

SGF = b"(;GM[4]SZ[15]PB[x];B[hh];W[ih];B[hi])"
MOVES = (113, 114, 128)


async def finished(world: World, game: str, *moves: str) -> None:
    """Alice and bob play some moves, and alice resigns."""
    await world.pair(game)
    await world.say(*moves, "!ttt resign")


def long_game() -> Position:
    """360 moves on 20x20, with no three of a side next to each other in a row."""
    laid: tuple[list[int], list[int]] = [], []
    for tile in range(400):
        row, column = divmod(tile, 20)
        laid[(row // 2 + column) % 2].append(tile + 1)
    moves = chain.from_iterable(zip(*laid, strict=True))
    return Position.from_moves(Rules(20, 20, 5), list(moves)[:360])


@pytest.mark.parametrize("form, words", [("sgf", "sgf"), ("psq", "1 PSQ")])
async def test_a_game_is_given_out_as_a_file(world: World, form: str, words: str) -> None:
    """With the players and the end; both programs and the bot itself read it."""
    await finished(world, "gomoku", "h8", "bob: i8", "h9")
    (answer,) = await world.say(f"!ttt replay {words}")
    assert "`15x15x5:113-114-128`" in answer
    name, _, data = await file_of(newest(world))
    assert name == f"kinarow-1.{form}"
    assert read_record(data.decode()).moves == MOVES
    told = data.decode()
    assert "alice" in told
    assert "bob" in told
    assert "RE[W+R]" in told or form == "psq"


@pytest.mark.parametrize("form", ["sgf", "psq"])
async def test_a_game_without_a_name_elsewhere_is_given_out_too(world: World, form: str) -> None:
    """The file names it as Kinarow does, and is read as the same game."""
    await finished(world, "connect4", "4", "bob: 4")
    await world.say(f"!ttt replay {form}")
    _, _, data = await file_of(newest(world))
    found = read_record(data.decode())
    assert (f"{found.rules}", found.moves) == ("6x7x4g", (4, 4))


@pytest.mark.parametrize("form", ["sgf", "psq"])
async def test_without_leave_to_attach_the_file_is_text(world: World, form: str) -> None:
    """It can be copied, and what is copied goes on with `!ttt load`."""
    await finished(world, "gomoku", "h8", "bob: i8", "h9")
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (answer,) = await world.say(f"!ttt replay {form}")
    fence = answer.index("```")
    assert read_record(answer[fence:].strip("`\n")).moves == MOVES
    await world.alice.send(world.channel, f"!ttt load {answer[fence:]}")
    assert (await world.session()).position.moves == MOVES


async def test_a_file_too_long_for_a_message_needs_leave(world: World) -> None:
    """The permission is named, in the channel, where the bot may write."""
    await world.say(f"!ttt load {encode_game(long_game())}", "!ttt resign")
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (told,) = await world.say("!ttt replay sgf")
    assert told == sentence(Problem.MISSING_PERMISSION, permission="Attach Files", channel="games")


@pytest.mark.parametrize(
    "words",
    [
        "(;GM[4]SZ[15];B[hh];W[ih];B[hi])",
        "( ;SZ[15];B[hh];W[ih];B[hi])",
        "```sgf\n(;SZ[15];B[hh];W[ih];B[hi])\n```",
        "```PSQ\nPiskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n8,9,0\n```",
        "Piskvorky 15x15, 11:11, 0 8,8,0 9,8,0 8,9,0 alice bob -1",
    ],
)
async def test_a_file_may_be_pasted(world: World, words: str) -> None:
    """In a block of code or without one, also where the paste has lost the ends of lines."""
    await world.alice.send(world.channel, f"!ttt load {words}")
    assert (await world.session()).position.moves == MOVES


REFUSED: Final = (
    ("", "I can't find a game there. I read codes, SGF, PSQ and moves such as `h8i9j10`."),
    ("(;GM[1];B[aa])", "That file is from another game: Go."),
    ("(;GM[4]SZ[15];B[hh];W[hh])", "Move 2, h8: taken."),
    ("(;SZ[15];B[hh];W[tt];B[ii])", "Move 2 is a pass. Nobody can pass here."),
    ("(;SZ[15]AB[hh][ii])", "There can't be 2 stones of X and 0 of O: the sides take turns, X "
     "first."),
    ("(;SZ[15]RU[Odd];B[hh])", "I don't know the rules “Odd”. Add the game, such as `renju` or "
     "`gomoku`."),
    ("(;SZ[25];B[hh])", "I can't play on 25x25. Choose 5 to 20 rows and columns."),
    ("(;SZ[15]\ud800;B[hh])", "Line 1: I can't read “\ufffd;B\\[hh\\]\\)” as part of a game."),
    ("h8 i9 h8", "Move 3, h8: taken."),
    ("15x15x5:h8p9", "Move 2, p9: not on this board."),
    ("6x7x4g:d6d4", "Move 2, d4: a disc falls lower."),
    ("B h8 B i9", "Move 2, i9: the other side was to move."),
    ("15x15x5r:g8a1i8o15h7a15h9o1h8", "Move 9, h8: forbidden to X, two open threes at once."),
    ("3x3x3:1-4-2-5-3-6", "Move 6, 6: the game was over."),
    ("4444444", "Move 7, 4: that column is full."),
    ("b2a1c3", "Those moves fit several boards. Add yours, such as `3x3` or `connect4`."),
    ("https://gomoku.example/12", "I don't open links. Send the moves or the file."),
    ("(;B[hh])(;B[aa]) 3", "There's no such game in it: it holds 2."),
)  # fmt: skip
"""What is no game, and why not."""


@pytest.mark.parametrize("words, told", few(6, REFUSED))
async def test_a_file_without_a_game_is_refused_with_the_reason(
    world: World, words: str, told: str
) -> None:
    """What is wrong, and where."""
    await world.say(f"!ttt load {words}")
    assert world.last == told
    assert await world.store.live() == []


@pytest.mark.parametrize("content", [SGF, b"Piskvorky 15x15, 1\n8,8,0\n9,8,5\n8,9,1\n-1\n"])
async def test_a_file_is_gone_on_from(world: World, content: bytes) -> None:
    """Against Kinarow, the side to move being who has sent it."""
    await world.alice.send(world.channel, "!ttt load", attachments=[("game.txt", content)])
    session = await world.session()
    assert session.position.moves == MOVES
    assert session.begun == len(MOVES)
    assert isinstance(session.x.player, Bot)


@pytest.mark.parametrize(
    "content, problem",
    [
        (b"hello", Problem.NOT_A_CODE),
        (b"\xff\xfe\x00", Problem.NOT_A_CODE),
        (b" " * (LARGEST_FILE + 1), Problem.TOO_LONG_A_GAME),
    ],
)
async def test_other_files_are_refused(world: World, content: bytes, problem: AnyProblem) -> None:
    """With what can be read; one too large is not even fetched."""
    await world.alice.send(world.channel, "!ttt load", attachments=[("game.sgf", content)])
    assert world.last == sentence(problem)


def endless(content: str | bytes, **_: object) -> Recorded:
    """Read a file without an end, as a reader with a fault would."""
    while True:
        content = content[::-1]


@pytest.mark.parametrize("pasted", [True, False])
async def test_a_file_that_takes_too_long_cannot_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch, pasted: bool
) -> None:
    """It is read in a worker, which is given up then; the next file has another one."""
    file = [] if pasted else [("game.sgf", SGF)]
    words = f"!ttt load {SGF.decode()}" if pasted else "!ttt load"
    with monkeypatch.context() as hurried:
        hurried.setattr(thinker, "_READING", 0.0)
        hurried.setattr(thinker, "read_game", endless)
        await world.alice.send(world.channel, words, attachments=file)
    assert world.said() == [sentence(Problem.TOO_LONG_A_GAME)]
    await world.alice.send(world.channel, words, attachments=file)
    assert (await world.session()).position.moves == MOVES


async def test_a_finished_file_shows_its_end(world: World) -> None:
    """As the code of a finished game does."""
    won = Position.from_moves(Rules(15, 15, 5), [1, 16, 2, 17, 3, 18, 4, 19, 5])
    lines = [f"{(t - 1) % 15 + 1},{(t - 1) // 15 + 1},0" for t in won.tiles]
    content = "\n".join(["Piskvorky 15x15, 11:11, 0", *lines]).encode()
    await world.alice.send(world.channel, "!ttt load", attachments=[("game.psq", content)])
    assert world.last.startswith(
        "Gomoku: X on e1 completes a1-b1-c1-d1-e1; X wins. This game is over"
    )


async def test_a_file_that_cannot_be_fetched_cannot_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is said of an answer that nobody gave."""

    async def lost(_file: discord.Attachment) -> bytes:
        raise OSError("the line is broken")

    monkeypatch.setattr(discord.Attachment, "read", lost)
    await world.alice.send(world.channel, "!ttt load", attachments=[("game.sgf", SGF)])
    assert world.last == sentence(Problem.NOT_FETCHED)
