"""What a second thread brings: nodes and time of the first one to a depth, alone and with it.

    python -m benchmarks.second_thread [DEPTH] [POSITIONS]

Positions are openings of gomoku's book, played on by the engine for eight plies. Both runs of a
position follow each other, so that what else the machine does tells little; nodes tell most.
"""

from __future__ import annotations

import random
import sys
from statistics import geometric_mean
from time import perf_counter
from typing import NamedTuple

from benchmarks.matches.openings import book
from engine import Limit, Position, Rules, analyse, use_spare_core, warm_up
from engine.alphabeta import search
from engine.thinking.clock import StoppedError

_DEPTH, _POSITIONS, _PLIES = 9, 16, 8
_PATIENCE = Limit(seconds=3600.0)


class Spent(NamedTuple):
    """What the first thread has spent to reach a depth."""

    nodes: int
    seconds: float


class _ToDepth(search._Search):
    """A search that ends when it has reached a depth, and looks for no wins by threats."""

    last = 0

    def _deepen_to(self, depth: int, shorten: bool) -> None:
        super()._deepen_to(depth, shorten)
        if depth >= self.last:
            raise StoppedError


def spent(position: Position, depth: int, *, pair: bool) -> Spent:
    """Search a position to a depth, alone or as a pair of threads."""
    use_spare_core((lambda: True) if pair else None, trusted=True)
    first = _ToDepth(position, _PATIENCE)
    first._forced, first.last = None, depth
    began = perf_counter()
    first.think(every=False)
    return Spent(first._tree.nodes, perf_counter() - began)


def played_on(opening: Position) -> Position:
    """A position of the middle of a game."""
    for _ in range(_PLIES):
        if opening.outcome is None:
            opening = opening.play(analyse(opening, Limit(nodes=3000), every=False).best)
    return opening


def main(depth: int, positions: int) -> None:
    """Print nodes and seconds of each position, and the mean ratios."""
    warm_up()
    openings = book(Rules.parse("15x15x5"))
    random.Random(5).shuffle(openings)
    ratios: list[tuple[float, float]] = []
    print("|  | nodes alone | as a pair | seconds alone | as a pair |")
    print("|---|--:|--:|--:|--:|")
    for number, opening in enumerate(openings[:positions], start=1):
        position = played_on(opening)
        if position.outcome is not None:
            continue
        alone, pair = (spent(position, depth, pair=pair) for pair in (False, True))
        print(
            f"| {number} | {alone.nodes:,} | {pair.nodes:,} "
            f"| {alone.seconds:.2f} | {pair.seconds:.2f} |",
            flush=True,
        )
        ratios.append((pair.nodes / alone.nodes, pair.seconds / alone.seconds))
    nodes, seconds = (geometric_mean(each) for each in zip(*ratios, strict=True))
    print(f"\nas a pair {nodes:.2f} times the nodes, {seconds:.2f} times the time")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    main(*given, *(_DEPTH, _POSITIONS)[len(given) :])
