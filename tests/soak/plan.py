"""What is soaked: how much of everything, and what is played in the rooms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.soak.tables import Kind
from tests.soak.ways import TYPED, Way
from tests.wire.payloads import user
from tests.wire.rooms import PEOPLE

_FIRST_PERSON: Final = 100
ALL: Final = tuple(Way)


@dataclass(frozen=True)
class Plan:
    """How much is soaked, for how long."""

    seconds: float
    seed: int = 1
    processes: int = 3
    shards: int = 6
    rooms: int = 40
    broken: float = 0.02
    """The part of all requests that go wrong."""
    blow: float = 10.0
    """Seconds between two blows on average."""
    think: float = 2.0
    """Seconds that a person thinks on average."""
    speed: float = 1.0
    """How much faster than on Discord its limits run out."""

    sqlite: bool = False
    """Whether one process keeps the games in SQLite, as it does without PostgreSQL."""

    def __str__(self) -> str:
        kept = "SQLite" if self.sqlite else "PostgreSQL"
        return (
            f"{self.processes} processes, {self.shards} shards, {self.rooms} rooms, {kept}, "
            f"{self.broken:.0%} of requests broken, a blow every {self.blow:g} s, seed {self.seed}"
        )


def games(rooms: int) -> Iterator[Kind]:
    """What is played in each room, by two people who play nowhere else."""
    kinds = (
        ("!ttt start tictactoe x perfect", ALL),
        ("!ttt start 5x5x4 x hard", TYPED),
        ("!ttt start tictactoe open x", ALL),
        ("!ttt start 4x4x3 x easy", (Way.PRESSED,)),
        ("!ttt start 6x6x4 x medium", (Way.SLASH,)),
        ("!ttt vote tictactoe 10s", ALL),
    )
    for room in range(rooms):
        start, ways = kinds[room % len(kinds)]
        yield Kind(start, (person(2 * room), person(2 * room + 1)), ways, "open" in start)


def person(number: int) -> str:
    """The name of somebody whom Discord knows."""
    name = f"p{number}"
    PEOPLE[name] = user(_FIRST_PERSON + number, name)
    return name
