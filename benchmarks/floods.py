"""How much longer strangers wait while one member asks for as much as they can.

    python -m benchmarks.floods [SECONDS] [NAME ...] [--save]

The bot runs as a process of its own and connects to the small Discord of the tests. Six people of
one server play Connect Four against it, a move every two seconds each, which a worker has to
search. In another server one member floods it in each of twelve ways, twenty times a second, by
turns with a time of quiet. The figure to watch is the ratio of the slowest hundredth (p99) of the
strangers' waits, which should stay below two. `told` is how many messages the member gets in
answer, `memory` what the bot and all its processes hold at most.

Other programs may be using the machine, so quiet and flood are measured in turn.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from benchmarks import results
from benchmarks.load import Speaker, person_in, running
from engine import Position, Rules
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload, user
from tests.wire.rooms import GUILD, OTHER_GUILD, PEOPLE, Room

STRANGERS: Final = 6
PAUSE: Final = 2.0
"""Seconds between two moves of a stranger: Discord takes few messages in a channel."""
ROUNDS: Final = 2
"""Of quiet and flood by turns."""
RATE: Final = 20.0
"""What the member does each second."""
ROOMS: Final = 4
"""The channels in which the member does it."""
_LONGEST_WAIT: Final = 60.0
"""Seconds after which an answer counts as never coming."""
_SETTLE: Final = 3.0
"""Seconds for what the flood has left behind."""
_GAME: Final = Rules.parse("connect4")
_LONG: Final = "!ttt load 20x20x20:" + "-".join(map(str, Random(1).sample(range(1, 401), 300)))
"""A game of 300 moves, which nobody has won."""
_PLAYED: Final = re.compile(r"\*\*Kinarow\*\* played (?:column )?\*\*(\d)\*\*")

Flood = Callable[[Loopback, list[Room], str], Iterator[Callable[[], object]]]
"""What the member does, one thing after the other, without end."""


class Stranger(Speaker):
    """A person who plays one game of Connect Four after the other."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self.waits: list[float] = []

    def words(self) -> str:
        """The next message: a move, or the wish for a new game."""
        if self._position is None or self._position.outcome is not None:
            self._position = None
            return "!ttt start connect4 x medium"
        move = self._position.legal[-1]
        self._position = self._position.play(move)
        return str(move)

    def hear(self, said: str) -> None:
        """Note how long an answer took; a board on which the bot still thinks is no answer."""
        if self.asked is None:
            return
        played = _PLAYED.search(said)
        if self._position is None:
            self._position = Position.start(_GAME)
        elif played is not None:
            self._position = self._position.play(int(played[1]))
        elif self._position.outcome is None:
            return
        self.waits.append(perf_counter() - self.asked)
        self.asked = None


async def strangers_play(discord: Loopback, people: Mapping[int, Stranger], seconds: float) -> None:
    """Let the strangers play for some seconds, and wait for their last answers."""
    everybody = cycle(people)
    start = perf_counter()
    for number in range(int(seconds * len(people) / PAUSE)):
        await asyncio.sleep(start + number * PAUSE / len(people) - perf_counter())
        room = discord.rooms[next(everybody)]
        if people[room.id].asked is None:
            people[room.id].asked = perf_counter()
            discord.say(room, people[room.id].words(), by=person_in(room))
    end = perf_counter() + _LONGEST_WAIT
    while any(one.asked is not None for one in people.values()) and perf_counter() < end:  # noqa: ASYNC110 - another process answers
        await asyncio.sleep(0.05)
    for one in people.values():
        if one.asked is not None:  # never answered
            one.waits.append(_LONGEST_WAIT)
            one.asked = None


async def flooding(acts: Iterator[Callable[[], object]]) -> None:
    """Do one thing after the other until cancelled."""
    start = perf_counter()
    for number, act in enumerate(acts):
        await asyncio.sleep(start + number / RATE - perf_counter())
        act()


def typed(*words: str) -> Flood:
    """A flood of messages, in one channel after the other."""

    def acts(discord: Loopback, rooms: list[Room], by: str) -> Iterator[Callable[[], object]]:
        for room in cycle(rooms):
            yield from (partial(discord.say, room, word, by=by) for word in words)

    return acts


def pressed(label: str) -> Flood:
    """A flood of presses."""
    return lambda discord, rooms, by: (
        partial(discord.press, room, label, by=by) for room in cycle(rooms)
    )


def commanded(name: str) -> Flood:
    """A flood of slash commands."""
    return lambda discord, rooms, by: (
        partial(discord.command, room, name, by=by) for room in cycle(rooms)
    )


def in_foreign_games(
    discord: Loopback, _rooms: list[Room], by: str
) -> Iterator[Callable[[], object]]:
    """A flood of numbers in the channels of the strangers."""
    foreign = [room for room in discord.rooms.values() if room.guild == OTHER_GUILD]
    numbers = map(str, cycle(range(1, 8)))
    return (partial(discord.say, room, next(numbers), by=by) for room in cycle(foreign))


