"""How many different games the best level plays in a hundred, and what the variety costs.

python -m benchmarks.openings --games 100 --only gomoku
python -m benchmarks.openings --match --only gomoku

It plays against itself, and against a player that always makes the same move in the same position:
the one recommended by a search of as many nodes. Sides alternate, every game begins with the empty
board. Two openings are the same if the boards after 8 plies are, turned or mirrored or not; two
games if all moves are. The points against the other player show what it costs not to make the
recommended move, since both search alike.

`--match` asks whether games against the other player cost ten points in a hundred or nothing, and
plays until one of the two is so much likelier that it is wrong once in twenty
(benchmarks/sequential).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from statistics import mean, stdev
from typing import Final, NamedTuple

from benchmarks.sequential import Sequential
from engine import Level, Limit, Position, Rules, Side, analyse, choose, warm_up

GAMES: Final = {
    "3x3": ("3x3", 20_000),
    "4x4x4": ("4x4", 20_000),
    "Connect Four": ("connect4", 1_000_000),
    "gomoku": ("gomoku", 20_000),
}
"""The name of a row, its game, and the nodes of a move: in Connect Four those of a fifth of a
second, since with fewer a player who leaves the book cannot keep a win."""
_PLIES: Final = 8
"""The plies of an opening."""
_PAIRS: Final = 1_000
"""A match is over at the latest then."""
_CLAIMS: Final = 0.4, 0.5
"""The two claims that a match compares, in shares of the points."""

Player = Callable[[Position], int]
"""Makes a move."""


class Counts(NamedTuple):
    """How many openings and whole games differ, and the points of the first player."""

    openings: int
    games: int
    points: Sequence[float]

    def __str__(self) -> str:
        return f"{self.openings} | {self.games} | {share(self.points)}"


def share(points: Sequence[float]) -> str:
    """The share of points with its margin of error, 19 times in 20."""
    error = 1.96 * stdev(points) / len(points) ** 0.5 if len(points) > 1 else 1.0
    return f"{mean(points):.0%} ± {100 * error:.0f}"


def count(rules: Rules, one: Player, two: Player, games: int) -> Counts:
    """Play so many games, sides alternating."""
    openings, whole, points = set(), set(), []
    for game in range(games):
        position, won = play(rules, one, two, Side.O if game % 2 else Side.X)
        opening = position.tiles[:_PLIES]
        openings.add(min(board(view) for view in views(rules, opening)))
        whole.add(min(views(rules, position.tiles)))
        points.append(won)
    return Counts(len(openings), len(whole), points)


def play(rules: Rules, one: Player, two: Player, side: Side) -> tuple[Position, float]:
    """The end of a game, and the points of the first player, who plays this side."""
    position = Position.start(rules)
    while position.outcome is None:
        position = position.play((one if position.side is side else two)(position))
    winner = position.outcome.winner
    return position, 0.5 if winner is None else float(winner is side)


def decide(rules: Rules, one: Player, two: Player, pairs: int) -> Sequential:
    """Play pairs of games until the first player's score is known, or so many are over."""
    match = Sequential(*_CLAIMS)
    while match.verdict is None and match.pairs < pairs:
        match.add(*(play(rules, one, two, side)[1] for side in (Side.X, Side.O)))
    return match


def board(tiles: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The stones of each side, whatever their order."""
    return tuple(sorted(tiles[::2])), tuple(sorted(tiles[1::2]))


def views(rules: Rules, tiles: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The tiles on every mirror image of the board, and on every turned one."""
    rows, columns = rules.rows, rules.columns
    for flip_rows in (False,) if rules.gravity else (False, True):
        for flip_columns in (False, True):
            for transpose in (False, True) if rows == columns and not rules.gravity else (False,):
                view = []
                for tile in tiles:
                    row, column = divmod(tile - 1, columns)
                    row = rows - 1 - row if flip_rows else row
                    column = columns - 1 - column if flip_columns else column
                    row, column = (column, row) if transpose else (row, column)
                    view.append(row * columns + column + 1)
                yield tuple(view)


def perfect(limit: Limit, seed: int) -> Player:
    """The best level."""
    rng = random.Random(seed)
    return lambda position: choose(position, Level.PERFECT, limit, rng)


def recommended(limit: Limit) -> Player:
    """A player who always answers the same way."""
    return lambda position: analyse(position, limit, every=False).best


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, help="for each move, in place of the usual")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=GAMES, help="one row of the table")
    parser.add_argument("--match", action="store_true", help="play until it is told what it costs")
    options = parser.parse_args(arguments)
    warm_up()
    if options.match:
        for name in [options.only] if options.only else GAMES:
            game, nodes = GAMES[name]
            rules, limit = Rules.parse(game), Limit(nodes=options.nodes or nodes)
            match = decide(rules, perfect(limit, options.seed), recommended(limit), _PAIRS)
            print(f"{name}: {match}", flush=True)
        return
    print("| game | openings | games | openings, other alike | games | points |")
    print("|---|--:|--:|--:|--:|--:|")
    for name in [options.only] if options.only else GAMES:
        game, nodes = GAMES[name]
        rules, limit = Rules.parse(game), Limit(nodes=options.nodes or nodes)
        seed, games = options.seed, options.games
        itself = count(rules, perfect(limit, seed), perfect(limit, seed + 1), games)
        alike = count(rules, perfect(limit, seed), recommended(limit), games)
        print(f"| {name} | {itself.openings} | {itself.games} | {alike} |", flush=True)


if __name__ == "__main__":
    main()
