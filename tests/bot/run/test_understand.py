"""`kinarow understand`: what the bot would make of lines."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.run.understand import understand


@pytest.mark.parametrize(
    "language, line, meant",
    [
        ("de", "Start Vier gewinnt schwer", "start connect4 hard"),
        ("de", "wie nehme ich einen Zug zurück", "help undo"),
        ("de", "nimm bitte den letzten Stein zurück", "undo ?"),
        ("en", "resign", "resign"),
        ("en", "can i resign", "help resign"),
        ("en", "b2", "b2"),
        ("en", "play gomoku with <@123456789012345678>", "start gomoku <@123456789012345678>"),
        ("ja", "ルール教えて", "rules"),
        ("en", "4x4 against the computer, i start, easy", "start 4x4 easy x"),
        ("en", "connect 4 in 3d", "start connect4 cube"),
        ("en", "gomoku best of three, 2m", "start gomoku 2m bo3"),
        ("en", "good morning everyone", "help"),
        ("en", "rhubarb crumble", "?"),
        ("en", "", "?"),
    ],
)
def test_a_line_is_answered_with_the_command_it_would_run(
    language: str, line: str, meant: str
) -> None:
    """In English with its words, with ` ?` behind it where the bot would ask first, or `?`."""
    assert list(understand([line], language)) == [meant]


def test_each_line_of_the_input_has_one_of_the_output() -> None:
    """One start is enough for many; a language that there is not is named."""
    program = [sys.executable, "-m", "bot", "understand", "--language"]
    lines = "tipp\n\nrückgängig\n".encode()
    found = subprocess.run([*program, "de"], input=lines, capture_output=True, check=True)
    assert found.stdout.decode().splitlines() == ["hint", "?", "undo"]
    strange = subprocess.run([*program, "xx"], input=b"", capture_output=True, check=False)
    assert strange.returncode == 2
    assert b"en, de" in strange.stderr
