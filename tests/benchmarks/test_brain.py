"""Programs of others, spoken to by Gomocup's protocol."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.brain import Brain
from benchmarks.match import contender, enter
from engine import Position, Rules

PROGRAM = """
import sys
board, size = {}, 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "START":
        size = int(rest[0])
        print("OK", flush=True)
    elif word == "BOARD":
        board = {}
    elif word == "DONE":
        print("MESSAGE thinking", flush=True)
        own = sum(owner == 1 for owner in board.values())
        free = [(x, y) for y in range(size) for x in range(size) if (x, y) not in board]
        print("%d,%d" % free[own], flush=True)
    elif word == "END":
        break
    elif word != "INFO":
        x, y, owner = map(int, word.split(","))
        board[x, y] = owner
"""
"""Plays the free cell whose number is that of its own stones."""


@pytest.fixture
def brain(tmp_path: Path) -> str:
    """The command of a program."""
    file = tmp_path / "brain.py"
    file.write_text(PROGRAM, encoding="utf-8")
    return f"{sys.executable} {file}"


def test_a_program_is_told_the_board_and_answers_with_a_tile(brain: str) -> None:
    """Its own stones are told from the other's, whoever is to move, on boards of any size."""
    program = Brain(brain, 0.1)
    try:
        assert program.move(Position.from_moves(Rules.parse("15x15x5"), [1, 16])) == 3
        assert program.move(Position.from_moves(Rules.parse("15x15x5"), [1, 16, 2])) == 4
        assert program.move(Position.start(Rules.parse("9x9x5"))) == 1
    finally:
        program.close()


@pytest.mark.parametrize("game", ["6x7x4g", "10x9x5", "15x15x5 misere"])
def test_other_games_are_refused(brain: str, game: str) -> None:
    """The protocol knows square boards and five in a row."""
    program = Brain(brain, 0.1)
    with pytest.raises(SystemExit, match="knows gomoku"):
        program.move(Position.start(Rules.parse(game)))
    program.close()


@pytest.mark.parametrize("program, said", [
    ("import sys; print('ERROR no board', flush=True); sys.stdin.read()", "says ERROR no board"),
    ("import sys; print('MESSAGE bye')", "has stopped"),
])  # fmt: skip
def test_a_program_that_fails_ends_the_match(tmp_path: Path, program: str, said: str) -> None:
    """With what it says, or that it says no more."""
    file = tmp_path / "brain.py"
    file.write_text(program, encoding="utf-8")
    brain = Brain(f"{sys.executable} {file}", 0.1)
    with pytest.raises(SystemExit, match=said):
        brain.move(Position.start(Rules.parse("15x15x5")))
    brain.close()


def test_a_program_is_a_player(brain: str) -> None:
    """`brain:command:seconds=` names one; it has no nodes or levels."""
    with contender(f"brain:{brain}:seconds=0.5") as found:
        player = enter(found, 1)
        assert isinstance(player, Brain)
        player.close()
    with pytest.raises(SystemExit, match="seconds="), contender("brain:x:nodes=5"):
        pass
