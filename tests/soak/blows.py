"""What hits processes, workers, the database, the gateway and the peace of the rooms."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Final

from tests.bot.postgres import Server
from tests.soak.figures import Figures
from tests.soak.fleet import Fleet
from tests.wire.gateway import INVALID_SESSION, RECONNECT
from tests.wire.loopback import Loopback
from tests.wire.rooms import Room

MEDDLER: Final = "mallory"
"""The person who floods rooms."""
SHORT: Final = (0.0, 3.0)
"""Seconds for which something is away."""
FLOOD: Final = 60
"""Messages of one person within a moment."""
FLOODS: Final = ("!ttt hint", "!ttt board", "!ttt replay", "!ttt hint all", "5", "!ttt stats")


class Blows:
    """One blow after another, each chosen at random."""

    def __init__(
        self,
        discord: Loopback,
        fleet: Fleet,
        server: Server | None,
        quiet: list[Room],
        chance: Random,
        figures: Figures,
    ) -> None:
        self._discord = discord
        self._fleet = fleet
        self._server = server
        self._rooms = quiet
        self._chance = chance
        self._figures = figures
        kinds: list[Callable[[], Awaitable[None]]] = [
            *(self.kill, self.kill, self.end, self.kill_worker),
            *(
                self.cut,
                self.hang_up,
                self.reconnect,
                self.invalidate,
                self.resume,
                self.fall_silent,
            ),
            *(self.rebuff, self.go_away, self.flood),
        ]
        if server is not None:
            kinds += [self.freeze_database, self.kill_database]
        self._kinds = kinds

    async def strike(self, pause: float, over: asyncio.Event) -> None:
        """Strike again and again, with pauses of this length on average, until it is over."""
        while not over.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), self._chance.uniform(0, 2 * pause))
                return
            blow = self._chance.choice(self._kinds)
            self._figures.blows[blow.__name__.replace("_", " ")] += 1
            await blow()

    # Processes.

    async def kill(self) -> None:
        """A process loses its power."""
        await self._fleet.kill(self._chance.choice(self._fleet.ships), self._moment())

    async def end(self) -> None:
        """A process is told to end."""
        await self._fleet.end(self._chance.choice(self._fleet.ships), self._moment())

    async def kill_worker(self) -> None:
        """A process that thinks dies."""
        workers = [pid for ship in self._fleet.ships for pid in ship.workers]
        if workers:
            with suppress(ProcessLookupError):
                os.kill(self._chance.choice(workers), signal.SIGKILL)

    # The database.

    async def freeze_database(self) -> None:
        """The database stands still."""
        assert self._server is not None, "there is one"
        self._server.freeze(frozen=True)
        try:
            await asyncio.sleep(self._moment())
        finally:
            self._server.freeze(frozen=False)

    async def kill_database(self) -> None:
        """The database loses its power."""
        assert self._server is not None, "there is one"
        self._server.kill()
        await asyncio.sleep(self._moment())
        await asyncio.to_thread(self._server.start)

    # The gateway.

    async def cut(self) -> None:
        """The line of a shard breaks."""
        self._discord.gateway.cut(self._shard())

    async def hang_up(self) -> None:
        """Discord closes every connection, for one of its reasons."""
        await self._discord.gateway.close(self._chance.choice((1001, 4000, 4009)))

    async def reconnect(self) -> None:
        """Discord asks for new connections."""
        await self._discord.gateway.say(RECONNECT)

    async def invalidate(self) -> None:
        """The session of a shard is ended for good."""
        await self._discord.gateway.invalidate(self._shard())

    async def resume(self) -> None:
        """Every session is interrupted, and can be resumed."""
        await self._discord.gateway.say(INVALID_SESSION, True)

    async def fall_silent(self) -> None:
        """The gateway says nothing for a while."""
        gateway = self._discord.gateway
        gateway.silent = True
        await asyncio.sleep(self._moment())
        gateway.silent = False
        for session in list(gateway.sessions):  # what was not sent is sent when it is resumed
            gateway.cut(session.shard)

    async def rebuff(self) -> None:
        """A shard is cut off, and cannot reconnect at once."""
        self._discord.gateway.rebuffs = self._chance.randint(1, 3)
        self._discord.gateway.cut(self._shard())

    async def go_away(self) -> None:
        """Discord is gone altogether."""
        await self._discord.stop()
        await asyncio.sleep(self._moment())
        await self._discord.start()

    # People.

    async def flood(self) -> None:
        """One person asks for more than anybody needs, in a channel of its own."""
        room, words = self._chance.choice(self._rooms), self._chance.choice(FLOODS)
        self._discord.say(room, "!ttt start tictactoe x", by=MEDDLER)
        for _ in range(FLOOD):
            self._discord.say(room, words, by=MEDDLER)
            await asyncio.sleep(0)

    def _moment(self) -> float:
        return self._chance.uniform(*SHORT)

    def _shard(self) -> int:
        shards = {session.shard for session in self._discord.gateway.sessions}
        return self._chance.choice(sorted(shards or {0}))
