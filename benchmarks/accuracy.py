"""Whether the accuracy in a review reveals the stronger player: the mean of each level.

python -m benchmarks.accuracy

Every two of the players below play the same number of games on each board, with sides alternating,
and each player also plays itself. `random` makes any legal move. All games depend on the seed
alone. Winners and losers are compared in more games of `random` against itself, which cost little.
Ends with 1 if a stronger player has the lower mean, or if those who lost a game of `random` against
itself have a higher one than those who won it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise
from statistics import fmean
from typing import Final

from bot.match.accuracy import accuracy
from engine import Level, Limit, Position, Rules, Side, choose, review, warm_up

RANDOM: Final = "random"
LADDER: Final = (RANDOM, "easy", "medium", "hard", "perfect")
"""The players, the weakest first."""
WON: Final = "random, won"
LOST: Final = "random, lost"
BOARDS: Final = {"3x3": "tictactoe", "Connect Four": "connect4", "gomoku": "gomoku"}
GAMES: Final = {"3x3": 24, "Connect Four": 4, "gomoku": 4}
"""How many games each two players have. On 3x3 levels are alike, and games cost little."""
_DUELS: Final = 6
"""How many times as many games `random` plays against itself."""
FAIR: Final = Limit(nodes=30_000)
"""What `perfect` may spend on a move."""


def play(rules: Rules, x: str, o: str, rng: random.Random) -> Position:
    """The end of one game."""
    position = Position.start(rules)
    while position.outcome is None:
        name = x if position.side is Side.X else o
        if name == RANDOM:
            move = rng.choice(position.legal)
        else:
            move = choose(position, Level(name), FAIR, rng)
        position = position.play(move)
    return position


def measured(rules: Rules, games: int, seed: int, limit: Limit) -> dict[str, float]:
    """The mean accuracy of each player, and of the winners and losers among random players."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    rng = random.Random(seed)
    for number in range(games):
        for pair in combinations_with_replacement(LADDER, 2):
            x, o = pair if number % 2 else pair[::-1]
            end = play(rules, x, o, rng)
            for name, percent, _ in _percents(end, (x, o), limit):
                found[name].append(percent)
    for _ in range(_DUELS * games):
        end = play(rules, RANDOM, RANDOM, rng)
        for _, percent, won in _percents(end, (RANDOM, RANDOM), limit):
            if won is not None:
                found[WON if won else LOST].append(percent)
    return {name: fmean(percents) for name, percents in found.items()}


def _percents(
    end: Position, names: tuple[str, str], limit: Limit
) -> Iterator[tuple[str, int, bool | None]]:
    """Each player of a game by name, their accuracy, and whether they won; None for a draw."""
    judgements = review(end.rules, end.moves, limit)
    assert end.outcome is not None, "the game is over"
    winner = end.outcome.winner
    for side, name in zip(Side, names, strict=True):
        if (found := accuracy(end, judgements, side)) is not None:
            yield name, found.percent, None if winner is None else side is winner


def in_order(means: dict[str, float]) -> bool:
    """Whether each player is measured above every weaker one, and winners above losers."""
    pairs = [*pairwise(LADDER), (LOST, WON)]
    return all(
        means[weaker] < means[stronger]
        for weaker, stronger in pairs
        if weaker in means and stronger in means
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, a row for each board; 1 if one is out of order."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, help="for each two players")
    parser.add_argument("--nodes", type=int, default=30_000, help="to judge a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=BOARDS, help="one row of the table")
    options = parser.parse_args(arguments)
    warm_up()
    columns = (*LADDER, WON, LOST)
    print("| board | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    right = True
    for name in [options.only] if options.only else BOARDS:
        rules = Rules.parse(BOARDS[name])
        games = options.games or GAMES[name]
        means = measured(rules, games, options.seed, Limit(nodes=options.nodes))
        right &= in_order(means)
        told = (f"{means[column]:.0f} %" if column in means else "" for column in columns)
        print(f"| {name} | " + " | ".join(told) + " |", flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
