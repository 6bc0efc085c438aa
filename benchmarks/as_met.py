"""Connect Four as a player meets it: `python -m benchmarks.as_met`.

Positions of random games, through the engine's front door and with its book; bitbully with
its own largest book beside it, where it is installed. Each starts from an empty table. Then
what a new process pays before its first answer.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import pairwise
from time import process_time
from typing import Any, Final

from engine import Limit, Position, Rules, analyse, warm_up

CONNECT4: Final = Rules.parse("connect4")
STAGES: Final = (0, 8, 10, 12, 16, 24, 42)
"""The first stones of each row of the table."""
MEMORY: Final = """
from pathlib import Path
analyse(Position.start(Rules.parse("connect4")), every=True)
analyse(Position.from_moves(Rules.parse("connect4"), [4, 4, 4, 4, 4, 2, 1, 1, 2, 3, 3]), every=True)
analyse(Position.start(Rules.parse("gomoku")), Limit(seconds=1.0))
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
print("memory of a worker:", *(line for line in lines if line.startswith(("VmHWM", "VmRSS"))))
"""
"""The memory of a worker once its tables are in use: at its peak, and then (Linux only).

`getrusage` would report the peak of the process that started it, if that is higher.
"""
GAMES: Final = 40
"""Random games whose positions a player might meet."""

Think = Callable[[Position], Callable[[], object]]
"""Thinks about a position: everything but the thinking is done when it is made."""


def met(games: int) -> Iterator[Position]:
    """The positions of random games in which a win in one is taken."""
    rng = random.Random(42)
    for _ in range(games):
        position = Position.start(CONNECT4)
        while position.outcome is None:
            yield position
            afters = [position.play(move) for move in position.legal]
            ended = [after for after in afters if after.outcome]
            position = rng.choice(ended or afters)


def ours(*, every: bool) -> Think:
    """Our best move, or every column, exact."""
    return lambda position: lambda: analyse(position, Limit(seconds=60.0), every=every)


def theirs(*, every: bool) -> Think | None:
    """The best move by bitbully, or every column; None where it is not installed."""
    if find_spec("bitbully") is None:
        return None
    from bitbully import BitBully, Board

    agent: Any = BitBully(opening_book="12-ply-dist")
    ask = agent.score_all_moves if every else agent.best_move

    def think(position: Position) -> Callable[[], object]:
        board = Board.from_moves([move - 1 for move in position.moves])
        agent.reset_transposition_table()
        return lambda: ask(board)

    return think


def milliseconds(think: Think, positions: list[Position]) -> list[float]:
    """CPU milliseconds of each position, ascending."""
    spent = []
    for position in positions:
        ask = think(position)
        begun = process_time()
        ask()
        spent.append(1e3 * (process_time() - begun))
    return sorted(spent)


def tell(times: list[float]) -> str:
    """The median, the 99th of a hundred and the longest."""
    return " ".join(f"{times[int((len(times) - 1) * p / 100)]:>8.1f}" for p in (50, 99, 100))


def compare(*, every: bool) -> None:
    """Print a row for each stage of the game."""
    positions = list(met(GAMES))
    peer = theirs(every=every)
    print(f"\n{'every column' if every else 'best move'}, CPU ms: p50, p99, longest")
    print(f"{'stones':<8} {'positions':>9} {'ours':>26} {'bitbully' if peer else '':>29}")
    for first, end in pairwise(STAGES):
        some = [position for position in positions if first <= position.ply < end]
        row = f"{first:>2} to {end - 1:>2} {len(some):>9} "
        row += tell(milliseconds(ours(every=every), some))
        if peer is not None:
            row += f"   {tell(milliseconds(peer, some))}"
        print(row, flush=True)


def new_process(program: str, **environ: str) -> float:
    """CPU seconds that a new process takes for a program."""
    begun = cpu_of_children()
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, **environ})
    return cpu_of_children() - begun


def cpu_of_children() -> float:
    """CPU seconds of all processes that this one has begun and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cold_start() -> None:
    """Print what a process pays before its first answer."""
    first = "from engine import *; analyse(Position.from_moves(Rules.parse('connect4'), [4] * 5))"
    ready = "from engine import *; warm_up()"
    print(
        "\nCPU seconds of a new process (an interpreter alone: {:.2f})".format(new_process("pass"))
    )
    with tempfile.TemporaryDirectory() as folder:
        print(f"ready, all compiled from nothing: {new_process(ready, NUMBA_CACHE_DIR=folder):.1f}")
        print(f"import: {new_process('import engine'):.2f}")
        print(f"first answer, compiled before: {new_process(first, NUMBA_CACHE_DIR=folder):.2f}")
        print(f"ready, compiled before: {new_process(ready, NUMBA_CACHE_DIR=folder):.2f}")
        new_process(ready + MEMORY, NUMBA_CACHE_DIR=folder)


def report() -> None:
    """Print all of it."""
    compare(every=False)
    compare(every=True)
    cold_start()


if __name__ == "__main__":
    warm_up()
    report()
