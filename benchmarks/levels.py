"""How each level scores against the one below it: the table of docs/levels.md.

python -m benchmarks.levels --games 40

Sides alternate, and every game begins with the empty board: levels vary by themselves. All of
it depends on the seed alone, the best level thinking in nodes here. On 3x3 nothing is left to
chance: every game that two levels may play counts by how likely it is.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine import Level, Limit, Position, Rules, Side, choose, warm_up
from engine.coaching.level import chances

LADDER: Final = (Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT)
GAMES: Final = {
    "3x3": "tictactoe",
    "4x4x4": "4x4",
    "Connect Four": "connect4",
    "gomoku": "gomoku",
}
FAIR: Final = Limit(nodes=60_000)
"""What PERFECT may spend on a move: more than HARD takes by itself."""
_EXACT_CELLS: Final = 9


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost, or how many of a hundred are likely to be."""

    won: float
    drawn: float
    lost: float

    @property
    def score(self) -> float:
        """The share of points, draws counting half."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)

    @property
    def decided(self) -> float:
        """The share of won games among those not drawn."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    def __str__(self) -> str:
        return f"{self.score:.0%} (+{self.won:.0f} ={self.drawn:.0f} -{self.lost:.0f})"


def match(rules: Rules, one: Level, two: Level, games: int, seed: int = 1) -> Tally:
    """How the first of two levels fares, sides alternating."""
    rng = random.Random(seed)
    results = [play(rules, one, two, rng, Side.O if game % 2 else Side.X) for game in range(games)]
    return Tally(results.count(True), results.count(None), results.count(False))


def expected(rules: Rules, one: Level, two: Level) -> Tally:
    """How the first of two levels fares in a hundred games, computed over all of them.

    For boards of which engine.coaching.level.chances knows how likely each move is.
    """
    known: dict[tuple[Position, tuple[int, ...], bool], tuple[float, float, float]] = {}

    def ends(position: Position, first: bool) -> tuple[float, float, float]:
        """Won, drawn and lost for level one, which moves where `first`."""
        if position.outcome is not None:
            if position.outcome.winner is None:
                return 0.0, 1.0, 0.0
            return (0.0, 0.0, 1.0) if first else (1.0, 0.0, 0.0)
        # what is noticed depends on the last stone
        key = position, position.tiles[-1:], first
        if key not in known:
            likely = chances(position, one if first else two)
            after = [(share, ends(position.play(move), not first))
                     for move, share in likely.items() if share]  # fmt: skip
            known[key] = (
                sum(share * found[0] for share, found in after),
                sum(share * found[1] for share, found in after),
                sum(share * found[2] for share, found in after),
            )
        return known[key]

    sides = [ends(Position.start(rules), first) for first in (True, False)]
    return Tally(*(50 * sum(found) for found in zip(*sides, strict=True)))


def play(rules: Rules, one: Level, two: Level, rng: random.Random, side: Side) -> bool | None:
    """One game: whether the first level won, playing this side; None for a draw."""
    position = Position.start(rules)
    while position.outcome is None:
        level = one if position.side is side else two
        position = position.play(choose(position, level, FAIR, rng))
    winner = position.outcome.winner
    return None if winner is None else winner is side


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="for each pair of levels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=GAMES, help="one row of the table")
    options = parser.parse_args(arguments)
    warm_up()
    pairs = list(pairwise(LADDER))
    print("| game | " + " | ".join(f"{two.value} - {one.value}" for one, two in pairs) + " |")
    print("|---" * (len(pairs) + 1) + "|")
    for name in [options.only] if options.only else GAMES:
        rules = Rules.parse(GAMES[name])
        print(f"| {name} ", end="", flush=True)
        for one, two in pairs:
            if rules.cells <= _EXACT_CELLS:
                tally = expected(rules, two, one)
            else:
                tally = match(rules, two, one, options.games, options.seed)
            print(f"| {tally} ", end="", flush=True)
        print("|")


if __name__ == "__main__":
    main()
