"""Makes the openings that the engine lays under swap2: python -m benchmarks.swap2 --out FILE

Taken are those openings of the book for matches (benchmarks/balance.py) that have three stones, and
kept are those that longer searches still find even: the mean of two, which see to an end at
different depths. The file is engine/coaching/openings/balanced.txt; its lines are codes of games.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from benchmarks.matches.openings import book
from engine import Limit, Position, Rules, analyse, encode_game, warm_up

STONES: Final = 3
_EVEN: Final = 0.04
"""The greatest score of an even position: less than what makes a colour better
(bot/match/opening/swap2.py), by what two searches differ."""
_LONG: Final = (Limit(nodes=300_000), Limit(nodes=1_000_000))


def score(position: Position) -> float:
    """What a position is worth to the side to move; 1 if a win is in sight, -1 for a loss."""
    found = (analyse(position, limit, every=False).verdict.score for limit in _LONG)
    return sum(found) / len(_LONG)


def main() -> None:
    """Write the openings that are even, and say what each of the others is worth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("balanced.txt"))
    options = parser.parse_args()
    warm_up()
    kept = []
    for position in book(Rules.parse("gomoku")):
        if position.ply == STONES:
            worth = score(position)
            even = abs(worth) <= _EVEN
            print(f"{encode_game(position)} {worth:+.3f}{' kept' if even else ''}", flush=True)
            if even:
                kept.append(encode_game(position))
    options.out.write_text("\n".join((*kept, "")), encoding="ascii")


if __name__ == "__main__":
    main()