FLOODS: Final[dict[str, tuple[tuple[str, ...], Flood]]] = {
    "hints": (("!ttt start gomoku x",), typed("!ttt hint")),
    "hint buttons": (("!ttt start gomoku x",), pressed("Hint")),
    "replays": ((_LONG, "!ttt resign"), typed("!ttt replay")),
    "reviews": ((_LONG, "!ttt resign"), commanded("review")),
    "starts": ((), typed("!ttt start gomoku o", "!ttt stop")),
    "junk": ((), typed("!ttt nonsense")),
    "foreign": ((), in_foreign_games),
    "puzzles": ((), typed("!ttt puzzle b2")),
    "ballots": (("!ttt vote connect4 30s",), typed(*"1234567")),
    "loads": ((), typed(_LONG, "!ttt resign")),
    "explorer": ((), typed("!ttt explore gomoku")),
    "boards": (("!ttt start gomoku x",), typed("!ttt board")),
}
"""What the member does first in each of their channels, and then without end."""


def memory_of(pid: int) -> float:
    """Megabytes that a process and all that it has started hold; what they share counts once."""
    try:
        shared = Path(f"/proc/{pid}/smaps_rollup").read_text()
        tasks = [task.read_text() for task in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:  # it has just ended
        return 0.0
    (pss,) = re.findall(r"^Pss: +(\d+) kB", shared, re.MULTILINE)
    return int(pss) / 1024 + sum(memory_of(int(child)) for child in " ".join(tasks).split())


async def prepared(discord: Loopback, by: str, first: tuple[str, ...]) -> list[Room]:
    """The member's channels, after what they do first in each."""
    rooms = [discord.room(GUILD) for _ in range(ROOMS)]
    for room in rooms:
        for words in first:
            said = len(room.log)
            discord.say(room, words, by=by)
            while len(room.log) == said:  # noqa: ASYNC110 - another process answers
                await asyncio.sleep(0.05)
    return rooms


async def watch_memory(pid: int, seen: list[float]) -> None:
    """Note twice a second how much memory is held, until cancelled."""
    while True:
        seen.append(await asyncio.to_thread(memory_of, pid))
        await asyncio.sleep(0.5)


async def measure(
    discord: Loopback, pid: int, people: Mapping[int, Stranger], name: str, seconds: float
) -> dict[str, float]:
    """One row of the table."""
    first, flood = FLOODS[name]
    PEOPLE[name] = user(1_000 + len(PEOPLE), name)
    rooms = await prepared(discord, name, first)
    said = sum(len(room.log) for room in rooms)
    quiet: list[float] = []
    flooded: list[float] = []
    seen: list[float] = []
    for _ in range(ROUNDS):
        quiet += await waits(discord, people, seconds)
        work = [
            asyncio.create_task(flooding(flood(discord, rooms, name))),
            asyncio.create_task(watch_memory(pid, seen)),
        ]
        flooded += await waits(discord, people, seconds)
        for task in work:
            task.cancel()
        await asyncio.sleep(_SETTLE)
    told = sum(len(room.log) for room in rooms) - said
    before, during = percentile(quiet), percentile(flooded)
    row = {"quiet": before, "flooded": during, "ratio": during / before}
    row |= {"told": told, "memory": max(seen)}
    print(
        f"{name:14}{before * 1000:8.0f} ms{during * 1000:8.0f} ms{during / before:8.2f}"
        f"{told:8}{max(seen):8.0f} MB",
        flush=True,
    )
    return row


async def waits(discord: Loopback, people: Mapping[int, Stranger], seconds: float) -> list[float]:
    """How long the strangers wait for each answer while they play for some seconds."""
    for one in people.values():
        one.waits.clear()
    await strangers_play(discord, people, seconds)
    return [wait for one in people.values() for wait in one.waits]


def percentile(found: list[float], share: float = 0.99) -> float:
    """The wait below which this share of all stay."""
    return sorted(found)[int(share * (len(found) - 1))]


async def main(seconds: float, names: list[str]) -> None:
    """Print the table."""
    environ = {"ENGINE": "local:2", "MOVE_SECONDS": "1", "LEVEL": "medium"}
    async with running("benchmarks.kinarow", "!ttt games", **environ) as (discord, program):
        people = {discord.room(OTHER_GUILD).id: Stranger() for _ in range(STRANGERS)}

        def heard(room: Room, message: Payload) -> None:
            if room.id in people:
                people[room.id].hear(message["content"])

        discord.listeners[:] = [heard]
        await strangers_play(discord, people, seconds)  # everything has been done once
        print(f"{'p99 of':14}{'quiet':>11}{'flooded':>11}{'ratio':>8}{'told':>8}{'memory':>11}")
        rows = {name: await measure(discord, program.pid, people, name, seconds) for name in names}
    results.save("floods", rows)


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    numbers = [float(word) for word in given if word not in FLOODS]
    chosen = [word for word in given if word in FLOODS] or list(FLOODS)
    asyncio.run(main(numbers[0] if numbers else 10.0, chosen))
