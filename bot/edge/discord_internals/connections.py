"""The login and the connections of a client: how long they may take, and what they raise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from yarl import URL

GatewayReset = ReconnectWebSocket
"""Raised by discord.py if a gateway hangs up or falls silent; then it connects anew."""
_HELLO: Final = 10.0
"""Seconds for a gateway to say something, once it has taken a connection."""
_BEGINNINGS: Final = ("READY", "RESUMED")
"""The events after which a session is heard."""
_GOODBYE: Final = 1.0
"""Seconds for a gateway to confirm that a connection is closed."""
_RESUMABLE: Final = 4000
"""A code of our own for a closed connection, after which Discord keeps the session."""
_HEARTBEATS: Final = (0.1, 3600.0)
"""The least and the most seconds between heartbeats that a gateway may ask for: Discord asks for
41.25."""
_MOST_WORDS: Final = 100
"""The most characters of an error that are logged: some contain the whole frame."""
_NO_MISREADING: Final = (
    *(ReconnectWebSocket, discord.DiscordException, aiohttp.ClientError, OSError, MemoryError),
)
"""Errors from hearing a frame that do not mean it is unreadable."""


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


def silence_voice_warnings() -> None:
    """Suppress the warnings of discord.py that packages for voice are missing."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def reset_login(client: discord.Client) -> None:
    """Close what a failed login has opened, so that the next login starts fresh."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING


class UnreadableFrameError(Exception):
    """The gateway has sent something that discord.py cannot read."""


class GatewaySession(NamedTuple):
    """A session of the gateway, which a later connection can resume."""

    id: str
    sequence: int
    """The number of the last event that was heard."""
    address: URL | None
    """Where Discord wants it to be resumed; None at the usual address."""

    @property
    def elsewhere(self) -> GatewaySession:
        """The same session at the usual address."""
        return self._replace(address=None)


class GatewaySocket(DiscordWebSocket):
    """One connection to the gateway, which hangs up after a frame that it cannot read.

    In discord.py such a frame ends the program, or is believed: it would flood the gateway with
    heartbeats, or send Discord something that is not a number.
    """

    _beginnings: Sequence[asyncio.Future[Any]] = ()
    """What is told when the session begins or goes on."""

    @property
    def session(self) -> GatewaySession | None:
        """The session of this connection, if one has begun that can be resumed."""
        if self.session_id is None or self.sequence is None:
            return None
        address = None if self.gateway == self.DEFAULT_GATEWAY else self.gateway
        return GatewaySession(self.session_id, self.sequence, address)

    @property
    def has_begun(self) -> bool:
        """Whether Discord has said that the session has begun, or that it goes on."""
        return any(begun.done() for begun in self._beginnings)

    def __setattr__(self, name: str, value: Any) -> None:
        """Note what the gateway says. Raises ValueError for what makes no sense."""
        is_valid = _VALID.get(name)
        if is_valid is not None and not is_valid(self, value):
            raise ValueError(f"{name.strip('_')} makes no sense")
        super().__setattr__(name, value)

    async def poll_event(self) -> None:
        """Hear the next frame. The first must come soon: a server that is down may say nothing."""
        try:
            async with asyncio.timeout(_HELLO if self._keep_alive is None else None):
                await super().poll_event()
        except TimeoutError:
            await self.hang_up()
            raise

    async def received_message(self, msg: Any, /) -> None:
        """Hear a frame. Raises UnreadableFrameError, and hangs up, if that is not possible."""
        known = self.session_id
        try:
            await super().received_message(msg)
        except _NO_MISREADING:
            raise
        except Exception as error:
            if isinstance(error, RuntimeError) and not isinstance(error, RecursionError):
                raise  # no thread for the heartbeats
            if self.session_id != known:  # a READY that was read in part
                self.session_id = None
            await self.hang_up()
            words = f"{type(error).__name__}: {error}"[:_MOST_WORDS]
            raise UnreadableFrameError(f"a frame of the gateway cannot be read: {words}") from error

    async def identify(self) -> None:
        """Begin a session, on a connection that has begun with a hello."""
        await self._begin(super().identify)

    async def resume(self) -> None:
        """Resume a session, on a connection that has begun with a hello."""
        await self._begin(super().resume)

    async def _begin(self, say: Callable[[], Any]) -> None:
        try:
            if self._keep_alive is None:
                raise UnreadableFrameError("the gateway has not begun with its hello")
            self._beginnings = [self.wait_for(name, lambda _: True) for name in _BEGINNINGS]
            await say()
        except BaseException:
            await self.hang_up()
            raise

    async def hang_up(self) -> None:
        """Close the connection, so that its session can be resumed."""
        with suppress(TimeoutError, aiohttp.ClientError, OSError):
            await asyncio.wait_for(self.close(code=_RESUMABLE), _GOODBYE)


def _beats_well(socket: GatewaySocket, beating: discord.gateway.KeepAliveHandler | None) -> bool:
    least, most = _HEARTBEATS
    if beating is None:
        return True
    is_first = getattr(socket, "_keep_alive", None) is None
    return is_first and beating.interval is not None and least <= beating.interval <= most


_VALID: Final[Mapping[str, Callable[[GatewaySocket, Any], bool]]] = {
    "_keep_alive": _beats_well,
    "sequence": lambda _, number: number is None or isinstance(number, int),
    "session_id": lambda _, name: name is None or (isinstance(name, str) and name != ""),
    "gateway": lambda _, address: address.scheme in {"ws", "wss"} and bool(address.host),
}
"""Whether something that a gateway says makes sense, by the attribute that notes it."""


async def open_socket(
    client: discord.Client, shard: int | None, session: GatewaySession | None, *, initial: bool
) -> GatewaySocket:
    """Connect a client, or one of its shards, in one try. Raises the error if it fails."""
    resuming: dict[str, Any] = {}
    if session is not None:
        resuming = {"resume": True, "session": session.id, "sequence": session.sequence}
        resuming |= {"gateway": session.address}
    socket = await GatewaySocket.from_client(client, initial=initial, shard_id=shard, **resuming)
    if not isinstance(client, discord.AutoShardedClient) or shard is None:
        client.ws = socket
        return socket
    shards: dict[int, Shard] = client._AutoShardedClient__shards  # type: ignore[attr-defined] # private
    queue: asyncio.PriorityQueue[Any] = client._AutoShardedClient__queue  # type: ignore[attr-defined] # private
    if (known := shards.get(shard)) is None:
        client._reconnect = True
        known = shards[shard] = Shard(socket, client, queue.put_nowait)
    known.ws, known._task = socket, asyncio.current_task()
    return socket


def shards_of(client: discord.Client) -> list[int | None]:
    """Return the shards that a client connects, each by itself; None for the only connection."""
    if not isinstance(client, discord.AutoShardedClient):
        return [client.shard_id]
    assert client.shard_ids is not None, "it is a setting"
    client._connection.shard_count = client.shard_count
    client._connection.shard_ids = client.shard_ids
    return list(client.shard_ids)
