"""What a reader takes a sentence to say, beyond the shape that it names: played out on a grid.

Each check stands under the sentence as it is read. "Makes" says that it was not so before, and
"keeps from" that it was not so already and can't come with the next stone either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import Position, Reason, ReasonKind, Side
from tests.engine.coaching.claims.grid import STEPS, Grid, Tiles

_FIVE: Final = 5


def sounds_true(position: Position, move: int, reason: Reason) -> bool:
    """Whether a reason of a game that is won by a line is so as a reader takes its sentence."""
    check = _HEARD.get(reason.kind)
    return check is None or check(_Scene(position, move), reason)


class _Scene:
    """The board before and after a move."""

    def __init__(self, position: Position, move: int) -> None:
        self.position = position
        self.us = position.side
        self.them = position.side.other
        self.tile = position.landing(move)
        self.before = Grid.of(position)
        self.after = self.before.put(self.tile, self.us)
        self.columns = position.rules.columns
        self.gravity = position.rules.gravity

    def theirs_next(self) -> list[Grid]:
        """The boards after each stone that they may put down next."""
        return [
            self.after.put(tile, self.them)
            for tile in self.after.reachable()
            if not self.after.is_foul(tile, self.them)
        ]


def _threatens(scene: _Scene, reason: Reason) -> bool:
    """ "threatens a line", "makes a four": we can complete it next, and could not yet."""
    return set(reason.tiles) <= scene.after.wins(scene.us) - scene.before.wins(scene.us)


def _two_threats(scene: _Scene, reason: Reason) -> bool:
    """ "makes two threats at once": two cells win next, whatever they take; none won before."""
    after = scene.after.wins(scene.us)
    return not scene.before.wins(scene.us) and len(after) > 1 and set(reason.tiles) <= after


def _open_row(scene: _Scene, reason: Reason) -> bool:
    """ "makes 3 in a row, open at both ends": the new stone is one of them."""
    (row,) = reason.lines
    held = all(scene.after.stones.get(one) is scene.us for one in row)
    return scene.tile in row and held and _two_threats(scene, reason)


def _one_above_the_other(scene: _Scene, reason: Reason) -> bool:
    """ "makes two threats, one right above the other": not both were there, now both are.

    When they have to take the lower cell we win on the upper one.
    """
    low, high = reason.tiles
    pair = {low, high}
    stood = pair <= scene.before.completing(scene.us)
    answered = Grid(scene.after.rules, {**scene.after.stones, low: scene.them})
    return (
        scene.gravity
        and low - high == scene.columns
        and not stood
        and pair <= scene.after.completing(scene.us)
        and bool(answered.lines(high, scene.us))
    )


def _hangs(scene: _Scene, reason: Reason) -> bool:
    """ "makes a threat at a cell: you win if they play right under it": it is new.

    Playing right under it wins nothing for them, nor anything lower in the column; we complete a
    line on top.
    """
    if not scene.gravity:
        return False
    for tile in reason.tiles:
        under = tile + scene.columns
        below = range(under, scene.position.rules.cells + 1, scene.columns)
        if tile in scene.before.completing(scene.us) or not scene.after.is_free(under):
            return False
        if any(scene.after.is_free(one) and scene.after.lines(one, scene.them) for one in below):
            return False
        on_top = Grid(scene.after.rules, {**scene.after.stones, under: scene.them})
        if not on_top.lines(tile, scene.us):
            return False
    return True


def _keeps_from_threat(scene: _Scene, reason: Reason) -> bool:
    """ "keeps them from a threat at a cell": they have none there, nor with two more stones."""
    cells = set(reason.tiles)
    return (
        scene.gravity
        and not cells & scene.before.completing(scene.them)
        and not any(
            cells <= board.completing(scene.them)
            or any(cells <= twice.completing(scene.them) for twice in _one_more(board, scene.them))
            for board in scene.theirs_next()
        )
    )


def _one_more(board: Grid, side: Side) -> list[Grid]:
    """The boards after one more stone of a side."""
    return [board.put(tile, side) for tile in board.reachable() if not board.lines(tile, side)]


def _takes_stack(scene: _Scene, reason: Reason) -> bool:
    """ "takes the cell where they would have two threats, one above the other": they had not both.

    Nor does another stone make both now.
    """
    cells = set(reason.tiles)
    return (
        scene.gravity
        and not cells <= scene.before.completing(scene.them)
        and cells <= scene.before.put(scene.tile, scene.them).completing(scene.them)
        and not any(cells <= board.completing(scene.them) for board in scene.theirs_next())
    )


def _takes_fork(scene: _Scene, reason: Reason) -> bool:
    """ "takes the cell where they would have two threats": with it two cells would win."""
    theirs = scene.before.put(scene.tile, scene.them)
    return not scene.before.wins(scene.them) and set(reason.tiles) <= theirs.wins(scene.them)


def _keeps_from_row(scene: _Scene, reason: Reason) -> bool:
    """ "keeps them from 3 in a row, open at both ends": from any; with five from the one named."""
    if scene.before.wins(scene.them):
        return False
    if scene.position.rules.goal == _FIVE and not scene.gravity:
        return scene.tile in reason.lines[0]
    return not any(_has_open_row(board, scene.them) for board in scene.theirs_next())


def _has_open_row(board: Grid, side: Side) -> bool:
    """Whether some row of `goal - 1` wins at both ends."""
    wins = board.wins(side)
    return any(
        len(row := board.row_through(end, step, side)) >= board.rules.goal
        and end in (row[0], row[-1])
        and (other := _other_end(board, row, end, step)) in wins
        and len(board.row_through(other, step, side)) >= board.rules.goal
        for end in wins
        for step in STEPS
    )


def _other_end(board: Grid, row: Tiles, end: int, step: tuple[int, int]) -> int:
    """The cell beyond a row, on the side away from one end of it; 0 beyond the edge."""
    if end == row[0]:
        return board.beside(row[-1], step) or 0
    return board.beside(row[0], (-step[0], -step[1])) or 0


def _prepares(scene: _Scene, reason: Reason) -> bool:
    """ "prepares two threats at once at a cell": they come with the next stone, not at once."""
    (cell,) = reason.tiles
    could = scene.before.is_reachable(cell) and scene.before.makes_fork(cell, scene.us)
    return (
        not could
        and scene.after.is_reachable(cell)
        and not scene.after.is_foul(cell, scene.us)
        and len(_ways(scene.after.put(cell, scene.us), scene.us)) > 1
    )


def _ways(board: Grid, side: Side) -> set[int]:
    """The cells that win next, and with gravity the one above if they take the only one."""
    wins = board.wins(side)
    if len(wins) == 1:
        return wins | board.put(min(wins), side.other).wins(side)
    return wins


def _keeps_from_preparing(scene: _Scene, reason: Reason) -> bool:
    """ "keeps them from preparing two threats at a cell": nothing prepares them there now.

    Where they threaten something already, that has to be answered first.
    """
    (cell,) = reason.tiles
    return not any(
        board.is_reachable(cell)
        and board.makes_fork(cell, scene.them)
        and not board.wins(scene.them)
        for board in (scene.before, scene.after, *scene.theirs_next())
    )


def _prevents(scene: _Scene, reason: Reason) -> bool:
    """ "prevents two threats at once": each needs a line that is not yet there."""
    stood = scene.before.completing(scene.them)
    return all(
        not _ways(scene.before.put(cell, scene.them), scene.them) <= stood for cell in reason.tiles
    )


def _closes(scene: _Scene, reason: Reason) -> bool:
    """ "closes a row, which is open at both ends": we take an end, or the gap in it."""
    (row,) = reason.lines
    if scene.position.rules.goal == _FIVE:
        return True
    return any(
        scene.before.beside(one, (sign * down, sign * right)) == scene.tile
        for one in row
        for down, right in STEPS
        for sign in (1, -1)
    )


def _adds_to(scene: _Scene, reason: Reason) -> bool:
    """ "adds to a line: two more complete it": one of ours lay there; with two it is a line."""
    (line,) = reason.lines
    lay = any(scene.before.stones.get(one) is scene.us for one in line)
    free = [one for one in line if scene.after.is_free(one)]
    held = {**scene.after.stones, **dict.fromkeys(free[1:], scene.us)}
    full = Grid(scene.after.rules, held)
    return lay and scene.tile in line and len(free) == 2 and bool(full.lines(free[0], scene.us))


def _breaks_up(scene: _Scene, reason: Reason) -> bool:
    """ "breaks up a line, which they are building": we take one of its cells, they have some."""
    line = reason.lines[0]
    theirs = [one for one in line if scene.before.stones.get(one) is scene.them]
    return scene.tile in line and len(theirs) > 1


def _with_gravity(scene: _Scene, _reason: Reason) -> bool:
    """ "right on top", "under it": discs lie on discs."""
    return scene.gravity


_HEARD: Final[dict[ReasonKind, Callable[[_Scene, Reason], bool]]] = {
    ReasonKind.FOUR: _threatens,
    ReasonKind.OPEN_FOUR: _open_row,
    ReasonKind.DOUBLE_THREAT: _two_threats,
    ReasonKind.STACKED_THREATS: _one_above_the_other,
    ReasonKind.STACKED_HANGING: _one_above_the_other,
    ReasonKind.HANGING_THREAT: _hangs,
    ReasonKind.STOPS_HANGING_THREAT: _keeps_from_threat,
    ReasonKind.STOPS_STACKED_THREATS: _takes_stack,
    ReasonKind.STOPS_DOUBLE_THREAT: _takes_fork,
    ReasonKind.STOPS_OPEN_FOUR: _keeps_from_row,
    ReasonKind.STOPS_OPEN_THREE: _closes,
    ReasonKind.FORK_NEXT: _prepares,
    ReasonKind.STOPS_FORK_NEXT: _keeps_from_preparing,
    ReasonKind.PREVENTS_FORK: _prevents,
    ReasonKind.ROW: _adds_to,
    ReasonKind.STOPS_FOUR: _breaks_up,
    ReasonKind.AVOIDS: _with_gravity,
    ReasonKind.WAITING_THREAT: _with_gravity,
    ReasonKind.FOLLOWS_UP: _with_gravity,
}
