"""What the store costs when many games have been played.

    python -m benchmarks.store_growth [--save]

Two databases are filled, one with a thousandth of the games of the other. In both a person has
played a hundred games, and a server has a hundred live ones. On each the bot's process does what it
does again and again: a round of looking for what waits, the reading at a start or a new connection
of a shard (of one, and of one of sixteen), the end of the games of a server that removes the bot,
and the erasure of a person. Wanted is that the CPU time does not grow with the games that have
ended; the start may grow with the live games of its shard, since each channel has to be read back.
The `standstill` is the longest time for which nothing else had its turn meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final, NamedTuple

from sqlalchemy import text

from benchmarks import results
from bot.client.services import COMPANIONS, DELETIONS, GamesConfig, Services
from bot.features.notify.store import Notices
from bot.features.tournament.service import Tournaments
from bot.match.guilds import WHOLE, Shards
from bot.match.session import GuildId, MessageId, UserId
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit
from tests.bot.store.grown import FIRST_GUILD, grow

SIZES: Final = ((1_000, 100, 10, 1), (1_000_000, 100_000, 10_000, 1_000))
"""Ended games, live games, people and servers of the two databases."""
ROUNDS: Final = 5
"""How often each act that changes nothing is measured; the cheapest counts."""
SIXTEENTH: Final = Shards(16, frozenset((0,)))
_PERIOD: Final = 0.001


class Cost(NamedTuple):
    """Milliseconds of CPU, and those in which nothing else had its turn."""

    cpu: float
    standstill: float


async def cost(act: Callable[[], Awaitable[object]]) -> Cost:
    """What an act costs."""
    late: list[float] = [0.0]

    async def probe() -> None:
        while True:
            begun = perf_counter()
            await asyncio.sleep(_PERIOD)
            late.append(perf_counter() - begun - _PERIOD)

    probing = asyncio.create_task(probe())
    await asyncio.sleep(0)
    begun = process_time()
    await act()
    spent = process_time() - begun
    await asyncio.sleep(0)
    probing.cancel()
    with suppress(asyncio.CancelledError):
        await probing
    return Cost(spent * 1_000, max(late) * 1_000)


async def measured(url: str, thinker: Thinker, size: tuple[int, int, int, int]) -> dict[str, Cost]:
    """The costs on a database of this size, which is made."""
    ended, live, people, guilds = size
    async with Store.open(url, DELETIONS, COMPANIONS) as store:
        await grow(store, ended, live, people=people, guilds=guilds)
        services = {shards: _services(store, thinker, shards) for shards in (WHOLE, SIXTEENTH)}
        whole, part = services[WHOLE], services[SIXTEENTH]
        found: dict[str, Cost] = {}
        for name, act in (
            ("a round", lambda: look_after(whole)),
            ("a start", lambda: resume(whole)),
            ("a start, one shard of 16", lambda: resume(part)),
            ("/metrics", store.count_live),
        ):
            found[name] = min([await cost(act) for _ in range(ROUNDS)])
        found["a removal"] = await cost(lambda: leave(whole, GuildId(FIRST_GUILD)))
        async with store.database.begin() as connection:
            over = "UPDATE games SET ending = 'line' WHERE x_user_id = 1 AND ending IS NULL"
            await connection.execute(text(over))
        found["forget"] = await cost(lambda: store.forget(UserId(1)))
        return found


def _services(store: Store, thinker: Thinker, shards: Shards) -> Services:
    config = GamesConfig(Limit(seconds=0.05), shards=shards)
    return Services.of(store, thinker, config, lambda: datetime.now(UTC), Random(1))


def _tournaments(services: Services) -> Tournaments:
    return Tournaments(services.database, services.shards, services.clock.now, services.rng)


async def look_after(services: Services) -> None:
    """What is asked in each round."""
    await services.backlog.waiting()
    await services.backlog.old_boards()
    await services.backlog.store.shards.mark_heard({0: MessageId(1)})
    await _tournaments(services).due()
    await Notices(services.store, services.turns, services.shards).due()


async def resume(services: Services) -> None:
    """What is asked when a shard is connected."""
    await services.backlog.store.shards.heard_until(0)
    await services.guild_settings.load()
    await services.backlog.live_games(0)
    await services.backlog.waiting()
    await services.backlog.voted_on(0)
    await _tournaments(services).unfinished()


async def leave(services: Services, guild: GuildId) -> None:
    """End the games of a server."""
    for live in await services.backlog.store.live_in(guild):
        await services.games.turns.abandon(live.channel)


async def main() -> None:
    """Measure both databases and print the table."""
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        async with Thinker.open(1) as thinker:
            small, large = [
                await measured(f"sqlite:///{Path(folder) / f'{size[0]}.db'}", thinker, size)
                for size in SIZES
            ]
    print(f"{'':26}{'1,100 games':>14}{'1,100,000':>14}{'ratio':>8}{'standstill':>16}")
    for name, before in small.items():
        after = large[name]
        print(
            f"{name:26}{before.cpu:11.2f} ms{after.cpu:11.2f} ms{after.cpu / before.cpu:8.1f}"
            f"{after.standstill:13.1f} ms"
        )
    results.save("store_growth", {name: found._asdict() for name, found in large.items()})


if __name__ == "__main__":
    asyncio.run(main())
