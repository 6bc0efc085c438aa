"""How soon the adaptive level finds players of many strengths, and whether it stays with them.

python -m benchmarks.adaptive --runs 60

Each run is a person's first games at one kind of board: 15 to find the level, and those up to the
60th, in which a player should win half of the points, give or take 5%. A table tells of both.

Where the players are programs, `--games` real games are played of each player against each step of
the ladder that the runs come to; later games draw their results from these. On gomoku most players
are numbers instead: they have a strength on the scale of `engine.strength`, from below the ladder
to above it, and their results are drawn by what Elo's formula expects. `figures` makes all of them
numbers. A player marked `*` is beyond an end of the ladder: more or fewer than half of the points
against the last step, which no level can change. All depends on the seed alone.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final, Protocol

from bot.match.rating import Skill, Value
from engine import LADDER, Level, Limit, Position, Rules, Side, choose, strength

BOARDS: Final = {"3x3": "tictactoe", "Connect Four": "connect4", "gomoku": "gomoku"}
FINDING: Final = 15
"""The games that it may take to find a player."""
GAMES: Final = 60
"""The games of a run."""
FAIR: Final = Limit(nodes=20_000)
"""What `perfect` may spend on a move."""
_LEAST, _MOST = 0.45, 0.55
_BEYOND: Final = 150
"""How far the figures reach beyond the ends of the ladder, in Elo."""
_FIGURES: Final = 10
_POINTS: Final[Mapping[Value, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}

Mover = Callable[[Position, random.Random], int]


class Player(Protocol):
    """Whoever plays against the steps of the ladder."""

    def meet(self, step: Level, rng: random.Random) -> Value:
        """How one game goes for the player."""


@dataclass
class Program:
    """A player whose first games against each step are played; later ones are drawn from them."""

    rules: Rules
    move: Mover
    games: int
    played: dict[Level, list[Value]] = field(default_factory=lambda: defaultdict(list))

    def meet(self, step: Level, rng: random.Random) -> Value:
        """Play a game, or draw the result of an earlier one."""
        known = self.played[step]
        if len(known) >= self.games:
            return rng.choice(known)
        side = Side.X if len(known) % 2 else Side.O
        known.append(play(self.rules, self.move, step, side, rng))
        return known[-1]


@dataclass(frozen=True)
class Figure:
    """A player of a strength, whose results are what Elo's formula expects."""

    rules: Rules
    elo: float

    def meet(self, step: Level, rng: random.Random) -> Value:
        """Draw a result."""
        lead = self.elo - strength(self.rules, step)
        return "win" if rng.random() < 1 / (1 + 10 ** (-lead / 400)) else "loss"


def at_random(position: Position, rng: random.Random) -> int:
    """Any legal move."""
    return rng.choice(position.legal)


def completing(position: Position, rng: random.Random) -> int:
    """A move that completes a line, else any."""
    return _completing(position, position.side) or at_random(position, rng)


def blocking(position: Position, rng: random.Random) -> int:
    """A move that completes a line, else one that stops a line of the other's, else any."""
    side = position.side
    found = _completing(position, side) or _completing(position, side.other)
    return found or at_random(position, rng)


def like(*levels: Level, limit: Limit = FAIR) -> Mover:
    """A player who makes each move as one of these levels, by lot."""
    return lambda position, rng: choose(position, rng.choice(levels), limit, rng)


PLAYERS: Final[Mapping[str, Mover]] = {
    "random": at_random,
    "completes": completing,
    "completes, blocks": blocking,
    "pip": like(Level.PIP),
    "easy": like(Level.EASY),
    "easy or random": lambda p, rng: (like(Level.EASY) if rng.random() < 0.7 else at_random)(
        p, rng
    ),
    "easy or hard": like(Level.EASY, Level.HARD),
    "medium": like(Level.MEDIUM),
    "medium or perfect": like(Level.MEDIUM, Level.PERFECT),
    "hard": like(Level.HARD),
    "100 nodes": like(Level.PERFECT, limit=Limit(nodes=100)),
    "perfect": like(Level.PERFECT),
}
CHEAP: Final = ("random", "completes, blocks", "easy", "medium")
"""The programs that play on gomoku."""


