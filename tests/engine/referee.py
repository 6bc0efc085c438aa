"""A referee for programs of Gomocup: the time of a move and of a game, memory, and legal moves.

Time is counted as the program spends it on the processor, with some grace, so that a busy machine
is not held against the program.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine import Level, Position, choose

MEMORY: Final = 350 << 20
"""Bytes, as in the tournament."""
_GRACE: Final = 0.25
"""Seconds that a move may be late where the processor is shared, and its caches."""


class Referee:
    """Plays against the program, and tells it the time as a manager does."""

    def __init__(self, start: Position, rule: int) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "engine.pbrain"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._start, self._rule = start, rule

    def begin(self, turn: float, match: float) -> None:
        """A game with so many seconds for a move, and for all of them."""
        self._turn, self._left = turn, match
        self._say(f"START {self._start.rules.columns}")
        assert self._heard() == "OK"
        self._say(f"INFO timeout_turn {round(1000 * turn)}")
        self._say(f"INFO timeout_match {round(1000 * match)}")
        self._say(f"INFO max_memory {MEMORY}")
        self._say(f"INFO rule {self._rule}")

    def play(self, moves: int, seed: int) -> Position:
        """So many moves of the program, which begins, against a level that does not lose at once.

        Raises AssertionError where a move comes too late, is none, or memory runs out.
        """
        position, chance, asked = self._start, random.Random(seed), "BEGIN"
        for _ in range(moves):
            self._say(f"INFO time_left {round(1000 * self._left)}")
            before = self._used()
            self._say(asked)
            column, row = map(int, self._heard().split(","))
            taken = self._used() - before
            assert taken <= self._turn + _GRACE, f"{taken:.2f} s for a move"
            self._left -= taken
            assert self._left > 0, "the time of the game is over"
            position = position.play(row * position.rules.columns + column + 1)
            if position.outcome is not None:
                break
            reply = choose(position, Level.HARD, rng=chance)
            position = position.play(reply)
            row, column = divmod(reply - 1, position.rules.columns)
            asked = f"TURN {column},{row}"
        assert self._most_memory() <= MEMORY
        return position

    def end(self) -> None:
        """Let the program end: it has a second for that in the tournament, and all time here."""
        self._say("END")
        self._program.communicate()

    def _say(self, line: str) -> None:
        assert self._program.stdin is not None
        self._program.stdin.write(f"{line}\r\n")
        self._program.stdin.flush()

    def _heard(self) -> str:
        """The next line that is an answer."""
        assert self._program.stdout is not None
        while (line := self._program.stdout.readline()).startswith(("MESSAGE", "DEBUG")):
            pass
        return line.strip()

    def _used(self) -> float:
        """The processor seconds that the program has spent."""
        threads = Path(f"/proc/{self._program.pid}/task").glob("*/schedstat")
        return sum(int(facts.read_text().split()[0]) for facts in threads) / 1e9

    def _most_memory(self) -> int:
        """The peak of its memory in bytes."""
        status = Path(f"/proc/{self._program.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) << 10
