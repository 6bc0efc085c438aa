"""How much of a processor core the bot needs at a fixed rate of messages: the project's yardstick.

    python -m benchmarks.load [SECONDS] [--save]

The bot runs as a process of its own and connects to the small Discord of the tests, which runs in
this process. 50 times a second, as often as Discord lets a bot send, a person types a move of
tic-tac-toe in one of many channels; each is answered with the engine's move and the board, with at
most two commits for each. `rush` is moves as fast as they are answered, `talk` is what people say
to each other, which nobody answers, at ten times the rate, as on many servers.

What counts is CPU time of the bot's main process with all its threads, not elapsed time, since
other programs may be using the machine. These still empty the processor's caches while the bot
waits, which can double the cost of a move: so the cheapest of several rounds is printed, and
`rush`, in which the bot hardly waits, says what a move costs with warm caches. What differs least
from one machine to another is how many times as much a move costs as a message to two peers in the
same round (benchmarks/echo.py): `echo` is a bare discord.py bot that makes two requests and does
nothing else, `least` one that makes the request of a board and stores twice, as any bot has to.
`idle` is what the process needs while nobody says anything, which is not part of the cost of a
message.
"""

from __future__ import annotations

import asyncio
import os
import re
import struct
import sys
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks import results
from engine import Position, Rules
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload, user
from tests.wire.program import Program
from tests.wire.rooms import PEOPLE, Room

RATE: Final = 50.0
"""Messages a second."""
ROOMS: Final = 100
"""Channels with a game, so that each player has two seconds for a move."""
ROUNDS: Final = 4
"""By turns."""
RUSH: Final = 1_000.0
"""Messages a second that are more than the bot can answer: then no answer starts from sleep."""
TALK: Final = 500.0
"""Messages of talk a second: Discord does not limit them as it limits what a bot sends."""
KINDS: Final = ("move", "echo", "least", "rush", "talk")
"""What is said, and to whom."""
_LAST_ANSWERS: Final = 1.0
"""Seconds after the last message that are measured too, for its answer."""
_PATIENCE: Final = 120.0
"""Seconds after which a message is never answered any more."""
_START: Final = Position.start(Rules.parse("tictactoe"))
_PLAYED: Final = re.compile(r"\*\*Kinarow\*\* played \*\*(\d)\*\*")
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_CHANGES: Final = 8
"""Where in SQLite's file `-shm` its count of commits stands, a native 32-bit integer.

https://www.sqlite.org/walformat.html#wal_index_format calls it `iChange`."""


@dataclass
class Load:
    """What some messages took."""

    seconds: float
    """The time in which they were sent."""
    messages: int = 0
    cpu: float = 0.0
    """Seconds of CPU of the bot's process."""
    commits: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds until each answer."""

    @property
    def share(self) -> float:
        """The part of one core that was used."""
        return self.cpu / self.seconds

    def cost(self) -> float:
        """Seconds of CPU for a message, or in all where there was none."""
        return self.cpu / max(self.messages, 1)

    def each(self, idle: float) -> float:
        """Milliseconds of CPU for a message, without the share of a core that is used anyway."""
        return (self.cpu - idle * self.seconds) / self.messages * 1000

    def wait(self, share: float) -> float:
        """Milliseconds until the answer, below which this share of the messages stay."""
        return sorted(self.waits)[int(share * (len(self.waits) - 1))] * 1000


class Speaker:
    """A person in one channel who says one thing after another."""

    asked: float | None = None
    """The time at which the person spoke, while the answer is awaited."""

    def words(self) -> str:
        """The next message."""
        return "5"

    def answered(self, answer: str) -> None:
        """Hear the answer."""

    def speak(self, discord: Loopback, room: Room) -> None:
        """Say the next message, unless the answer to the last one is awaited."""
        if self.asked is None:
            self.asked = perf_counter()
            discord.say(room, self.words(), by=person_in(room))


class Player(Speaker):
    """A person in one channel who plays one game after another, as X, on any free tile."""

    def __init__(self) -> None:
        self._position: Position | None = None

    def words(self) -> str:
        """The next message: a move, or the wish for a new game."""
        if self._position is None or self._position.outcome is not None:
            self._position = None
            return "!ttt start x perfect"
        move = self._position.legal[0]
        self._position = self._position.play(move)
        return str(move)

    def answered(self, answer: str) -> None:
        """Take the bot's move from its answer, where the game is not over."""
        if self._position is None:
            self._position = _START
        elif played := _PLAYED.search(answer):
            self._position = self._position.play(int(played[1]))


async def play(
    discord: Loopback,
    program: Program,
    seconds: float,
    players: Mapping[int, Speaker],
    rate: float = RATE,
) -> Load:
    """Let people, by channel, play for some seconds, one message after the other at a rate.

    A person who still waits for an answer is passed over, so a bot that is too slow gets fewer.
    """
    waits: list[float] = []
    turn = cycle(players)

    def speak() -> None:
        room = discord.rooms[next(turn)]
        players[room.id].speak(discord, room)

    discord.listeners[:] = [hearing(players, waits)]
    load = await _measured(program, seconds, speak, rate, players.values())
    discord.listeners.clear()
    load.messages, load.waits = len(waits), waits
    return load


