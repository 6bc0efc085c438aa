"""A client as it logs in, connects, hears of events, reads and uploads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from yarl import URL

Payload = Mapping[str, Any]

GatewayReset = ReconnectWebSocket
"""Raised by discord.py if a gateway hangs up or falls silent; then it connects anew."""
_CONNECTION_FAILURES: Final = (
    GatewayReset,
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
)
"""The errors of `Client.connect` if there is no connection."""
_BATCH: Final = 100
"""The most messages that one request returns."""
_READY: Final = "READY"
_DOUBLINGS: Final = 6
"""How often the pause between two tries of a shard doubles: up to 64 s, in discord.py 1,024 s."""


def guard_events(client: discord.Client, lost: Callable[[str, Exception], None]) -> None:
    """Call `lost` for an event that cannot be read. In discord.py it would end the program.

    READY is not guarded: without it there is no session.
    """
    parsers = client._connection.parsers
    for event, parse in parsers.items():
        if event != _READY:
            parsers[event] = _guarded(event, parse, lost)


def _guarded(
    event: str, parse: Callable[[Any], None], lost: Callable[[str, Exception], None]
) -> Callable[[Any], None]:
    def guarded(content: Payload) -> None:
        try:
            parse(content)
        except Exception as error:
            lost(event, error)

    return guarded


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


def mark_answered(press: discord.Interaction[Any]) -> None:
    """Let discord.py know that an interaction has had its first answer: what comes is a follow-up.

    It does not know if the receipt of the first answer got lost.
    """
    if not press.response.is_done():
        press.response._response_type = discord.InteractionResponseType.deferred_message_update


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


async def known_commands(bot: commands.Bot) -> list[dict[str, Any]]:
    """Return the commands that Discord has, as it writes them, with their translations."""
    assert bot.application_id is not None, "it has logged in"
    path = "/applications/{application_id}/commands"
    route = discord.http.Route("GET", path, application_id=bot.application_id)
    found: list[dict[str, Any]] = await bot.http.request(
        route, params={"with_localizations": "true"}
    )
    return found


async def command_payloads(bot: commands.Bot) -> list[dict[str, Any]]:
    """Return the slash commands of a bot, as they are uploaded."""
    translator = bot.tree.translator
    assert translator is not None, "the bot has set one"
    return [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]


async def upload_commands(bot: commands.Bot, payloads: Sequence[Mapping[str, Any]]) -> None:
    """Upload commands, which take the place of all that Discord has."""
    assert bot.application_id is not None, "it has logged in"
    taken = [dict(payload) for payload in payloads]
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=taken)


class HistoryPage(NamedTuple):
    """Some messages of a channel, oldest first."""

    messages: list[discord.Message]
    newest: int | None
    """The id of the newest message of the page, even if that cannot be read."""
    is_last: bool
    """Whether there were no more messages in the channel."""


async def page_after(
    channel: discord.abc.Messageable, after: int, lost: Callable[[int, Exception], None]
) -> HistoryPage:
    """Return the next messages of a channel after an id, by one request.

    Like `Messageable.history`, but a message that cannot be read (such as a poll without its end)
    is passed over: `lost` gets its id and the error.
    """
    target = await channel._get_channel()
    state = channel._state
    found = await state.http.logs_from(target.id, _BATCH, after=after)
    messages = []
    for content in reversed(found):
        try:
            messages.append(state.create_message(channel=target, data=content))
        except Exception as error:
            lost(int(content["id"]), error)
    newest = int(found[0]["id"]) if found else None
    return HistoryPage(messages, newest, len(found) < _BATCH)
