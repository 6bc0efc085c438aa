"""How a search does on three fixed suites of gomoku, in nodes and seconds of the processor.

python -m benchmarks.suites
python -m benchmarks.suites --nodes 1000000 --only lost
python -m benchmarks.suites --make games.jsonl

    depth   quiet positions, searched to one depth: the nodes and seconds that it takes
    wins    positions that are won by force, which 10,000 nodes do not see: how many are proved
    lost    positions in which a game was lost by a quiet move: how often that is made again

With the same nodes a search makes the same of them on every machine. `--make` chooses them from
games of the engine against itself (benchmarks/learning), by long searches. A gain here is no proof
of one in play: that takes a match (benchmarks/match.py).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Final

from benchmarks.suites.making import make
from engine import Limit, Position, analyse, decode_game, warm_up

FOLDER: Final = Path(__file__).parent
DEPTH: Final = 10
"""To which the first suite is searched."""
NODES: Final = 250_000
"""The nodes of a move in the other two: about what it gets of 0.2 s."""


def suite(name: str) -> list[Position]:
    """The positions of a suite; in `lost` the last move is the one that loses."""
    return [decode_game(code) for code in (FOLDER / f"{name}.txt").read_text("utf-8").split()]


def by_depth(nodes: int) -> str:
    """How dear it is to reach a depth."""
    found = [analyse(position, Limit(depth=DEPTH), every=False) for position in suite("depth")]
    return f"{sum(one.nodes for one in found):,} nodes to depth {DEPTH} of {len(found)} positions"


def by_wins(nodes: int) -> str:
    """How many forced wins are proved."""
    found = [analyse(position, Limit(nodes=nodes), every=False) for position in suite("wins")]
    won = sum(one.verdict.value == "win" for one in found)
    return f"{won} of {len(found)} wins proved, with {sum(one.nodes for one in found):,} nodes"


def by_lost(nodes: int) -> str:
    """How often the move is made that has lost a game."""
    games = suite("lost")
    again = 0
    for game in games:
        before = Position.from_moves(game.rules, game.moves[:-1])
        again += analyse(before, Limit(nodes=nodes), every=False).best == game.moves[-1]
    return f"{again} of {len(games)} losing moves made again"


SUITES: Final[dict[str, Callable[[int], str]]] = {
    "depth": by_depth,
    "wins": by_wins,
    "lost": by_lost,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each suite, or make them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suites")
    parser.add_argument("--nodes", type=int, default=NODES, help="of a move")
    parser.add_argument("--only", choices=SUITES, help="one suite")
    parser.add_argument("--make", type=Path, metavar="GAMES", help="choose the positions anew")
    options = parser.parse_args(arguments)
    warm_up()
    if options.make:
        for name, chosen in make(options.make).items():
            (FOLDER / f"{name}.txt").write_text("\n".join(chosen) + "\n", encoding="utf-8")
    for name, told in SUITES.items():
        if options.only in (None, name):
            begun = process_time()
            words = told(options.nodes)
            print(f"{name:6} {words}, {process_time() - begun:.1f} s")


if __name__ == "__main__":
    main()
