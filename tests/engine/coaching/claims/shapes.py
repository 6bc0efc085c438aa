"""What a stone makes where it lies: a line, a four, a three, a fork, a threat that hangs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import Reason, ReasonKind, Side
from tests.engine.coaching.claims.grid import STEPS, Grid, Tiles


def makes(grid: Grid, tile: int, side: Side, reason: Reason) -> bool:
    """Whether a stone of a side makes something."""
    lines = grid.lines(tile, side)
    if reason.kind is ReasonKind.WINS:
        return sorted(lines) == sorted(reason.lines) and reason.tiles == reason.lines[0]
    if lines:
        return False
    after = grid.put(tile, side)
    return _MAKES[reason.kind](after, tile, side, reason)


def _open_four(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    (row,) = reason.lines
    return (
        after.wins(side) == set(reason.tiles)
        and len(reason.tiles) == 2
        and len(row) == after.rules.goal - 1
        and all(after.stones.get(one) is side for one in row)
        and all(set(row) < set(_line(after, end, row, side)) for end in reason.tiles)
        and any(
            tile in after.row_through(end, step, side) for end in reason.tiles for step in STEPS
        )
    )


def _line(grid: Grid, end: int, row: Tiles, side: Side) -> Tiles:
    """The line through a tile that has a whole row in it."""
    return next((line for line in grid.lines(end, side) if set(row) <= set(line)), ())


def named(after: Grid, side: Side, tiles: Tiles, lines: tuple[Tiles, ...]) -> bool:
    """Whether each of some tiles completes the line named with it, all else being there."""
    return len(lines) >= len(tiles) and all(
        tile in line
        and len(line) == after.rules.goal
        and all(after.stones.get(other) is side for other in line if other != tile)
        and after.is_free(tile)
        for tile, line in zip(tiles, lines, strict=False)
    )


def _double_threat(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    return (
        len(reason.tiles) > 1
        and set(reason.tiles) == after.wins(side)
        and bool(after.fresh_ends(tile, side) & after.wins(side))
        and named(after, side, reason.tiles, reason.lines)
    )


def _stacked(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    low, high = reason.tiles
    return (
        after.rules.gravity
        and after.wins(side) == {low}
        and high == low - after.rules.columns
        and high in after.put(low, side.other).wins(side)
        and bool({low, high} & after.fresh_ends(tile, side))
        and named(after, side, reason.tiles, reason.lines)
    )


def _stacked_hanging(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    low, high = reason.tiles
    return (
        after.rules.gravity
        and not after.is_reachable(low)
        and high == low - after.rules.columns
        and {low, high} <= after.completing(side)
        and _is_safe(after, low, side)
        and low not in after.completing(side.other)
        and named(after, side, reason.tiles, reason.lines)
    )


def _stacked_standing(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    low, high = reason.tiles
    return (
        after.rules.gravity
        and high == low - after.rules.columns
        and {low, high} <= after.completing(side)
        and named(after, side, reason.tiles, reason.lines)
    )


def _is_safe(after: Grid, tile: int, side: Side) -> bool:
    """Whether the other side completes nothing on the cells below a tile."""
    below = range(tile + after.rules.columns, after.rules.cells + 1, after.rules.columns)
    return not set(below) & after.completing(side.other)


def _four(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    return (
        after.wins(side) == set(reason.tiles)
        and len(reason.tiles) == 1
        and set(reason.tiles) <= after.fresh_ends(tile, side)
        and not after.put(reason.tiles[0], side.other).wins(side)
        and (after.rules.gravity or tile in reason.lines[0])
        and named(after, side, reason.tiles, reason.lines)
    )


def _four_three(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    four = Reason(ReasonKind.FOUR, reason.tiles, reason.lines[:1])
    blocked = after.put(reason.tiles[0], side.other)
    threes = reason.lines[1:]
    return (
        _four(after, tile, side, four)
        and not set(blocked.wins(side.other)) & set(blocked.reachable())
        and len(threes) > 0
        and all(tile in three and blocked.is_open_three(three, side) for three in threes)
    )


def _threes(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    several = reason.kind is ReasonKind.DOUBLE_THREE
    return (
        (len(reason.lines) > 1) is several
        and len({_step(after, three) for three in reason.lines}) == len(reason.lines)
        and all(tile in three and after.is_open_three(three, side) for three in reason.lines)
        and all(_is_new(after, three, tile, side) for three in reason.lines)
    )


def _is_new(after: Grid, three: Tiles, tile: int, side: Side) -> bool:
    """Whether no other three of that row was open before the stone on a tile."""
    before = Grid(after.rules, {one: held for one, held in after.stones.items() if one != tile})
    others = set(three) - {tile}
    rows = {before.held(span, side) for span, step in before.spans() if step == _step(after, three)}
    return not any(others & set(row) and before.is_open_three(row, side) for row in rows)


def _step(grid: Grid, stones: Tiles) -> tuple[int, int]:
    """The direction in which stones lie; there are at least two."""
    down = (stones[-1] - 1) // grid.rules.columns - (stones[0] - 1) // grid.rules.columns
    right = (stones[-1] - 1) % grid.rules.columns - (stones[0] - 1) % grid.rules.columns
    most = max(abs(down), abs(right))
    assert down % most == right % most == 0
    return down // most, right // most


def _hanging(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    return (
        len(reason.tiles) > 0
        and after.rules.gravity
        and all(_is_safe(after, hung, side) for hung in reason.tiles)
        and set(reason.tiles) <= after.new_ends(tile, side) - set(after.reachable())
        and named(after, side, reason.tiles, reason.lines)
    )


def _fork_next(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    (extra,) = reason.tiles
    return (
        after.is_reachable(extra)
        and after.makes_fork(extra, side)
        and any(tile in line for line in reason.lines)
    )


def _builds(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    others = {one for line in reason.lines for one in line} - {tile}
    spans = {after.held(span, side) for span, _ in after.spans(tile) if after.is_open(span, side)}
    goal = after.rules.goal
    return (
        set(reason.tiles) == others
        and set(reason.lines) <= spans
        and all(tile in line and 2 <= len(line) <= goal - 2 for line in reason.lines)
        and reason.count == (0 if after.rules.gravity else len(reason.lines))
        and len({_step(after, line) for line in reason.lines}) == len(reason.lines)
        and (
            len(reason.lines) > 1
            or 2 * len(reason.lines[0]) >= goal
            or _is_open_two(after, tile, side)
        )
    )


def _row(after: Grid, tile: int, side: Side, reason: Reason) -> bool:
    (line,) = reason.lines
    held = [one for one in line if after.stones.get(one) is side]
    free = [one for one in line if after.is_free(one)]
    spans = [tuple(sorted(span)) for span, _ in after.spans(tile) if after.is_open(span, side)]
    lack = len(free) == reason.count == len(line) - len(held) and len(held) > 1
    # "two more complete it": unless the other side wins there, or right on the way up to it
    taken = after.rules.gravity and not all(_is_safe(after, one, side) for one in free)
    theirs = set(free) & after.completing(side.other)
    return line in spans and lack and not taken and not theirs


def _is_open_two(grid: Grid, tile: int, side: Side) -> bool:
    """Whether one more stone makes an open three of `goal - 2` with the one on a tile."""
    return any(
        grid.put(extra, side).is_open_three(tuple(sorted((*held, extra))), side)
        for span, _ in grid.spans(tile)
        if len(held := grid.held(span, side)) == grid.rules.goal - 3
        for extra in set(span) - set(held)
    )


_MAKES: Final[dict[ReasonKind, Callable[[Grid, int, Side, Reason], bool]]] = {
    ReasonKind.OPEN_FOUR: _open_four,
    ReasonKind.DOUBLE_THREAT: _double_threat,
    ReasonKind.STACKED_THREATS: _stacked,
    ReasonKind.STACKED_STANDING: _stacked_standing,
    ReasonKind.STACKED_HANGING: _stacked_hanging,
    ReasonKind.FOUR_THREE: _four_three,
    ReasonKind.DOUBLE_THREE: _threes,
    ReasonKind.HANGING_THREAT: _hanging,
    ReasonKind.OPEN_THREE: _threes,
    ReasonKind.FOUR: _four,
    ReasonKind.FORK_NEXT: _fork_next,
    ReasonKind.BUILDS: _builds,
    ReasonKind.ROW: _row,
}
