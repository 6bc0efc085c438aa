"""What the collection of puzzles holds, and how long puzzles take to load and to make.

    python -m benchmarks.puzzles [puzzles]

The table counts the puzzles of each board and theme, with the strengths between which the middle
half of them lies. Then so many puzzles are composed from games that the engine plays, and from ten
games of people on boards where that takes longest, in CPU seconds of one process.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from statistics import median, quantiles
from time import process_time
from typing import Final

from engine import Position, Rules, compose, puzzle_collection, warm_up

_COUNT: Final = 70
_LENGTHS: Final = (range(2, 3), range(1, 3), range(2, 4), range(1, 4), range(3, 4), range(3, 6))
"""How many moves are asked for, in turn."""
_SLOW: Final = (Rules(8, 8, 5), Rules(7, 9, 4, gravity=True), Rules(19, 19, 6))


def main() -> int:
    """Print the table and the times; 1 where a puzzle was asked for and none was found."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else _COUNT
    _load()
    _count()
    warm_up()
    missing = sum(_compose(name, games, count) for name, games in _sources())
    return min(missing, 1)


def _load() -> None:
    started = process_time()
    entries = puzzle_collection().entries
    print(f"{len(entries)} puzzles, listed in {1000 * (process_time() - started):.0f} ms")


def _count() -> None:
    strengths: defaultdict[str, list[int]] = defaultdict(list)
    for entry in puzzle_collection().entries:
        for kind in (
            "all",
            f"{entry.rules}",
            entry.theme.value,
            f"{entry.rules} {entry.theme.value}",
        ):
            strengths[kind].append(entry.strength)
    for kind, values in sorted(strengths.items()):
        low, middle, high = quantiles(values, n=4)
        print(
            f"{kind:20} {len(values):5}  strength {min(values):4} to {max(values):4}, "
            f"half of them {low:.0f} to {high:.0f}, median {middle:.0f}"
        )


def _sources() -> list[tuple[str, Sequence[Position]]]:
    """No games, and ten long ones at random."""
    chance, games = random.Random(1), []
    for number in range(10):
        position = Position.start(_SLOW[number % len(_SLOW)])
        while position.outcome is None and position.ply < 120:
            position = position.play(chance.choice(position.legal))
        games.append(position)
    return [("composed alone", ()), ("composed with games", games)]


def _compose(name: str, games: Sequence[Position], count: int) -> int:
    """Print how long so many puzzles took; how many were not found."""
    seconds, missing = list[float](), 0
    for number in range(count):
        started = process_time()
        missing += compose(str(number), _LENGTHS[number % len(_LENGTHS)], games) is None
        seconds.append(process_time() - started)
    seconds.sort()
    print(
        f"{name}: {count} puzzles, median {median(seconds):.2f} s, "
        f"95 % {seconds[count * 95 // 100]:.2f} s, longest {seconds[-1]:.2f} s, {missing} missing"
    )
    return missing


if __name__ == "__main__":
    sys.exit(main())
