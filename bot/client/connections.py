"""The connections to Discord's gateway: made anew after every failure, with growing pauses.

discord.py has one loop for a client and another for shards. Some failures end them; after some they
wait for up to 1,024 s, and after others not at all.
"""

from __future__ import annotations

import asyncio
import logging
import random
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
from bot.edge.tasks import pauses

log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = 1.0
"""Seconds before the first retry. Each further pause is twice as long."""
_LONGEST_PAUSE: Final = 5.0
"""The longest pause in seconds while Discord cannot be reached: a try costs nothing then."""
_LONGEST_UNHEARD: Final = 60.0
"""The longest pause in seconds after a session that was asked for and did not begin: Discord allows
a thousand a day."""
_INVALID: Final = (1.0, 5.0)
"""Discord wants a random pause of so many seconds after it has ended a session.

https://docs.discord.com/developers/events/gateway-events#invalid-session"""
_GOOD: Final = 60.0
"""Seconds after which a connection that is lost is made again at once."""
_OPENING: Final = 180.0
"""Seconds to open a connection, including the wait for the shard's turn."""
_RESUMES: Final = 3
"""How often it is asked in vain to resume a session before a new one is begun."""
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

    One that lasted a minute is made anew at once, any other after a pause. The pause doubles with
    each failure, until Discord says that a session has begun or goes on.
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
        """How often it was asked in vain to resume the session since its last event was heard."""
        self._forget_failures()
        self._initial = initial

    def _forget_failures(self) -> None:
        self._unreached = retry_pauses()
        """The pauses while Discord cannot be reached."""
        self._unheard = pauses(_FIRST_PAUSE, _LONGEST_UNHEARD)
        """The pauses after sessions that were asked for and did not begin."""

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
                pause = self._pause(socket, error, clock() - opened)
                self._note_session(socket, error)
                await _rest(error, pause)

    async def _open(self) -> GatewaySocket:
        async with self._turn, asyncio.timeout(_OPENING):
            socket = await open_socket(
                self._client, self._shard, self._session, initial=self._initial
            )
        self._initial = False
        return socket

    def _note_session(self, socket: GatewaySocket | None, error: Exception) -> None:
        """Note the session of a lost connection, to resume it: where it was, or elsewhere.

        The address at which Discord wants that may be dead. Discord's usual address takes it too.
        """
        if not _may_resume(error):
            self._session = None
        elif socket is not None and socket.session != self._session:
            self._session, self._resumes = socket.session, 0
        elif isinstance(error, UnreadableFrameError):  # the same frame as the last time
            self._session = None
        elif self._session is not None and not (socket and socket.has_begun):
            self._resumes += socket is not None
            self._session = self._session.elsewhere if self._resumes < _RESUMES else None

    def _tell_of_loss(self) -> None:
        self._client.dispatch("disconnect")
        if self._shard is not None:
            self._client.dispatch("shard_disconnect", self._shard)

    def _pause(self, socket: GatewaySocket | None, error: Exception, lasted: float) -> float:
        """Return the seconds to wait before the next try."""
        begun = socket is not None and socket.has_begun
        if begun:
            self._forget_failures()
            if lasted >= _GOOD and _may_resume(error):
                return 0.0
        in_vain = socket is not None and self._session is None and not begun
        pause = next(self._unheard if in_vain else self._unreached)
        if _may_resume(error):
            return pause
        return max(random.uniform(*_INVALID), pause)


def _may_resume(error: Exception) -> bool:
    """Whether a session may be resumed after an error: not if Discord has ended it."""
    return not isinstance(error, GatewayReset) or error.resume


async def _rest(error: Exception, pause: float) -> None:
    """Wait before the next try, and log why there is one."""
    if pause:
        words = "Discord cannot be reached, and is tried again in %g s: %s"
        log.warning(words, pause, _words(error))
        await asyncio.sleep(pause)
    else:
        level = logging.WARNING if isinstance(error, UnreadableFrameError) else logging.INFO
        log.log(level, "the connection to Discord is made again: %s", _words(error))


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