def play(rules: Rules, move: Mover, step: Level, side: Side, rng: random.Random) -> Value:
    """One game of a player, who has this side, against a step of the ladder."""
    position = Position.start(rules)
    while position.outcome is None:
        own = position.side is side
        position = position.play(move(position, rng) if own else choose(position, step, FAIR, rng))
    winner = position.outcome.winner
    return "draw" if winner is None else "win" if winner is side else "loss"


@dataclass(frozen=True)
class Found:
    """What the runs of a player come to: the share of points while it is sought, and later.

    `step` is the one in the middle of those of the later games.
    """

    early: float
    late: float
    step: Level
    beyond: bool

    @property
    def fits(self) -> bool:
        """Whether the player wins half of the points once found, or is beyond the ladder."""
        return self.beyond or _LEAST <= self.late <= _MOST


def find(rules: Rules, player: Player, runs: int, rng: random.Random) -> Found:
    """Let the adaptive level follow a player from the first game on, several times over."""
    early: list[float] = []
    late: list[float] = []
    steps: list[int] = []
    for _ in range(runs):
        skill = Skill.new(rules)
        for game in range(GAMES):
            value, step = player.meet(skill.step, rng), skill.step
            (early if game < FINDING else late).append(_POINTS[value])
            steps += [LADDER.index(step)] if game >= FINDING else []
            skill = skill.after(rules, step, value, helped=False)
    middle = LADDER[round(median(steps))]
    end = {_LEAST: Level.PIP, _MOST: Level.PERFECT}
    share = fmean(late)
    beyond = (share < _LEAST and middle is end[_LEAST]) or (share > _MOST and middle is end[_MOST])
    return Found(fmean(early), share, middle, beyond)


def players(name: str, rules: Rules, games: int) -> dict[str, Player]:
    """The players on a board: programs, figures or both."""
    found: dict[str, Player] = {}
    for called, move in PLAYERS.items():
        if games and (name != "gomoku" or called in CHEAP):
            found[called] = Program(rules, move, games)
    if name == "gomoku" or not games:
        least, most = (strength(rules, step) for step in (LADDER[0], LADDER[-1]))
        span = most - least + 2 * _BEYOND
        for number in range(_FIGURES):
            elo = round(least - _BEYOND + span * number / (_FIGURES - 1))
            found[f"figure of {elo}"] = Figure(rules, elo)
    return found


def _completing(position: Position, side: Side) -> int | None:
    """A move on whose tile a line of this side's is completed, if there is one."""
    landings = ((move, position.landing(move)) for move in position.legal)
    found = (move for move, tile in landings if position.line(side, tile))
    return next(found, None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each board; 1 if a player on the ladder does not win half of the points."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=60, help="first games of a person, each time")
    parser.add_argument("--games", type=int, default=40, help="real ones for each player and step")
    parser.add_argument("--figures", action="store_true", help="no real games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=BOARDS, help="one table")
    options = parser.parse_args(arguments)
    games = 0 if options.figures else options.games
    good = True
    for name in [options.only] if options.only else BOARDS:
        rules = Rules.parse(BOARDS[name])
        print(f"\n| {name} | games 1-{FINDING} | games {FINDING + 1}-{GAMES} | step |")
        print("|---" * 4 + "|")
        for called, player in players(name, rules, games).items():
            found = find(rules, player, options.runs, random.Random(options.seed))
            good = good and found.fits
            sign = "*" if found.beyond else "" if found.fits else " !"
            row = f"| {called}{sign} | {found.early:.0%} | {found.late:.1%} | {found.step.value} |"
            print(row, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
