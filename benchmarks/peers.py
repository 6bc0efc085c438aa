"""Kinarow compared with tutorials and other programs, in one run: `python -m benchmarks.peers`.

Writes docs/peers.md and its picture. Every program answers in a process of its own, which a timer
of POSIX ends when a question takes too long; importing, compiling and building tables is not
timed. Ratios within the run are the figures to watch: the machine is whatever it is.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from benchmarks.bars import bars
from benchmarks.contenders import CONTENDERS, NEEDS, PROVERS, plays
from engine import Limit, Position, Rules, analyse, decode_game, encode_game, warm_up

DOCS: Final = Path(__file__).parents[1] / "docs"
BOARDS: Final = ("3x3x3", "4x4x4", "4x4x4g", "6x7x4g")
OURS: Final = "Kinarow"
PACKAGES: Final = ("numba", "easyAI", "open-spiel", "bitbully", "connect-four-ai-linux")
_READY: Final = "ready\n"
_SHORTEST: Final = 0.0001
"""Seconds below which a time is not told."""
_PLIES: Final = (10, 14, 18, 22)
"""Stones on the test positions, a quarter of them each."""


@dataclass(frozen=True)
class Answer:
    """A move, the seconds of CPU it took, and the positions looked at (0: not told)."""

    move: int
    seconds: float
    nodes: int


class LeftOutError(Exception):
    """Why a program cannot be asked, in words: it is not installed, or cannot be imported."""


def answers(name: str, positions: list[Position], seconds: float) -> list[Answer]:
    """What a contender plays, as far as it gets with so many seconds of CPU for each position.

    Raises LeftOutError if it cannot be asked.
    """
    command = [sys.executable, "-m", "benchmarks.peers", "--ask", name, "--seconds", str(seconds)]
    asked = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert asked.stdin is not None
    assert asked.stdout is not None
    given = []
    with asked, suppress(BrokenPipeError):
        if (line := asked.stdout.readline()) != _READY:
            raise LeftOutError(line.strip() or "ends at once")
        for position in positions:
            asked.stdin.write(encode_game(position) + "\n")
            asked.stdin.flush()
            if not (line := asked.stdout.readline()):
                break
            given.append(Answer(*json.loads(line)))
        asked.stdin.close()
    return given


def ask(name: str, seconds: float) -> None:
    """Answer for one contender: a game's code a line in, move, seconds and nodes out.

    One that cannot be asked says why. The process just ends when a question has taken its seconds
    of CPU.
    """
    for module in NEEDS.get(name, ()):
        if find_spec(module.partition(".")[0]) is None:
            print(f"{module} is not installed")
            return
        try:
            import_module(module)
        except Exception as error:
            print(f"{module} cannot be imported: {' '.join(str(error).split())}")
            return
    contender = CONTENDERS[name](Rules.parse("connect4"))
    print(_READY, end="", flush=True)
    for line in sys.stdin:
        position, before = decode_game(line.strip()), contender.nodes
        signal.setitimer(signal.ITIMER_PROF, seconds)
        begun = process_time()
        move = contender.best(position)
        print(json.dumps([move, process_time() - begun, contender.nodes - before]), flush=True)


def test_positions() -> Iterator[Position]:
    """Connect Four positions by chance, in which no stone ends the game and moves matter."""
    chance, rules, number = random.Random(7), Rules.parse("connect4"), 0
    while True:
        position = Position.start(rules)
        while position.outcome is None and position.ply < _PLIES[number % len(_PLIES)]:
            position = position.play(chance.choice(position.legal))
        if position.outcome or any(position.play(move).outcome for move in position.legal):
            continue
        if len({value for value, _ in judged(position).values()}) > 1:
            number += 1
            yield position


def judged(position: Position) -> dict[int, tuple[str, int]]:
    """The proved value of each move and its distance."""
    analysis = analyse(position, Limit(seconds=120.0))
    assert analysis.exact
    return {
        move: (verdict.value, verdict.plies or 0)
        for move, verdict in analysis.verdicts.items()
        if verdict.value
    }


def first_moves(seconds: float) -> tuple[dict[str, dict[str, float]], dict[str, str]]:
    """The seconds to the first move on empty boards, by contender and board, and who is left out.

    Each is asked in a new process. What cannot be asked is left out, with the reason.
    """
    found: dict[str, dict[str, float]] = {}
    left_out: dict[str, str] = {}
    for name in CONTENDERS:
        for board in BOARDS:
            rules = Rules.parse(board)
            if not plays(name, rules):
                continue
            try:
                given = answers(name, [Position.start(rules)], seconds)
            except LeftOutError as error:
                left_out[name] = str(error)
                break
            found.setdefault(name, {})[board] = given[0].seconds if given else float("inf")
        print(name, found.get(name, left_out.get(name)), file=sys.stderr, flush=True)
    return found, left_out


@dataclass(frozen=True)
class Record:
    """How a contender did on the test positions: shares of all, seconds, nodes a second."""

    answered: int
    kept: int
    """Moves that lose nothing: a win stays a win, a draw a draw."""
    best: int
    """Of these the ones that also win soonest or lose latest."""
    seconds: float
    speed: float


def record(name: str, positions: list[Position], seconds: float) -> Record | None:
    """Let a contender play the test positions; None if it plays none in time."""
    if not (given := answers(name, positions, seconds)):
        return None
    kept = best = 0
    for position, answer in zip(positions, given, strict=False):
        worth = judged(position)
        top = next(iter(worth.values()))
        kept += worth[answer.move][0] == top[0]
        best += worth[answer.move] == top
    spent = sum(answer.seconds for answer in given)
    nodes = sum(answer.nodes for answer in given)
    middle = median(answer.seconds for answer in given)
    return Record(len(given), kept, best, middle, nodes / spent)


def told(seconds: float, limit: float) -> str:
    """A time in words."""
    if seconds == float("inf"):
        return f"> {limit:g} s"
    if seconds < _SHORTEST:
        return f"< {_SHORTEST * 1000:g} ms"
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"


def written(limit: float, count: int) -> str:
    """The page, whose pictures are written beside it."""
    first, left_out = first_moves(limit)
    reasons = "; ".join(f"{name}: {why}" for name, why in left_out.items())
    lines = [_HEAD.format(about=about(), limit=f"{limit:g}", count=count)]
    lines += ["", f"Left out: {reasons}."] if left_out else []
    lines += ["", "## First move", "", _FIRST, ""]
    lines += ["| | " + " | ".join(BOARDS) + " |", "|---|" + "--:|" * len(BOARDS)]
    for name, times in first.items():
        cells = (told(times[board], limit) if board in times else "" for board in BOARDS)
        proved = " (proved)" if name in PROVERS else ""
        lines.append(f"| {name}{proved} | " + " | ".join(cells) + " |")
    picture("peers-first", "Seconds to the first move on 4x4x4", first, limit)
    positions = list(islice(test_positions(), count))
    lines += ["", "## Connect Four positions", "", _POSITIONS, ""]
    lines += ["| | keeps the value | best move | median | nodes/s | Kinarow's |"]
    lines += ["|---|--:|--:|--:|--:|--:|"]
    records = {name: record(name, positions, limit) for name in first}
    ours = records[OURS]
    for name, found in records.items():
        print(name, found, file=sys.stderr, flush=True)
        if found is None or ours is None:
            lines.append(f"| {name} | none in {limit:g} s | | | | |")
            continue
        shares = f"{found.kept}/{found.answered} | {found.best}/{found.answered}"
        speed = f"{found.speed:,.0f} | {ours.speed / found.speed:.1f}" if found.speed else " | "
        lines.append(f"| {name} | {shares} | {told(found.seconds, limit)} | {speed} |")
    return "\n".join([*lines, "", "![Seconds to the first move](peers-first.svg)", ""])


def picture(file: str, title: str, first: dict[str, dict[str, float]], limit: float) -> None:
    """Draw the seconds to the first move on 4x4x4."""
    values = {
        n: max(_SHORTEST, min(times["4x4x4"], limit))
        for n, times in first.items()
        if "4x4x4" in times
    }
    words = {name: told(first[name]["4x4x4"], limit) for name in values}
    (DOCS / f"{file}.svg").write_text(bars(title, values, words, OURS), encoding="utf-8")


def about() -> str:
    """When, where and with what."""
    versions = []
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            versions.append(f"{package} {version(package)}")
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()} with {platform.system()}, "
        f"Python {platform.python_version()}, {', '.join(versions)}"
    )


_HEAD: Final = """\
# Beside other programs

