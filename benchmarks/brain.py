"""Gomoku programs of others, asked for moves by the protocol of the Gomocup tournament.

The protocol is P. Laštovička's, https://plastovicka.github.io/protocl2en.htm: a program reads lines
and answers with lines. It is given the whole board for each move, so that any position can be
played from; it must know BOARD.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from contextlib import suppress
from typing import Final

from engine import Position

GOAL: Final = 5
_MOVE: Final = re.compile(r"(\d+),(\d+)")
_REMARKS: Final = ("MESSAGE", "DEBUG", "UNKNOWN", "OK")
"""What a program may say before it answers."""
_MEMORY: Final = 350 << 20
"""Bytes, as in the tournament."""


class Brain:
    """A program at work, with so many seconds for a move."""

    def __init__(self, command: str, seconds: float) -> None:
        self._command = command
        self._milliseconds = round(1000 * seconds)
        self._size = 0
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def move(self, position: Position) -> int:
        """The move that it makes; the board is square, with five in a row."""
        rules = position.rules
        if rules.rows != rules.columns or rules.goal != GOAL or rules.gravity or rules.misere:
            raise SystemExit(f"{self._command} knows gomoku on square boards, not {rules}")
        if rules.rows != self._size:
            self._size = rules.rows
            self._tell(f"START {self._size}")
            self._tell(f"INFO timeout_turn {self._milliseconds}")
            self._tell("INFO timeout_match 0")
            self._tell(f"INFO max_memory {_MEMORY}")
            self._tell("INFO rule 0")
        self._tell("BOARD")
        for ply, tile in enumerate(position.tiles):
            row, column = divmod(tile - 1, self._size)
            owner = 1 if (position.ply - ply) % 2 == 0 else 2
            self._tell(f"{column},{row},{owner}")
        self._tell("DONE")
        column, row = self._answer()
        return row * self._size + column + 1

    def close(self) -> None:
        """Let the program end."""
        with suppress(SystemExit):
            self._tell("END")
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            print(line, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise SystemExit(f"{self._command} has stopped") from None

    def _answer(self) -> tuple[int, int]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := _MOVE.fullmatch(line.strip()):
                return int(found[1]), int(found[2])
            if not line.startswith(_REMARKS) and line.strip():
                raise SystemExit(f"{self._command} says {line.strip()}")
        raise SystemExit(f"{self._command} has stopped")
