"""A soak from its start to its last figures.

tables ──people──▶ Loopback ──▶ processes ──▶ database
   │                  ▲             ▲             ▲
   └── look at ──┐  weather         └─── blows ───┘
                 └──▶ the database and the boards
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

from bot.client.services import COMPANIONS, DELETIONS
from bot.store import Store
from tests.bot.postgres import Databases, Server, find_binaries
from tests.soak.blows import MEDDLER, Blows
from tests.soak.figures import Figures
from tests.soak.fleet import Fleet, Ship
from tests.soak.plan import Plan, games
from tests.soak.tables import Table
from tests.soak.weather import Weather
from tests.soon import PATIENCE
from tests.wire.limits.gateway import GatewayLimits
from tests.wire.limits.interactions import InteractionLimits
from tests.wire.limits.requests import RequestLimits
from tests.wire.limits.windows import Clock, Limit
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload, user
from tests.wire.program import Program
from tests.wire.rooms import GUILD, PEOPLE, Room

_STARTS: Final = Limit(1_000_000, 86_400)
"""Identifies in a day: no bot on Discord is killed so often, so these are not limited."""
_HEARTBEAT: Final = 1_000
"""Milliseconds between heartbeats: two a second would be all that a connection may send."""
_IDENTIFY: Final = 5.5
"""Seconds between two identifies, as the bot waits."""
_SILENCE: Final = 3.0
"""Seconds after which a bot that has identified takes a silent gateway for lost."""
_ROUND: Final = "2"
"""Seconds between two looks of the bot at what waits."""
_PERIOD: Final = 1.0
"""Seconds between two looks at the counts of the loopback."""
_MOST_PRESSES: Final = 2_000
"""Presses that are remembered."""


async def soak(plan: Plan, folder: Path, figures: Figures, over: asyncio.Event) -> None:
    """Soak until the planned time has passed or it is stopped; then all has to come to rest."""
    if plan.sqlite or find_binaries() is None:
        plan = replace(plan, sqlite=True, processes=1)
    figures.setting = str(plan)
    chance = Random(plan.seed)
    weather = Weather(chance, plan.broken)
    PEOPLE[MEDDLER] = user(1, MEDDLER)
    async with _discord(plan) as discord:
        discord.faults.append(weather)
        with _database(plan, folder) as (url, server):
            fleet = Fleet(list(_ships(plan, discord.url, url, folder)), figures)
            async with Store.open(url, DELETIONS, COMPANIONS) as store, _running(fleet):
                await _connected(discord, plan.shards)
                tables = list(_tables(plan, discord, store, figures, chance))
                blows = Blows(discord, fleet, server, _flooded(discord), chance, figures)
                play = [asyncio.create_task(table.play(plan.think, over)) for table in tables]
                strike = asyncio.create_task(blows.strike(plan.blow, over))
                look = asyncio.create_task(_look(discord, weather, figures))
                await _wait_for([*play, strike, look], over, plan.seconds)
                over.set()
                await strike
                weather.rate = 0.0
                await asyncio.gather(*play)
                await fleet.end_all()
                look.cancel()


async def _wait_for(tasks: list[asyncio.Task[None]], over: asyncio.Event, seconds: float) -> None:
    """Wait for the end of the soak; raises what a task raises before."""
    end = asyncio.create_task(over.wait())
    kind = asyncio.FIRST_COMPLETED
    done, _ = await asyncio.wait([*tasks, end], timeout=seconds, return_when=kind)
    end.cancel()
    for task in done:
        task.result()


async def _connected(discord: Loopback, shards: int) -> None:
    """Wait for every shard to have identified."""
    async with asyncio.timeout(PATIENCE):
        while discord.gateway.identified < shards:  # noqa: ASYNC110 - no event is set
            await asyncio.sleep(_PERIOD)


@asynccontextmanager
async def _discord(plan: Plan) -> AsyncIterator[Loopback]:
    """A Discord with all its limits, and a server for each shard."""
    clock = Clock(plan.speed)
    discord = Loopback(RequestLimits(clock))
    discord.interaction_limits = InteractionLimits(Clock())
    discord.gateway.limits = GatewayLimits(clock, starts=_STARTS)
    discord.gateway.heartbeat = _HEARTBEAT
    discord.guilds = [GUILD + (number << 22) for number in range(plan.shards)]
    await discord.start()
    try:
        yield discord
    finally:
        await discord.stop()


@contextmanager
def _database(plan: Plan, folder: Path) -> Iterator[tuple[str, Server | None]]:
    """A PostgreSQL of our own, or a file of SQLite."""
    binaries = find_binaries()
    if plan.sqlite or binaries is None:
        yield f"sqlite+aiosqlite:///{folder / 'games.db'}", None
        return
    server = Server(binaries)
    server.start()
    try:
        yield Databases(server.url).new(), server
    finally:
        server.remove()


def _ships(plan: Plan, discord: str, database: str, folder: Path) -> Iterator[Ship]:
    """The processes, each with its part of the shards."""
    for number in range(plan.processes):
        name = f"process {number + 1}"
        own = folder / name
        own.mkdir()
        yield Ship(
            name,
            Program(
                discord,
                own,
                DATABASE_URL=database,
                SHARD_COUNT=str(plan.shards),
                SHARD_IDS=",".join(map(str, range(number, plan.shards, plan.processes))),
                LOG_LEVEL="INFO",
                IDENTIFY=str(_IDENTIFY / plan.speed),
                QUIET=str(_SILENCE + _IDENTIFY / plan.speed),
                ROUND=_ROUND,
                OWN_WORKERS="1",
            ),
        )


def _tables(
    plan: Plan, discord: Loopback, store: Store, figures: Figures, chance: Random
) -> Iterator[Table]:
    """The rooms of all servers in turn."""
    guilds = cycle(discord.guilds)
    tables: dict[int, Table] = {}

    def heard(room: Room, _message: Payload) -> None:
        if room.id in tables:
            tables[room.id].hear()

    for kind in games(plan.rooms):
        room = discord.room(next(guilds))
        tables[room.id] = Table(discord, room, kind, store, figures, Random(chance.random()))
    discord.listeners.append(heard)
    yield from tables.values()


def _flooded(discord: Loopback) -> list[Room]:
    """A room in each server in which nobody but the meddler plays."""
    return [discord.room(guild) for guild in discord.guilds]


@asynccontextmanager
async def _running(fleet: Fleet) -> AsyncIterator[None]:
    """All processes, watched; none is left at the end."""
    await fleet.start()
    watch = asyncio.create_task(fleet.watch())
    try:
        yield
    finally:
        watch.cancel()
        await fleet.kill_all()


async def _look(discord: Loopback, weather: Weather, figures: Figures) -> None:
    """Keep the figures up to date and the loopback small, until cancelled."""
    limits, gateway = discord.limits, discord.gateway.limits
    assert limits is not None, "it has limits"
    assert gateway is not None, "it has limits"
    figures.limited, figures.faults = limits.refused, weather.struck
    while True:
        figures.requests = discord.requests.total()
        figures.most_invalid, figures.hasty = limits.most_invalid, gateway.hasty
        if limits.banned and "banned" not in figures.wrong:
            figures.wrong.append("banned")
        for token in list(discord.presses)[:-_MOST_PRESSES]:
            del discord.presses[token]
        await asyncio.sleep(_PERIOD)
