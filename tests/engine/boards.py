"""Boards and positions to draw from."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st

from engine import MAX_SIDE, MIN_SIDE, Position, Rules, Side, Variant
from engine.game.geometry import windows

PLANE = (Variant.FREESTYLE, Variant.EXACT, Variant.CARO, Variant.RENJU)
"""The variants that other programs know too."""


@st.composite
def rules(draw: st.DrawFn, largest: int = MAX_SIDE) -> Rules:
    """Any rules with sides up to `largest`."""
    rows = draw(st.integers(MIN_SIDE, largest))
    columns = draw(st.integers(MIN_SIDE, largest))
    goal = draw(st.integers(2, max(rows, columns)))
    if (rows, columns, goal) == (3, 3, 3) and draw(st.booleans()):
        return Rules(3, 3, 3, variant=Variant.VANISHING)
    if draw(st.integers(0, 5)) == 5:
        gravity, misere = draw(st.booleans()), draw(st.booleans())
        side = draw(st.sampled_from((3, 4, 0)))
        if side:
            return Rules(side, side * side, side, gravity, misere, Variant.CUBE)
        return Rules(rows, columns, goal, gravity, misere, Variant.TORUS)
    if goal in {4, 5} and draw(st.booleans()):
        some = [*PLANE] if goal == 5 else [v for v in PLANE if v is not Variant.RENJU]
        return Rules(rows, columns, goal, variant=draw(st.sampled_from(some)))
    return Rules(rows, columns, goal, draw(st.booleans()), draw(st.booleans()))


@st.composite
def positions(draw: st.DrawFn, largest: int = MAX_SIDE, longest: int = 60) -> Position:
    """Any position of at most `longest` plies, finished or not."""
    position = Position.start(draw(rules(largest)))
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=longest)):
        if position.outcome is not None:
            break
        position = position.play(position.legal[choice % len(position.legal)])
    return position


def wander(rules: Rules, plies: int, rng: random.Random) -> Position:
    """A random unfinished position after `plies` moves, or where each move would end the game.

    Stones crowd round the centre, so that large boards are not all emptiness.
    """
    position = Position.start(rules)
    while position.ply < plies:
        moves = list(position.legal)
        rng.shuffle(moves)
        some = sorted(moves[: len(moves) // 10 + 1], key=lambda move: _off_centre(position, move))
        after = (position.play(move) for move in some + moves)
        going_on = next((position for position in after if position.outcome is None), None)
        if going_on is None:
            break
        position = going_on
    return position


def _off_centre(position: Position, move: int) -> int:
    row, column = divmod(position.landing(move) - 1, position.rules.columns)
    rules = position.rules
    return max(abs(2 * row - rules.rows), abs(2 * column - rules.columns))


def completing(position: Position, side: Side) -> set[int]:
    """The free tiles on which a side completes a line: there a window lacks one stone alone."""
    own, other = position.stones if side is position.side else position.stones[::-1]
    missing = {window & ~own for window in _windows(position.rules) if not window & other}
    tiles = (_tile(position.rules, bits) for bits in missing if bits.bit_count() == 1)
    return {tile for tile in tiles if position.line(side, tile)}


@cache
def _windows(rules: Rules) -> list[int]:
    """The windows in the bits of `Position.stones`."""
    return [sum(1 << cell + cell // rules.columns for cell in each) for each in windows(rules)]


def _tile(rules: Rules, bits: int) -> int:
    bit = bits.bit_length() - 1
    return bit + 1 - bit // (rules.columns + 1)
