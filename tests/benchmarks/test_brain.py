"""Other people's programs, spoken to by Gomocup's protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks.match import Pair, enter, play
from benchmarks.matches import brain as brains
from benchmarks.matches.brain import Brain
from benchmarks.matches.players import ForfeitError, contender
from engine import Position, Rules
from tests.soon import PATIENCE, soon

GOMOKU = Rules.parse("15x15x5")
PROGRAM = """
import sys
board, size = {}, 0
def answer():
    own = sum(owner == 1 for owner in board.values())
    free = [(x, y) for y in range(size) for x in range(size) if (x, y) not in board]
    board[free[own]] = 1
    print("%d,%d" % free[own], flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "START":
        board, size = {}, int(rest[0])
        print("OK", flush=True)
    elif word == "RESTART":
        board = {}
        print("OK", flush=True)
    elif word == "TURN":
        x, y = map(int, rest[0].split(","))
        board[x, y] = 2
        answer()
    elif word == "DONE":
        print("MESSAGE thinking", flush=True)
        answer()
    elif word == "END":
        break
    elif word not in ("INFO", "BOARD"):
        x, y, owner = map(int, word.split(","))
        board[x, y] = owner
"""
"""Plays the free cell whose number is that of its own stones; BOARD leaves the old stones there."""

VARIANTS = ("freestyle", "exact", "renju", "caro")
Start = Callable[..., Brain]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Sets a program to work, from its source; what never comes is waited for as long as told."""
    monkeypatch.setattr(brains, "_GRACE", 0.2)
    with ExitStack() as stack:

        def begin(source: str, seconds: float = PATIENCE) -> Brain:
            file = tmp_path / "brain.py"
            file.write_text(source, encoding="utf-8")
            monkeypatch.setattr(brains, "_READY", seconds)
            program = Brain(f"{sys.executable} {file}", seconds)
            stack.callback(program.close)
            return program

        yield begin


def test_a_program_is_told_the_board_and_answers_with_a_tile(start: Start) -> None:
    """Its own stones are told from the other's, whoever is to move, on boards of any size."""
    program = start(PROGRAM)
    assert program.move(Position.from_moves(GOMOKU, [1, 16])) == 3
    assert program.move(Position.from_moves(GOMOKU, [1, 16, 2])) == 4
    assert program.move(Position.start(Rules.parse("9x9x5"))) == 1


TELL_THE_RULE = """
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word in ("START", "RESTART"):
        print("OK", flush=True)
    elif rest[:1] == ["rule"]:
        rule = int(rest[1])
    elif word == "DONE":
        print("%d,5" % rule, flush=True)
    elif word == "END":
        break
"""
"""Plays in the column whose number is that of the rule, from 0."""


def test_a_program_is_told_the_rule(start: Start) -> None:
    """So that both sides play the same game, also where the next one has another rule."""
    program = start(TELL_THE_RULE)
    boards = [Position.start(Rules.parse(f"15x15x5 {word}")) for word in VARIANTS]
    assert [(program.move(board) - 1) % 15 for board in boards] == [0, 1, 4, 9]


def test_moves_that_follow_are_told_alone(start: Start) -> None:
    """And a board that does not follow begins with an empty one."""
    program = start(PROGRAM)
    assert program.move(Position.from_moves(GOMOKU, [50])) == 1
    assert program.move(Position.from_moves(GOMOKU, [50, 1, 60])) == 3
    assert program.move(Position.from_moves(GOMOKU, [70])) == 1


@pytest.mark.parametrize("game", ["6x7x4g", "10x9x5", "15x15x5 misere"])
def test_other_games_are_refused(start: Start, game: str) -> None:
    """The protocol knows square boards and five in a row."""
    with pytest.raises(SystemExit, match="knows gomoku"):
        start(PROGRAM).move(Position.start(Rules.parse(game)))


NOISE = r"""
import sys, time
out = sys.stdout.buffer
for line in sys.stdin:
    if line.startswith("START"):
        out.write(b"\xff\xfe\x00 not a word\nOK - everything is good\n" + b"x" * 99_999 + b"\n")
    elif line.startswith("DONE"):
        out.write(b"ERROR or is it\nSUGGEST 1,1\n\n7,x\n 7 , 7 \r\n")
    out.flush()
"""


def test_a_program_may_say_anything(start: Start) -> None:
    """Anything but a move is ignored, however long and in whatever bytes."""
    assert start(NOISE).move(Position.start(GOMOKU)) == 113


FLOOD = """
import sys
while True:
    sys.stdout.write("MESSAGE and so on\\n" * 1000)
"""


def test_a_brain_that_never_stops_talking_gives_no_move(start: Start) -> None:
    """Unread output is bounded, and the clock runs while lines come."""
    program = start(FLOOD, 0.2)
    with pytest.raises(ForfeitError, match="says no move"):
        program.move(Position.start(GOMOKU))
    assert program._lines.qsize() <= brains._MOST_LINES


def test_a_line_that_nobody_asked_for_is_no_answer(start: Start) -> None:
    """A second move in one answer is not taken for the next one."""
    answer = 'print("%d,%d" % free[own], flush=True)'
    assert answer in PROGRAM
    program = start(PROGRAM.replace(answer, f"{answer}; print('9,9', flush=True)"))
    assert program.move(Position.from_moves(GOMOKU, [1, 16])) == 3
    soon(lambda: program._lines.qsize() == 1)
    assert program.move(Position.from_moves(GOMOKU, [1, 16, 3, 60])) == 5


def test_a_brain_without_restart_is_started_anew(start: Start) -> None:
    """So no stone of another game is left."""
    known = """board = {}
        print("OK", flush=True)
    elif"""
    assert known in PROGRAM
    unknown = known.replace("OK", "UNKNOWN").replace("board = {}", "pass")
    program = start(PROGRAM.replace(known, unknown))
    assert program.move(Position.from_moves(GOMOKU, [50, 1, 60])) == 3
    assert program.move(Position.from_moves(GOMOKU, [70])) == 1


@pytest.mark.parametrize(
    "program, seconds, said",
    [
        ("import sys; sys.stdin.read()", 0.2, "says no move"),
        ("print('MESSAGE bye')", PATIENCE, "has stopped"),
        (NOISE.replace(" 7 , 7 ", "1,15"), PATIENCE, "moves to 1,15"),
        (NOISE.replace(" 7 , 7 ", "0,0"), PATIENCE, "moves to 0,0"),
    ],
)
def test_a_program_that_fails_loses_its_game(
    start: Start, program: str, seconds: float, said: str
) -> None:
    """By time, by its end, or by a move that cannot be made; the match goes on."""
    brain = start(program, seconds)
    taken = Position.from_moves(GOMOKU, [1, 2])
    with pytest.raises(ForfeitError, match=said):
        brain.move(taken)
    pair = Pair(0, "", [])
    assert play(taken, brain, brain, pair) == 0.0
    assert said in pair.forfeits[0]


def test_a_program_is_a_player() -> None:
    """`brain:command:seconds=` names one; it has no nodes or levels."""
    with contender("brain:x:seconds=0.5") as found:
        player = enter(found)
        assert isinstance(player, Brain)
        player.close()
    with pytest.raises(SystemExit, match="seconds="), contender("brain:x:nodes=5"):
        pass
