"""How a search does on four fixed suites of gomoku, in nodes and seconds of the processor.

python -m benchmarks.suites
python -m benchmarks.suites --nodes 1000000 --only lost
python -m benchmarks.suites --make games.jsonl

    depth   quiet positions, searched to one depth: the nodes and seconds that it takes
    wins    positions that are won by force, which 10,000 nodes do not see: how many are proved
    lost    positions in which a game was lost by a quiet move: how often that is made again
    games   games that were lost, without their last move: how early the loser is told

With the same nodes a search makes the same of them on every machine. `--make` chooses the first
three from games of the engine against itself (benchmarks/learning), by long searches; the fourth is
of games of 30,000 nodes a move. A gain here is no proof
of one in play: that takes a match (benchmarks/match.py).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Final

from benchmarks.suites.making import make
from engine import Limit, Position, Verdict, analyse, decode_game, warm_up

FOLDER: Final = Path(__file__).parent
DEPTH: Final = 10
"""To which the first suite is searched."""
NODES: Final = 250_000
"""The nodes of a move in the others: about what it gets of 0.2 s."""
TOLD: Final = -0.3
"""A score below which a player is told of standing badly: odds of 20 to one."""


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


def by_games(nodes: int) -> str:
    """How many plies before a loss is proved the loser is told."""
    plies = [warning(_told_backwards(game, nodes)) for game in suite("games")]
    never = plies.count(0)
    return f"told {mean(plies):.1f} plies before a loss is proved, in {never} of {len(plies)} never"


def warning(told: Iterable[tuple[int, Verdict]]) -> int:
    """How many plies before the first proof of a loss the score fell below TOLD, to stay there.

    `told` has the loser's turns from the last one backwards: the ply, and what a search says.
    """
    proved = low = 0
    for ply, verdict in told:
        if verdict.value != "loss" and verdict.score >= TOLD:
            break
        low = ply
        if verdict.value == "loss" or proved == 0:
            proved = ply
    return proved - low


def _told_backwards(game: Position, nodes: int) -> Iterator[tuple[int, Verdict]]:
    """What a search says to the loser at each turn; the winner is to move."""
    for ply in range(game.ply - 1, 0, -2):
        position = Position.from_moves(game.rules, game.moves[:ply])
        found = analyse(position, Limit(nodes=nodes), every=False)
        yield ply, found.verdicts[found.best]


SUITES: Final[dict[str, Callable[[int], str]]] = {
    "depth": by_depth,
    "wins": by_wins,
    "lost": by_lost,
    "games": by_games,
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
