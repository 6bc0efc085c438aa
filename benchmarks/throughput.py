"""Messages a second through the whole bot, against one that only echoes.

    python -m benchmarks.throughput [SECONDS] [--save]

Both are processes of their own and connect to the small Discord of the tests, which runs
in this one. In each of many channels a person speaks; right after the answer has come the
next message goes there. A move is answered with the engine's move and the board, after
both are on the disk. The ratios are the figures to watch: both bots pay for the same
library and connection. CPU is that of the bot's main process, without its workers.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks import results
from engine import Position, Rules
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload
from tests.wire.program import Program
from tests.wire.rooms import Room

ROOMS: Final = 200
BREATH: Final = 0.02
"""Seconds from an answer to the next message: no person is faster."""
ROUNDS: Final = 5
"""By turns; the one with the median of the CPU counts, since others may use the machine."""
CHATTER: Final = 3_000
_START: Final = Position.start(Rules.parse("tictactoe"))
_PLAYED: Final = re.compile(r"\*\*Kinarow\*\* played \*\*(\d)\*\*")
_COMPARED: Final = {"echo": "echo", "move": "echo", "heard": "heard", "chatter": "heard"}
"""What is measured, and with what it is compared."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass
class Cost:
    """What a number of messages took."""

    messages: int
    seconds: float
    cpu: float
    waits: list[float]

    @property
    def rate(self) -> float:
        """Messages a second."""
        return self.messages / self.seconds

    @property
    def each(self) -> float:
        """Milliseconds of CPU for a message."""
        return self.cpu / self.messages * 1000

    def wait(self, share: float) -> float:
        """Milliseconds until the answer, of which this share of the messages stay below."""
        return sorted(self.waits)[int(share * (len(self.waits) - 1))] * 1000


class Talker:
    """A person in one channel, who says what makes the bot answer, again and again."""

    def words(self) -> str:
        """The next message."""
        return "echo"

    def hear(self, answer: str) -> None:
        """The bot has answered."""


class Player(Talker):
    """A person who plays one game after the other, X in each, and any free tile."""

    def __init__(self) -> None:
        self._position: Position | None = None

    def words(self) -> str:
        """A move, or the wish for a new game."""
        if self._position is None or self._position.outcome is not None:
            self._position = None
            return "!ttt start x"
        move = self._position.legal[0]
        self._position = self._position.play(move)
        return str(move)

    def hear(self, answer: str) -> None:
        """The board, with the engine's move unless the game is over."""
        if self._position is None:
            self._position = _START
        elif played := _PLAYED.search(answer):
            self._position = self._position.play(int(played[1]))


async def talk(
    discord: Loopback, program: Program, kind: type[Talker], seconds: float, rooms: int = ROOMS
) -> Cost:
    """Let a person talk in each of some new channels for so long."""
    talkers = {room.id: kind() for room in (discord.room() for _ in range(rooms))}
    asked: dict[int, float] = {}
    waits: list[float] = []

    def speak(room: Room) -> None:
        asked[room.id] = perf_counter()
        discord.say(room, talkers[room.id].words())

    def heard(room: Room, message: Payload) -> None:
        if room.id in talkers:
            waits.append(perf_counter() - asked[room.id])
            talkers[room.id].hear(message["content"])
            asyncio.get_running_loop().call_later(BREATH, speak, room)

    discord.listeners[:] = [heard]
    start, cpu = perf_counter(), cpu_of(program.pid)
    for room in talkers:
        speak(discord.rooms[room])
    await asyncio.sleep(seconds)
    cost = Cost(len(waits), perf_counter() - start, cpu_of(program.pid) - cpu, waits)
    discord.listeners.clear()
    await asyncio.sleep(0.5)
    return cost


async def chat(discord: Loopback, program: Program, asking: str) -> Cost:
    """Let people talk among themselves, and then ask for an answer."""
    room, answered = discord.room(), asyncio.Event()
    discord.listeners[:] = [lambda *_: answered.set()]
    start, cpu = perf_counter(), cpu_of(program.pid)
    for number in range(CHATTER):
        discord.say(room, f"well, that was number {number}")
        if number % 50 == 0:
            await asyncio.sleep(0)
    discord.say(room, asking)
    await answered.wait()
    return Cost(CHATTER, perf_counter() - start, cpu_of(program.pid) - cpu, [])


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@asynccontextmanager
async def running(module: str, asking: str) -> AsyncIterator[tuple[Loopback, Program]]:
    """A bot connected to a small Discord of its own, where it has answered what it was asked."""
    discord = Loopback()
    await discord.start()
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        program = Program(discord.url, Path(folder), module, LOG_LEVEL="WARNING")
        await program.start()
        room = discord.room()
        while not room.boards:
            await asyncio.sleep(0.5)
            discord.say(room, asking)
        try:
            yield discord, program
        finally:
            await program.end()
            await discord.stop()


async def main(seconds: float) -> None:
    """Measure both by turns and print the table."""
    costs: dict[str, list[Cost]] = {}
    async with (
        running("benchmarks.echo", "echo") as echo,
        running("benchmarks.kinarow", "!ttt games") as kinarow,
    ):
        for _ in range(ROUNDS):
            costs.setdefault("echo", []).append(await talk(*echo, Talker, seconds))
            costs.setdefault("move", []).append(await talk(*kinarow, Player, seconds))
            costs.setdefault("heard", []).append(await chat(*echo, "echo"))
            costs.setdefault("chatter", []).append(await chat(*kinarow, "!ttt games"))
    print(f"{'':10}{'messages/s':>12}{'ratio':>8}{'CPU each':>12}{'ratio':>8}", end="")
    print(f"{'p50':>10}{'p99':>10}")
    usual = {
        name: sorted(found, key=lambda cost: cost.each)[ROUNDS // 2]
        for name, found in costs.items()
    }
    for name, other in _COMPARED.items():
        cost, base = usual[name], usual[other]
        waits = "".join(f"{cost.wait(share):7.1f} ms" for share in (0.5, 0.99) if cost.waits)
        print(
            f"{name:10}{cost.rate:12.0f}{cost.rate / base.rate:8.2f}"
            f"{cost.each:9.3f} ms{base.each / cost.each:8.2f}{waits}"
        )
    kept = {name: {"rate": cost.rate, "each": cost.each} for name, cost in usual.items()}
    results.save("throughput", kept)


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    asyncio.run(main(float(given[0]) if given else 4.0))