def hearing(players: Mapping[int, Speaker], waits: list[float]) -> Callable[[Room, Payload], None]:
    """A listener that hands players, by channel, their answers, and notes how long each took."""

    def heard(room: Room, message: Payload) -> None:
        player = players.get(room.id)
        if player is not None and player.asked is not None:
            waits.append(perf_counter() - player.asked)
            player.asked = None
            player.answered(message["content"])

    return heard


def person_in(room: Room) -> str:
    """A person who is only in this channel, since what one person may ask for is bounded."""
    name = f"person {room.id}"
    PEOPLE.setdefault(name, user(room.id, name))
    return name


async def talk(discord: Loopback, program: Program, seconds: float) -> Load:
    """Let people talk among themselves for some seconds."""
    room = discord.room()
    words = "well, that was close"
    return await _measured(program, seconds, lambda: discord.say(room, words), TALK)


async def _measured(
    program: Program,
    seconds: float,
    speak: Callable[[], object],
    rate: float,
    speakers: Collection[Speaker] = (),
) -> Load:
    """What it costs that somebody speaks at a rate for some seconds, up to the last answer.

    Raises TimeoutError if one of the speakers is not answered: they would wait in each later round.
    """
    load = Load(seconds)
    stores = program.database.exists()
    cpu, commits = cpu_of(program.pid), commits_of(program.database) if stores else 0
    start = perf_counter()
    for number in range(int(seconds * rate)):
        await asyncio.sleep(start + number / rate - perf_counter())
        speak()
        load.messages += 1
    await asyncio.sleep(_LAST_ANSWERS)
    async with asyncio.timeout(_PATIENCE):
        while any(one.asked for one in speakers):  # noqa: ASYNC110 - who is answered sets no event
            await asyncio.sleep(0.01)
    load.seconds = perf_counter() - start
    load.cpu = cpu_of(program.pid) - cpu
    load.commits = commits_of(program.database) - commits if stores else 0
    return load


async def idle(program: Program, seconds: float) -> Load:
    """What the process needs while nobody says anything."""
    load, cpu = Load(seconds), cpu_of(program.pid)
    await asyncio.sleep(seconds)
    load.cpu = cpu_of(program.pid) - cpu
    return load


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process has used, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def commits_of(database: Path) -> int:
    """How many commits an open SQLite file has seen since it was opened, whoever made them."""
    with Path(f"{database}-shm").open("rb") as index:
        index.seek(_CHANGES)
        (count,) = struct.unpack("=I", index.read(4))
    return int(count)


@asynccontextmanager
async def running(
    module: str, first: str, **environ: str
) -> AsyncIterator[tuple[Loopback, Program]]:
    """A bot connected to a small Discord of its own, after it has answered its `first` message."""
    discord = Loopback()
    await discord.start()
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        program = Program(discord.url, Path(folder), module, LOG_LEVEL="WARNING", **environ)
        await program.start()
        room = discord.room()
        while not room.boards:
            await asyncio.sleep(0.5)
            discord.say(room, first)
        try:
            yield discord, program
        finally:
            await program.end()
            await discord.stop()


async def main(seconds: float) -> None:
    """Measure all by turns and print the table."""
    loads: dict[str, list[Load]] = {name: [] for name in ("idle", *KINDS)}
    async with (
        running("benchmarks.kinarow", "!ttt games") as (discord, program),
        running("benchmarks.echo", "hello") as (other, echo),
        running("benchmarks.echo", "hello", LEAST="1") as (third, least),
    ):
        speakers = {other.room().id: Speaker() for _ in range(ROOMS)}
        others = {third.room().id: Speaker() for _ in range(ROOMS)}
        players = {discord.room().id: Player() for _ in range(ROOMS)}
        await play(discord, program, seconds, players)  # everything has been done once
        for _ in range(ROUNDS):
            loads["idle"].append(await idle(program, seconds))
            loads["move"].append(await play(discord, program, seconds, players))
            loads["echo"].append(await play(other, echo, seconds, speakers))
            loads["least"].append(await play(third, least, seconds, others))
            loads["rush"].append(await play(discord, program, seconds, players, RUSH))
            loads["talk"].append(await talk(discord, program, seconds))
    cheapest = {name: min(found, key=Load.cost) for name, found in loads.items()}
    base = cheapest["idle"].share
    print(f"{'':6}{'messages/s':>12}{'of a core':>11}{'CPU each':>11}", end="")
    print(f"{'commits':>9}{'p50':>11}{'p99':>11}")
    print(f"{'idle':6}{0:12.0f}{base:11.1%}")
    kept = {"idle": {"share": base}}
    for name in KINDS:
        load = cheapest[name]
        each, commits = load.each(base), load.commits / load.messages
        waits = "".join(f"{load.wait(share):8.1f} ms" for share in (0.5, 0.99) if load.waits)
        print(
            f"{name:6}{load.messages / load.seconds:12.0f}{load.share:11.1%}"
            f"{each:8.3f} ms{commits:9.2f}{waits}"
        )
        kept[name] = {"share": load.share, "each": each, "commits": commits}
    for peer in ("echo", "least"):
        pairs = zip(loads["move"], loads[peer], strict=True)
        times = median(move.cost() / other.cost() for move, other in pairs)
        print(
            f"a move costs {times:.1f} times what a message costs {peer}, the median of the rounds"
        )
        kept[peer]["times"] = times
    results.save("load", kept)


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    asyncio.run(main(float(given[0]) if given else 5.0))
