"""Making the opening book of gomoku: what moves are worth, by long searches.

`python -m benchmarks.learning.gomoku_book` makes it.

The patterns come in the order of how likely a game is to reach them, the empty board first. Each is
put in the middle of 15x15. Every move near its stones is searched a little, the best of them more,
and those that are still near the best as much as the book asks for; what counts is the mean of the
last two searches, which see to an end at different depths. The scores are kept in a file as they
come, in the format of the book itself, so that making can be interrupted and resumed at any time.
"""

from __future__ import annotations

import argparse
import heapq
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TextIO

from engine.coaching import opening_book as book
from engine.coaching.opening_book import EMPTY, Cell, Pattern, in_turn, seen, unlike
from engine.engine import analyse
from engine.game.geometry import neighbours
from engine.game.position import Position
from engine.game.rules import PRESETS
from engine.thinking.clock import Limit

RULES: Final = PRESETS["gomoku"]
"""The game whose positions are searched."""

_LOOKS: Final = (6_000, 100_000, 1_000_000)
"""The nodes of the three searches of a move: of all, of the best, and of those near the best."""
_BEST: Final = 10
"""The moves that the second search looks at."""
_NEAR_BEST: Final = 0.05
"""How far below the best a move may be after that to be searched once more, in `Verdict.score`."""
_REACH: Final = {0: 2, 1: 4}
"""How far from the centre, and from the only stone, moves are looked at, in king's steps."""
_REACH_LATER: Final = 2
"""How far from the stones, where there are more of them."""
_SLIP: Final = 0.05
"""So much below the best makes a move e times rarer in the games that the book is for, in
`Verdict.score`: people make worse moves than the book does."""

Scores = dict[Cell, float]
"""What the moves of a pattern are worth to the side that makes them, in `Verdict.score`."""


def make(patterns: int, progress: Path, report: TextIO = sys.stderr) -> dict[Pattern, Scores]:
    """The scores of so many patterns, as far as they are openings; resumes from `progress`."""
    known: dict[Pattern, Scores] = {}
    if progress.exists():
        known = dict(map(book.read, progress.read_text(encoding="ascii").splitlines()))
    done: dict[Pattern, Scores] = {}
    waiting: list[tuple[float, Pattern]] = [(-1.0, EMPTY)]
    while waiting and len(done) < patterns:
        likely, pattern = heapq.heappop(waiting)
        if pattern in done:
            continue
        if pattern not in known:
            known[pattern] = scores(pattern)
            with progress.open("a", encoding="ascii") as file:
                print(book.written(pattern, known[pattern]), file=file)
            print(f"{len(known)}: {book.written(pattern, known[pattern])}", file=report, flush=True)
        done[pattern] = known[pattern]
        for share, after in _followers(pattern, known[pattern]):
            heapq.heappush(waiting, (likely * share, after))
    return done


def pack(made: Mapping[Pattern, Scores]) -> str:
    """The text of the book: for each pattern that is still an opening, the moves near the best."""
    lines = []
    for pattern, found in sorted(made.items(), key=lambda item: (len(in_turn(item[0])), item[0])):
        top = max(found.values())
        if abs(top) < book.DECIDED:
            near = {cell: top - one for cell, one in found.items() if top - one <= book.WINDOW}
            lines.append(book.written(pattern, near))
    return "\n".join((*lines, ""))


def _followers(pattern: Pattern, found: Scores) -> Iterator[tuple[float, Pattern]]:
    """The patterns that moves lead to, with the share of games that go there."""
    top = max(found.values())
    if abs(top) >= book.DECIDED or len(in_turn(pattern)) >= book.PLIES:
        return
    likely = {cell: math.exp((one - top) / _SLIP) for cell, one in found.items()}
    position = placed(pattern)
    for cell, one in likely.items():
        yield one / sum(likely.values()), seen(position.play(_tile(position, cell)))[0]


def placed(pattern: Pattern) -> Position:
    """The pattern in the middle of the board."""
    cells = in_turn(pattern)
    down = (RULES.rows - 1 - max((row for row, _ in cells), default=0)) // 2
    right = (RULES.columns - 1 - max((column for _, column in cells), default=0)) // 2
    return Position.from_moves(
        RULES, [(down + row) * RULES.columns + right + column + 1 for row, column in cells]
    )


def scores(pattern: Pattern) -> Scores:
    """The scores of the moves searched longest or, after one stone, of all that were searched."""
    position = placed(pattern)
    near = _near(position)
    first = sorted(((_worth(position, tile, _LOOKS[0]), tile) for tile in near), reverse=True)
    second = {tile: _worth(position, tile, _LOOKS[1]) for _, tile in first[:_BEST]}
    top = max(second.values())
    last = {
        tile: (one + _worth(position, tile, _LOOKS[2])) / 2
        for tile, one in second.items()
        if top - one <= _NEAR_BEST
    }
    # whatever a person answers to the first stone, the book has a reply to it
    rest = {tile: one for one, tile in first} | second if len(position.tiles) == 1 else {}
    _, frames = seen(position)
    columns = RULES.columns
    told = {
        tile: min(one, max(last.values()) - _NEAR_BEST) for tile, one in rest.items()
    } | last  # a search of few nodes does not make a move one of the best
    return {frames[0].inside(divmod(tile - 1, columns)): one for tile, one in told.items()}


def _worth(position: Position, tile: int, nodes: int) -> float:
    """What a move is worth to the side that makes it, in `Verdict.score`."""
    return -analyse(position.play(tile), Limit(nodes=nodes), every=False).verdict.score


def _near(position: Position) -> list[int]:
    """The moves near the stones, or near the centre of an empty board; one for all its images."""
    centre = RULES.rows // 2 * RULES.columns + RULES.columns // 2
    stones = sum(1 << tile - 1 for tile in position.tiles) or 1 << centre
    around = neighbours(RULES, _REACH.get(position.ply, _REACH_LATER))
    near = [tile for tile in position.legal if (around[tile - 1] | 1 << tile - 1) & stones]
    return unlike(position, near)


def _tile(position: Position, cell: Cell) -> int:
    """The tile of a cell of the position's pattern."""
    _, frames = seen(position)
    row, column = frames[0].outside(cell)
    return row * RULES.columns + column + 1


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the book, going on from an earlier run, and write the file that the package ships."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning.gomoku_book", description=main.__doc__
    )
    parser.add_argument("--patterns", type=int, default=300, help="how many (default: 300)")
    parser.add_argument(
        "--progress", type=Path, default=Path("openings"), help="where to keep what is searched"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("gomoku.txt"), help="the file to write (gomoku.txt)"
    )
    options = parser.parse_args(arguments)
    made = make(options.patterns, options.progress)
    options.out.write_text(pack(made), encoding="ascii")


if __name__ == "__main__":
    main()
