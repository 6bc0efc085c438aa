"""Why a move is good, read off the board: what it makes, stops, prevents and leaves.

Nothing here is searched, and all of it is true of the board as it stands: a stone of the other
side on the cell would have made what the move is said to stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.coaching.lines import Lines, cells_of, tiles_of
from engine.coaching.pairing import pairing
from engine.coaching.threats import LEAST_GOAL, forks, made, makes_fork, open_three
from engine.game.position import Position
from engine.thinking.analysis import Reason, ReasonKind

_RANK: Final = {kind: rank for rank, kind in enumerate(ReasonKind)}
_STOPPED: Final = {
    ReasonKind.WINS: ReasonKind.BLOCKS,
    ReasonKind.OPEN_FOUR: ReasonKind.STOPS_OPEN_FOUR,
    ReasonKind.DOUBLE_THREAT: ReasonKind.STOPS_DOUBLE_THREAT,
    ReasonKind.STACKED_THREATS: ReasonKind.STOPS_STACKED_THREATS,
    ReasonKind.FOUR_THREE: ReasonKind.STOPS_FOUR_THREE,
    ReasonKind.DOUBLE_THREE: ReasonKind.STOPS_DOUBLE_THREE,
    ReasonKind.HANGING_THREAT: ReasonKind.STOPS_HANGING_THREAT,
    ReasonKind.OPEN_THREE: ReasonKind.PREVENTS_OPEN_THREE,
    ReasonKind.FORK_NEXT: ReasonKind.STOPS_FORK_NEXT,
    ReasonKind.FOUR: ReasonKind.STOPS_FOUR,
}
"""What a move stops that takes the cell on which the other side would have made this."""

WEAK: Final = frozenset(
    {
        ReasonKind.STOPS_FORK_NEXT,
        ReasonKind.STOPS_FOUR,
        ReasonKind.OPEN_LINES,
        ReasonKind.CLOSES_LINES,
    }
)
"""What nearly every move does; told only where there is nothing else to tell."""


def rank(reason: Reason) -> int:
    """How telling a reason is: the smaller, the more."""
    return _RANK[reason.kind]


def reasons_for(position: Position, move: int) -> list[Reason]:
    """What speaks for a move, the most telling first."""
    found = _in_misere(position, move) if position.rules.misere else _found(position, move)
    return sorted(found, key=rank)


def _found(position: Position, move: int) -> Iterator[Reason]:
    lines, cell = Lines.of(position), position.landing(move) - 1
    theirs = lines.swapped()
    makes = made(lines, cell)
    yield from makes
    if makes and makes[0].kind is ReasonKind.WINS:
        return
    stops = [
        Reason(_STOPPED[reason.kind], reason.tiles, reason.lines, reason.count)
        for reason in made(theirs, cell)
        if reason.kind is not ReasonKind.FOUR or position.rules.goal >= LEAST_GOAL
    ]
    existing = _open_three_stopped(lines, cell)
    for reason in stops:
        if existing is None or reason.kind is not ReasonKind.STOPS_OPEN_FOUR:
            yield reason
    if existing is not None:
        yield existing
    if prevented := _forks_prevented(lines, cell):
        yield prevented
    if position.rules.gravity and (avoided := _columns_avoided(position, lines, move)):
        yield avoided
    yield from _lines_left(lines, cell)


def _open_three_stopped(lines: Lines, cell: int) -> Reason | None:
    """An open three of the other side that a stone here turns into a closed one."""
    if lines.rules.goal < LEAST_GOAL or lines.rules.gravity:
        return None
    before = lines.swapped()
    after = lines.with_stone(cell).swapped()
    for window in before.missing(cell, 2):
        stone = next(cells_of(window.cells & before.own))
        stones = open_three(before, stone, window.direction)
        if stones and not open_three(after, stone, window.direction):
            return Reason(ReasonKind.STOPS_OPEN_THREE, (), (stones,))
    return None


def _forks_prevented(lines: Lines, cell: int) -> Reason | None:
    """The forks that the other side could make now and cannot after a stone here, if all go."""
    threatened = forks(lines.swapped())
    if not threatened or threatened == [cell]:
        return None
    ours = lines.with_stone(cell)
    after = ours.swapped()
    forced = [needed for needed in ours.completing() if ours.reachable >> needed & 1]
    left = [*forced] if forced else list(cells_of(after.reachable))
    if any(makes_fork(after, answer) for answer in left):
        return None
    return Reason(
        ReasonKind.PREVENTS_FORK,
        tuple(fork + 1 for fork in threatened),
        tuple((needed + 1,) for needed in forced),
    )


def _columns_avoided(position: Position, lines: Lines, move: int) -> Reason | None:
    """The other columns in which a disc would let the other side complete a line on top of it."""
    theirs = lines.swapped().completing()
    columns = position.rules.columns
    given = {}
    for other in position.legal:
        above = position.landing(other) - 1 - columns
        if other != move and above in theirs:
            given[other] = tiles_of(theirs[above][0].cells)
    if not given:
        return None
    return Reason(ReasonKind.AVOIDS, tuple(given), tuple(given.values()))


def _lines_left(lines: Lines, cell: int) -> Iterator[Reason]:
    """What the move leaves of the lines that are still open to either side."""
    theirs = lines.swapped()
    after = lines.with_stone(cell)
    left = after.swapped().open_windows()
    if not left and theirs.open_windows():
        yield Reason(ReasonKind.NO_LINES_LEFT, count=len(after.open_windows()))
    elif left and not lines.rules.gravity and (pairs := pairing(after.free, left)):
        yield Reason(ReasonKind.PAIRS, lines=tuple(tiles_of(pair) for pair in pairs))
    count = len(lines.open_at(cell))
    if count:
        most = max(len(lines.open_at(other)) for other in cells_of(lines.reachable))
        yield Reason(ReasonKind.OPEN_LINES, (cell + 1,) if count == most else (), count=count)
    closed = [window for window in theirs.open_at(cell) if window.cells & theirs.own]
    if closed:
        yield Reason(
            ReasonKind.CLOSES_LINES,
            lines=tuple(tiles_of(window.cells) for window in closed),
            count=len(closed),
        )


def _in_misere(position: Position, move: int) -> Iterator[Reason]:
    """Who completes a line loses: what matters is which moves complete none."""
    lines, cell = Lines.of(position), position.landing(move) - 1
    if lines.completes(cell):
        return
    losing = [other for other in position.legal if lines.completes(position.landing(other) - 1)]
    if losing:
        yield Reason(ReasonKind.AVOIDS, tuple(losing))
    after = lines.with_stone(cell).swapped()
    safe = sum(not after.completes(answer) for answer in cells_of(after.reachable))
    yield Reason(ReasonKind.LEAVES, count=safe)
