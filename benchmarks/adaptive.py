"""How soon the adaptive level finds players of many strengths, and whether it stays with them.

python -m benchmarks.adaptive --runs 60

Each run is a person's first games at one kind of board: 5 to find the level, and those up to the
60th, in which a player should win half of the points, give or take 5%. A table tells of the first
five, of the ten after them, and of all from the sixth on.

Where the players are programs, `--games` real games are played of each player against each step of
the ladder that the runs come to; later games draw their results from these. `--figures` adds
players who are numbers instead: they have a strength on the scale of `engine.strength`, from below
the ladder to above it, and their results are drawn by what Elo's formula expects. A player marked
`*` is beyond an end of the ladder: more or fewer than half of the points against the last step,
which no level can change. All depends on the seed alone.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final, Protocol

from benchmarks.duels import Player as Mover
from benchmarks.duels import player as anchored
from bot.match.rating import Skill, Value
from engine import LADDER, Level, Limit, Position, Rules, Side, choose, strength

BOARDS: Final = (
    "3x3",
    "3x5x3",
    "4x4x3",
    "4x4x4",
    "4x5x4",
    "5x5x4",
    "5x5x4g",
    "6x7x4g",
    "10x10x5",
    "15x15x5",
)
FINDING: Final = 5
"""The games that it may take to find a player."""
SOON: Final = 15
"""The games after which the share so far is told apart."""
GAMES: Final = 60
"""The games of a run."""
FAIR: Final = Limit(nodes=2_000)
"""What `perfect` may spend on a move."""
_LEAST, _MOST = 0.45, 0.55
_BEYOND: Final = 150
"""How far the figures reach beyond the ends of the ladder, in Elo."""
_FIGURES: Final = 10
_POINTS: Final[Mapping[Value, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


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


PLAYERS: Final[Mapping[str, Mover]] = {
    "at random": anchored("random"),
    "completes": anchored("completes"),
    "completes, or stops one in three": lambda position, rng: (
        anchored("blocks") if rng.random() < 0.33 else anchored("completes")
    )(position, rng),
    "completes, stops": anchored("blocks"),
    "extends": anchored("extends"),
    "one ply, of ten moves six": lambda position, rng: (
        anchored("counts") if rng.random() < 0.6 else anchored("random")
    )(position, rng),
    "one ply": anchored("counts"),
    "perfect": lambda position, rng: choose(position, Level.PERFECT, FAIR, rng),
}
"""Eight strengths. None of them is a step of the ladder but the last."""


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

    `soon` is a part of the later games, the first of them. `step` is the one in the middle of those
    of the later games.
    """

    early: float
    soon: float
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
    soon: list[float] = []
    late: list[float] = []
    steps: list[int] = []
    for _ in range(runs):
        skill = Skill.new(rules)
        for game in range(GAMES):
            value, step = player.meet(skill.step, rng), skill.step
            (early if game < FINDING else late).append(_POINTS[value])
            soon += [_POINTS[value]] if FINDING <= game < SOON else []
            steps += [LADDER.index(step)] if game >= FINDING else []
            skill = skill.after(rules, step, value, helped=False)
    middle = LADDER[round(median(steps))]
    end = {_LEAST: Level.PIP, _MOST: Level.PERFECT}
    share = fmean(late)
    beyond = (share < _LEAST and middle is end[_LEAST]) or (share > _MOST and middle is end[_MOST])
    return Found(fmean(early), fmean(soon), share, middle, beyond)


def players(rules: Rules, games: int, *, figures: bool) -> dict[str, Player]:
    """The players on a board: programs, and figures if they are wanted."""
    found: dict[str, Player] = {}
    if games:
        found.update({called: Program(rules, move, games) for called, move in PLAYERS.items()})
    if figures:
        least, most = (strength(rules, step) for step in (LADDER[0], LADDER[-1]))
        span = most - least + 2 * _BEYOND
        for number in range(_FIGURES):
            elo = round(least - _BEYOND + span * number / (_FIGURES - 1))
            found[f"figure of {elo}"] = Figure(rules, elo)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each board; 1 if a player on the ladder does not win half of the points."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=60, help="first games of a person, each time")
    parser.add_argument("--games", type=int, default=40, help="real ones for each player and step")
    parser.add_argument("--figures", action="store_true", help="players who are numbers as well")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=BOARDS, help="boards")
    options = parser.parse_args(arguments)
    good = True
    for name in options.only:
        rules = Rules.parse(name)
        heads = f"games 1-{FINDING}", f"games {FINDING + 1}-{SOON}", f"games {FINDING + 1}-{GAMES}"
        print(f"\n| {name} | {' | '.join(heads)} | step |")
        print("|---" * 5 + "|")
        for called, player in players(rules, options.games, figures=options.figures).items():
            found = find(rules, player, options.runs, random.Random(options.seed))
            good = good and found.fits
            sign = "*" if found.beyond else "" if found.fits else " !"
            shares = f"{found.early:.0%} | {found.soon:.0%} | {found.late:.1%}"
            print(f"| {called}{sign} | {shares} | {found.step.value} |", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
