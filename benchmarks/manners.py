"""What each level is like to play against: stones far away, own wins taken, threats stopped.

python -m benchmarks.manners --games 12

Each step plays as many games against itself, and against an anchor that completes and stops lines.
What counts is how likely it was to make each move, not only the move made, so that few games tell.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.anchors import ANCHORS
from engine import LADDER, Level, Limit, Position, Rules, choose
from engine.coaching.choice import chances
from engine.coaching.levels import Foresight, foresight
from engine.coaching.person import Scene, middle

BOARDS: Final = (
    "3x3",
    "3x5x3",
    "4x4x3",
    "4x4x4",
    "4x5x4",
    "7x7x5",
    "5x5x4g",
    "6x7x4g",
    "10x10x5",
    "15x15x5",
)
FAR: Final = 3
"""A stone so many cells from all others, or more, has nothing to do with them."""
_FIRST: Final = 3
"""The stones of a player that are looked at for that."""
_FAIR: Final = Limit(nodes=400)
"""What PERFECT may spend on a move here."""


@dataclass
class Share:
    """How often something was done, of the times that it could be."""

    done: float = 0.0
    times: int = 0

    def add(self, chance: float) -> None:
        """Count one time."""
        self.done += chance
        self.times += 1

    @property
    def value(self) -> float:
        """From 0 to 1; 1 where it could never be done."""
        return self.done / self.times if self.times else 1.0

    def __str__(self) -> str:
        return f"{self.value:.0%}" if self.times else ""


@dataclass
class Manners:
    """How somebody plays.

    `far` are first stones three or more cells from any other, `taken` lines of one's own that are
    completed when they can be, `stopped` those of the other's, where one cell completes one and
    nothing better can be done, `slanting` the diagonals among these. `forked` are double threats
    made where nothing is more urgent, `foiled` those of the other's that are prevented by a stone
    there, and `followed` and `beside` other moves, beside the other's last stone and beside any.
    `opened` are first stones in the middle, where a stone there lies near others. In misere `far`,
    `opened` and `lost` alone count: the last are lines of one's own that are completed though
    another move is left.
    """

    far: Share = field(default_factory=Share)
    taken: Share = field(default_factory=Share)
    stopped: Share = field(default_factory=Share)
    slanting: Share = field(default_factory=Share)
    forked: Share = field(default_factory=Share)
    foiled: Share = field(default_factory=Share)
    followed: Share = field(default_factory=Share)
    beside: Share = field(default_factory=Share)
    opened: Share = field(default_factory=Share)
    lost: Share = field(default_factory=Share)

    def see(self, position: Position, likely: dict[int, float]) -> None:
        """Count what somebody with these chances of each move does here."""
        stones = position.tiles
        if stones and position.ply < 2 * _FIRST + 1 and not position.rules.gravity:
            tiles = {move: position.landing(move) for move in likely}
            self.far.add(
                sum(likely[move] for move, tile in tiles.items() if is_far(position, tile))
            )
        if position.ply < 2 and (free := middle(position)):
            self.opened.add(sum(likely.get(move, 0.0) for move in free))
        scene = Scene(position)
        if position.rules.misere:
            if 0 < len(scene.wins) < len(scene.moves):
                self.lost.add(_share(scene, scene.wins, likely))
        elif scene.wins:
            self.taken.add(_share(scene, scene.wins, likely))
        elif scene.stops:
            if len(scene.stops) == 1:
                stopped = _share(scene, scene.stops, likely)
                self.stopped.add(stopped)
                if all(line.slants for lines in scene.stops.values() for line in lines):
                    self.slanting.add(stopped)
        elif scene.forks:
            self.forked.add(_share(scene, scene.forks, likely))
        elif scene.other_forks:
            self.foiled.add(_share(scene, scene.other_forks, likely))
        elif stones:
            for share, near in ((self.followed, 1 << stones[-1] - 1), (self.beside, scene.taken)):
                cells = [cell for cell in scene.moves if scene.is_beside(cell, near)]
                share.add(_share(scene, cells, likely))


def is_far(position: Position, tile: int) -> bool:
    """Whether a tile lies three or more cells from every stone."""
    columns = position.rules.columns
    row, column = divmod(tile - 1, columns)
    return all(
        max(abs(row - (other - 1) // columns), abs(column - (other - 1) % columns)) >= FAR
        for other in position.tiles
    )


def _share(scene: Scene, cells: Iterable[int], likely: dict[int, float]) -> float:
    """How likely one of these cells is taken."""
    return sum(likely.get(scene.moves[cell], 0.0) for cell in cells)


def likely_moves(position: Position, level: Level, rng: random.Random) -> dict[int, float]:
    """The chances of the moves of a level; of one that searches the move that it makes."""
    ahead = foresight(position.rules, level)
    if level is not Level.PERFECT and (ahead is None or isinstance(ahead, Foresight)):
        return chances(position, level)
    return {choose(position, level, _FAIR, rng): 1.0}


def watch(rules: Rules, level: Level, games: int, seed: int = 1) -> Manners:
    """See a level play against itself, and as many games against who completes and stops lines."""
    rng = random.Random(f"{seed} {rules} {level}")
    seen = Manners()
    for number in range(2 * games):
        position = Position.start(rules)
        while position.outcome is None:
            if number % 2 or position.ply % 2 == number // 2 % 2:
                likely = likely_moves(position, level, rng)
                seen.see(position, likely)
            else:
                likely = ANCHORS["blocks"](position)
            position = position.play(rng.choices(list(likely), list(likely.values()))[0])
    return seen


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each kind of thing: a row for each step, a column for each board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=12, help="against each of the two others")
    parser.add_argument("--only", nargs="*", default=BOARDS, help="boards")
    parser.add_argument("--levels", nargs="*", default=[level.value for level in LADDER])
    options = parser.parse_args(arguments)
    print(f"| {', '.join(vars(Manners()))} | {' | '.join(options.only)} |")
    print("|---" * (1 + len(options.only)) + "|")
    for level in map(Level, options.levels):
        row = [watch(Rules.parse(game), level, options.games) for game in options.only]
        cells = (" ".join(str(share) for share in vars(seen).values()) for seen in row)
        print(f"| {level.value} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
