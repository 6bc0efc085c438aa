"""Why a move is good, read off the board: what it makes, stops, builds and leaves.

Nothing here is searched, and all of it is true of the board as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.coaching import prevention
from engine.coaching.lines import Lines, board_windows, cells_of, pairing, tiles_of
from engine.coaching.threats import LEAST_GOAL, builds, forks, fullest_row, made
from engine.game.position import Position, Side
from engine.game.rules import Rules, Variant
from engine.game.surfaces import surface_of
from engine.thinking import fading
from engine.thinking.analysis import VAGUE, WEAK, Reason, ReasonKind, Value

_RANK: Final = {kind: rank for rank, kind in enumerate(ReasonKind)}

_OPENING: Final = 4
"""The stones up to which the middle of a board without gravity is a reason of its own."""

_MOST_PAIRS: Final = 1
"""The pairs of cells that one sentence can name, and a person keep in mind."""
_NEAR: Final = 2
"""Twice the distance from the middle, in cells, that is near: the next cell or column."""


def order(reason: Reason) -> tuple[bool, bool, int]:
    """The order in which reasons are told: quiet ones last, and the vague after those."""
    directions = reason.count > 1 and reason.kind in {ReasonKind.BUILDS, ReasonKind.STOPS_BUILDING}
    most = reason.kind is ReasonKind.OPEN_LINES and bool(reason.tiles)
    vague = reason.kind in VAGUE and not (directions or most)
    return reason.kind.is_quiet, vague, _RANK[reason.kind]


def is_calm(position: Position) -> bool:
    """Whether neither side could complete a line or make a fork if it were its turn.

    Where marks go nothing stays calm for long, and it is not said.
    """
    if position.rules.misere or not position.rules.plain:
        return False
    lines = Lines.of(position)
    return not any(prevention.reachable(side) or forks(side) for side in (lines, lines.swapped()))


def reasons_for(position: Position, move: int, value: Value | None = None) -> list[Reason]:
    """The reasons for a move, the most telling first.

    `value` is what the move is proved to be worth. Where that is known, a threat that waits for
    the last column is none: it decides nothing, or the line of moves ends with it.
    """
    if not position.rules.plain:
        return sorted(fading.reasons(position, move), key=order)
    found = _in_misere(position, move) if position.rules.misere else _found(position, move)
    known = value is not None
    return sorted(
        (one for one in found if not (known and one.kind is ReasonKind.WAITING_THREAT)), key=order
    )


def first_order(position: Position, move: int) -> tuple[bool, bool, int]:
    """How much the best reason speaks for a move, of those as good: the smaller, the more.

    A threat that is simply answered is told early, since it is seen at once, but says little.
    """
    found = map(_preference, reasons_for(position, move))
    return min(found, default=(True, True, len(ReasonKind)))


def _preference(reason: Reason) -> tuple[bool, bool, int]:
    if reason.kind is ReasonKind.FOUR:
        return False, False, _RANK[ReasonKind.OPEN_THREE]
    return order(reason)


def _found(position: Position, move: int) -> Iterator[Reason]:
    lines, cell = Lines.of(position), position.landing(move) - 1
    theirs = lines.swapped()
    makes = made(lines, cell)
    yield from makes
    if makes and makes[0].kind is ReasonKind.WINS:
        return
    stopped = prevention.stops(lines, cell)
    existing = prevention.open_three_stopped(lines, cell)
    for reason in stopped:
        if existing is None or reason.kind is not ReasonKind.STOPS_OPEN_FOUR:
            yield reason
    if existing is not None:
        # the forks that it prevents are those of this three
        yield existing
    elif prevented := prevention.forks_prevented(lines, cell):
        yield prevented
    if position.rules.gravity and (avoided := prevention.columns_avoided(position, lines, move)):
        yield avoided
    if not _strong(makes):
        if row := fullest_row(lines, cell):
            yield row
        yield from _built(ReasonKind.BUILDS, lines, cell)
    if not _strong(stopped):
        yield from _built(ReasonKind.STOPS_BUILDING, theirs, cell)
    yield from _placed(position, lines, move)
    yield from _lines_left(lines, cell)


def _strong(found: list[Reason]) -> bool:
    """Whether some of the reasons are more than nearly every move has."""
    return any(reason.kind not in WEAK for reason in found)


def _built(kind: ReasonKind, lines: Lines, cell: int) -> Iterator[Reason]:
    """What a stone of a side works with; where no discs fall, in how many directions."""
    if lines.rules.goal >= LEAST_GOAL and (found := builds(lines, cell)):
        tiles = sorted({tile for line in found for tile in line} - {cell + 1})
        directions = 0 if lines.rules.gravity else len(found)
        yield Reason(kind, tuple(tiles), tuple(found), directions)


def _placed(position: Position, lines: Lines, move: int) -> Iterator[Reason]:
    """Where the stone lies: on their last disc, in the middle; and which own threats wait."""
    rules, cell = position.rules, position.landing(move) - 1
    if rules.gravity and rules.rows % 2 == 0:
        if waiting := _waiting(position, lines, cell):
            yield waiting
        on_theirs = position.ply > 0 and cell + 1 == position.tiles[-1] - rules.columns
        if position.side is Side.O and on_theirs:
            yield Reason(ReasonKind.FOLLOWS_UP, (position.tiles[-1],))
    if not rules.gravity and position.ply > _OPENING:
        return
    from_centre = {other: _off_centre(rules, other) for other in cells_of(lines.reachable)}
    nearest = min(from_centre.values())
    central = from_centre[cell] == nearest < max(from_centre.values()) and nearest <= _NEAR
    if central and (not rules.gravity or _middle_is_best(rules)):
        yield Reason(ReasonKind.CENTRE, () if nearest else (cell + 1,))


def _waiting(position: Position, lines: Lines, cell: int) -> Reason | None:
    """The hanging threat that falls to this side if all other columns are filled.

    J. D. Allen, "Expert Play in Connect-Four" (1990), and L. V. Allis, "A Knowledge-based Approach
    of Connect-Four" (1988): with an even number of rows, who began gets the odd cells of the last
    column, counted from below, and the other side the even ones. Where the other side has a threat
    that hangs as well, that alone decides nothing.
    """
    rules = position.rules
    after = lines.with_stone(cell)
    if after.swapped().completing():
        return None
    parity = 1 if position.side is Side.X else 0
    for needed, windows in sorted(lines.completing().items(), reverse=True):
        own_height = (rules.rows - needed // rules.columns) % 2 == parity
        if own_height and not after.landings >> needed & 1:
            return Reason(ReasonKind.WAITING_THREAT, (needed + 1,), (tiles_of(windows[0].cells),))
    return None


def _off_centre(rules: Rules, cell: int) -> int:
    """How far a cell is from the centre, or with gravity from the middle column; 0 is nearest."""
    return max(surface_of(rules).aside(cell)[rules.gravity :])


def _middle_is_best(rules: Rules) -> bool:
    """Whether there is a middle column, and more than half of all lines cross it."""
    middle = sum(1 << cell for cell in range(rules.columns // 2, rules.cells, rules.columns))
    every = board_windows(rules).windows
    crossing = sum(1 for window in every if window.cells & middle)
    return rules.columns % 2 == 1 and 2 * crossing > len(every)


def _lines_left(lines: Lines, cell: int) -> Iterator[Reason]:
    """What the move leaves of the lines that are still open to either side."""
    theirs = lines.swapped()
    after = lines.with_stone(cell)
    left = after.swapped().open_windows()
    if not left and theirs.open_windows():
        yield Reason(ReasonKind.NO_LINES_LEFT, count=len(after.open_windows()))
    elif left and _may_answer(lines) and 0 < len(pairs := pairing(after.free, left)) <= _MOST_PAIRS:
        yield Reason(ReasonKind.PAIRS, lines=tuple(tiles_of(pair) for pair in pairs))
    count = len(lines.open_windows(cell))
    others = {
        other: len(lines.open_windows(other)) for other in cells_of(lines.free & ~(1 << cell))
    }
    to_be_had = (others[other] for other in cells_of(lines.reachable & ~(1 << cell)))
    if count and all(count >= other for other in to_be_had):
        most = all(count > other for other in others.values())
        yield Reason(ReasonKind.OPEN_LINES, (cell + 1,) if most else (), count=count)
    closed = [window for window in theirs.open_windows(cell) if window.cells & theirs.own]
    if closed:
        yield Reason(
            ReasonKind.CLOSES_LINES,
            lines=tuple(tiles_of(window.cells) for window in closed),
            count=len(closed),
        )


def _may_answer(lines: Lines) -> bool:
    """Whether a side can put its next stone on any free cell."""
    renju = lines.rules.variant is Variant.RENJU
    return not lines.rules.gravity and not (renju and lines.side is Side.X)


def _in_misere(position: Position, move: int) -> Iterator[Reason]:
    """The side that completes a line loses: what matters is which moves complete none."""
    lines, cell = Lines.of(position), position.landing(move) - 1
    if lines.completes(cell):
        return
    losing = [other for other in position.legal if lines.completes(position.landing(other) - 1)]
    if losing:
        yield Reason(ReasonKind.AVOIDS, tuple(losing))
    after = lines.with_stone(cell).swapped()
    if after.reachable:
        safe = sum(not after.completes(answer) for answer in cells_of(after.reachable))
        yield Reason(ReasonKind.LEAVES, count=safe)
