"""What clauses say of lines and threats, tried with one stone more of either side."""

from __future__ import annotations

import re

from engine import Side
from tests.bot.show.text.reading.clauses import reads
from tests.bot.show.text.reading.scene import Scene
from tests.engine.coaching.claims.fading import Fading
from tests.engine.coaching.claims.grid import STEPS, Grid, Tiles


def end_of(board: Grid, line: Tiles, side: Side) -> set[int]:
    """The one free cell of a line of which a side has all others; none if it has not."""
    if isinstance(board, Fading):
        return board.end_of(line, side)
    free = [tile for tile in line if board.is_free(tile)]
    held = all(board.stones.get(tile) is side for tile in line if tile not in free)
    return set(free) if held and len(free) == 1 else set()


def _next_boards(scene: Scene) -> list[Grid]:
    """The boards after each stone that they may put down next."""
    after = scene.after
    return [after.put(tile, scene.them) for tile in after.reachable()]


def _with_theirs(scene: Scene) -> Grid:
    """The board if they had played where the move lands."""
    return scene.before.put(scene.tile, scene.them)


@reads(r"wins at once with (.*)")
def _wins(scene: Scene, _found: re.Match[str]) -> bool:
    end = scene.position.play(scene.move).outcome
    return end is not None and end.winner is scene.us


@reads(r"They can complete (.*) next:")
def _they_threaten(scene: Scene, found: re.Match[str]) -> bool:
    before, after = scene.before, scene.after
    return all(
        any(
            end_of(before, line, scene.them) & before.wins(scene.them)
            and not end_of(after, line, scene.them)
            for line in lines
        )
        for lines in scene.lines(found[1])
    )


@reads(r"blocks (?!.*open at both)(?!\d+ of)(.*)")
def _blocks(scene: Scene, found: re.Match[str]) -> bool:
    return _they_threaten(scene, found)


@reads(r"threatens (.*)")
def _threatens(scene: Scene, found: re.Match[str]) -> bool:
    after, before = scene.after, scene.before
    (lines,) = scene.lines(found[1])
    new = after.wins(scene.us) - before.wins(scene.us)
    return any(end_of(after, line, scene.us) & new for line in lines)


@reads(r"makes two threats at once(?: \((.*)\))?")
def _two(scene: Scene, _found: re.Match[str]) -> bool:
    return len(scene.after.wins(scene.us)) > 1 and not scene.before.wins(scene.us)


@reads(r"makes (\d+) in a row, open at both ends")
def _open_row(scene: Scene, _found: re.Match[str]) -> bool:
    return _has_open_row(scene.after, scene.us) and not _has_open_row(scene.before, scene.us)


@reads(r"keeps them from (\d+) in a row, open at both ends")
def _no_open_row(scene: Scene, _found: re.Match[str]) -> bool:
    theirs = _has_open_row(_with_theirs(scene), scene.them)
    return theirs and not any(_has_open_row(board, scene.them) for board in _next_boards(scene))


def _has_open_row(board: Grid, side: Side) -> bool:
    """Whether some row of `goal - 1` can be completed at both ends next."""
    wins, goal = board.wins(side), board.rules.goal
    for tile in wins:
        for down, right in STEPS:
            row, now = [], board.beside(tile, (down, right))
            while now is not None and board.stones.get(now) is side:
                row.append(now)
                now = board.beside(now, (down, right))
            if len(row) == goal - 1 and now in wins:
                return True
    return False


def _pairs(board: Grid, side: Side) -> set[tuple[int, int]]:
    """Two cells right above each other that both complete a line of a side: lower, upper."""
    ends, columns = board.completing(side), board.rules.columns
    return {(tile, tile - columns) for tile in ends if tile - columns in ends}


@reads(r"makes two threats, one right above the other \((.*)\)")
def _stack(scene: Scene, _found: re.Match[str]) -> bool:
    return bool(_pairs(scene.after, scene.us) - _pairs(scene.before, scene.us))


@reads(r"relies on two threats, one right above the other \((.*)\)")
def _relies(scene: Scene, _found: re.Match[str]) -> bool:
    return bool(_pairs(scene.after, scene.us))


@reads(r"takes the cell where they would have two threats, one above the other \((.*)\)")
def _takes_stack(scene: Scene, found: re.Match[str]) -> bool:
    theirs = _with_theirs(scene)
    low, high = scene.lines(found[1])
    ends = [set().union(*(end_of(theirs, line, scene.them) for line in one)) for one in (low, high)]
    named = {(low, high) for low in ends[0] for high in ends[1]} & _pairs(theirs, scene.them)
    return bool(named) and not named & _pairs(scene.before, scene.them)


