"""Everything that needs private names of discord.py, which any of its versions may change.

discord.py has no setting for how long a request may take, no second chance for an event or a
message that it cannot read, no patience with a gateway that hangs up early, and no way to send
commands beside the one that opens an activity. `pyproject.toml` binds the version, and
`tests/bot/edge/test_discord_internals.py` says which name is gone where a new one lacks it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from yarl import URL

Payload = Mapping[str, Any]

GatewayReset = ReconnectWebSocket
"""What discord.py raises where a gateway hangs up or falls silent, so that it connects anew."""
_CONNECTION_FAILURES: Final = (
    GatewayReset,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
)
"""What keeps `Client.connect` from connecting."""
_BATCH: Final = 100
"""Messages that Discord gives at once."""
_READY: Final = "READY"
_ENTRY_POINT: Final[int] = 4
"""The type of the command that opens an activity; discord.py 2.7 cannot make such a one."""
_DOUBLINGS: Final = 6
"""How often the pause between two tries of a shard doubles: to 64 seconds, 1,024 in discord.py."""


def guard(client: discord.Client, lost: Callable[[str, Exception], None]) -> None:
    """Let an event that cannot be read cost itself alone: for discord.py it ends the program.

    Not so READY, without which there is no session that anything could go on in.
    """
    parsers = client._connection.parsers
    for event, parse in parsers.items():
        if event != _READY:
            parsers[event] = _guarded(event, parse, lost)


def _guarded(
    event: str, parse: Callable[[Any], None], lost: Callable[[str, Exception], None]
) -> Callable[[Any], None]:
    def hear(content: Payload) -> None:
        try:
            parse(content)
        except Exception as error:
            lost(event, error)

    return hear


def bound_answers(client: discord.Client, seconds: float) -> None:
    """Let no request of a client that has logged in wait longer for its answer."""
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined] # private
    session._timeout = aiohttp.ClientTimeout(total=seconds)


async def connect(client: discord.Client) -> None:
    """Play for as long as discord.py does; raises what kept the first connection from being made.

    After a first try that failed, `Client.connect` asks a connection that is still None for its
    `sequence`, and its AttributeError hides what had failed. Any other AttributeError is a
    mistake in discord.py or in here, and is raised as it is.
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
    """Close the connections for requests alone, where closing the client takes too long."""
    await client.http.close()


def expect_no_voice() -> None:
    """Keep discord.py from warning at the start that it cannot speak."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


async def drop_login(client: discord.Client) -> None:
    """Close what a failed login has opened: the next one opens it anew."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING


class PersistentShard(Shard):
    """A shard that is tried again whatever keeps it from connecting.

    For discord.py a gateway that hangs up before its hello ends the program, if that comes right
    after another failure, and is tried again without any pause else.
    """

    def __init__(
        self,
        socket: DiscordWebSocket,
        client: discord.AutoShardedClient,
        queue_put: Callable[[Any], None],
    ) -> None:
        super().__init__(socket, client, queue_put)
        self._handled_exceptions = (*self._handled_exceptions, GatewayReset)
        # The other shards cannot connect either during the pause of one.
        self._backoff._max = _DOUBLINGS


async def open_shard(
    client: discord.AutoShardedClient, gateway: URL, shard: int, *, initial: bool
) -> None:
    """Connect a shard, in one try; raises what has kept it from that."""
    opening = DiscordWebSocket.from_client(client, initial=initial, gateway=gateway, shard_id=shard)
    socket = await asyncio.wait_for(opening, client.shard_connect_timeout)
    shards: dict[int, Shard] = client._AutoShardedClient__shards  # type: ignore[attr-defined] # private
    queue: asyncio.PriorityQueue[Any] = client._AutoShardedClient__queue  # type: ignore[attr-defined] # private
    shards[shard] = opened = PersistentShard(socket, client, queue.put_nowait)
    opened.launch()


async def sync_beside_entry_point(bot: commands.Bot) -> None:
    """Tell Discord the slash commands, and the command that opens an activity as it is there."""
    assert bot.application_id is not None, "it has logged in"
    translator = bot.tree.translator
    assert translator is not None, "the bot has set one"
    known = await bot.http.get_global_commands(bot.application_id)
    ours = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    kept = [dict(command) for command in known if command["type"] == _ENTRY_POINT]
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=[*ours, *kept])


async def history(
    channel: discord.abc.Messageable,
    after: int,
    limit: int,
    lost: Callable[[int, Exception], None],
) -> AsyncIterator[discord.Message]:
    """At most so many messages after the one of an id, oldest first, as a channel's `history`.

    One that cannot be read, such as a poll without its end, costs itself alone.
    """
    place = await channel._get_channel()
    state = channel._state
    while limit > 0:
        found = await state.http.logs_from(place.id, min(limit, _BATCH), after=after)
        for content in reversed(found):
            after = int(content["id"])
            try:
                message = state.create_message(channel=place, data=content)
            except Exception as error:
                lost(after, error)
            else:
                yield message
        limit -= len(found)
        if len(found) < _BATCH:
            return
