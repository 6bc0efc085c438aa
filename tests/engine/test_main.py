"""The engine in a terminal."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import threading

import pytest

from engine import __main__ as program
from engine.__main__ import main


def run(
    capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0
) -> tuple[list[str], str]:
    """The lines that a command prints, and its complaint."""
    try:
        assert main(arguments) == code
    except SystemExit as stop:
        assert stop.code == code  # noqa: PT017 - argparse exits for --help and errors
    printed = capsys.readouterr()
    return printed.out.splitlines(), printed.err


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each depth, from the position itself on."""
    lines, _ = run(capsys, "perft", "connect4", "4")
    assert [line.split() for line in lines] == [
        ["0", "1"],
        ["1", "7"],
        ["2", "49"],
        ["3", "343"],
        ["4", "2401"],
    ]


def wait_for_timers() -> None:
    """Take as long as any timer that runs."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()


@pytest.mark.parametrize("watched", [True, False])
def test_a_slow_start_is_explained(
    watched: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To whoever watches, and to no log; a quick one is not."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    monkeypatch.setattr(program, "warm_up", lambda: None)
    monkeypatch.setattr(program, "_PATIENCE", 600.0)
    assert run(capsys, "solve", "3x3")[1] == ""
    monkeypatch.setattr(program, "warm_up", wait_for_timers)
    monkeypatch.setattr(program, "_PATIENCE", 0.0)
    assert run(capsys, "solve", "3x3")[1].startswith("Compiling the engine") == watched


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    """The value with its distance, the line, and what it cost."""
    lines, _ = run(capsys, "solve", "4x4x3")
    assert lines[0] == "X to move: win in 5 plies"
    assert lines[1].startswith("best 6, line 6 ")
    assert "nodes" in lines[2]


def test_solve_goes_on_from_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """Moves may be numbers or coordinates; a finished game is told as such."""
    lines, _ = run(capsys, "solve", "3x3", "1", "b1", "5")
    assert lines[0] == "O to move: loss in 4 plies"
    lines, _ = run(capsys, "solve", "3x3", "1", "4", "2", "5", "3")
    assert lines == ["X wins; the line is 1 2 3"]


def test_solve_is_honest(capsys: pytest.CaptureFixture[str]) -> None:
    """What is not proved in time is called an estimate."""
    lines, _ = run(capsys, "solve", "15x15x5", "--seconds", "0.01")
    assert lines[0].startswith("X to move: not proved, estimate")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["solve"],
        ["solve", "chess"],
        ["solve", "3x3", "1", "1"],
        ["solve", "3x3", "hello"],
        ["solve", "3x3", "--seconds", "0"],
        ["solve", "3x3", "--seconds", "soon"],
        ["perft", "3x3", "0"],
        ["perft", "3x3", "many"],
        ["play", "3x3", "--level", "divine"],
        ["play", "3x3", "--side", "z"],
    ],
)
def test_complaints(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Nonsense gets one line on standard error and exit code 2."""
    lines, complaint = run(capsys, *arguments, code=2)
    assert not lines
    assert complaint.startswith("engine: ")
    assert complaint.count("\n") == 1
    assert "_" not in complaint


@pytest.mark.parametrize("side", ["x", "O"])
def test_play_survives_everything(
    side: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nonsense is answered, moves are played, and the game ends with the input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("hello\n99\n\nhint\n5\n5\na1\n1\n2\n"))
    lines, _ = run(capsys, "play", "3x3", "--side", side)
    assert any("is no move" in line for line in lines)
    assert any(line.startswith("there is no 99") for line in lines)
    assert any(line.startswith("tile 5 is taken") for line in lines)
    assert lines[-1].startswith("3x3x3:")


def test_a_whole_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A game goes to its end and says who has won."""
    moves = "".join(f"{column}\n" for column in [1, 2, 3, 4, 5, 6, 7] * 6)
    monkeypatch.setattr("sys.stdin", io.StringIO(moves))
    lines, _ = run(capsys, "play", "connect4", "--seconds", "0.05")
    assert any("wins; the line is" in line for line in lines)


def test_play_names_tiles_like_its_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where columns have letters a move is told as a coordinate, else as a number."""
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n"))
    lines, _ = run(capsys, "play", "3x3")
    assert any(re.fullmatch("O plays [ac][13]", line) for line in lines)
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n"))
    lines, _ = run(capsys, "play", "connect4", "--level", "easy")
    assert any(re.fullmatch("O plays [1-7]", line) for line in lines)


def test_a_closed_input_is_an_empty_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without standard input a game ends as soon as the person is to move."""
    monkeypatch.setattr("sys.stdin", None)
    lines, _ = run(capsys, "play", "3x3")
    assert lines[-1] == "3x3x3:"


def test_bytes_that_are_no_text_are_no_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Input in another encoding is answered like any nonsense."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n5\n"), "utf-8"))
    lines, _ = run(capsys, "play", "3x3")
    assert any("is no move" in line for line in lines)
    assert lines[-1].startswith("3x3x3:5-")


def test_a_reader_may_go_away() -> None:
    """Nothing is complained about when nobody reads on."""
    command = [sys.executable, "-m", "engine", "perft", "3x3", "5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as counting:
        assert counting.stdout is not None
        assert counting.stderr is not None
        counting.stdout.close()
        assert counting.stderr.read() == b""
    assert counting.returncode == 141
