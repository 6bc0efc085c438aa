"""How well the model of people predicts simulated people: the tables of docs/levels.md.

python -m benchmarks.people --moves 300
python -m benchmarks.people --moves 300 --people lapsing --only 3x3

There are several kinds, so that none is taken for all people. `anchors` are those of
`benchmarks.anchors`, who are described in a line each and share no code with the model, and
mixtures of them; `levels` are steps of the ladder; who is `lapsing` plays as one ply does, but for
one, three or five moves of ten; `local` people notice a row in most cases and else play beside the
last stone; `searching` ones let the engine choose six moves of ten. `kinarow fit-people` says the
same of the people of a database. Below each table stands how many of the rows that could be
completed or stopped were, and how many `engine.finders` expects of such people.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from benchmarks.anchors import ANCHORS
from benchmarks.duels import player
from benchmarks.levels import GAMES, strengths_on
from bot.match.players import UserId
from bot.run.fit_people import fitted, report
from bot.store.games import Played
from engine import Level, Limit, Position, Rules, analyse, choose, finders, one_ply, strength
from engine.coaching.person import Scene

PEOPLE: Final = ("completes", "extends", "blocks", "counts")
"""A child who has understood the rules, one with a plan, a careful beginner, one who counts."""
STEPS: Final = (Level.EASY, Level.REX, Level.MEDIUM, Level.OTTO, Level.FINN)
_LIMIT: Final = Limit(nodes=1_000)

Person = Callable[[Position], int]


def anchors(rules: Rules, board: str, number: int, rng: random.Random) -> tuple[Person, float]:
    """Who plays at times like another anchor: six of ten moves are their own."""
    own, strengths = PEOPLE[number % len(PEOPLE)], strengths_on(board)

    def move(position: Position) -> int:
        name = own if rng.random() < 0.6 else rng.choice(PEOPLE)
        return player(name)(position, rng)

    average = sum(strengths[name].points for name in PEOPLE) / len(PEOPLE)
    return move, 0.6 * strengths[own].points + 0.4 * average


def levels(rules: Rules, board: str, number: int, rng: random.Random) -> tuple[Person, float]:
    """Who plays like a step of the ladder."""
    level = STEPS[number % len(STEPS)]
    return lambda position: choose(position, level, rng=rng), strength(rules, level)


def lapsing(rules: Rules, board: str, number: int, rng: random.Random) -> tuple[Person, float]:
    """Who sees every row, and makes some moves for no reason."""
    care = (0.5, 0.7, 0.9)[number % 3]

    def move(position: Position) -> int:
        if rng.random() < care:
            return _drawn(one_ply(position), rng)
        return rng.choice(list(position.legal))

    return move, strength(rules, Level.MEDIUM)


def local(rules: Rules, board: str, number: int, rng: random.Random) -> tuple[Person, float]:
    """Who sees rows in most cases, and else likes what lies beside the last stone."""
    care = (0.6, 0.8, 0.95)[number % 3]

    def move(position: Position) -> int:
        scene = Scene(position)
        if scene.wins and rng.random() < care + 0.05:
            return scene.moves[rng.choice(list(scene.wins))]
        if scene.stops and rng.random() < care:
            return scene.moves[rng.choice(list(scene.stops))]
        liked = {}
        for cell, one in scene.moves.items():
            beside = scene.last and scene.is_beside(cell, 1 << scene.last[-1])
            worth = 1 + scene.own_worth[cell] + scene.other_worth[cell]
            liked[one] = worth**1.5 * (4 if beside else 1)
        return _drawn(liked, rng)

    return move, strength(rules, Level.MEDIUM)


def searching(rules: Rules, board: str, number: int, rng: random.Random) -> tuple[Person, float]:
    """Who often finds the engine's move, else one by sight, else any."""

    def move(position: Position) -> int:
        luck = rng.random()
        if luck < 0.6:
            return analyse(position, _LIMIT, every=False).best
        return _drawn(one_ply(position) if luck < 0.85 else ANCHORS["random"](position), rng)

    return move, strength(rules, Level.HARD)


KINDS: Final = {
    "anchors": anchors,
    "levels": levels,
    "lapsing": lapsing,
    "local": local,
    "searching": searching,
}


def played(board: str, kind: str, games: int) -> Iterator[Played]:
    """Games of people of a kind, each against their like."""
    rules, rng = Rules.parse(GAMES[board]), random.Random(f"{board} {kind}")
    for number in range(games):
        move, elo = KINDS[kind](rules, board, number, rng)
        position = Position.start(rules)
        while position.outcome is None:
            position = position.play(move(position))
        who = UserId(1 + number)
        yield Played(rules, position.moves, tuple(who for _ in position.moves), {who: elo})


def rows_seen(games: Sequence[Played], most: int) -> Iterator[str]:
    """How many rows were completed, and stopped, and how many were expected to be."""
    found: dict[str, list[tuple[float, bool]]] = {"completed": [], "stopped": []}
    for game in games:
        position = Position.start(game.rules)
        for move, user in zip(game.moves, game.users, strict=True):
            scene = Scene(position)
            cells, tally = (
                (scene.wins, found["completed"]) if scene.wins else (scene.stops, found["stopped"])
            )
            if cells and len(tally) < most:
                wanted = {scene.moves[cell] for cell in cells}
                share = finders(position, wanted).share(game.strengths[user])
                tally.append((share, move in wanted))
            position = position.play(move)
    for name, tally in found.items():
        if tally:
            expected, seen = (sum(values) / len(tally) for values in zip(*tally, strict=True))
            yield f"  rows {name}: {seen:.0%} of {len(tally)}, expected {expected:.0%}"


def _drawn(likely: dict[int, float], rng: random.Random) -> int:
    return rng.choices(list(likely), list(likely.values()))[0]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what is found of each board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--only", nargs="*", default=list(GAMES))
    parser.add_argument("--people", nargs="*", default=list(KINDS), choices=list(KINDS))
    options = parser.parse_args(arguments)
    for board in options.only:
        for kind in options.people:
            games = list(played(board, kind, max(8, options.moves // 5)))
            print(f"{kind}:", *report(fitted(games, options.moves)), sep="\n")
            print(*rows_seen(games, options.moves // 3), sep="\n", flush=True)


if __name__ == "__main__":
    main()
