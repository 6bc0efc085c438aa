"""How many requests to Discord a typed move costs, and how many a channel gets at once.

    python -m benchmarks.requests [--save]

The bot runs as a process of its own, connected to the small Discord of the tests, where each
request takes a fifth of a second. Two people play Connect Four on a large board, and one plays the
engine, at several speeds: as people who think, as fast as they can type, and in a rush in which
moves come while the board before is still on its way. Wanted are at most 1.2 requests for each
typed move, and at most 5 in any 5 seconds in a channel, as Discord allows. `posts`, `edits` and
`others` are what they are: others are deleted messages and the word that the bot is typing.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from time import perf_counter
from typing import Final

from benchmarks import results
from benchmarks.load import running
from tests.wire.loopback import Loopback
from tests.wire.rooms import Room

MOST_EACH: Final = 1.2
"""Requests for a typed move."""
MOST_AT_ONCE: Final = 5
"""Requests in a channel in a WINDOW."""
WINDOW: Final = 5.0
LATENCY: Final = 0.2
_LAST_REQUESTS: Final = 8.0
"""Seconds to wait for what is still to be cleaned up."""
_PERIOD: Final = 0.01
_PATIENCE: Final = 60.0
SPEEDS: Final = {"thinking": 2.5, "fast": 1.0, "rush": 0.1}
"""Seconds between two typed moves."""
MOVES: Final = 36


@dataclass
class Traffic:
    """The requests that a game has cost."""

    moves: int
    times: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def each(self) -> float:
        """Requests for a typed move."""
        return len(self.times) / self.moves

    @property
    def at_once(self) -> int:
        """The most requests in a WINDOW."""
        return max(
            sum(start <= time < start + WINDOW for time in self.times) for start in self.times
        )


def columns() -> Iterator[str]:
    """Moves that never line up as many as are wanted."""
    return (str(column) for column in cycle(range(1, 8)))


async def play(discord: Loopback, start: str, pause: float, *, people: int) -> Traffic:
    """Let a game be played by typing, and count what it costs after its first board."""
    room = discord.room()
    await answered(discord, room, start)
    if people > 1:
        before = room.writes
        discord.press(room, "Join", by="bob")
        await until(room, before)
    traffic = Traffic(MOVES)

    def count(method: str, path: str) -> None:
        if path.startswith(f"/channels/{room.id}"):
            traffic.times.append(perf_counter())
            traffic.kinds["other" if path.endswith("/typing") else method] += 1

    discord.on_request, discord.latency = count, LATENCY
    moves = columns()
    for ply in range(MOVES):
        before, asked = room.writes, perf_counter()
        discord.say(room, next(moves), by=("alice", "bob")[ply % people])
        if people == 1:
            await until(room, before)
        await asyncio.sleep(max(0.0, pause - (perf_counter() - asked)))
    await asyncio.sleep(_LAST_REQUESTS)
    discord.on_request, discord.latency = None, 0.0
    return traffic


async def answered(discord: Loopback, room: Room, words: str) -> None:
    """Say something, and wait for the answer."""
    before = room.writes
    discord.say(room, words)
    await until(room, before)


async def until(room: Room, before: int) -> None:
    """Wait until the bot has said more. Raises TimeoutError if it never does."""
    async with asyncio.timeout(_PATIENCE):
        while room.writes == before:  # noqa: ASYNC110 - what it waits for sets no event
            await asyncio.sleep(_PERIOD)


async def main() -> None:
    """Play all games and print the table."""
    kept: dict[str, dict[str, float]] = {}
    print(f"{'':22}{'moves':>7}{'posts':>7}{'edits':>7}{'others':>8}{'each':>7}{'in 5 s':>8}")
    async with running("benchmarks.kinarow", "!ttt games") as (discord, _):
        for speed, pause in SPEEDS.items():
            games = [("two people", "!ttt start 8x7x7g open x", 2)]
            if speed != "rush":
                games.append(("the engine", "!ttt start 19x19x19g misere x easy", 1))
            for name, start, people in games:
                traffic = await play(discord, start, pause, people=people)
                posts, edits = traffic.kinds["POST"], traffic.kinds["PATCH"]
                others = len(traffic.times) - posts - edits
                print(
                    f"{name + ', ' + speed:22}{MOVES:7}{posts:7}{edits:7}{others:8}"
                    f"{traffic.each:7.2f}{traffic.at_once:8}"
                )
                kept[f"{name} {speed}"] = {"each": traffic.each, "at_once": traffic.at_once}
    worst = max(row["each"] for row in kept.values()), max(row["at_once"] for row in kept.values())
    print(f"wanted: at most {MOST_EACH} each, {MOST_AT_ONCE} in {WINDOW:g} s")
    results.save("requests", kept)
    if worst > (MOST_EACH, MOST_AT_ONCE):
        sys.exit("too many")


if __name__ == "__main__":
    asyncio.run(main())
