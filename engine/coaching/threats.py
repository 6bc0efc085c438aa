"""What a stone makes: lines, forks, fours and threes, read off the board without any search.

The words are those of gomoku (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku
Solved by New Search Techniques", 1996) for every goal: a *four* lacks one stone to a line, an open
*three* becomes a four with two ends by one more stone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.coaching.lines import Lines, Window, cells_of, tiles_of
from engine.game.surfaces import surface_of
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
    """What a stone of the side to move makes on a cell, the strongest first.

    [] where it cannot be put there: X makes nothing of a foul.
    """
    if not lines.reachable >> cell & 1:
        return []
    if lines.completes(cell):
        completed = _completed(lines, cell)
        return [Reason(ReasonKind.WINS, completed[0], completed)]
    after = lines.with_stone(cell)
    found = list(_fours(after, cell))
    four = next((reason for reason in found if reason.kind is ReasonKind.FOUR), None)
    # a three that the answer to the four closes does not count, nor one it leaves no time for
    answered = after.answered(four.tiles[0] - 1) if four else after
    busy = four is not None and any(
        answered.landings >> one & 1 for one in answered.swapped().completing()
    )
    threes = [] if busy else _threes(answered, cell, lines)
    if four and threes:
        found.remove(four)
        found.insert(0, Reason(ReasonKind.FOUR_THREE, four.tiles, (*four.lines, *threes)))
    elif len(threes) > 1:
        found.append(Reason(ReasonKind.DOUBLE_THREE, (), tuple(threes)))
    elif threes:
        found.append(Reason(ReasonKind.OPEN_THREE, (), tuple(threes)))
    if not found and (fork := _fork_next(lines, cell)):
        found.append(fork)
    return found


def forks(lines: Lines) -> list[int]:
    """The reachable cells on which a stone makes a fork now, if it is this side's turn."""
    near = lines.reachable if lines.rules.gravity else lines.reachable & lines.lacking(2)
    return [cell for cell in cells_of(near) if makes_fork(lines, cell)]


def makes_fork(lines: Lines, cell: int) -> bool:
    """Whether a stone makes two ways to complete a line, or brings two that hang within reach."""
    if not lines.allows(cell) or lines.completes(cell):
        return False
    after = lines.with_stone(cell)
    columns = after.rules.columns if after.rules.gravity else 0
    fresh = set(after.completing(cell))
    if 0 < columns <= cell and after.completes(cell - columns):
        fresh.add(cell - columns)
    if not fresh:
        return False
    every = after.completing()
    now = [needed for needed in every if after.landings >> needed & 1]
    if columns and len(now) == 1 and now[0] - columns in every:
        now.append(now[0] - columns)
    return len(now) > 1 and not fresh.isdisjoint(now)


def _completed(lines: Lines, cell: int) -> tuple[tuple[int, ...], ...]:
    """The lines that a stone completes, whole where they are longer than the goal."""
    own = lines.own | 1 << cell
    whole: dict[int, int] = {}
    for window in lines.open_windows(cell):
        if window.cells & ~own == 0:
            whole[window.direction] = whole.get(window.direction, 0) | window.cells
    return tuple(tiles_of(stones) for stones in whole.values())


def _fours(after: Lines, cell: int) -> Iterator[Reason]:
    """What the lines that now lack one stone amount to; `after` has the stone on `cell`.

    Only what the stone brings about: a new threat, or with gravity that the cell above, on which
    one hung, can be reached. A side that could complete a line before makes nothing of that kind.
    """
    new = after.completing(cell)
    opened = cell - after.rules.columns if after.rules.gravity else -1
    if not new and not (opened >= 0 and after.completes(opened)):
        return
    every = after.completing()
    stood = {needed for needed in every if any(not w.cells >> cell & 1 for w in every[needed])}
    now = [needed for needed in sorted(every) if after.landings >> needed & 1]
    hanging = [needed for needed in sorted(every) if needed not in now]
    if all(needed == opened or needed not in stood for needed in now):
        if len(now) > 1:
            yield _double(after, cell, now, every)
        elif now:
            above = now[0] - after.rules.columns
            stacked = above in hanging
            if stacked and stood >= {now[0], above}:
                yield _threat(ReasonKind.STACKED_STANDING, cell, (now[0], above), every)
            elif stacked:
                yield _threat(ReasonKind.STACKED_THREATS, cell, (now[0], above), every)
                hanging.remove(above)
            else:
                yield _threat(ReasonKind.FOUR, cell, (now[0],), every)
    yield from _hanging(after, cell, {one: every[one] for one in hanging}, stood)


def _hanging(
    after: Lines, cell: int, hanging: dict[int, list[Window]], stood: set[int]
) -> Iterator[Reason]:
    """The new threats that hang: two on top of each other, or one by one.

    None counts above a cell on which the other side completes a line first.
    """
    columns = after.rules.columns
    theirs = after.swapped().completing()
    good = [
        needed
        for needed in hanging
        if theirs.keys().isdisjoint(range(needed + columns, after.rules.cells, columns))
    ]
    pair = next(
        (
            (low, low - columns)
            for low in good
            if low - columns in good and low not in theirs and not stood >= {low, low - columns}
        ),
        (),
    )
    if pair:
        yield _threat(ReasonKind.STACKED_HANGING, cell, pair, hanging)
    fresh = [needed for needed in good if needed not in stood and needed not in pair]
    if fresh:
        yield _threat(ReasonKind.HANGING_THREAT, cell, fresh, hanging)


