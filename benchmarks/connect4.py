"""Connect Four against bitbully, in one run: `python -m benchmarks.connect4`.

First the given sets of positions, or as many by chance where they are not at hand, every one from
an empty table and without a book on either side, in CPU time; the ratio is the figure to watch.
Then what benchmarks/as_met.py shows: positions as players meet them, with books. bitbully is a
development dependency, used as a black box.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from benchmarks.as_met import report
from engine import Position, Rules, warm_up
from engine.solvers.gravity_solver import Solver, stones

FOLDER: Final = Path(__file__).parents[2] / "shared" / "data" / "connect4"
SETS: Final = {
    "end-easy": (500, 500),
    "middle-easy": (500, 500),
    "middle-medium": (500, 200),
    "begin-easy": (500, 100),
    "begin-medium": (200, 50),
    "begin-hard": (40, 10),
}
"""How many positions of each set our solver and bitbully solve."""
CONNECT4: Final = Rules.parse("connect4")


STONES: Final = {"begin": range(10, 14), "middle": range(14, 28), "end": range(28, 37)}
"""How many stones lie on positions by chance, by the stage that begins the name of a set."""


def given(name: str) -> list[list[int]]:
    """The positions of a set, as moves; positions by chance where there is no such file."""
    file = FOLDER / f"{name}.txt"
    if not file.exists():
        return by_chance(name)
    return [[int(move) for move in line.split()[0]] for line in file.read_text().splitlines()]


def by_chance(name: str) -> list[list[int]]:
    """As many positions as a set is asked for, of its stage, where no stone ends the game at once.

    They are the same each time.
    """
    rng, found = Random(name), list[list[int]]()
    while len(found) < max(SETS[name]):
        position = Position.start(CONNECT4)
        stones = rng.choice(STONES[name.partition("-")[0]])
        while position.outcome is None and position.ply < stones:
            position = position.play(rng.choice(position.legal))
        if not position.outcome and not any(position.play(move).outcome for move in position.legal):
            found.append(list(position.moves))
    return found


Answer = tuple[int, int]
"""Score and nodes."""
Solve = Callable[[], Answer]


def ours(moves: list[int]) -> Solve:
    """Solve a position on an empty table."""
    position = Position.from_moves(CONNECT4, moves)
    board = stones(position)
    solver = Solver(CONNECT4)
    return lambda: (solver.clamp(*board, -21, 21), solver.nodes)


def peer() -> Callable[[list[int]], Solve] | None:
    """Solve a position with bitbully; None where it is not installed."""
    if find_spec("bitbully") is None:
        return None
    from bitbully import BitBully, Board

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
    if not FOLDER.exists():
        print(f"{FOLDER} is not there: positions by chance stand in for the sets of that name")
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


def main() -> None:
    """Run what is asked for, all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave the empty board out")
    quick = parser.parse_args().quick
    warm_up()
    compare()
    if not quick:
        empty_board()
    report()


if __name__ == "__main__":
    main()