Written by `make bench-peers`: every program answers the same questions in the same run, one after
the other on one core; {limit} seconds a question at most, {count} test positions.
Ratios are what to compare; the times are seconds of CPU on this machine.

{about}.

- **textbook minimax** and **tutorial alpha-beta** are written out in `benchmarks/baselines.py`, the
  way tutorials do: lists, no memory, windows counted where the horizon ends.
- **easyAI** runs its negamax with its table over a game written like its examples.
- **OpenSpiel** plays its own `mnk` and `connect_four`: alpha-beta in Python over states in C++, and
  its tree search in C++.
- **bitbully** is an exact Connect Four solver in C++, without its book and with the largest of its
  books, of 12 plies, asked for the score of every column.
- **connect-four-ai** is an exact solver in Rust with a book of 8 plies, asked for the score of
  every column; it does not tell how many positions it looks at for all of them.
- **Kinarow** answers through its front door, with its book, and until the verdict is proved."""

_FIRST: Final = """\
On the empty board, in a process that has not been asked anything before: what a program reads or
works out for its first answer is in it, importing and compiling are not."""

_POSITIONS: Final = """\
Random positions in which the choice matters and no stone ends the game at once. A move *keeps
the value* if a win stays a win and a draw a draw; it is the *best* if it also wins soonest or loses
latest. The last column says how many times as many nodes a second Kinarow looks at."""


def main() -> None:
    """Answer for one contender, or compare them all and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("--ask", choices=CONTENDERS, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=60.0, help="for a question, at most")
    parser.add_argument("--positions", type=int, default=40)
    options = parser.parse_args()
    if options.ask:
        ask(options.ask, options.seconds)
        return
    warm_up()
    page = written(options.seconds, options.positions)
    (DOCS / "peers.md").write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