def _double(after: Lines, cell: int, cells: list[int], every: dict[int, list[Window]]) -> Reason:
    """Two ends of one row, or two lines."""
    windows = [_named(every[needed], cell) for needed in cells]
    stones = (windows[0].cells | windows[1].cells) & after.own
    one_row = len({window.direction for window in windows}) == 1 and stones >> cell & 1
    if one_row and len(cells) == 2 and stones.bit_count() == after.rules.goal - 1:
        tiles = cells[0] + 1, cells[1] + 1
        return Reason(ReasonKind.OPEN_FOUR, tiles, (tiles_of(stones),))
    return _threat(ReasonKind.DOUBLE_THREAT, cell, cells, every)


def _threat(
    kind: ReasonKind,
    cell: int,
    cells: list[int] | tuple[int, ...],
    every: dict[int, list[Window]],
) -> Reason:
    return Reason(
        kind,
        tuple(needed + 1 for needed in cells),
        tuple(tiles_of(_named(every[needed], cell).cells) for needed in cells),
    )


def _named(windows: list[Window], cell: int) -> Window:
    """The window that is named of those that one stone completes: one through the new stone."""
    return next((window for window in windows if window.cells >> cell & 1), windows[0])


def _threes(after: Lines, cell: int, before: Lines) -> list[tuple[int, ...]]:
    """The stones of each new open three through a cell, at most one for each direction."""
    if after.rules.goal < LEAST_GOAL or after.rules.gravity:
        return []
    return [
        stones
        for direction in range(len(surface_of(after.rules).directions))
        if (stones := open_three(after, cell, direction))
        and not any(open_three(before, one - 1, direction) for one in stones if one - 1 != cell)
    ]


def open_three(lines: Lines, cell: int, direction: int) -> tuple[int, ...]:
    """The stones of an open three through a stone in one direction; () if there is none.

    One more stone, which is no foul, makes them `goal - 1` in a row with both ends free.
    """
    for window in lines.missing(cell, 2):
        if window.direction != direction:
            continue
        for extra in cells_of(window.cells & ~lines.own):
            row = window.cells & lines.own | 1 << extra
            if len(lines.with_stone(extra).ends(row, direction)) > 1 and lines.allows(extra):
                return tiles_of(row & ~(1 << extra))
    return ()


def builds(lines: Lines, cell: int) -> list[tuple[int, ...]]:
    """The stones that a new stone works with: in each direction those of the fullest open line.

    Only lines that lack two stones or more count; the new stone is one of each. () unless they
    amount to something: one line half full, two lines at once, or an open two, which becomes an
    open three with one more stone.
    """
    after = lines.with_stone(cell)
    best: dict[int, int] = {}
    for window in after.open_windows(cell):
        stones = window.cells & after.own
        if 1 < stones.bit_count() < after.rules.goal - 1:
            best[window.direction] = max(best.get(window.direction, 0), stones, key=int.bit_count)
    if len(best) == 1:
        ((direction, stones),) = best.items()
        if 2 * stones.bit_count() < after.rules.goal and not _open_two(after, cell, direction):
            return []
    return [tiles_of(stones) for stones in best.values()]


def fullest_row(lines: Lines, cell: int) -> Reason | None:
    """A line that lacks two stones after this one, the soonest to be completed; None if there is
    none. Where discs fall, the other side must not win on a cell of it, or below one, first.
    """
    after = lines.with_stone(cell)
    if after.rules.goal < LEAST_GOAL:
        return None
    theirs = after.swapped().completing()
    rows = {
        window: below
        for window in after.missing(cell, 2)
        if theirs.keys().isdisjoint(cells_of(window.cells & ~after.own))
        and theirs.keys().isdisjoint(below := free_below(after, window.cells & ~after.own))
    }
    if not rows:
        return None
    best = min(rows, key=lambda window: len(rows[window]))
    return Reason(ReasonKind.ROW, (), (tiles_of(best.cells),), 2)


def free_below(lines: Lines, cells: int) -> list[int]:
    """The free cells under each of some cells, which have to be filled first where discs fall."""
    columns = lines.rules.columns
    if not lines.rules.gravity:
        return []
    return [
        under
        for cell in cells_of(cells)
        for under in range(cell + columns, lines.rules.cells, columns)
        if lines.free >> under & 1
    ]


def _open_two(lines: Lines, cell: int, direction: int) -> bool:
    """Whether one more stone in a direction makes an open three of which a stone is one."""
    if lines.rules.gravity:
        return False
    near = 0
    for window in lines.missing(cell, 3):
        near |= window.cells if window.direction == direction else 0
    return any(
        open_three(lines.with_stone(extra), cell, direction)
        for extra in cells_of(near & lines.reachable)
    )


def _fork_next(lines: Lines, cell: int) -> Reason | None:
    """A cell near a new stone on which the next one makes a fork; None if there is none.

    A fork that could be made at once is not prepared.
    """
    after = lines.with_stone(cell)
    near = 0
    for window in after.missing(cell, 2):
        near |= window.cells
    for extra in cells_of(near & after.landings):
        if after.completes(extra) or not after.allows(extra) or makes_fork(lines, extra):
            continue
        for reason in _fours(after.with_stone(extra), extra):
            if reason.kind in FORKS and any(cell + 1 in line for line in reason.lines):
                return Reason(ReasonKind.FORK_NEXT, (extra + 1,), reason.lines)
    return None
