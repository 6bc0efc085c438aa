"""How long a puzzle of the day takes to make, and that there always is one.

    python -m benchmarks.puzzles [weeks]

Makes the puzzles of so many servers for a week, in CPU seconds of one process. With games:
ten games of the server are searched first, on boards where that takes longest.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from statistics import median
from time import process_time
from typing import Final

from bot.features.puzzle.service import WEEK
from engine import Position, Puzzle, Rules, compose, warm_up

_WEEKS: Final = 10
_SLOW: Final = (Rules(8, 8, 5), Rules(7, 9, 4, gravity=True), Rules(19, 19, 6))


def main() -> int:
    """Print the times and what came out; 1 where a day would have none."""
    weeks = int(sys.argv[1]) if len(sys.argv) > 1 else _WEEKS
    warm_up()
    missing = 0
    for name, games in (("alone", ()), ("with games", _games())):
        seconds: list[float] = []
        made: Counter[str] = Counter()
        for week in range(weeks):
            for day, moves in enumerate(WEEK):
                started = process_time()
                puzzle = compose(f"{week} {day}", moves, games)
                seconds.append(process_time() - started)
                made[_kind(puzzle)] += 1
        missing += made[_kind(None)]
        seconds.sort()
        print(
            f"{name}: {len(seconds)} puzzles, median {median(seconds):.2f} s, "
            f"95 % {seconds[len(seconds) * 95 // 100]:.2f} s, longest {seconds[-1]:.2f} s"
        )
        print("   ", ", ".join(f"{kind}: {count}" for kind, count in made.most_common()))
    return min(missing, 1)


def _games() -> list[Position]:
    """Ten long games at random."""
    chance, games = random.Random(1), []
    for number in range(10):
        position = Position.start(_SLOW[number % len(_SLOW)])
        while position.outcome is None and position.ply < 120:
            position = position.play(chance.choice(position.legal))
        games.append(position)
    return games


def _kind(puzzle: Puzzle | None) -> str:
    return "none" if puzzle is None else f"{puzzle.start.rules} {puzzle.task.value} {puzzle.moves}"


if __name__ == "__main__":
    sys.exit(main())
