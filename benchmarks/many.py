"""What many live games cost: a start among them, and the wait for an answer.

    python -m benchmarks.many [--save]

For 10 to 10,000 live games, each in a channel of its own, the real bot is started
as a process against the small Discord of the tests: seconds until it is connected and
until every game has been looked after, the main process's memory, and how long an answer
takes when 20 people play, 50 moves a second in all. The growth from few to many is the figure
to watch.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks import results
from benchmarks.load import Player, cpu_of, play
from bot.match.session import Bot, ChannelId, GuildId, MessageId, Person, Seat, Session, UserId
from bot.store import Store
from engine import Level, Position, Rules
from tests.wire.loopback import Loopback
from tests.wire.payloads import ME
from tests.wire.program import Program
from tests.wire.rooms import Room

COUNTS: Final = (10, 100, 1_000, 10_000)
PLAYERS: Final = 20
SECONDS: Final = 5.0
_SHARES: Final = (0.5, 0.95, 0.99)
_BOARD: Final = Position.from_moves(Rules.parse("tictactoe"), (5, 1))


async def fill(store: Store, rooms: list[Room], at_once: int = 500) -> None:
    """Begin and show a game in each room; so many are stored at the same time."""
    chance = Random(1)
    for start in range(0, len(rooms), at_once):
        some = rooms[start : start + at_once]
        await asyncio.gather(*(begin(store, room, chance) for room in some))


async def begin(store: Store, room: Room, chance: Random) -> None:
    """One game in which a person is to move."""
    person = Person(UserId(chance.getrandbits(60)), "somebody")
    session = Session(
        ChannelId(room.id),
        GuildId(room.guild),
        Seat(person),
        Seat(Bot(Level.PERFECT)),
        _BOARD,
        datetime.now(UTC),
    )
    session = await store.create(session)
    board, _ = room.post(ME, {"content": "the board"})
    await store.boards.mark_shown(session, MessageId(int(board["id"])))


def memory_of(pid: int) -> float:
    """Megabytes that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def measure(count: int) -> dict[str, float]:
    """One row of the table."""
    discord = Loopback()
    await discord.start()
    rooms = [discord.room() for _ in range(count)]
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        program = Program(discord.url, Path(folder), "benchmarks.kinarow", LOG_LEVEL="WARNING")
        async with Store.open(f"sqlite+aiosqlite:///{program.database}") as store:
            await fill(store, rooms)
            start = perf_counter()
            await program.start()
            while not discord.gateway.identified:  # noqa: ASYNC110 - another process connects
                await asyncio.sleep(0.01)
            connected = perf_counter() - start
            while await store.shards.heard_until(0) is None:  # noqa: ASYNC110 - noted after the last game
                await asyncio.sleep(0.01)
        ready, cpu, memory = perf_counter() - start, cpu_of(program.pid), memory_of(program.pid)
        players = {discord.room().id: Player() for _ in range(PLAYERS)}
        load = await play(discord, program, SECONDS, players)
        await program.end()
    await discord.stop()
    row = {"games": count, "connected": connected, "ready": ready, "cpu": cpu, "memory": memory}
    row |= {f"p{100 * share:.0f}": load.wait(share) for share in _SHARES}
    waits = "".join(f"{load.wait(share):8.1f} ms" for share in _SHARES)
    print(f"{count:8,}{connected:10.1f} s{ready:8.1f} s{cpu:8.1f} s{memory:8.1f} MB{waits}")
    return row


async def main() -> None:
    """Print the table."""
    print(f"{'games':>8}{'connected':>12}{'all':>10}{'CPU':>10}{'memory':>11}", end="")
    print(f"{'p50':>11}{'p95':>11}{'p99':>11}")
    rows = [await measure(count) for count in COUNTS]
    few, lots = rows[0], rows[-1]
    each = 1024 * (lots["memory"] - few["memory"]) / (lots["games"] - few["games"])
    print(f"{each:.2f} kB of memory a game")
    results.save("many", rows)


if __name__ == "__main__":
    asyncio.run(main())
