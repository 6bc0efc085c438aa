"""Boards and positions to draw from."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from engine import MAX_SIDE, MIN_SIDE, Position, Rules


@st.composite
def rules(draw: st.DrawFn, largest: int = MAX_SIDE) -> Rules:
    """Any rules with sides up to `largest`."""
    rows = draw(st.integers(MIN_SIDE, largest))
    columns = draw(st.integers(MIN_SIDE, largest))
    goal = draw(st.integers(2, max(rows, columns)))
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
    """A random unfinished position after `plies` moves, or sooner before an end."""
    position = Position.start(rules)
    while position.ply < plies:
        after = position.play(rng.choice(position.legal))
        if after.outcome is not None:
            break
        position = after
    return position
