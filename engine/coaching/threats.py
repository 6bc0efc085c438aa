"""What a stone makes: lines, forks, fours and threes, read off the board without any search.

The words are those of gomoku (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku
Solved by New Search Techniques", 1996) for every goal: a *four* lacks one stone to a line, an open
*three* becomes a four with two ends by one more stone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.coaching.lines import Lines, Window, cells_of, tiles_of
from engine.thinking.analysis import Reason, ReasonKind

LEAST_GOAL: Final = 4
"""With a shorter line every two stones in a row would be called a threat of threats."""

FORKS: Final = frozenset(
    {
        ReasonKind.OPEN_FOUR,
        ReasonKind.DOUBLE_THREAT,
        ReasonKind.STACKED_THREATS,
        ReasonKind.FOUR_THREE,
    }
)
"""What wins with the next move or the one after, if the other side has no four of its own."""


def made(lines: Lines, cell: int) -> list[Reason]:
    """What a stone of the side to move makes on a reachable cell, the strongest first."""
    if lines.completes(cell):
        completed = _completed(lines, cell)
        return [Reason(ReasonKind.WINS, completed[0], completed)]
    after = lines.with_stone(cell)
    found = list(_fours(after, cell))
    threes = _threes(after, cell)
    kinds = [reason.kind for reason in found]
    if ReasonKind.FOUR in kinds and threes:
        four = found.pop(kinds.index(ReasonKind.FOUR))
        found.insert(0, Reason(ReasonKind.FOUR_THREE, four.tiles, (*four.lines, *threes)))
    elif len(threes) > 1:
        found.append(Reason(ReasonKind.DOUBLE_THREE, (), tuple(threes)))
    elif threes:
        found.append(Reason(ReasonKind.OPEN_THREE, (), tuple(threes)))
    if not found and (fork := _fork_next(after, cell)):
        found.append(fork)
    return found


def forks(lines: Lines) -> list[int]:
    """The reachable cells on which a stone makes a fork now, if it is this side's turn."""
    return [cell for cell in cells_of(lines.reachable) if makes_fork(lines, cell)]


def makes_fork(lines: Lines, cell: int) -> bool:
    """Whether a stone on a reachable cell makes two ways to complete a line."""
    through = lines.with_stone(cell).completing_through(cell)
    if not through:
        return False
    after = lines.with_stone(cell)
    return any(reason.kind in FORKS for reason in _fours(after, cell))


def _completed(lines: Lines, cell: int) -> tuple[tuple[int, ...], ...]:
    own = lines.own | 1 << cell
    return tuple(
        tiles_of(window.cells)
        for window in lines.open_windows()
        if window.cells >> cell & 1 and window.cells & ~own == 0
    )


def _fours(after: Lines, cell: int) -> Iterator[Reason]:
    """What the lines that now lack one stone amount to; `after` has the stone on `cell`."""
    new = after.completing_through(cell)
    if not new:
        return
    every = after.completing()
    now = [needed for needed in sorted(every) if after.reachable >> needed & 1]
    hanging = [needed for needed in sorted(new) if not after.reachable >> needed & 1]
    now_new = [needed for needed in now if needed in new]
    if now_new and len(now) > 1:
        yield _double(after, now, every)
    elif now_new:
        (needed,) = now_new
        above = needed - after.rules.columns
        if after.rules.gravity and above >= 0 and above in every:
            yield _threat(ReasonKind.STACKED_THREATS, (needed, above), every)
        else:
            yield _threat(ReasonKind.FOUR, (needed,), every)
    elif len(now) == 1 and now[0] - after.rules.columns in hanging:
        # the new one hangs right above one that was there
        yield _threat(ReasonKind.STACKED_THREATS, (now[0], now[0] - after.rules.columns), every)
    if hanging:
        yield _threat(ReasonKind.HANGING_THREAT, hanging, every)


def _double(after: Lines, cells: list[int], every: dict[int, list[Window]]) -> Reason:
    """Two ends of one row, or two lines."""
    windows = [every[cell][0] for cell in cells]
    stones = (windows[0].cells | windows[1].cells) & after.own
    one_row = len({window.direction for window in windows}) == 1
    if one_row and len(cells) == 2 and stones.bit_count() == after.rules.goal - 1:
        tiles = cells[0] + 1, cells[1] + 1
        return Reason(ReasonKind.OPEN_FOUR, tiles, (tiles_of(stones),))
    return _threat(ReasonKind.DOUBLE_THREAT, cells, every)


def _threat(
    kind: ReasonKind, cells: list[int] | tuple[int, ...], every: dict[int, list[Window]]
) -> Reason:
    return Reason(
        kind,
        tuple(cell + 1 for cell in cells),
        tuple(tiles_of(every[cell][0].cells) for cell in cells),
    )


def _threes(after: Lines, cell: int) -> list[tuple[int, ...]]:
    """The stones of each open three through a cell, at most one for each direction."""
    if after.rules.goal < LEAST_GOAL or after.rules.gravity:
        return []
    return [stones for direction in range(4) if (stones := open_three(after, cell, direction))]


def open_three(lines: Lines, cell: int, direction: int) -> tuple[int, ...]:
    """The stones of an open three through a stone in one direction; () if there is none.

    One more stone in a window that lacks two makes two cells that complete a line.
    """
    wanting = [w for w in lines.missing(cell, 2) if w.direction == direction]
    own_before = lines.own
    for window in wanting:
        for extra in cells_of(window.cells & ~own_before):
            more = lines.with_stone(extra)
            ends = {
                needed: found
                for needed, windows in more.completing_through(extra).items()
                if (
                    found := [
                        w for w in windows if w.direction == direction and w.cells >> cell & 1
                    ]
                )
            }
            if len(ends) > 1:
                union = 0
                for found in ends.values():
                    union |= found[0].cells
                return tiles_of(union & own_before)
    return ()


def _fork_next(after: Lines, cell: int) -> Reason | None:
    """A cell near a new stone on which the next one makes a fork; None if there is none."""
    near = 0
    for window in after.missing(cell, 2):
        near |= window.cells
    for extra in cells_of(near & after.reachable):
        more = after.with_stone(extra)
        if not more.completing_through(extra):
            continue
        for reason in _fours(more, extra):
            if reason.kind in FORKS and any(cell + 1 in line for line in reason.lines):
                return Reason(ReasonKind.FORK_NEXT, (extra + 1,), reason.lines)
    return None
