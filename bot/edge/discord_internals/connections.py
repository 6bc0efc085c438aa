"""The login and the connections of a client: how long they may take, and what they raise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from yarl import URL

GatewayReset = ReconnectWebSocket
"""Raised by discord.py if a gateway hangs up or falls silent; then it connects anew."""
_CONNECTION_FAILURES: Final = (
    GatewayReset,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
)
"""The errors of `Client.connect` if there is no connection."""
_DOUBLINGS: Final = 6
"""How often the pause between two tries of a shard doubles: up to 64 s, in discord.py 1,024 s."""


def limit_request_time(client: discord.Client, seconds: float) -> None:
    """Set how long each request of a client may take, those of its login included."""
    log_in = client.http.static_login

    async def limited(token: str) -> Any:
        async with asyncio.timeout(seconds):
            user = await log_in(token)
        session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined] # private
        session._timeout = aiohttp.ClientTimeout(total=seconds)
        return user

    client.http.static_login = limited  # type: ignore[method-assign] # as a setting would


async def connect(client: discord.Client) -> None:
    """Run `Client.connect`, and raise the true error if the first connection fails.

    If it fails, `Client.connect` reads `sequence` of a connection that is still None, and raises
    that AttributeError instead. Any other AttributeError is a defect and is raised as it is.
    """
    try:
        await client.connect()
    except AttributeError as error:
        failure = error.__context__
        hides = (error.obj, error.name) == (None, "sequence")
        if hides and isinstance(failure, _CONNECTION_FAILURES):
            raise failure from None
        raise


async def close_requests(client: discord.Client) -> None:
    """Close only the HTTP session. Used if it takes too long to close the whole client."""
    await client.http.close()


def silence_voice_warnings() -> None:
    """Suppress the warnings of discord.py that packages for voice are missing."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def reset_login(client: discord.Client) -> None:
    """Close what a failed login has opened, so that the next login starts fresh."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING


class RetryingShard(Shard):
    """A shard that reconnects after every kind of failure, with growing pauses.

    In discord.py a gateway that hangs up before its hello ends the program if that follows another
    failure. Otherwise discord.py retries without a pause.
    """

    def __init__(
        self,
        socket: DiscordWebSocket,
        client: discord.AutoShardedClient,
        queue_put: Callable[[Any], None],
    ) -> None:
        super().__init__(socket, client, queue_put)
        self._handled_exceptions = (*self._handled_exceptions, GatewayReset)
        # Keep pauses short: while one shard waits, no other can connect.
        self._backoff._max = _DOUBLINGS


async def open_shard(
    client: discord.AutoShardedClient, gateway: URL, shard: int, *, initial: bool
) -> None:
    """Connect a shard, in one try. Raises the error if it fails."""
    opening = DiscordWebSocket.from_client(client, initial=initial, gateway=gateway, shard_id=shard)
    socket = await asyncio.wait_for(opening, client.shard_connect_timeout)
    shards: dict[int, Shard] = client._AutoShardedClient__shards  # type: ignore[attr-defined] # private
    queue: asyncio.PriorityQueue[Any] = client._AutoShardedClient__queue  # type: ignore[attr-defined] # private
    shards[shard] = opened = RetryingShard(socket, client, queue.put_nowait)
    opened.launch()
