"""How fast the general search is, and how well it keeps a deadline.

python -m benchmarks.search
"""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter
from typing import Final

from engine import Limit, Position, Rules, analyse, decode_game, warm_up
from engine.solvers import tablebase

SPEED: Final = ("15x15x5:113-114-99-129", "19x19x5:181-182-200", "9x9x5:41-42", "8x9x4g:5-5-4")
DEADLINES: Final = (0.005, 0.05, 0.5)
SOLVED: Final = ("3x4x3:", "4x4x3:", "4x4x4:", "4x5x4:", "5x5x5:", "8x8x4:", "4x4x4g:", "3x4x3m:")


def main() -> None:
    """Print each measurement on its own line."""
    importing = "from time import perf_counter as t; s = t(); import engine; print(t() - s)"
    print(f"import engine        {_output(importing)} s")
    started = perf_counter()
    warm_up()
    print(f"warm up              {perf_counter() - started:.3f} s")
    _memory()
    for code in SPEED:
        analysis = analyse(decode_game(code), Limit(seconds=2.0), every=False)
        print(
            f"{code:24} {analysis.nodes / analysis.seconds:12,.0f} nodes/s, depth {analysis.depth}"
        )
    for code in SOLVED:
        analysis = analyse(decode_game(code), Limit(seconds=60.0), every=False)
        verdict = analysis.verdict
        print(f"{code:24} {verdict.value} in {verdict.plies}, {analysis.seconds:.3f} s")
    for code in SPEED:
        for seconds in DEADLINES:
            print(f"{code:24} {seconds:5} s kept to {_overrun(code, seconds) * 1000:6.1f} ms")


def _output(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()[:6]


def _memory() -> None:
    position = Position.from_moves(Rules(3, 3, 3), [5, 1])
    started = perf_counter()
    for _ in range(1000):
        tablebase.search(position, Limit(), True)
    print(f"3x3 from tablebase   {(perf_counter() - started) * 1000:.1f} microseconds")


def _overrun(code: str, seconds: float) -> float:
    """The longest of five searches, less what it was allowed."""
    position = decode_game(code)
    longest = 0.0
    for _ in range(5):
        started = perf_counter()
        analyse(position, Limit(seconds=seconds))
        longest = max(longest, perf_counter() - started)
    return longest - seconds


if __name__ == "__main__":
    main()
