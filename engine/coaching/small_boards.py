"""Small boards as a beginner sees them: what lines are worth, and games played out many times.

On up to sixteen cells whoever looks a few moves ahead draws, so that levels that differ in depth
would draw with each other. There they differ in what they notice instead: see
`engine.coaching.person`. Games played out tell which of several drawn moves promises most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from engine.coaching.lines import board_windows, seen_by_mover
from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.thinking.clock import Clock

MAX_CELLS: Final = 16
"""The cells of the largest such board."""


def handles(rules: Rules) -> bool:
    """Whether a board is small enough, and its lines all that matters."""
    known = rules.variant in {Variant.FREESTYLE, Variant.EXACT, Variant.CARO, Variant.TORUS}
    return known and rules.cells <= MAX_CELLS and not rules.gravity and not rules.misere


_PLAYOUTS: Final = 100
"""Games played out to judge a move: with four times as many PERFECT scored no better on 4x4."""
_LINE_SHARE: Final = 0.001
"""What a unit of `_worth` counts next to points: enough to tell equal moves apart."""


def most_promising(position: Position, moves: Sequence[int], rng: Random, clock: Clock) -> int:
    """The move that promises most of several; the first of those that promise the same."""
    promise = expected_points(position, moves, rng, clock)
    return max(moves, key=lambda move: promise[move])


def expected_points(
    position: Position, moves: Iterable[int], rng: Random, clock: Clock
) -> dict[int, float]:
    """The share of points that each move promises: 1 for a win, 0.5 for a draw, 0 for a loss.

    The game is played out many times by two players who see one move ahead: they complete a
    line, stop one, or move anywhere; as often as the clock allows. What the lines are worth tells
    moves apart that promise about the same. For boards that `handles` accepts.
    """
    windows = [window.cells for window in board_windows(position.rules).windows]
    mine, theirs = seen_by_mover(position)
    full = (1 << position.rules.cells) - 1
    points = dict.fromkeys(moves, 0)
    rounds = 0
    while rounds < _PLAYOUTS and not clock.stopped:
        rounds += 1
        for move in points:
            points[move] += _play_out(windows, theirs, mine | 1 << move - 1, full, rng)
    worth = {move: _worth(windows, mine | 1 << move - 1, theirs) for move in points}
    return {
        move: 1 - lost / max(rounds, 1) / 2 + _LINE_SHARE * worth[move]
        for move, lost in points.items()
    }


def _worth(windows: list[int], mine: int, theirs: int) -> int:
    """What the open lines count for: the square of the stones in each."""
    worth = 0
    for window in windows:
        if not window & theirs:
            worth += (window & mine).bit_count() ** 2
        if not window & mine:
            worth -= (window & theirs).bit_count() ** 2
    return worth


def _play_out(windows: list[int], mine: int, theirs: int, full: int, rng: Random) -> int:
    """2 where the side to move wins, 1 for a draw, 0 where it loses."""
    mover = True
    while mine | theirs != full:
        wins = stops = 0
        for window in windows:
            left = window & ~mine
            if left & (left - 1) == 0 and not left & theirs:
                wins |= left
            left = window & ~theirs
            if left & (left - 1) == 0 and not left & mine:
                stops |= left
        if wins:
            return 2 if mover else 0
        mine |= _random_bit(stops or full & ~(mine | theirs), rng)
        mine, theirs, mover = theirs, mine, not mover
    return 1


def _random_bit(cells: int, rng: Random) -> int:
    """One bit of several."""
    for _ in range(int(rng.random() * cells.bit_count())):
        cells &= cells - 1
    return cells & -cells
