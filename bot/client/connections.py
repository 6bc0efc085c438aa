"""The connections to Discord's gateway: made anew after every failure, with growing pauses.

discord.py's own loops differ for a client and for shards. Some failures end them, after some they
wait up to 1,024 s, after others not at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

import aiohttp
import discord

from bot.edge.discord_internals.connections import (
    GatewayReset,
    GatewaySession,
    GatewaySocket,
    UnreadableFrameError,
    open_socket,
    shards_of,
)
from bot.edge.sending.refusals import reason
from bot.edge.upkeep import pauses

log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 1.0
"""Seconds before the first retry. Each further pause is twice as long."""
_LONGEST_PAUSE: Final = 60.0
"""The longest pause in seconds. Discord allows a thousand identifies a day."""
_GOOD: Final = 60.0
"""Seconds after which a connection counts as good: earlier failures are forgotten."""
_OPENING: Final = 180.0
"""Seconds to open a connection, including the wait for the shard's turn."""
_RESUMES: Final = 6
"""How often a session is resumed before a new one: it, or its address, may be the problem."""
_FAILURES: Final = (
    *(GatewayReset, UnreadableFrameError, discord.ConnectionClosed, discord.HTTPException),
    *(discord.GatewayNotFound, discord.RateLimited, aiohttp.ClientError, OSError),
)
"""The errors of a connection that is lost, or cannot be made."""
_CLOSED: Final = 1000
"""The code with which the client itself closes a connection."""
_DISALLOWED_INTENTS: Final = 4014


def retry_pauses() -> Iterator[float]:
    """Yield the seconds to wait before each further try to reach Discord."""
    return pauses(_FIRST_PAUSE, _LONGEST_PAUSE)


async def keep_connected(client: discord.Client) -> None:
    """Keep every connection of a client until it is closed.

    Raises PrivilegedIntentsRequired or ConnectionClosed if Discord refuses for good.
    """
    turn = asyncio.Lock()
    lines = [
        Connection(client, shard, turn, initial=number == 0)
        for number, shard in enumerate(shards_of(client))
    ]
    tasks = [asyncio.create_task(line.run()) for line in lines]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()


class Connection:
    """The connection of a client, or of one of its shards.

    One that lasted a minute is made anew at once. After an earlier failure the next try comes after
    a pause, which doubles each time.
    """

    def __init__(
        self, client: discord.Client, shard: int | None, turn: asyncio.Lock, *, initial: bool
    ) -> None:
        self._client = client
        self._shard = shard
        self._turn = turn
        """Held while a connection is opened: those of one client are opened one by one."""
        self._session: GatewaySession | None = None
        """The session to resume; None to begin one."""
        self._resumes = 0
        """How often the session was resumed since its last event was heard."""
        self._pauses = retry_pauses()
        self._initial = initial

    async def run(self) -> None:
        """Hear events until the client is closed. Raises what no later try can fix."""
        clock = asyncio.get_running_loop().time
        while not self._client.is_closed():
            socket, opened = None, clock()
            try:
                socket = await self._open()
                opened = clock()
                while True:
                    await socket.poll_event()
            except _FAILURES as error:
                if self._client.is_closed():
                    return
                _raise_if_final(error)
                self._tell_of_loss()
                if socket is not None:
                    await socket.hang_up()
                    self._note_session(socket.session, error)
                if isinstance(error, GatewayReset) and not error.resume:
                    self._session = None
                was_good = socket is not None and clock() - opened >= _GOOD
                await self._rest(error, was_good=was_good)

    async def _open(self) -> GatewaySocket:
        async with self._turn, asyncio.timeout(_OPENING):
            if self._session is not None and self._resumes >= _RESUMES:
                self._session = None
            self._resumes += 1
            socket = await open_socket(
                self._client, self._shard, self._session, initial=self._initial
            )
        self._initial = False
        return socket

    def _note_session(self, session: GatewaySession | None, error: Exception) -> None:
        """Note the session of a lost connection, to resume it."""
        if session != self._session:
            self._session, self._resumes = session, 0
        elif isinstance(error, UnreadableFrameError):  # the same frame as the last time
            self._session = None

    def _tell_of_loss(self) -> None:
        self._client.dispatch("disconnect")
        if self._shard is not None:
            self._client.dispatch("shard_disconnect", self._shard)

    async def _rest(self, error: Exception, *, was_good: bool) -> None:
        """Wait before the next try, and log why there is one."""
        if was_good:
            self._pauses = retry_pauses()
            level = logging.WARNING if isinstance(error, UnreadableFrameError) else logging.INFO
            log.log(level, "the connection to Discord is made again: %s", _words(error))
            return
        pause = next(self._pauses)
        words = "Discord cannot be reached, and is tried again in %g s: %s"
        log.warning(words, pause, _words(error))
        await asyncio.sleep(pause)


def _raise_if_final(error: Exception) -> None:
    """Raise errors that Discord means for good, such as an unknown token."""
    if isinstance(error, discord.ConnectionClosed) and error.code != _CLOSED:
        if error.code == _DISALLOWED_INTENTS:
            raise discord.PrivilegedIntentsRequired(error.shard_id) from None
        raise error


def _words(error: Exception) -> str:
    """What went wrong, in one line."""
    if isinstance(error, GatewayReset):  # its own text is only the number of the shard
        return "the gateway has hung up or fallen silent"
    return reason(error)
