"""How far compiling is, and how long it takes from there."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from engine.compiling.stages import ALL, STAGES

_STEP: Final = 5
"""Seconds to come are told in steps of so many."""
_CERTAIN: Final = 2.0
"""Stages are worth seconds: only after so many the pace of this machine is known."""


@dataclass(frozen=True)
class Progress:
    """How much of the kernels for a board is compiled."""

    percent: int
    seconds: int
    """About how long the rest takes."""


@dataclass
class Pace:
    """How much of each stage is compiled, and how quickly it goes on this machine."""

    parts: dict[str, float] = field(default_factory=dict)
    _begun: float = field(default_factory=monotonic)
    _at_first: float | None = None

    def hear(self, line: str) -> None:
        """Take a report of the process that compiles."""
        told = json.loads(line)
        self.parts = {name: max(part, self.parts.get(name, 0.0)) for name, part in told.items()}
        if self._at_first is None:
            self._at_first, self._begun = self._done(ALL), monotonic()

    @property
    def done(self) -> frozenset[str]:
        """The stages that are compiled."""
        return frozenset(name for name, part in self.parts.items() if part >= 1)

    def towards(self, needed: Collection[str]) -> Progress:
        """How far it is with these stages; they wait for all that is compiled before."""
        last = max((at for at, stage in enumerate(STAGES) if stage.name in needed), default=-1)
        awaited = [stage.name for stage in STAGES[: last + 1]]
        whole = sum(stage.seconds for stage in STAGES[: last + 1])
        done = self._done(awaited)
        left = (whole - done) / self._pace()
        return Progress(int(100 * done / whole) if whole else 100, _in_steps(left))

    def _done(self, names: Collection[str]) -> float:
        return sum(s.seconds * self.parts.get(s.name, 0.0) for s in STAGES if s.name in names)

    def _pace(self) -> float:
        """Seconds of stages that are compiled in a second: 1 where that is not known yet."""
        done = self._done(ALL) - (self._at_first or 0.0)
        return done / max(monotonic() - self._begun, 0.1) if done >= _CERTAIN else 1.0


def _in_steps(seconds: float) -> int:
    return max(_STEP, round(seconds / _STEP) * _STEP)


def report(parts: Mapping[str, float]) -> bytes:
    """The line that `Pace.hear` takes."""
    return json.dumps(dict(parts)).encode() + b"\n"
