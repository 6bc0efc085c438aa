"""Two players against each other: games played, or computed over all games that they may play."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Final

from benchmarks.anchors import ANCHORS, Chances
from benchmarks.elo import Tally
from engine import Level, Limit, Position, Rules, Side, analyse, choose
from engine.coaching.choice import chances

FAIR: Final = Limit(nodes=60_000)
"""What PERFECT may spend on a move: more than the steps below it take by themselves."""
ENGINES: Final = {"engine, 1,000 nodes": 1_000, "engine, 10,000 nodes": 10_000}
"""The engine's first answer within so many nodes."""

_REPEATING: Final = {*ENGINES, "vega", "perfect"}
"""Players who would repeat the same game with each other again and again."""
_VARIETY: Final = 2
"""The plies that another player makes for them first."""

Player = Callable[[Position, random.Random], int]
"""Chooses a move."""


def player(name: str) -> Player:
    """An anchor, an engine or a step of the ladder by its name."""
    if name in ANCHORS:
        return lambda position, rng: _drawn(ANCHORS[name](position), rng)
    if name in ENGINES:
        limit = Limit(nodes=ENGINES[name])
        return lambda position, rng: analyse(position, limit, every=False).best
    level = Level(name)
    return lambda position, rng: choose(position, level, FAIR, rng)


def match(
    rules: Rules, one: str, two: str, games: int, seed: int = 1, already: int = 0
) -> list[Tally]:
    """Each game of the first of two players, sides alternating, but for those played already.

    A game depends on the seed, its players and its number alone.
    """
    found = []
    for number in range(already, games):
        rng = random.Random(f"{seed} {rules} {one} {two} {number}")
        side = Side.O if number % 2 else Side.X
        start = _varied(rules, rng) if {one, two} <= _REPEATING else Position.start(rules)
        won = play(start, player(one), player(two), rng, side)
        found.append(Tally(won is True, won is None, won is False))
    return found


def play(
    position: Position, one: Player, two: Player, rng: random.Random, side: Side
) -> bool | None:
    """One game: whether the first player won, playing this side; None for a draw."""
    while position.outcome is None:
        position = position.play((one if position.side is side else two)(position, rng))
    winner = position.outcome.winner
    return None if winner is None else winner is side


def expected(rules: Rules, one: str, two: str) -> Tally:
    """How the first of two players fares in a hundred games, computed over all of them.

    For boards of at most nine cells, and players whose chances of each move are known.
    """
    likely = {True: _chances(one), False: _chances(two)}
    known: dict[tuple[int, ...], tuple[float, float, float]] = {}

    def ends(position: Position, first: bool) -> tuple[float, float, float]:
        """Won, drawn and lost for player one, who moves where `first`."""
        if position.outcome is not None:
            if position.outcome.winner is None:
                return 0.0, 1.0, 0.0
            return (0.0, 0.0, 1.0) if first else (1.0, 0.0, 0.0)
        key = (first, *_turned(position))
        if key not in known:
            after = [(share, ends(position.play(move), not first))
                     for move, share in likely[first](position).items()]  # fmt: skip
            known[key] = (
                sum(share * found[0] for share, found in after),
                sum(share * found[1] for share, found in after),
                sum(share * found[2] for share, found in after),
            )
        return known[key]

    sides = [ends(Position.start(rules), first) for first in (True, False)]
    return Tally(*(50 * sum(found) for found in zip(*sides, strict=True)))


def total(tallies: list[Tally]) -> Tally:
    """All games together."""
    return Tally(
        sum(tally.won for tally in tallies),
        sum(tally.drawn for tally in tallies),
        sum(tally.lost for tally in tallies),
    )


def _varied(rules: Rules, rng: random.Random) -> Position:
    """The first stones of a game, as MEDIUM puts them."""
    position = Position.start(rules)
    for _ in range(_VARIETY):
        position = position.play(choose(position, Level.MEDIUM, rng=rng))
    return position


def _chances(name: str) -> Chances:
    if name in ANCHORS:
        return ANCHORS[name]
    return lambda position: chances(position, Level(name))


def _drawn(likely: dict[int, float], rng: random.Random) -> int:
    return rng.choices(list(likely), list(likely.values()))[0]


def _turned(position: Position) -> tuple[int, ...]:
    """The stones in a form that is alike for all positions that are one turned or mirrored.

    What is noticed depends on the last two stones: they are told apart from the others.
    """
    marks = [0] * position.rules.cells
    for ply, tile in enumerate(position.tiles):
        marks[tile - 1] = 1 + ply % 2 + 2 * (position.ply - ply <= 2)
    return min(tuple(marks[cell] for cell in cells) for cells in _symmetries(position.rules))


@cache
def _symmetries(rules: Rules) -> list[tuple[int, ...]]:
    """The orders of the cells in which a board looks the same."""
    rows = [tuple(range(row, row + rules.columns)) for row in range(0, rules.cells, rules.columns)]
    found = []
    for _ in range(4):
        rows = [tuple(column) for column in zip(*reversed(rows), strict=True)]
        if len(rows) == rules.rows:
            found += [tuple(chain(*rows)), tuple(chain(*reversed(rows)))]
    return found
