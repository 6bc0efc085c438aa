"""Other people's gomoku programs, asked for moves by the protocol of the Gomocup tournament.

The protocol is P. Laštovička's, https://plastovicka.github.io/protocl2en.htm: a program reads lines
and answers with lines. Moves that follow the position it knows are sent by TURN, all else by
RESTART and BOARD. Anything it says that is not a move, or that it says unasked, is ignored, however
long; a program that names no move in time, or an impossible one, loses the game.
"""

from __future__ import annotations

import queue
import re
import shlex
import subprocess
import threading
from contextlib import suppress
from time import monotonic
from typing import Final

from benchmarks.matches.players import ForfeitError
from engine import Position, Rules
from engine.game.psq import RULES

GOAL: Final = 5
_MOVE: Final = re.compile(rb"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
_MEMORY: Final = 350 << 20
"""Bytes, as in the tournament."""
_GRACE: Final = 5.0
"""Seconds that an answer may be late before the game is lost: a machine may be busy, and what a
program really takes is reported."""
_READY: Final = 30.0
"""Seconds to get ready for a board."""
_LONGEST_LINE: Final = 4096
"""The most bytes of a line that are read."""
_MOST_LINES: Final = 1000
"""The most lines waiting to be read; a program that says more has to wait as well."""


class Brain:
    """A program at work, with so many seconds for a move. One that has failed starts anew."""

    def __init__(self, command: str, seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines = _fresh_lines()
        self._reader: threading.Thread | None = None
        self._rules: Rules | None = None
        self._known: list[int] = []
        """The moves of the position that the program knows."""

    def move(self, position: Position) -> int:
        """The move that it makes; the board is square, with five in a row."""
        rules = position.rules
        if rules.rows != rules.columns or rules.goal != GOAL or rules.gravity or rules.misere:
            raise SystemExit(f"{self._command} knows gomoku on square boards, not {rules}")
        try:
            self._set_up(position)
            column, row = self._answer(self._seconds + _GRACE)
            tile = row * rules.columns + column + 1
            if column >= rules.columns or tile not in position.legal:
                raise ForfeitError(f"{self._command} moves to {column},{row}")
        except ForfeitError:
            self.close()
            raise
        self._known = [*position.tiles, tile]
        return tile

    def close(self) -> None:
        """Let the program end."""
        if (process := self._process) is None:
            return
        with suppress(ForfeitError):
            self._tell("END")
        self._process, self._rules, self._known = None, None, []
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdin is not None
        assert process.stdout is not None
        assert self._reader is not None
        with suppress(OSError):
            process.stdin.close()
        while self._reader.is_alive():
            self._pass_over()
            self._reader.join(0.01)
        process.stdout.close()

    def _set_up(self, position: Position) -> None:
        """Tell the program of a position, whose side to move it is to play."""
        tiles = list(position.tiles)
        if self._process is None or position.rules != self._rules:
            self._start(position.rules)
        elif tiles[:-1] == self._known and self._known:
            self._pass_over()
            self._tell(f"TURN {self._place(tiles[-1])}")
            return
        else:
            self._pass_over()
            self._tell("RESTART")
            if not self._is_ready():
                self._start(position.rules)
        self._pass_over()
        self._tell("BOARD")
        for ply, tile in enumerate(tiles):
            owner = 1 if (position.ply - ply) % 2 == 0 else 2
            self._tell(f"{self._place(tile)},{owner}")
        self._tell("DONE")

    def _place(self, tile: int) -> str:
        assert self._rules is not None
        row, column = divmod(tile - 1, self._rules.columns)
        return f"{column},{row}"

    def _start(self, rules: Rules) -> None:
        self.close()
        self._lines = _fresh_lines()
        self._process = subprocess.Popen(
            shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._reader = threading.Thread(
            target=_read, args=(self._process, self._lines), daemon=True
        )
        self._reader.start()
        self._rules = rules
        self._tell(f"START {rules.columns}")
        self._is_ready()
        self._tell(f"INFO timeout_turn {round(1000 * self._seconds)}")
        self._tell("INFO timeout_match 0")
        self._tell(f"INFO max_memory {_MEMORY}")
        number = next(number for number, variant in RULES.items() if variant is rules.variant)
        self._tell(f"INFO rule {number}")

    def _tell(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\r\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise ForfeitError(f"{self._command} has stopped") from None

    def _is_ready(self) -> bool:
        """Wait until the program is ready for a board, or says that it does not know the word.

        One that says neither counts as ready.
        """
        latest = monotonic() + _READY
        with suppress(TimeoutError):
            while not (line := self._next_line(latest).strip().upper()).startswith(b"OK"):
                if line.startswith((b"ERROR", b"UNK")):
                    return False
        return True

    def _pass_over(self) -> None:
        """Drop what the program has said unasked."""
        with suppress(queue.Empty):
            for _ in range(_MOST_LINES):
                if self._lines.get_nowait() is None:
                    self._lines.put(None)
                    return

    def _answer(self, seconds: float) -> tuple[int, int]:
        latest = monotonic() + seconds
        try:
            while True:
                if found := _MOVE.fullmatch(self._next_line(latest)):
                    return int(found[1]), int(found[2])
        except TimeoutError:
            raise ForfeitError(f"{self._command} says no move in {seconds:g} s") from None

    def _next_line(self, latest: float) -> bytes:
        """The next line of the program's. Raises TimeoutError, and ForfeitError at its end."""
        left = latest - monotonic()
        if left <= 0:
            raise TimeoutError
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._lines.put(None)
            raise ForfeitError(f"{self._command} has stopped")
        return line


def _fresh_lines() -> queue.Queue[bytes | None]:
    return queue.Queue(_MOST_LINES)


def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None]) -> None:
    """Read what a program says, whatever that is, until its end."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while line := process.stdout.readline(_LONGEST_LINE):
            lines.put(line)
    lines.put(None)
