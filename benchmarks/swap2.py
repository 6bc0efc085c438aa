"""Makes the openings that the engine lays under swap2: python -m benchmarks.swap2 --out FILE

With --check it says instead how even those of the package are by the rules of each variant.

Taken are those openings of the book for matches (benchmarks/balance.py) that have three stones, and
kept are those that longer searches still find even: the mean of two, which see to an end at
different depths. The file is engine/coaching/balanced.txt; its lines are codes of games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.matches.openings import book
from engine import Limit, Position, Rules, Variant, analyse, decode_game, encode_game, warm_up

STONES: Final = 3
_EVEN: Final = 0.04
"""The greatest score of an even position: less than what makes a colour better
(engine/coaching/openings.py), by what two searches differ."""
_LONG: Final = (Limit(nodes=300_000), Limit(nodes=1_000_000))


_CHECKED: Final = Limit(nodes=100_000)


def score(position: Position) -> float:
    """What a position is worth to the side to move; 1 if a win is in sight, -1 for a loss."""
    found = (analyse(position, limit, every=False).verdict.score for limit in _LONG)
    return sum(found) / len(_LONG)


def by_variant() -> Iterator[tuple[Variant, list[float]]]:
    """How far from even each opening of the package is, by the rules of each variant."""
    text = (files("engine.coaching") / "balanced.txt").read_text(encoding="ascii")
    openings = list(map(decode_game, text.splitlines()))
    for variant in (v for v in Variant if v is not Variant.VANISHING):
        positions = (
            Position.from_moves(replace(one.rules, variant=variant), one.moves) for one in openings
        )
        yield variant, [abs(analyse(p, _CHECKED, every=False).verdict.score) for p in positions]


def main() -> None:
    """Write the openings that are even, and say what each of the others is worth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("balanced.txt"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    warm_up()
    if options.check:
        for variant, apart in by_variant():
            print(f"{variant.value}: median {median(apart):.3f}, most {max(apart):.3f}", flush=True)
        return
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
