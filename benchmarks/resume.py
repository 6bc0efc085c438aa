"""How soon games go on after a restart: with many live games, and much to read back.

    python -m benchmarks.resume [GAMES] [--talked] [--rounds 3] [--save]

The bot starts as a process of its own, connected to the small Discord of the tests, with 10,000
live games, forty in a server. In some the engine owes a move, in others people typed theirs while
the bot was away,
and in one channel thousands of messages were typed. With `--talked` something was said in every
channel, so that all are to be read. Seconds count from the moment the bot has
identified: until the first move is shown, until half of them and all are. The start of the process
itself, with Python and the database, comes before that and stands in a line of its own. Wanted is
the first owed move within two seconds; of several rounds the median counts.

Some people come back with the bot: in a few channels they ask for the board as soon as it has
identified (`early`), in others when it has begun to read (`board`), and in others they move then
(`move`). Their seconds count from what they typed. Wanted is the first answer within three.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from benchmarks import results
from benchmarks.load import cpu_of
from benchmarks.many import fill
from bot.match.session import ChannelId, moves
from bot.store import Store
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload
from tests.wire.program import Program
from tests.wire.rooms import GUILD, Room

GAMES: Final = 10_000
EACH: Final = 40
"""Live games in a server."""
OWED: Final = 100
TYPED: Final = 200
TALK: Final = 5_000
BACK: Final = 10
"""People of each kind who come back with the bot."""
ROUNDS: Final = 3
WANTED: Final = 2.0
"""Seconds to the first owed move."""
ANSWERED: Final = 3.0
"""Seconds to the first answer of those who come back."""
COUNTS: Final = {"owed": OWED, "typed": TYPED, "early": BACK, "board": BACK, "move": BACK}
"""How many games each line of the table is about."""
_PERIOD: Final = 0.005
_PATIENCE: Final = 900.0


async def owe(store: Store, room: Room) -> None:
    """Store the move of a person that no engine has answered."""
    session = await store.load(ChannelId(room.id))
    assert session is not None, "a game is on"
    await store.save(session, moves.play(session, session.people[0].id, 9))


async def player_of(store: Store, room: Room) -> int:
    """The player in a room."""
    session = await store.load(ChannelId(room.id))
    assert session is not None, "a game is on"
    return session.people[0].id


def speak(room: Room, person: int, words: str) -> Payload:
    """Let somebody type while the bot is away."""
    author = {"id": str(person), "username": "somebody", "discriminator": "0", "avatar": None}
    message, _ = room.post(author, {"content": words})
    return message


class Watch:
    """What is shown when, in which rooms."""

    def __init__(self, discord: Loopback) -> None:
        self.connected = 0.0
        self.shown: dict[int, float] = {}
        self.requests: Counter[int] = Counter()
        self.reads = 0
        """How many pages of channels were read."""
        discord.listeners.append(self._heard)
        discord.on_request = self._asked

    def _heard(self, room: Room, _message: Payload) -> None:
        self.shown.setdefault(room.id, perf_counter() - self.connected)

    def _asked(self, method: str, path: str) -> None:
        self.requests[int(perf_counter())] += 1
        self.reads += method == "GET" and path.endswith("/messages")

    def since(self, rooms: list[Room], typed: float) -> list[float]:
        """The seconds from then until each room was answered, the soonest first."""
        return sorted(self.shown[room.id] - typed for room in rooms)

    async def until_any(self, rooms: list[Room]) -> None:
        """Wait until the first game of some is shown."""
        async with asyncio.timeout(_PATIENCE):
            while not any(room.id in self.shown for room in rooms):  # noqa: ASYNC110 - another process
                await asyncio.sleep(_PERIOD)

    async def until_shown(self, rooms: list[Room]) -> list[float]:
        """Wait until the game of each room is shown; return the seconds, the soonest first."""
        async with asyncio.timeout(_PATIENCE):
            while not all(room.id in self.shown for room in rooms):  # noqa: ASYNC110 - another process
                await asyncio.sleep(_PERIOD)
        return sorted(self.shown[room.id] for room in rooms)


async def measure(games: int, *, talked: bool) -> dict[str, float]:
    """Start among so many games; the seconds of each mark, and the most requests in a second."""
    discord = Loopback()
    await discord.start()
    discord.guilds = [GUILD + (number << 22) for number in range(-(-games // EACH))]
    rooms = [
        discord.room(guild) for guild, _ in zip(cycle(discord.guilds), range(games), strict=False)
    ]
    step = games // (OWED + TYPED)
    owed, typed = rooms[::step][:OWED], rooms[1::step][:TYPED]
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        program = Program(discord.url, Path(folder), "benchmarks.kinarow", LOG_LEVEL="WARNING")
        async with Store.open(f"sqlite+aiosqlite:///{program.database}") as store:
            await fill(store, rooms)
            for room in owed:
                await owe(store, room)
            for room in typed:
                speak(room, await player_of(store, room), "9")
            back = rooms[step // 2 :: step][: 3 * BACK]
            players = [await player_of(store, room) for room in back]
        for room in rooms if talked else ():
            speak(room, 2, "well, that was close")
        for _ in range(TALK):
            speak(rooms[-1], 2, "well, that was close")
        try:
            marks = await start(
                discord, program, owed, typed, dict(zip(back, players, strict=True))
            )
            await program.end()
        finally:
            if program.running:
                await program.kill()
                print(program.logged(), file=sys.stderr)
    await discord.stop()
    return marks


async def start(
    discord: Loopback,
    program: Program,
    owed: list[Room],
    typed: list[Room],
    back: dict[Room, int],
) -> dict[str, float]:
    """Start the bot; the seconds of each mark. In the rooms of `back` a person types again."""
    watch = Watch(discord)
    started = perf_counter()
    await program.start()
    while not discord.gateway.identified:  # noqa: ASYNC110 - another process connects
        await asyncio.sleep(_PERIOD)
    watch.connected, used = perf_counter(), cpu_of(program.pid)
    marks = {"start": watch.connected - started, "start cpu": used}
    rooms = list(back)
    said = {"early": say(discord, back, rooms[:BACK], "!ttt board")}
    while not watch.reads:  # noqa: ASYNC110 - another process reads
        await asyncio.sleep(_PERIOD)
    marks["look-up"] = perf_counter() - watch.connected
    said["board"] = say(discord, back, rooms[BACK : 2 * BACK], "!ttt board")
    said["move"] = say(discord, back, rooms[2 * BACK :], "9")
    await watch.until_any(owed)
    marks["cpu"] = cpu_of(program.pid) - used
    for name, where in (("owed", owed), ("typed", typed)):
        seconds = await watch.until_shown(where)
        marks |= shares(name, seconds)
    for place, (name, when) in enumerate(said.items()):
        where = rooms[place * BACK : (place + 1) * BACK]
        await watch.until_shown(where)
        marks |= shares(name, watch.since(where, when - watch.connected))
    async with Store.open(f"sqlite+aiosqlite:///{program.database}") as store:
        while await store.shards.heard_until(0) is None:  # noqa: ASYNC110 - noted after the last game
            await asyncio.sleep(_PERIOD)
    marks["read"] = perf_counter() - watch.connected
    marks["requests"] = float(max(watch.requests.values()))
    return marks


def say(discord: Loopback, people: dict[Room, int], rooms: list[Room], words: str) -> float:
    """Let the players of some rooms type while the bot listens; when that was."""
    for room in rooms:
        discord.gateway.dispatch("MESSAGE_CREATE", speak(room, people[room], words))
    return perf_counter()


def shares(name: str, seconds: list[float]) -> dict[str, float]:
    """The first, the middle and the last of some seconds."""
    named = {"first": seconds[0], "half": seconds[len(seconds) // 2], "all": seconds[-1]}
    return {f"{name} {share}": value for share, value in named.items()}


async def main(games: int, rounds: int, *, talked: bool) -> None:
    """Measure some starts and print the table of medians."""
    found = [await measure(games, talked=talked) for _ in range(rounds)]
    marks = {name: median(one[name] for one in found) for name in found[0]}
    print(f"{'':8}{'games':>8}{'first':>10}{'half':>10}{'all':>10}")
    for name, where in COUNTS.items():
        seconds = (marks[f"{name} {key}"] for key in ("first", "half", "all"))
        print(f"{name:8}{where:8}" + "".join(f"{mark:8.1f} s" for mark in seconds))
    print(
        f"{marks['start']:.1f} s from the start of the process until it has identified, "
        f"{marks['start cpu']:.1f} s of CPU"
    )
    print(f"{marks['look-up']:.1f} s until it reads, {marks['read']:.1f} s until all is read")
    print(f"{marks['cpu']:.1f} s of CPU from there to the first owed move")
    print(f"{marks['requests']:.0f} requests in a second at most; first wanted in {WANTED:g} s")
    results.save("resume", {"games": games, "talked": talked, **marks})
    answered = max(marks[f"{name} first"] for name in ("early", "board", "move"))
    if marks["owed first"] > WANTED or answered > ANSWERED:
        sys.exit("too slow")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.resume",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="?", type=int, default=GAMES, help="live games")
    parser.add_argument("--talked", action="store_true", help="there is news in every channel")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="starts, each with a new bot")
    parser.add_argument("--save", action="store_true", help="keep the figures")
    options = parser.parse_args()
    asyncio.run(main(options.games, options.rounds, talked=options.talked))
