"""How soon games go on after a restart: with many live games, and much to read back.

    python -m benchmarks.resume [GAMES] [--save]

The bot starts as a process of its own, connected to the small Discord of the tests, with 10,000
live games. In some the engine owes a move, in others people typed theirs while the bot was away,
and in one channel thousands of messages were typed. Seconds count from the moment the bot is told
that it is connected: until the first move is shown, until half of them and all are. Wanted is the
first owed one within two seconds.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks import results
from benchmarks.many import fill
from bot.match.session import ChannelId
from bot.store import Store
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload
from tests.wire.program import Program
from tests.wire.rooms import Room

GAMES: Final = 10_000
OWED: Final = 100
TYPED: Final = 200
TALK: Final = 5_000
WANTED: Final = 2.0
"""Seconds to the first owed move."""
_PERIOD: Final = 0.005
_PATIENCE: Final = 300.0


async def owe(store: Store, room: Room) -> None:
    """Store the move of a person that no engine has answered."""
    session = await store.load(ChannelId(room.id))
    assert session is not None, "a game is on"
    await store.save(session, session.play(session.people[0].id, 9))


def speak(room: Room, person: int, words: str) -> None:
    """Let somebody type while the bot is away."""
    author = {"id": str(person), "username": "somebody", "discriminator": "0", "avatar": None}
    room.post(author, {"content": words})


class Watch:
    """What is shown when, in which rooms."""

    def __init__(self, discord: Loopback) -> None:
        self.connected = 0.0
        self.shown: dict[int, float] = {}
        self.requests: Counter[int] = Counter()
        discord.listeners.append(self._heard)
        discord.on_request = self._asked

    def _heard(self, room: Room, _message: Payload) -> None:
        self.shown.setdefault(room.id, perf_counter() - self.connected)

    def _asked(self, _method: str, _path: str) -> None:
        self.requests[int(perf_counter())] += 1

    async def until_shown(self, rooms: list[Room]) -> list[float]:
        """Wait until the game of each room is shown; return the seconds, the soonest first."""
        async with asyncio.timeout(_PATIENCE):
            while not all(room.id in self.shown for room in rooms):  # noqa: ASYNC110 - another process
                await asyncio.sleep(_PERIOD)
        return sorted(self.shown[room.id] for room in rooms)


async def main(games: int) -> None:
    """Measure a start and print the table."""
    discord = Loopback()
    await discord.start()
    rooms = [discord.room() for _ in range(games)]
    step = games // (OWED + TYPED)
    owed, typed = rooms[::step][:OWED], rooms[1::step][:TYPED]
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        program = Program(discord.url, Path(folder), "benchmarks.kinarow", LOG_LEVEL="WARNING")
        async with Store.open(f"sqlite+aiosqlite:///{program.database}") as store:
            await fill(store, rooms)
            for room in owed:
                await owe(store, room)
            for room in typed:
                session = await store.load(ChannelId(room.id))
                assert session is not None, "a game is on"
                speak(room, session.people[0].id, "9")
        for _ in range(TALK):
            speak(rooms[-1], 2, "well, that was close")
        watch = Watch(discord)
        await program.start()
        while not discord.gateway.identified:  # noqa: ASYNC110 - another process connects
            await asyncio.sleep(_PERIOD)
        watch.connected = perf_counter()
        kept = {"games": float(games)}
        print(f"{'':8}{'games':>8}{'first':>10}{'half':>10}{'all':>10}")
        for name, where in (("owed", owed), ("typed", typed)):
            seconds = await watch.until_shown(where)
            marks = {"first": seconds[0], "half": seconds[len(where) // 2], "all": seconds[-1]}
            print(f"{name:8}{len(where):8}" + "".join(f"{mark:8.1f} s" for mark in marks.values()))
            kept |= {f"{name} {key}": mark for key, mark in marks.items()}
        kept["requests"] = float(max(watch.requests.values()))
        print(f"{kept['requests']:.0f} requests in a second at most; first wanted in {WANTED:g} s")
        await program.end()
    await discord.stop()
    results.save("resume", kept)
    if kept["owed first"] > WANTED:
        sys.exit("too slow")


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    asyncio.run(main(int(given[0]) if given else GAMES))