@reads(r"takes the cell where they would have two threats \((.*)\)")
def _takes_fork(scene: Scene, _found: re.Match[str]) -> bool:
    return len(_with_theirs(scene).wins(scene.them)) > 1 and not scene.before.wins(scene.them)


@reads(r"breaks up (.*), which they are building")
def _breaks_up(scene: Scene, found: re.Match[str]) -> bool:
    (lines,) = scene.lines(found[1])
    before = scene.before
    return any(
        scene.tile in line
        and before.is_open(line, scene.them)
        and len(before.held(line, scene.them)) > 1
        for line in lines
    )


@reads(r"makes a threat at (column .*): you win if they play right under it")
def _hangs(scene: Scene, found: re.Match[str]) -> bool:
    """They can't take the cell under it: we win on top, and they win nowhere below."""
    before, after, columns = scene.before, scene.after, scene.rules.columns
    for tile in scene.cells(found[1]):
        under = tile + columns
        if tile in before.completing(scene.us) or not after.is_free(under):
            return False
        below = range(under, scene.rules.cells + 1, columns)
        if any(one in after.completing(scene.them) for one in below):
            return False
        on_top = Grid(scene.rules, {**after.stones, under: scene.them})
        if not on_top.lines(tile, scene.us):
            return False
    return True


@reads(r"keeps them from a threat at (.*)")
def _keeps_from(scene: Scene, found: re.Match[str]) -> bool:
    cells = set(scene.cells(found[1]))
    return (
        not cells & scene.before.completing(scene.them)
        and cells <= _with_theirs(scene).completing(scene.them)
        and not any(cells <= board.completing(scene.them) for board in _next_boards(scene))
    )


@reads(r"prepares two threats(?: at once)? at (.*)")
def _prepares(scene: Scene, found: re.Match[str]) -> bool:
    (cell,) = scene.cells(found[1])
    return cell in scene.after.forks(scene.us) and cell not in scene.before.forks(scene.us)


@reads(r"keeps them from preparing two threats(?: at once)? at (.*)")
def _keeps_from_preparing(scene: Scene, found: re.Match[str]) -> bool:
    (cell,) = scene.cells(found[1])
    return cell in _with_theirs(scene).forks(scene.them) and not any(
        cell in board.forks(scene.them) and not board.wins(scene.them)
        for board in (scene.before, *_next_boards(scene))
    )


@reads(r"prevents two threats at once \(at (.*)\)")
def _prevents(scene: Scene, found: re.Match[str]) -> bool:
    cells = set(scene.cells(found[1]))
    named = cells <= scene.before.forks(scene.them)
    return named and not scene.after.forks(scene.them)


@reads(r"prevents two threats at once: they must answer at (.*)")
def _prevents_by_force(scene: Scene, found: re.Match[str]) -> bool:
    cells, after = set(scene.cells(found[1])), scene.after
    if not scene.before.forks(scene.them) or after.wins(scene.us) != cells:
        return False
    (cell,) = cells
    answered = after.put(cell, scene.them)
    return bool(answered.wins(scene.them)) or not answered.forks(scene.them)


@reads(
    r"builds (.*), open at both ends",
    r"opens two lines at once \((.*)\)",
)
def _opens(scene: Scene, found: re.Match[str]) -> bool:
    return _are_open(scene.after, scene.us, scene, found)


@reads(
    r"keeps them from (.*), open at both ends",
    r"keeps them from opening two lines at once \((.*)\)",
)
def _opens_nothing(scene: Scene, found: re.Match[str]) -> bool:
    return _are_open(_with_theirs(scene), scene.them, scene, found)


@reads(r"blocks (.*), which is open at both ends")
def _closes_open(scene: Scene, found: re.Match[str]) -> bool:
    was = _are_open(scene.before, scene.them, scene, found)
    return was and not _are_open(scene.after, scene.them, scene, found)


def _are_open(board: Grid, side: Side, scene: Scene, found: re.Match[str]) -> bool:
    """Whether all lines that are named get two open ends by one more stone."""
    return all(
        any(board.is_open_three(line, side) for line in lines) for lines in scene.lines(found[1])
    )


@reads(r"makes a threat, and a second one behind it \((.*)\)")
def _makes_both(scene: Scene, found: re.Match[str]) -> bool:
    return _has_second(scene.after, scene.us, scene, found)


@reads(r"stops a threat with a second one behind it \((.*)\)")
def _stops_both(scene: Scene, found: re.Match[str]) -> bool:
    return _has_second(_with_theirs(scene), scene.them, scene, found)


def _has_second(board: Grid, side: Side, scene: Scene, found: re.Match[str]) -> bool:
    """Whether a line can be completed, and when that is answered the second one stays open."""
    _, second, *_ = scene.lines(found[1])
    wins = board.wins(side)
    return len(wins) == 1 and any(
        board.put(min(wins), side.other).is_open_three(line, side) for line in second
    )
