"""What a move keeps from the other side: lines, threats, forks, and columns that give a win away.

All of it is true of the board as it stands: a stone of the other side on the cell would have made
what the move is said to stop.
"""

from __future__ import annotations

from typing import Final

from engine.coaching.lines import Lines, cells_of, tiles_of
from engine.coaching.threats import (
    FORKS,
    LEAST_GOAL,
    forks,
    free_below,
    made,
    makes_fork,
    open_three,
)
from engine.game.geometry import neighbours
from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking.analysis import Reason, ReasonKind

_STOPPED: Final = {
    ReasonKind.WINS: ReasonKind.BLOCKS,
    ReasonKind.OPEN_FOUR: ReasonKind.STOPS_OPEN_FOUR,
    ReasonKind.DOUBLE_THREAT: ReasonKind.STOPS_DOUBLE_THREAT,
    ReasonKind.STACKED_THREATS: ReasonKind.STOPS_STACKED_THREATS,
    ReasonKind.FOUR_THREE: ReasonKind.STOPS_FOUR_THREE,
    ReasonKind.DOUBLE_THREE: ReasonKind.STOPS_DOUBLE_THREE,
    ReasonKind.STACKED_HANGING: ReasonKind.STOPS_STACKED_THREATS,
    ReasonKind.HANGING_THREAT: ReasonKind.STOPS_HANGING_THREAT,
    ReasonKind.OPEN_THREE: ReasonKind.PREVENTS_OPEN_THREE,
    ReasonKind.FORK_NEXT: ReasonKind.STOPS_FORK_NEXT,
    ReasonKind.FOUR: ReasonKind.STOPS_FOUR,
}
"""What a move stops by taking the cell on which the other side would have made this."""
_FIVE: Final = 5
"""The goal of gomoku, in which an open three is a word of its own."""
_MORE: Final = 2
"""With so many more stones of theirs they must not have what they are said to be kept from."""
_TWO_ENDS: Final = frozenset({ReasonKind.OPEN_FOUR, ReasonKind.DOUBLE_THREAT})
"""What may be a row with two open ends; with a third cell that wins it is a double threat."""


def stops(lines: Lines, cell: int) -> list[Reason]:
    """What the other side could make with a stone on the cell, and cannot any more."""
    after = lines.with_stone(cell).swapped()
    return [
        Reason(_STOPPED[reason.kind], reason.tiles, reason.lines, reason.count)
        for whole in made(lines.swapped(), cell)
        if (reason := _kept_away(after, whole)).kind in _STOPPED
        and (reason.kind is not ReasonKind.FOUR or _breaks_up(lines.rules, cell, reason))
        and not _comes_elsewhere(after, reason)
    ]


def _breaks_up(rules: Rules, cell: int, reason: Reason) -> bool:
    """Whether a cell lies in the line of a threat, and is not only right under its last cell."""
    return rules.goal >= LEAST_GOAL and cell + 1 in reason.lines[0]


def _kept_away(theirs: Lines, reason: Reason) -> Reason:
    """Of several threats that hang those alone that the other side can't get elsewhere, if any."""
    if reason.kind is not ReasonKind.HANGING_THREAT or len(reason.tiles) < 2:
        return reason
    single = [
        (tile, line)
        for tile, line in zip(reason.tiles, reason.lines, strict=True)
        if not _comes_elsewhere(theirs, Reason(reason.kind, (tile,), (line,)))
    ]
    if not single:
        return reason
    tiles, lines = zip(*single, strict=True)
    return Reason(reason.kind, tiles, lines)


