"""Connect Four against bitbully, in one run: `python -m benchmarks.connect4`.

First the given sets of positions, every one from an empty table and without a book on
either side, in CPU time; the ratio is the figure to watch. Then positions as a player
meets them, through the engine's front door, with the book: how long the best move takes,
and all columns. bitbully is a development dependency, used as a black box.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from engine import Limit, Position, Rules, analyse, warm_up
from engine.solver import Solver, slot_bits, stones

FOLDER: Final = Path(__file__).parents[2] / "shared" / "data" / "connect4"
SETS: Final = {
    "end-easy": (500, 500),
    "middle-easy": (500, 500),
    "middle-medium": (500, 200),
    "begin-easy": (500, 100),
    "begin-medium": (200, 50),
    "begin-hard": (40, 10),
}
"""How many positions of each set ours and bitbully solve."""
CONNECT4: Final = Rules.parse("connect4")
GAMES: Final = 40
"""Random games whose positions a player might meet."""


def given(name: str) -> list[list[int]]:
    """The positions of a set, as moves."""
    lines = (FOLDER / f"{name}.txt").read_text().splitlines()
    return [[int(move) for move in line.split()[0]] for line in lines]


Answer = tuple[int, int]
"""Score and nodes."""
Solve = Callable[[], Answer]


def ours(moves: list[int]) -> Solve:
    """Solve a position on an empty table."""
    position = Position.from_moves(CONNECT4, moves)
    board = stones(position)
    solver = Solver(CONNECT4, slot_bits(CONNECT4, CONNECT4.cells - len(moves)))
    return lambda: (solver.clamp(*board, -21, 21), solver.nodes)


def peer() -> Callable[[list[int]], Solve] | None:
    """The same by bitbully, None where it is not installed."""
    try:
        from bitbully import BitBully, Board
    except ImportError:
        return None
    agent: Any = BitBully(opening_book=None)

    def theirs(moves: list[int]) -> Solve:
        board = Board.from_moves([move - 1 for move in moves])
        agent.reset_transposition_table()
        agent.reset_node_counter()
        return lambda: (agent.mtdf(board), agent.get_node_counter())

    return theirs


def milliseconds(
    prepare: Callable[[list[int]], Solve], positions: list[list[int]]
) -> tuple[float, float, list[int]]:
    """Mean CPU milliseconds and nodes a position, and the scores; emptying a table is not timed."""
    spent, solved = 0.0, []
    for moves in positions:
        solve = prepare(moves)
        begun = process_time()
        solved.append(solve())
        spent += process_time() - begun
    count = len(positions)
    return 1e3 * spent / count, sum(nodes for _, nodes in solved) / count, [s for s, _ in solved]


def compare() -> None:
    """Print the table of sets."""
    theirs = peer()
    print(f"{'set':<14} {'positions':>9} {'ms':>9} {'nodes':>9} {'bitbully ms':>11} {'ratio':>6}")
    for name, (many, few) in SETS.items():
        positions = given(name)
        mine, nodes, _ = milliseconds(ours, positions[:many])
        row = f"{name:<14} {min(many, len(positions)):>9} {mine:>9.3f} {nodes:>9.0f}"
        if theirs is not None:
            # the same positions on either side, in turns
            same, _, scores = milliseconds(ours, positions[:few])
            other, _, checks = milliseconds(theirs, positions[:few])
            assert scores == checks, name
            row += f" {other:>11.3f} {other / same:>6.1f}"
        print(row, flush=True)


def empty_board() -> None:
    """Print what the empty board takes without a book."""
    spent, nodes, _ = milliseconds(ours, [[]])
    speed = nodes / spent / 1e3
    print(f"empty board: {spent / 1e3:.1f} s, {nodes / 1e6:.1f} M nodes, {speed:.2f} M/s")


def met() -> Iterable[Position]:
    """The positions of random games in which a win in one is taken."""
    rng = random.Random(42)
    for _ in range(GAMES):
        position = Position.start(CONNECT4)
        while position.outcome is None:
            yield position
            afters = [position.play(move) for move in position.legal]
            ended = [after for after in afters if after.outcome]
            position = rng.choice(ended or afters)


def as_met(*, every: bool) -> None:
    """Print how long positions take as a player meets them."""
    times, exact, count = [], 0, 0
    for position in met():
        begun = perf_counter()
        analysis = analyse(position, Limit(seconds=5.0), every=every)
        times.append(1e3 * (perf_counter() - begun))
        exact += analysis.verdict.plies is not None
        count += 1
    times.sort()
    tell = ", ".join(f"p{p} {times[int((count - 1) * p / 100)]:.1f}" for p in (50, 90, 99, 100))
    what = "all columns" if every else "best move"
    print(f"{what}: {count} positions, {exact} exact, ms {tell}")


def cold_start() -> None:
    """Print how long a new process takes to its first answer, compiled code being cached."""
    program = (
        "from engine import *; "
        "print(analyse(Position.from_moves(Rules.parse('connect4'), [4] * 6 + [3] * 5)).best)"
    )
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    print(f"new process to first answer: {perf_counter() - begun:.2f} s")


def main() -> None:
    """Run what is asked for, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave the empty board out")
    quick = parser.parse_args().quick
    warm_up()
    compare()
    if not quick:
        empty_board()
    as_met(every=False)
    as_met(every=True)
    cold_start()
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")


if __name__ == "__main__":
    main()
