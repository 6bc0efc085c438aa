"""The players of a match: an engine of any revision, or somebody else's program."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from engine import Position
from engine.thinking.reasons import only_move

ROOT: Final = Path(__file__).parents[2]
BRAIN: Final = "brain:"
_SETTING: Final = re.compile(r"(seconds|cpu|clock|nodes|pair|depth|level)=[a-z0-9.]+")

_PLAYER: Final = """
import json, random, subprocess, sys, time

kind, value = sys.argv[1].split("=")
# compiling waits for others by the clock that is exchanged below
subprocess.run([sys.executable, "-c", "from engine import warm_up; warm_up()"], check=True)
if kind in ("cpu", "clock"):  # before the engine takes it: neighbours on the machine cost nothing
    time.perf_counter = time.process_time
    kind = "seconds" if kind == "cpu" else kind
import engine
from engine import Level, Limit, Position, Rules, analyse, choose, warm_up

warm_up()
bounds = {}
kept = {"memory": engine.Memory()} if hasattr(engine, "Memory") else {}  # old revisions have none
if kind == "pair":  # so many nodes, and as many more as a second thread searches meanwhile
    from engine import use_spare_core

    use_spare_core(lambda: True, trusted=True)  # it goes on however busy the machine is
    kind, bounds = "nodes", {"seconds": 3600.0}
left, ply = 0.0, 0
print("ready", flush=True)
for line in sys.stdin:
    seed, game, moves = json.loads(line)
    position = Position.from_moves(Rules.parse(game), moves)
    if kind == "level":
        move = choose(position, Level(value), rng=random.Random(seed))
    elif kind == "clock":
        from engine.pbrain import Timing

        begun = time.process_time()
        left, ply = left if len(moves) > ply else float(value), len(moves)
        limit = Limit(seconds=Timing(match=float(value), left=left).seconds())
        move = analyse(position, limit, every=False, **kept).best
        left -= time.process_time() - begun
    else:
        bounds[kind] = float(value) if kind == "seconds" else int(value)
        limit = Limit(**bounds)
        move = analyse(position, limit, every=False, **kept).best
    print(move, flush=True)
"""


class ForfeitError(Exception):
    """Somebody else's program has lost its game: on time, by an illegal move, or by exiting."""


@dataclass(frozen=True)
class Contender:
    """A player: a folder with an engine, and how it chooses its moves."""

    tree: Path
    setting: str
    """A limit or a level, such as `nodes=20000`; `cpu=` counts seconds of the processor."""
    brain: str = ""
    """The command of another program that plays instead."""


class Mover(Protocol):
    """Anything that can name a move."""

    def move(self, position: Position) -> int:
        """The move to make. Raises ForfeitError where there is none."""
        ...


class Player:
    """An engine at work in a process of its own. It remembers the game, if its revision can."""

    def __init__(self, contender: Contender) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PLAYER, contender.setting],
            cwd=contender.tree,
            env={"PYTHONPATH": str(contender.tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._is_level = contender.setting.startswith("level=")
        self.seed = 0
        """What the moves of a level depend on, beside the position."""
        self._answer()

    def move(self, position: Position) -> int:
        """The move that it makes; a search is not asked for one that is forced."""
        if not self._is_level and (forced := only_move(position)) is not None:
            return forced
        assert self._process.stdin is not None
        game = json.dumps([self.seed, str(position.rules), position.moves])
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


@contextmanager
def contender(text: str) -> Iterator[Contender]:
    """Read `[revision:]setting`; a revision is checked out while it is needed."""
    revision, _, setting = text.rpartition(":")
    if not _SETTING.fullmatch(setting):
        raise SystemExit(
            f"a player is seconds=, cpu=, clock=, nodes=, pair=, depth= or level=, not {text!r}"
        )
    if revision.startswith(BRAIN):
        if not setting.startswith("seconds="):
            raise SystemExit(f"a program is given seconds=, not {setting}")
        yield Contender(ROOT, setting, revision.removeprefix(BRAIN))
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
