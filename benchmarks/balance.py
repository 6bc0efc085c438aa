"""Makes the book of balanced openings for matches: python -m benchmarks.balance --count 600

A few stones lie near each other round the centre, as if by chance; kept is what a search finds
even, where neither side has a win in sight. No two are alike, turned or mirrored. The book grows
from one run to the next (benchmarks/books); its lines are codes of games. A variant first
takes of the book without one what is even by its rules too. `--recheck` first takes out of a book
what a better engine does not find even any more.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.matches.openings import book, book_of, of_freestyle
from engine import (
    Limit,
    Position,
    Rules,
    Variant,
    analyse,
    encode_game,
    stones_of,
    symmetries,
    warm_up,
)

_PLIES: Final = range(3, 8)
"""How many stones an opening has."""
_FIRST: Final = 3
"""How far from the centre the first stone may lie."""
_NEAR: Final = 2
"""How far each further stone may lie from one that is there."""
_EVEN: Final = 0.08
"""The greatest score of an even position: less than the move is worth, by which the usual score of
chance openings changes from one stone to the next (-0.09 for the side to move after three, 0.15
after four)."""
_CHECKS: Final = ((20_000, 2 * _EVEN), (100_000, _EVEN), (500_000, _EVEN))
"""The nodes of each search of a position, and the greatest score with which it passes: the first
finds most of those that are uneven."""


def scattered(rules: Rules, rng: random.Random) -> Position:
    """A few stones near each other, and none of them wins."""
    rows, columns = rules.rows, rules.columns
    middle = rows // 2, columns // 2
    cells = [tuple(at + rng.randint(-_FIRST, _FIRST) for at in middle)]
    plies = rng.choice(_PLIES)
    while len(cells) < plies:
        row, column = (at + rng.randint(-_NEAR, _NEAR) for at in rng.choice(cells))
        if (row, column) not in cells and 0 <= row < rows and 0 <= column < columns:
            cells.append((row, column))
    return Position.from_moves(rules, [row * columns + column + 1 for row, column in cells])


def _chances(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Positions that may be even, without end."""
    if rules.variant is not Variant.FREESTYLE:
        yield from of_freestyle(rules)
    while True:
        yield scattered(rules, rng)


def is_even(position: Position) -> bool:
    """Whether neither side has a win or much of an advantage, as far as a search sees."""
    for nodes, most in _CHECKS:
        analysis = analyse(position, Limit(nodes=nodes), every=False)
        verdict = analysis.verdicts[analysis.best]
        if verdict.value is not None or abs(verdict.score) > most:
            return False
    return True


def _image(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The stones in a form that is alike for all turns and reflections of a position."""
    stones = stones_of(position)
    images = (turn.of(stones) for turn in symmetries(position.rules))
    return min((tuple(sorted(x)), tuple(sorted(o))) for x, o in images)


def main() -> None:
    """Add to the book until it is long enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", type=Rules.parse, default=Rules.parse("gomoku"))
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--recheck", action="store_true", help="drop what is not even any more")
    options = parser.parse_args()
    warm_up()
    file: Path = book_of(options.game)
    known = book(options.game)
    if options.recheck:
        known = [position for position in known if is_even(position)]
        file.write_text("".join(f"{encode_game(position)}\n" for position in known), "utf-8")
    seen = set(map(_image, known))
    rng = random.Random(f"{options.game} {len(known)}")
    chances = _chances(options.game, rng)
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        while len(known) < options.count:
            position = next(chances)
            image = _image(position)
            if image in seen:
                continue
            seen.add(image)
            if is_even(position):
                known.append(position)
                print(encode_game(position), file=lines, flush=True)


if __name__ == "__main__":
    main()
