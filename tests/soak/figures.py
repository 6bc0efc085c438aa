"""What a soak has counted, and what it has found wrong."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

BEGIN: Final = "<!-- soak: written by make soak -->"
END: Final = "<!-- end of soak -->"
PAGE: Final = Path(__file__).parents[2] / "docs" / "scaling.md"
_MOST_WAITS: Final = 100_000
"""The newest waits, of which p50 and p99 are taken: a soak of days stays small too."""


@dataclass
class Figures:
    """Counts of one soak."""

    setting: str = ""
    """What was soaked: processes, shards, rooms, the database, the seed."""
    started: float = field(default_factory=monotonic)
    games: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    """Moves of people, by the way they were made."""
    refused: Counter[str] = field(default_factory=Counter)
    """The words with which moves were refused, such as that the database is away."""
    early: int = 0
    """Moves that were typed before a board asked for them, and that nobody has played."""
    failed: int = 0
    """Presses and commands that were not acknowledged in time: whoever made them has seen it."""
    blows: Counter[str] = field(default_factory=Counter)
    """What was done to processes, workers, the database and the gateway."""
    faults: Counter[str] = field(default_factory=Counter)
    """What was done to requests."""
    requests: int = 0
    limited: Counter[str] = field(default_factory=Counter)
    """Requests that exceeded a limit, by its bucket."""
    most_invalid: int = 0
    hasty: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from a person's act to the bot's next word in the room."""
    memory: dict[str, int] = field(default_factory=dict)
    """The most megabytes of each process, workers not counted."""
    ends: list[float] = field(default_factory=list)
    """Seconds from SIGTERM to the end."""
    wrong: list[str] = field(default_factory=list)
    """What must never happen."""

    def waited(self, seconds: float) -> None:
        """Note how long somebody has waited for an answer."""
        self.waits.append(seconds)
        if len(self.waits) > _MOST_WAITS:
            del self.waits[: _MOST_WAITS // 2]

    def share(self, part: float) -> float:
        """The wait below which this part of all stay."""
        waits = sorted(self.waits) or [0.0]
        return waits[int(part * (len(waits) - 1))]

    @property
    def hours(self) -> float:
        """How long it has lasted."""
        return (monotonic() - self.started) / 3600

    def table(self) -> str:
        """The figures for people, in Markdown."""
        rows = {
            "lasted": _duration(self.hours * 60),
            "moves by people": f"{self.moves.total():,}: {_list(self.moves)}",
            "in games": f"{self.games:,}",
            "lost, doubled or wrong": f"{len(self.wrong)}",
            "done to processes and the gateway": f"{self.blows.total():,}: {_list(self.blows)}",
            "done to requests": f"{self.faults.total():,}: {_list(self.faults)}",
            "moves refused with a word why": f"{self.refused.total():,}",
            "typed before a board asked, not played": f"{self.early:,}",
            "presses nobody acknowledged": f"{self.failed:,}",
            "requests": f"{self.requests:,}",
            "of them over a limit": f"{self.limited.total():,}: {_list(self.limited)}",
            "invalid requests, most in 10 min": f"{self.most_invalid:,} of 10,000",
            "identifies that came too soon": f"{self.hasty:,}",
            "wait for an answer": f"p50 {self.share(0.5):.2f} s, p99 {self.share(0.99):.2f} s",
            "memory of a process, at most": f"{max(self.memory.values(), default=0)} MB",
            "end after SIGTERM, at most": f"{max(self.ends, default=0.0):.1f} s",
        }
        lines = [f"| {name} | {value.removesuffix(': ')} |" for name, value in rows.items()]
        return "\n".join([f"| {self.setting} | |", "|---|---|", *lines])

    def write(self, page: Path = PAGE) -> None:
        """Put the table between the two comments of a page."""
        text = page.read_text(encoding="utf-8")
        between = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
        new = between.sub(lambda _: f"{BEGIN}\n{self.table()}\n{END}", text)
        page.write_text(new, encoding="utf-8")


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in sorted(counts.items()))


def _duration(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"
