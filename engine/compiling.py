"""The kernels are compiled once on a machine: by one process, while all others wait.

    warm_up() ──▶ a process ──▶ the lock ──▶ the stages, Connect Four first ──▶ the cache
                      ▲  │
                      │  └─ its standard output: how far each stage is
                      └─ its standard input, which ends when whoever wants it has ended

Compiling takes more memory than thinking does: a process of its own gives it back. The system
releases the lock when its holder dies, and what was compiled until then is kept: the next process
goes on from there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

from engine.game.position import Position
from engine.game.rules import PRESETS, Rules
from engine.kernels import cache
from engine.solvers import endless, tablebase
from engine.thinking.boards import has_shapes, is_provable, is_solvable
from engine.thinking.clock import Limit

_BRIEF: Final = Limit(nodes=100)


@dataclass(frozen=True)
class Stage:
    """Kernels that are compiled together, by using each of them once."""

    name: str
    seconds: int
    """About the processor time that it takes: the unit of progress."""
    functions: int
    """How many functions are compiled, plus a few, since the last takes the longest."""
    use: Callable[[], None]
    """Use each once, which loads it, or compiles it in this process."""


def _use_gravity() -> None:
    from engine.solvers import gravity as search

    # beyond the early layer of the book, so that the last layer is loaded as well
    position = Position.from_moves(PRESETS["connect4"], [4, 4, 4, 4, 4, 2])
    search.search(position, _BRIEF, True)


def _use_windows() -> None:
    from engine.alphabeta import search

    search.search(Position.start(Rules(4, 4, 4, gravity=True)), _BRIEF, True)


def _use_proofs() -> None:
    from engine.solvers import prover

    prover.warm_up()


def _use_shapes() -> None:
    from engine.alphabeta import search, threat_space

    search.search(Position.from_moves(PRESETS["gomoku"], [113, 114]), _BRIEF, False)
    threat_space.warm_up()


GRAVITY: Final = Stage("gravity", 4, 21, _use_gravity)
WINDOWS: Final = Stage("windows", 6, 44, _use_windows)
PROOFS: Final = Stage("proofs", 8, 47, _use_proofs)
SHAPES: Final = Stage("shapes", 14, 74, _use_shapes)
STAGES: Final = (GRAVITY, WINDOWS, PROOFS, SHAPES)
"""All stages, in the order in which they are compiled: Connect Four needs the first two."""
ALL: Final = frozenset(stage.name for stage in STAGES)
"""The names of all."""


def kernels_of(rules: Rules) -> frozenset[str]:
    """The names of the stages that thinking about a board may need."""
    if tablebase.handles(rules) or endless.handles(rules):
        return frozenset()
    needed = {
        GRAVITY.name: is_solvable(rules),
        WINDOWS.name: True,
        PROOFS.name: is_provable(rules),
        SHAPES.name: has_shapes(rules),
    }
    return frozenset(name for name, wanted in needed.items() if wanted)


def compiled_kernels() -> frozenset[str]:
    """The names of the stages that this machine has already."""
    return frozenset(name for name in ALL if cache.is_done(name))


def load(needed: Collection[str] = ALL) -> None:
    """Load these stages in this process, compiling what is not compiled yet."""
    for stage in STAGES:
        if stage.name in needed:
            stage.use()
            cache.mark_done(stage.name)
    if compiled_kernels() == ALL:
        cache.clear_others()


_STEP: Final = 5
"""Seconds left are told in steps of so many."""
_CERTAIN: Final = 2.0
"""Each stage is worth some seconds: only after so many is the speed of this machine known."""


@dataclass(frozen=True)
class Progress:
    """How much of the kernels for a board is compiled."""

    percent: int
    seconds: int
    """About how long the rest takes."""


@dataclass
class Pace:
    """How much of each stage is compiled, and how fast this machine compiles."""

    parts: dict[str, float] = field(default_factory=dict)
    _begun: float = field(default_factory=monotonic)
    _at_first: float | None = None

    def hear(self, line: str) -> None:
        """Take a report of the process that compiles."""
        parts = json.loads(line)
        self.parts = {name: max(part, self.parts.get(name, 0.0)) for name, part in parts.items()}
        if self._at_first is None:
            self._at_first, self._begun = self._done(ALL), monotonic()

    @property
    def done(self) -> frozenset[str]:
        """The stages that are compiled."""
        return frozenset(name for name, part in self.parts.items() if part >= 1)

    def towards(self, needed: Collection[str]) -> Progress:
        """How far these stages are; they wait for all that is compiled before them."""
        last = max((at for at, stage in enumerate(STAGES) if stage.name in needed), default=-1)
        awaited = [stage.name for stage in STAGES[: last + 1]]
        whole = sum(stage.seconds for stage in STAGES[: last + 1])
        done = self._done(awaited)
        left = (whole - done) / self._pace()
        return Progress(int(100 * done / whole) if whole else 100, _in_steps(left))

    def _done(self, names: Collection[str]) -> float:
        return sum(s.seconds * self.parts.get(s.name, 0.0) for s in STAGES if s.name in names)

    def _pace(self) -> float:
        """Stage seconds compiled per second: 1 where that is not known yet."""
        done = self._done(ALL) - (self._at_first or 0.0)
        return done / max(monotonic() - self._begun, 0.1) if done >= _CERTAIN else 1.0


def _in_steps(seconds: float) -> int:
    return max(_STEP, round(seconds / _STEP) * _STEP)


def report(parts: Mapping[str, float]) -> bytes:
    """The line that `Pace.hear` takes."""
    return json.dumps(dict(parts)).encode() + b"\n"


Tell = Callable[[Pace], object]
"""A callback that is told how far compiling is, a few times a second."""


def is_compiled(needed: Collection[str] = ALL) -> bool:
    """Whether this machine has these kernels already; never where no folder can hold them."""
    return compiled_kernels().issuperset(needed)


def warm_up(needed: Collection[str] = ALL) -> None:
    """Compile or load all that a search needs, so that the first one is as fast as any."""
    if not is_compiled(needed) and sys.executable:
        compile_all()  # what was not compiled there is compiled here
    load(needed)


def compile_all(tell: Tell | None = None) -> bool:
    """Compile what is not compiled yet, in another process; whether that was done."""
    with Compilation() as compilation:
        pace = Pace()
        for line in compilation.reports():
            pace.hear(line)
            if tell is not None:
                tell(pace)
        return compilation.wait()


class Compilation:
    """A process that compiles what is not compiled yet; it never outlives this one."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from engine.compiler import run; run()"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Compilation:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def reports(self) -> Iterator[str]:
        """What it says while it compiles, or waits for another that does: lines for `Pace`."""
        assert self._process.stdout is not None, "it is a pipe"
        with suppress(ValueError):  # closed in the meantime by another thread
            yield from self._process.stdout

    def wait(self) -> bool:
        """Wait for its end, however long that takes; whether all was compiled."""
        for _ in self.reports():
            pass
        return self._process.wait() == 0

    def stop(self) -> None:
        """End it at once; what has been compiled so far is kept."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None, "it is one"
            pipe.close()
