"""What the pages of boards cost: memory for each that is open, and what a typed move waits for.

    python -m benchmarks.viewers [SECONDS] [--save]

The bot runs as a process of its own, as in `benchmarks.load`. People play by typing in a hundred
channels, by turns alone and with five pages open on each game, 500 in all: the player's and four
that watch, which get each board. The goals are 20 kB for a page, and a typed move that does not
wait longer than without pages: of each round with pages the wait is told as a part of that of the
rounds before and after it, and the median of those is the figure, since other programs come and go.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from itertools import pairwise
from pathlib import Path
from statistics import median
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
_ROUNDS: Final = 5
_BROWSERS: Final = "--browsers"
"""Makes this program the one that opens the pages: it is to slow down no answer that is timed."""


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
async def opened(program: Program) -> AsyncIterator[int]:
    """Open the pages, in a process of their own, during a `with` block; yields how many."""
    links, games, passes = Links(TOKEN.encode(), time), games_of(program), list[str]()
    for number, (channel, game) in enumerate(games * PAGES):
        # of the player, whose id is that of the channel, and of people who only watch
        user = UserId(channel if number < len(games) else 1)
        seen = Seen(ChannelId(channel), GameId(game), user, stays=True)
        passes.append(links.pass_for(seen))
    browsers = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.viewers", _BROWSERS), stdin=PIPE, stdout=PIPE
    )
    assert browsers.stdin is not None
    assert browsers.stdout is not None
    browsers.stdin.write(json.dumps(passes).encode() + b"\n")
    await browsers.stdout.readline()
    yield len(passes)
    browsers.stdin.close()
    print(f"{len(passes)} pages got {(await browsers.stdout.read()).decode().strip()} messages")
    await browsers.wait()


async def browse(passes: list[str]) -> None:
    """Open a page by each pass, and count what all get until standard input ends."""
    got = 0

    async def read(socket: aiohttp.ClientWebSocketResponse) -> None:
        nonlocal got
        async for _ in socket:
            got += 1

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:
        tasks = []
        for number, token in enumerate(passes):
            headers = {
                "Origin": f"http://{_ADDRESS}",
                "X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}",
            }
            socket = await client.ws_connect(f"http://{_ADDRESS}/live", headers=headers)
            await socket.send_str(json.dumps({"token": token, "locale": "en"}))
            tasks.append(asyncio.create_task(read(socket)))
        await asyncio.sleep(3.0)
        got = 0
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.read)
        print(got)
        for task in tasks:
            task.cancel()


async def main(seconds: float) -> None:
    """Measure without pages and with them, by turns, and print both."""
    alone, watched, sizes = list[Load](), list[Load](), list[float]()
    async with running("benchmarks.kinarow", "!ttt games", WEB=_ADDRESS) as (discord, program):
        players = {discord.room().id: Player() for _ in range(ROOMS)}
        await play(discord, program, seconds, players)
        for _ in range(_ROUNDS):
            alone.append(await play(discord, program, seconds, players))
            before = memory_of(program.pid)
            async with opened(program) as count:
                sizes.append((memory_of(program.pid) - before) / count)
                watched.append(await play(discord, program, seconds, players))
        alone.append(await play(discord, program, seconds, players))
    for name, loads in (("alone", alone), ("watched", watched)):
        for load in loads:
            waits = "".join(f"{load.wait(share):8.1f} ms" for share in (0.5, 0.99))
            print(
                f"{name:9}{load.messages / load.seconds:6.0f}/s{load.cost() * 1000:8.2f} ms{waits}"
            )
    kept = {"cost": ratio(alone, watched, Load.cost)}
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        kept[name] = ratio(alone, watched, lambda load, share=share: load.wait(share))  # type: ignore[misc]
    print("watched / alone: " + ", ".join(f"{name} {value:.2f}" for name, value in kept.items()))
    # memory that earlier pages have left is used again, so the first round tells
    print(f"{sizes[0] / 1024:.1f} kB for a page")
    results.save("viewers", kept | {"bytes": sizes[0]})


def ratio(alone: list[Load], watched: list[Load], of: Callable[[Load], float]) -> float:
    """The median, over the rounds with pages, of a figure over its mean before and after them."""
    around = [(of(before) + of(after)) / 2 for before, after in pairwise(alone)]
    return median(of(load) / mean for load, mean in zip(watched, around, strict=True))


if __name__ == "__main__":
    if _BROWSERS in sys.argv:
        asyncio.run(browse(json.loads(sys.stdin.readline())))
        sys.exit()
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    asyncio.run(main(float(given[0]) if given else 5.0))
