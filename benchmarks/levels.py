"""How each level scores against the one below it: the table of docs/levels.md.

python -m benchmarks.levels --games 40

Sides alternate, and every game begins with the empty board: levels vary by themselves. All of
it depends on the seed alone, the best level thinking in nodes here.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine import Level, Limit, Position, Rules, Side, choose, warm_up

LADDER: Final = (Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT)
GAMES: Final = {
    "3x3": "tictactoe",
    "4x4x4": "4x4",
    "Connect Four": "connect4",
    "gomoku": "gomoku",
}
FAIR: Final = Limit(nodes=60_000)
"""What PERFECT may spend on a move: more than HARD takes by itself."""


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def score(self) -> float:
        """The share of points, draws counting half."""
        return (self.won + self.drawn / 2) / (self.won + self.drawn + self.lost)

    @property
    def decided(self) -> float:
        """The share of won games among those not drawn."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    def __str__(self) -> str:
        return f"{self.score:.0%} (+{self.won} ={self.drawn} -{self.lost})"


def match(rules: Rules, one: Level, two: Level, games: int, seed: int = 1) -> Tally:
    """How the first of two levels fares, sides alternating."""
    rng = random.Random(seed)
    results = [play(rules, one, two, rng, Side.O if game % 2 else Side.X) for game in range(games)]
    return Tally(results.count(True), results.count(None), results.count(False))


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
            tally = match(rules, two, one, options.games, options.seed)
            print(f"| {tally} ", end="", flush=True)
        print("|")


if __name__ == "__main__":
    main()
