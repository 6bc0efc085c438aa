"""Whether a reason that the board shows is true of a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Final

from engine import Position, Reason, ReasonKind, Side
from tests.engine.coaching.claims.grid import Grid
from tests.engine.coaching.claims.heard import sounds_true
from tests.engine.coaching.claims.shapes import makes, named

STOPPED: Final = {
    ReasonKind.BLOCKS: ReasonKind.WINS,
    ReasonKind.STOPS_OPEN_FOUR: ReasonKind.OPEN_FOUR,
    ReasonKind.STOPS_DOUBLE_THREAT: ReasonKind.DOUBLE_THREAT,
    ReasonKind.STOPS_STACKED_THREATS: ReasonKind.STACKED_THREATS,
    ReasonKind.STOPS_FOUR_THREE: ReasonKind.FOUR_THREE,
    ReasonKind.STOPS_DOUBLE_THREE: ReasonKind.DOUBLE_THREE,
    ReasonKind.STOPS_HANGING_THREAT: ReasonKind.HANGING_THREAT,
    ReasonKind.PREVENTS_OPEN_THREE: ReasonKind.OPEN_THREE,
    ReasonKind.STOPS_FORK_NEXT: ReasonKind.FORK_NEXT,
    ReasonKind.STOPS_FOUR: ReasonKind.FOUR,
    ReasonKind.STOPS_BUILDING: ReasonKind.BUILDS,
}
"""What a stone of the other side on the same tile would have made."""


def is_true(position: Position, move: int, reason: Reason) -> bool:
    """Whether a reason that the board shows is true of a legal move."""
    grid, tile = Grid.of(position), position.landing(move)
    if position.rules.misere:
        return _MISERE[reason.kind](position, move, reason)
    if not sounds_true(position, move, reason):
        return False
    if reason.kind in STOPPED:
        kinds = {STOPPED[reason.kind]}
        if reason.kind is ReasonKind.STOPS_STACKED_THREATS:
            kinds.add(ReasonKind.STACKED_HANGING)
        return any(
            makes(grid, tile, position.side.other, replace(reason, kind=kind)) for kind in kinds
        )
    if reason.kind in _OF_BOARDS:
        return _OF_BOARDS[reason.kind](position, move, reason)
    return makes(grid, tile, position.side, reason)


def _stops_open_three(position: Position, move: int, reason: Reason) -> bool:
    grid, theirs = Grid.of(position), position.side.other
    after = grid.put(position.landing(move), position.side)
    (three,) = reason.lines
    return grid.is_open_three(three, theirs) and not after.is_open_three(three, theirs)


def _prevents_fork(position: Position, move: int, reason: Reason) -> bool:
    grid, us = Grid.of(position), position.side
    after = grid.put(position.landing(move), us)
    return (
        grid.forks(us.other) == set(reason.tiles) != {position.landing(move)}
        and not grid.wins(us.other)
        and after.wins(us) == {tile for (tile,) in reason.lines}
        and len(reason.lines) <= 1
        and _is_without_fork(after, us)
    )


def _is_without_fork(grid: Grid, us: Side) -> bool:
    """Whether the other side, to move, can make no fork: not now, nor while it has to answer us."""
    them = us.other
    if grid.wins(them):
        return False
    wins = grid.wins(us)
    if len(wins) != 1:
        return bool(wins) or not grid.forks(them)
    if any(grid.makes_fork(tile, them) for tile in wins):
        return False
    answered = grid.put(min(wins), them)
    back = answered.wins(them)
    if not back:
        return not answered.forks(them)
    return _is_without_fork(answered.put(min(back), us), us)


def _avoids(position: Position, move: int, reason: Reason) -> bool:
    after = position.play(move)
    return not _can_win(after) and all(
        other != move
        and (bad := position.play(other)).outcome is None
        and (won := bad.play(other).outcome) is not None
        and won.winner is position.side.other
        and set(line) <= set(Grid.of(bad.play(other)).stones)
        for other, line in zip(reason.tiles, reason.lines, strict=True)
    )


def _can_win(position: Position) -> bool:
    ends = (position.play(move).outcome for move in position.legal)
    return any(end is not None and end.winner is position.side for end in ends)


def _no_lines_left(position: Position, move: int, reason: Reason) -> bool:
    before = Grid.of(position)
    after = before.put(position.landing(move), position.side)
    open_before = [1 for span, _ in before.spans() if before.is_open(span, position.side.other)]
    open_after = [1 for span, _ in after.spans() if after.is_open(span, position.side.other)]
    ours = [1 for span, _ in after.spans() if after.is_open(span, position.side)]
    return bool(open_before) and not open_after and reason.count == len(ours)


def _pairs(position: Position, move: int, reason: Reason) -> bool:
    after = Grid.of(position).put(position.landing(move), position.side)
    tiles = [tile for pair in reason.lines for tile in pair]
    spans = [span for span, _ in after.spans() if after.is_open(span, position.side.other)]
    return (
        not position.rules.gravity
        and all(len(pair) == 2 for pair in reason.lines)
        and len(set(tiles)) == len(tiles)
        and all(after.is_free(tile) for tile in tiles)
        and all(any(set(pair) <= set(span) for pair in reason.lines) for span in spans)
    )


def _open_lines(position: Position, move: int, reason: Reason) -> bool:
    grid = Grid.of(position)
    counts = {
        tile: sum(grid.is_open(span, position.side) for span, _ in grid.spans(tile))
        for tile in range(1, position.rules.cells + 1)
        if grid.is_free(tile)
    }
    tile = position.landing(move)
    most = (tile,) if all(n < counts[tile] for one, n in counts.items() if one != tile) else ()
    least = max(counts[position.landing(other)] for other in position.legal)
    return reason.count == counts[tile] >= max(least, 1) and reason.tiles == most


def _closes_lines(position: Position, move: int, reason: Reason) -> bool:
    grid, theirs = Grid.of(position), position.side.other
    closed = {
        tuple(sorted(span))
        for span, _ in grid.spans(position.landing(move))
        if grid.held(span, theirs) and grid.is_open(span, theirs)
    }
    return reason.count == len(closed) > 0 and set(reason.lines) == closed


def _waiting(position: Position, move: int, reason: Reason) -> bool:
    grid, us, rules = Grid.of(position), position.side, position.rules
    after = grid.put(position.landing(move), us)
    if len(reason.tiles) != 1:  # "if all other columns fill up" is said of one
        return False
    (tile,) = reason.tiles
    column = range((tile - 1) % rules.columns + 1, rules.cells + 1, rules.columns)
    left = rules.cells - position.ply - 1
    own = [one for one in sorted(column, reverse=True) if after.is_free(one)]
    # all other columns are filled, by turns; then this one, from below
    to_move = us.other if (left - len(own)) % 2 == 0 else us
    for one in own:
        if one == tile + rules.columns:
            break
        to_move = to_move.other
    return (
        tile in grid.completing(us)
        and not after.is_reachable(tile)
        and to_move is us.other
        and not after.completing(us.other)
        and named(grid, us, (tile,), reason.lines)
    )


def _follows_up(position: Position, move: int, reason: Reason) -> bool:
    on_top = move == position.moves[-1] and reason.tiles == position.tiles[-1:]
    return on_top and position.side is Side.O and position.rules.rows % 2 == 0


def _centre(position: Position, move: int, reason: Reason) -> bool:
    rules = position.rules

    def off(tile: int) -> float:
        row, column = divmod(tile - 1, rules.columns)
        across = abs(column - (rules.columns - 1) / 2)
        return across if rules.gravity else max(across, abs(row - (rules.rows - 1) / 2))

    others = [off(position.landing(other)) for other in position.legal]
    mine, tile = off(position.landing(move)), position.landing(move)
    if rules.gravity:
        middle = set(range((rules.columns + 1) // 2, rules.cells + 1, rules.columns))
        crossed = [bool(middle & set(span)) for span, _ in Grid.of(position).spans()]
        if rules.columns % 2 == 0 or 2 * sum(crossed) <= len(crossed):
            return False
    return mine == min(others) and mine <= 1 and (reason.tiles == (tile,)) is (mine == 0)


_OF_BOARDS: Final[dict[ReasonKind, Callable[[Position, int, Reason], bool]]] = {
    ReasonKind.STOPS_OPEN_THREE: _stops_open_three,
    ReasonKind.PREVENTS_FORK: _prevents_fork,
    ReasonKind.AVOIDS: _avoids,
    ReasonKind.NO_LINES_LEFT: _no_lines_left,
    ReasonKind.PAIRS: _pairs,
    ReasonKind.OPEN_LINES: _open_lines,
    ReasonKind.CLOSES_LINES: _closes_lines,
    ReasonKind.WAITING_THREAT: _waiting,
    ReasonKind.FOLLOWS_UP: _follows_up,
    ReasonKind.CENTRE: _centre,
}


def _loses_at_once(position: Position, move: int) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner is position.side.other


def _misere_avoids(position: Position, move: int, reason: Reason) -> bool:
    losing = {other for other in position.legal if _loses_at_once(position, other)}
    return losing == set(reason.tiles) != set() and move not in losing


def _misere_leaves(position: Position, move: int, reason: Reason) -> bool:
    after = position.play(move)
    safe = [answer for answer in after.legal if not _loses_at_once(after, answer)]
    return reason.count == len(safe)


_MISERE: Final[dict[ReasonKind, Callable[[Position, int, Reason], bool]]] = {
    ReasonKind.AVOIDS: _misere_avoids,
    ReasonKind.LEAVES: _misere_leaves,
}


def pairs_exist(position: Position, move: int, most: int = 3) -> bool:
    """Whether some pairs, at most so many, stop every line of the other side, by trying all."""
    after = Grid.of(position).put(position.landing(move), position.side)
    spans = [span for span, _ in after.spans() if after.is_open(span, position.side.other)]
    free = [tile for tile in range(1, position.rules.cells + 1) if after.is_free(tile)]
    for count in range(1, most + 1):
        for pairs in combinations(list(combinations(free, 2)), count):
            if len({tile for pair in pairs for tile in pair}) == 2 * count and all(
                any(set(pair) <= set(span) for pair in pairs) for span in spans
            ):
                return True
    return not spans
