"""What the pages of boards cost: memory for each that is open, and what a typed move waits for.

    python -m benchmarks.viewers [SECONDS] [--save]

The bot runs as a process of its own, as in `benchmarks.load`. People play by typing in a hundred
channels, first alone, then with five pages open on each game, 500 in all, which get each board. The
goals are 20 kB for a page, and a typed move that does not wait longer than without pages.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import time
from typing import Final

import aiohttp

from benchmarks import results
from benchmarks.load import ROOMS, Load, Player, play, running
from bot.match.session import ChannelId, GameId, UserId
from bot.web.links import Links, Seen
from tests.wire.payloads import TOKEN
from tests.wire.program import Program

PAGES: Final = 5
"""Open on each game."""
_ADDRESS: Final = "127.0.0.1:8093"
_ROUNDS: Final = 3


def memory_of(pid: int) -> float:
    """The bytes that a process has for itself alone (https://docs.kernel.org/filesystems/proc.html)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    private = [line.split() for line in lines if line.startswith("Private_")]
    return sum(1024.0 * int(size) for _, size, _ in private)


def games_of(program: Program) -> list[tuple[int, int]]:
    """Each channel and the number of its newest game, which may just have ended."""
    newest = "SELECT channel_id, max(id) FROM games GROUP BY channel_id"
    with closing(sqlite3.connect(program.database)) as file:
        return file.execute(newest).fetchall()


@asynccontextmanager
async def opened(program: Program) -> AsyncIterator[list[int]]:
    """Open the pages; yields how many messages each has got, as they come."""
    links, got, tasks = Links(TOKEN.encode(), time), list[int](), []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:
        for number, (channel, game) in enumerate(games_of(program) * PAGES):
            headers = {
                "Origin": f"http://{_ADDRESS}",
                "X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}",
            }
            socket = await client.ws_connect(f"http://{_ADDRESS}/live", headers=headers)
            # of somebody who plays none of them, and follows each from game to game
            seen = Seen(ChannelId(channel), GameId(game), UserId(1), stays=True)
            await socket.send_str(json.dumps({"token": links.pass_for(seen), "locale": "en"}))
            got.append(0)
            tasks.append(asyncio.create_task(_count(socket, got, number)))
        await asyncio.sleep(3.0)
        yield got
        for task in tasks:
            task.cancel()


async def _count(socket: aiohttp.ClientWebSocketResponse, got: list[int], number: int) -> None:
    async for _ in socket:
        got[number] += 1


async def main(seconds: float) -> None:
    """Measure without pages and with them, by turns, and print both."""
    loads: dict[str, list[Load]] = {"alone": [], "watched": []}
    sizes = []
    async with running("benchmarks.kinarow", "!ttt games", WEB=_ADDRESS) as (discord, program):
        players = {discord.room().id: Player() for _ in range(ROOMS)}
        await play(discord, program, seconds, players)
        for _ in range(_ROUNDS):
            loads["alone"].append(await play(discord, program, seconds, players))
            before = memory_of(program.pid)
            async with opened(program) as got:
                sizes.append((memory_of(program.pid) - before) / len(got))
                loads["watched"].append(await play(discord, program, seconds, players))
                print(f"{len(got)} pages got {sum(got)} messages")
    least = {name: min(found, key=Load.cost) for name, found in loads.items()}
    for name, load in least.items():
        waits = "".join(f"{load.wait(share):8.1f} ms" for share in (0.5, 0.99))
        print(f"{name:9}{load.messages / load.seconds:6.0f}/s{load.cost() * 1000:8.2f} ms{waits}")
    # memory that earlier pages have left is used again, so the first round tells
    print(f"{sizes[0] / 1024:.1f} kB for a page")
    kept = {name: {"each": load.cost(), "p99": load.wait(0.99)} for name, load in least.items()}
    results.save("viewers", kept | {"page": {"bytes": sizes[0]}})


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    asyncio.run(main(float(given[0]) if given else 5.0))
