"""How well the model of people predicts simulated people: the table of docs/levels.md.

python -m benchmarks.people --moves 300

The people are the anchors of `benchmarks.anchors`, who are described in a line each and share no
code with the model, and mixtures of them, against themselves, with the strengths that
`benchmarks.levels` found. `kinarow fit-people` says the same of the people of a database.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Final

from benchmarks.duels import player
from benchmarks.levels import GAMES, strengths_on
from bot.match.players import UserId
from bot.run.fit_people import fitted, report
from bot.store.games import Played
from engine import Position, Rules

PEOPLE: Final = ("completes", "extends", "blocks", "counts")
"""A child who has understood the rules, one with a plan, a careful beginner, one who counts."""


def played(board: str, games: int) -> Iterator[Played]:
    """Games of people who play at times like another of them: six of ten moves are their own."""
    rules, strengths = Rules.parse(GAMES[board]), strengths_on(board)
    rng = random.Random(board)
    for number in range(games):
        own = PEOPLE[number % len(PEOPLE)]
        position = Position.start(rules)
        while position.outcome is None:
            name = own if rng.random() < 0.6 else rng.choice(PEOPLE)
            position = position.play(player(name)(position, rng))
        who = UserId(1 + number % len(PEOPLE))
        users = tuple(who for _ in position.moves)
        average = sum(strengths[name].points for name in PEOPLE) / len(PEOPLE)
        told = 0.6 * strengths[own].points + 0.4 * average
        yield Played(rules, position.moves, users, {who: told})


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what is found of each board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--only", nargs="*", default=list(GAMES))
    options = parser.parse_args(arguments)
    for board in options.only:
        games = played(board, max(8, options.moves // 5))
        print(*report(fitted(games, options.moves)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
