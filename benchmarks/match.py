"""A match between two players, from balanced openings, sides exchanged.

python -m benchmarks.match cpu=0.2 main:cpu=0.2 --sprt 0 20 --save match.jsonl
python -m benchmarks.match level=hard level=medium --game connect4
python -m benchmarks.match seconds=0.2 'brain:./pbrain-other:seconds=0.2' --games 60

A player is a limit (`seconds=0.2`, `cpu=0.2`, `nodes=20000`, `depth=4`) or a level (`level=easy`),
preceded by the git revision that plays; without one it is the code as it stands. `cpu` counts
seconds of the processor, so that games may share a machine, and `clock=8` so many of them for all
moves of a game, shared out as `pbrain-kinarow` does. `pair=20000` searches as many nodes as
`nodes=20000`, with a second thread beside it (engine/alphabeta/second_thread.py). `brain:` is
followed by the command of any program that plays at Gomocup (benchmarks/matches/brain.py).

`--sprt 0 20` stops by itself as soon as the first player is known to be 20 points of Elo stronger,
or not stronger at all, each wrong once in twenty matches (benchmarks/sequential.py). `--save` keeps
every pair of games, and an interrupted match resumes from there.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import count, islice
from pathlib import Path
from statistics import NormalDist, mean, stdev
from time import perf_counter
from typing import Any, Final

from benchmarks.matches.brain import Brain
from benchmarks.matches.openings import openings
from benchmarks.matches.players import Contender, ForfeitError, Mover, Player, contender
from benchmarks.sequential import Sequential
from engine import Position, Rules, Side, encode_game

_CONFIDENCE: Final = 0.95
_MOST_PAIRS: Final = 5_000
"""The most games of a sequential test."""


@dataclass
class Times:
    """The time that the moves of one player took, in wall-clock seconds."""

    moves: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float, moves: int = 1, longest: float | None = None) -> None:
        """Count moves that took so long in all."""
        self.moves += moves
        self.total += seconds
        self.longest = max(self.longest, seconds if longest is None else longest)

    def __str__(self) -> str:
        return f"{self.total / max(1, self.moves):.2f} s a move, {self.longest:.2f} s at most"


@dataclass
class Pair:
    """Two games from one opening, sides exchanged, seen by the first player."""

    number: int
    opening: str
    points: list[float]
    """Of each game: 1, 0.5 or 0."""
    forfeits: list[str] = field(default_factory=list)
    """The games that were lost before their end, and why."""
    times: list[Times] = field(default_factory=lambda: [Times(), Times()])


class _Tables:
    """The players at work, two for each thread that plays."""

    def __init__(self, one: Contender, two: Contender) -> None:
        self._contenders = one, two
        self._local = threading.local()
        self._open: list[Player | Brain] = []

    def play(self, number: int, opening: Position, seed: int) -> Pair:
        """Play a pair of games."""
        players = getattr(self._local, "players", None)
        if players is None:
            players = self._local.players = tuple(map(enter, self._contenders))
            self._open.extend(players)
        for player in players:
            if isinstance(player, Player):
                player.seed = seed + number
        return play_pair(number, players, opening)

    def close(self) -> None:
        """Let the players end."""
        for player in self._open:
            player.close()


def enter(contender: Contender) -> Player | Brain:
    """Set a contender to work."""
    if contender.brain:
        return Brain(contender.brain, float(contender.setting.removeprefix("seconds=")))
    return Player(contender)


def play_pair(number: int, players: Sequence[Mover], opening: Position) -> Pair:
    """Play two games from an opening."""
    pair = Pair(number, encode_game(opening), [])
    for first in (0, 1):
        won = play(opening, players[first], players[1 - first], pair, first)
        pair.points.append(won if first == 0 else 1 - won)
    return pair


def play(position: Position, x: Mover, o: Mover, pair: Pair | None = None, first: int = 0) -> float:
    """One game; the points of the player of X. `first` is the number of that player in the pair."""
    while position.outcome is None:
        is_x = position.side is Side.X
        begun = perf_counter()
        try:
            move = (x if is_x else o).move(position)
        except ForfeitError as error:
            if pair is not None:
                pair.forfeits.append(str(error))
            return 0.0 if is_x else 1.0
        if pair is not None:
            pair.times[first if is_x else 1 - first].add(perf_counter() - begun)
        position = position.play(move)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is Side.X)


class Record:
    """The pairs of a match, kept in a file of one JSON object a line."""

    def __init__(self, file: Path | None, match: dict[str, Any]) -> None:
        self._file = file
        self.pairs: dict[int, Pair] = {}
        if file is None:
            return
        if file.exists():
            first, *lines = file.read_text(encoding="utf-8").splitlines()
            if json.loads(first) != match:
                raise SystemExit(f"{file} is of another match: {first}")
            for line in lines:
                self._take(json.loads(line))
        else:
            file.write_text(f"{json.dumps(match)}\n", encoding="utf-8")

    def add(self, pair: Pair) -> None:
        """Keep a pair."""
        self.pairs[pair.number] = pair
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(pair)), file=file)

    def _take(self, kept: dict[str, Any]) -> None:
        times = [Times(**one) for one in kept.pop("times")]
        self.pairs[kept["number"]] = Pair(**kept, times=times)


def result(pairs: Sequence[float]) -> str:
    """The score as a share and in Elo, each with its margin of error."""
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


def share_of(elo: float) -> float:
    """The share of points of a player who is so much stronger.

    >>> round(share_of(0), 2), round(share_of(100), 2)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def played(
    tables: _Tables, starts: Iterator[tuple[int, Position]], seed: int, jobs: int
) -> Iterator[Pair]:
    """Pairs as they end, so many at the same time. No more are begun than are asked for."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting: set[Future[Pair]] = {
            pool.submit(tables.play, number, start, seed) for number, start in islice(starts, jobs)
        }
        while waiting:
            ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in ended:
                yield one.result()
                for number, start in islice(starts, 1):
                    waiting.add(pool.submit(tables.play, number, start, seed))


def told(record: Record, test: Sequential | None) -> str:
    """How a match stands."""
    pairs = list(record.pairs.values())
    words = [result([mean(pair.points) for pair in pairs])]
    kinds: defaultdict[float, int] = defaultdict(int)
    for pair in pairs:
        kinds[sum(pair.points)] += 1
    words.append("pairs " + " ".join(str(kinds[half / 2]) for half in range(5)))
    for name, side in (("first", 0), ("second", 1)):
        times = Times()
        for pair in pairs:
            times.add(pair.times[side].total, pair.times[side].moves, pair.times[side].longest)
        words.append(f"{name} {times}")
    if forfeits := [reason for pair in pairs for reason in pair.forfeits]:
        words.append(f"{len(forfeits)} forfeited: {forfeits[-1]}")
    if test is not None:
        words.append(f"evidence {test.evidence:+.2f}")
    return "; ".join(words)


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def main() -> None:
    """Play the match and print how it stands after each pair of games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs=2, help="[revision:]setting or brain:command:setting")
    parser.add_argument("--game", type=Rules.parse, default=Rules.parse("gomoku"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="in Elo")
    parser.add_argument("--jobs", type=int, default=_cores(), help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="keep the pairs in this file, or go on with it")
    options = parser.parse_args()
    test = None
    if options.sprt is not None:
        low, high = options.sprt
        test = Sequential(share_of(low), share_of(high))
    most = (options.games + 1) // 2 if test is None else _MOST_PAIRS
    match = {"players": options.players, "game": str(options.game), "seed": options.seed}
    record = Record(options.save, match)
    for pair in record.pairs.values():
        if test is not None:
            test.add(*pair.points)
    starts = zip(count(), islice(openings(options.game, random.Random(options.seed)), most))
    left = ((number, start) for number, start in starts if number not in record.pairs)
    with ExitStack() as stack:
        one, two = (stack.enter_context(contender(text)) for text in options.players)
        tables = _Tables(one, two)
        stack.callback(tables.close)
        if test is None or test.verdict is None:
            for pair in played(tables, left, options.seed, options.jobs):
                record.add(pair)
                if test is not None:
                    test.add(*pair.points)
                print(told(record, test), flush=True)
                if test is not None and test.verdict is not None:
                    break
    if record.pairs:
        print(told(record, test))
    if test is not None and test.verdict is not None:
        print(f"{high if test.verdict == test.high else low:g} Elo is believed")


if __name__ == "__main__":
    main()