def _comes_elsewhere(theirs: Lines, reason: Reason) -> bool:
    """Whether the other side can still make what is said to be kept from it, by another stone.

    `theirs` is the board after the move. What names the lines through the cell that was taken
    can't come any more.
    """
    aim = {tile - 1 for tile in reason.tiles}
    match reason.kind:
        case ReasonKind.HANGING_THREAT:
            return all(_comes_soon(theirs, cell) for cell in aim)
        case ReasonKind.STACKED_THREATS | ReasonKind.STACKED_HANGING:
            return any(
                aim <= theirs.with_stone(cell).completing().keys()
                for cell in cells_of(theirs.reachable)
            )
        case ReasonKind.OPEN_FOUR if theirs.rules.gravity or theirs.rules.goal != _FIVE:
            return any(
                any(other.kind in _TWO_ENDS for other in made(theirs, cell))
                for cell in cells_of(theirs.reachable)
                if any(theirs.missing(cell, 2))
            )
        case ReasonKind.FORK_NEXT:
            (fork,) = aim
            near = 0 if not theirs.rules.gravity else theirs.reachable
            for window in theirs.open_windows(fork):
                near |= window.cells & theirs.reachable
            return makes_fork(theirs, fork) or any(
                makes_fork(theirs.with_stone(cell), fork) for cell in cells_of(near & ~(1 << fork))
            )
    return False


def _comes_soon(theirs: Lines, cell: int) -> bool:
    """Whether two more stones of theirs, all that lies below too, make a threat at a cell."""
    for window in theirs.open_windows(cell):
        lacking = window.cells & ~theirs.own & ~(1 << cell)
        below = (1 << under for under in free_below(theirs, lacking))
        if lacking.bit_count() <= _MORE and (lacking | sum(set(below))).bit_count() <= _MORE:
            return True
    return False


def open_three_stopped(lines: Lines, cell: int) -> Reason | None:
    """An open three of the other side that a stone here turns into a closed one."""
    if lines.rules.goal < LEAST_GOAL or lines.rules.gravity:
        return None
    before = lines.swapped()
    after = lines.with_stone(cell).swapped()
    for window in before.missing(cell, 2):
        stone = next(cells_of(window.cells & before.own))
        stones = open_three(before, stone, window.direction)
        if not stones or open_three(after, stone, window.direction):
            continue
        beside = neighbours(lines.rules)[cell] & sum(1 << tile - 1 for tile in stones)
        if lines.rules.goal == _FIVE or beside:
            return Reason(ReasonKind.STOPS_OPEN_THREE, (), (stones,))
    return None


def forks_prevented(lines: Lines, cell: int) -> Reason | None:
    """The forks that the other side could make now and cannot after a stone here, if all go."""
    theirs = lines.swapped()
    if reachable(theirs):
        return None
    threatened = forks(theirs)
    if not threatened or threatened == [cell]:
        return None
    # each needs a new threat: two that hang over a cell exist already
    if not all(any(one.kind in FORKS for one in made(theirs, fork)) for fork in threatened):
        return None
    after = lines.with_stone(cell)
    forced = reachable(after)
    if len(forced) > 1 or not _keeps_forks_away(after):
        return None
    return Reason(
        ReasonKind.PREVENTS_FORK,
        tuple(fork + 1 for fork in threatened),
        tuple((needed + 1,) for needed in forced),
    )


def reachable(lines: Lines) -> list[int]:
    """The cells on which a side can complete a line at once."""
    return [needed for needed in sorted(lines.completing()) if lines.landings >> needed & 1]


def _keeps_forks_away(lines: Lines) -> bool:
    """Whether the other side, to move, has no time for a fork after our last stone.

    As long as each stone has to be answered on one cell, only those answers count; and after them
    no fork may be left that waits.
    """
    theirs = lines.swapped()
    if reachable(theirs):
        return False
    forced = reachable(lines)
    if len(forced) != 1:
        return bool(forced) or not forks(theirs)
    if makes_fork(theirs, forced[0]):
        return False
    answered = theirs.with_stone(forced[0])
    if threatened := reachable(answered):
        return _keeps_forks_away(answered.swapped().with_stone(threatened[0]))
    return not forks(answered)


def columns_avoided(position: Position, lines: Lines, move: int) -> Reason | None:
    """The other columns in which a disc would let the other side complete a line on top of it."""
    cell = position.landing(move) - 1
    if reachable(lines.with_stone(cell).swapped()):
        return None
    theirs = lines.swapped().completing()
    columns = position.rules.columns
    given = {}
    for other in position.legal:
        above = position.landing(other) - 1 - columns
        if other != move and above in theirs and not lines.completes(above + columns):
            given[other] = tiles_of(theirs[above][0].cells)
    if not given:
        return None
    return Reason(ReasonKind.AVOIDS, tuple(given), tuple(given.values()))
