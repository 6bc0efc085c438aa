"""A match between two players, from balanced openings, sides exchanged.

python -m benchmarks.match seconds=0.2 main:seconds=0.2 --games 60
python -m benchmarks.match level=hard level=medium --game connect4
python -m benchmarks.match seconds=0.2 'brain:./pbrain-other:seconds=0.2' --games 60

A player is a limit (`seconds=0.2`, `nodes=20000`, `depth=4`) or a level (`level=easy`), with the
git revision it plays by in front; without one it is the code as it stands. Each plays in a
process of its own, told the game as one line and answering with a move. After `brain:` stands the
command of any program that plays at Gomocup (benchmarks/brain.py).
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist, mean, stdev
from typing import Final, Protocol

from benchmarks.brain import Brain
from engine import Position, Rules, Side

ROOT: Final = Path(__file__).parents[1]
OPENINGS: Final = ROOT.parent / "shared" / "data" / "gomoku" / "openings_15x15.txt"
_COORDINATE: Final = re.compile(r"([a-z])([0-9]+)")
_RANDOM_PLIES: Final = 3
"""How many random plies open a game that there are no openings for."""
_CONFIDENCE: Final = 0.95
_BRAIN: Final = "brain:"

_PLAYER: Final = """
import json, random, sys
from engine import Level, Limit, Position, Rules, analyse, choose, warm_up

kind, value = sys.argv[1].split("=")
rng = random.Random(int(sys.argv[2]))
warm_up()
print("ready", flush=True)
for line in sys.stdin:
    game, moves = json.loads(line)
    position = Position.from_moves(Rules.parse(game), moves)
    if kind == "level":
        move = choose(position, Level(value), rng=rng)
    else:
        limit = Limit(**{kind: float(value) if kind == "seconds" else int(value)})
        move = analyse(position, limit, every=False).best
    print(move, flush=True)
"""


@dataclass(frozen=True)
class Contender:
    """Who plays: a folder with an engine, and how it is to choose its moves."""

    tree: Path
    setting: str
    brain: str = ""
    """The command of a program of others that plays instead."""


class Mover(Protocol):
    """Whoever can say a move."""

    def move(self, position: Position) -> int:
        """The move to make."""
        ...


class Player:
    """A contender at work in a process of its own."""

    def __init__(self, contender: Contender, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PLAYER, contender.setting, str(seed)],
            cwd=contender.tree,
            env={"PYTHONPATH": str(contender.tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def move(self, position: Position) -> int:
        """The move that it makes."""
        assert self._process.stdin is not None
        game = json.dumps([str(position.rules), position.moves])
        print(game, file=self._process.stdin, flush=True)
        return int(self._answer())

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise SystemExit("a player has stopped")
        return line.strip()


def openings(rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Positions to begin from, without end: those known for gomoku, else a few random plies."""
    known: list[Position] = []
    if str(rules) == "15x15x5" and OPENINGS.is_file():
        known = [_opening(rules, line) for line in OPENINGS.read_text().split()]
        rng.shuffle(known)
    elif str(rules) == "15x15x5":
        print(f"no {OPENINGS}: random openings")
    while True:
        yield from known
        if not known:
            yield _random_opening(rules, rng)


def _opening(rules: Rules, line: str) -> Position:
    letters = _COORDINATE.findall(line)
    return Position.from_moves(
        rules, [(int(row) - 1) * rules.columns + ord(column) - ord("a") + 1
                for column, row in letters]
    )  # fmt: skip


def _random_opening(rules: Rules, rng: random.Random) -> Position:
    position = Position.start(rules)
    for _ in range(_RANDOM_PLIES):
        after = position.play(rng.choice(position.legal))
        position = after if after.outcome is None else position
    return position


def play(position: Position, first: Mover, second: Mover) -> float:
    """One game; the points of the first, who plays X."""
    while position.outcome is None:
        player = first if position.side is Side.X else second
        position = position.play(player.move(position))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is Side.X)


def enter(contender: Contender, seed: int) -> Player | Brain:
    """Set a contender to work."""
    if contender.brain:
        return Brain(contender.brain, float(contender.setting.removeprefix("seconds=")))
    return Player(contender, seed)


def play_pair(one: Contender, two: Contender, opening: Position, seed: int) -> float:
    """Two games with sides exchanged; the share of points of the first contender."""
    players = enter(one, seed), enter(two, seed)
    try:
        points = play(opening, *players) + 1 - play(opening, *reversed(players))
    finally:
        for player in players:
            player.close()
    return points / 2


def result(pairs: Sequence[float]) -> str:
    """The score as a share and in Elo, with what chance may add or take of each."""
    share = mean(pairs)
    spread = stdev(pairs) if len(pairs) > 1 else 0.5
    error = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2) * spread / math.sqrt(len(pairs))
    low, middle, high = (_elo(share + shift) for shift in (-error, 0.0, error))
    return (
        f"{100 * share:.1f} % +- {100 * error:.1f} in {2 * len(pairs)} games; "
        f"Elo {middle:+.0f} ({low:+.0f} to {high:+.0f})"
    )


def _elo(share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


@contextmanager
def contender(text: str) -> Iterator[Contender]:
    """Read `[revision:]setting`; a revision is checked out for as long as it is needed."""
    revision, _, setting = text.rpartition(":")
    if not re.fullmatch(r"(seconds|nodes|depth|level)=[a-z0-9.]+", setting):
        raise SystemExit(f"a player is seconds=, nodes=, depth= or level=, not {text!r}")
    if revision.startswith(_BRAIN):
        if not setting.startswith("seconds="):
            raise SystemExit(f"a program is given seconds=, not {setting}")
        yield Contender(ROOT, setting, revision.removeprefix(_BRAIN))
        return
    if not revision:
        yield Contender(ROOT, setting)
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", revision, "engine"], cwd=ROOT, capture_output=True
        )
        if archive.returncode:
            raise SystemExit(archive.stderr.decode().strip())
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        yield Contender(Path(folder), setting)


def main() -> None:
    """Play the match and print how it stands after each pair of games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs=2, help="[revision:]setting or brain:command:setting")
    parser.add_argument("--game", type=Rules.parse, default=Rules.parse("gomoku"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with ExitStack() as stack, ThreadPoolExecutor(options.jobs) as pool:
        one, two = (stack.enter_context(contender(text)) for text in options.players)
        pairs: list[float] = []
        starts = openings(options.game, random.Random(options.seed))
        games = [
            pool.submit(play_pair, one, two, next(starts), options.seed + i)
            for i in range((options.games + 1) // 2)
        ]
        for game in games:
            pairs.append(game.result())
            print(result(pairs), flush=True)


if __name__ == "__main__":
    main()
