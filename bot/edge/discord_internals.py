"""Everything that needs private names of discord.py, which any of its versions may change.

discord.py has no public way to do these things:

- speak to another address than Discord's, such as a proxy
- set how long a request may take
- go on after an event or a message that it cannot read
- keep of a server only what is used
- find the client to which a member is known
- tell an answer that is none of Discord's, such as the page of a proxy
- send a message again without the components that a server refuses
- retry a gateway that closes the connection before its hello
- note that an interaction has had its first answer, of which only the receipt got lost
- upload commands only if Discord has others, and without removing the one that opens an activity

`pyproject.toml` pins the version of discord.py. If a new version lacks one of the private names,
`tests/bot/edge/test_discord_internals.py` says which.
"""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
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
_UNUSED: Final = (
    *("emojis", "stickers", "soundboard_sounds", "voice_states", "presences", "stage_instances"),
    *("guild_scheduled_events", "features", "description", "icon", "banner", "splash"),
)
"""What of a server is not used."""
_UNUSED_OF_CHANNELS: Final = ("topic", "available_tags", "parent_id", "icon_emoji")
_UNUSED_OF_ROLES: Final = ("colors", "color", "icon", "unicode_emoji")
_PART: Final = 20
"""How many channels of a server are packed together."""
_INVALID: Final = 50035
"""Discord's error code for a request with a field that it does not take."""
_COMPONENTS: Final = "components"
_REFUSED: Final = re.compile(rf"^In {_COMPONENTS}(?P<part>\.)?", re.MULTILINE)
"""What an error says of components: that there may be none, or that a part of them is wrong."""
_UNREADABLE: Final = (TypeError, ValueError, LookupError, AttributeError)
"""What discord.py raises where an answer has not the form that it expects."""
_ENDED: Final = "Session is closed"
"""What aiohttp says with a RuntimeError to who asks for something when the program ends."""
_OF_MESSAGES: Final = re.compile(r"/messages(/\{message_id\})?$|^/webhooks/|/callback$")
"""The paths of the requests that post or change a message."""
_DOUBLINGS: Final = 6
"""How often the pause between two tries of a shard doubles: up to 64 s, in discord.py 1,024 s."""


def use_addresses(api: str | None, gateway: str | None) -> None:
    """Send every request of this process to another API, and connect to another gateway."""
    if api is not None:
        discord.http.Route.BASE = api
    if gateway is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)


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


def trim_servers(client: discord.Client) -> None:
    """Keep of each server what is used, and its channels packed until they are."""
    parsers = client._connection.parsers
    for event in ("GUILD_CREATE", "GUILD_UPDATE"):
        parsers[event] = partial(_keep_server, client._connection, parsers[event])


def _keep_server(
    state: discord.state.ConnectionState[Any], parse: Callable[[Any], None], content: Payload
) -> None:
    kept = {key: value for key, value in content.items() if key not in _UNUSED}
    kept["roles"] = [_without(_UNUSED_OF_ROLES, role) for role in content.get("roles", ())]
    if "channels" in content:
        kept["channels"] = [_without(_UNUSED_OF_CHANNELS, one) for one in content["channels"]]
    parse(kept)
    guild = state._get_guild(int(content["id"]))
    if guild is not None and "channels" in kept:
        # now, since discord.py could read all of them
        guild._channels = PackedChannels(guild, kept["channels"])


def _without(unused: Sequence[str], content: Payload) -> Payload:
    return {key: value for key, value in content.items() if key not in unused}


class PackedChannels(dict[int, Any]):
    """The channels of a server by their ids. One becomes an object when it is first asked for.

    An object takes some 900 bytes, and what Discord wrote of a channel 100 when packed: most bots
    are in many servers with many channels, and are used in a few of these. A server may have 500:
    they are packed in parts, so that what one costs does not grow with the server.
    """

    __slots__ = ("_guild", "_parts")

    def __init__(self, guild: discord.Guild, channels: Sequence[Payload]) -> None:
        super().__init__()
        read = guild._channels  # of a kind that discord.py knows
        self._guild = guild
        self._parts: list[bytes] = []
        for first in range(0, len(channels), _PART):
            part = channels[first : first + _PART]
            ids = (int(channel["id"]) for channel in part)
            number = len(self._parts)
            self.update((id_, number) for id_ in ids if id_ in read)  # a number: it is packed
            self._parts.append(zlib.compress(json.dumps(part).encode()))

    def get(self, key: int, default: Any = None, /) -> Any:
        """Return a channel, or the default where the server has none of that id."""
        found = super().get(key)
        if found is None:
            return default
        return self._unpack(found, [key])[0] if isinstance(found, int) else found

    def values(self) -> Any:
        """Return every channel."""
        packed: dict[int, list[int]] = {}
        for key, found in self.items():
            if isinstance(found, int):
                packed.setdefault(found, []).append(key)
        for part, keys in packed.items():
            self._unpack(part, keys)
        return super().values()

    def _unpack(self, part: int, keys: Sequence[int]) -> list[Any]:
        channels = {int(one["id"]): one for one in json.loads(zlib.decompress(self._parts[part]))}
        for key in keys:
            kind, _ = discord.channel._guild_channel_factory(channels[key]["type"])
            assert kind is not None, "discord.py has made an object of it before"
            self[key] = kind(guild=self._guild, data=channels[key], state=self._guild._state)
        return [self[key] for key in keys]


def client_of(member: discord.Member) -> Any:
    """Return the client that keeps a member."""
    return member._state._get_client()


def guard_answers(client: discord.Client) -> None:
    """Raise a `ClientError` for an answer that cannot be read, as for one that got lost.

    discord.py believes that every answer has the form of Discord's. Of others, such as the page of
    a proxy, it raises a TypeError or the like, or takes them for a message. What is asked for in
    the last moment of the program gets no answer, either.
    """
    client.http.request = _readable(client.http.request)  # type: ignore[method-assign] # no public way
    adapter = async_context.get()
    if type(adapter) is AsyncWebhookAdapter:  # the one of all clients, however many there are
        request = partial(AsyncWebhookAdapter.request, adapter)
        adapter.request = _readable(request)  # type: ignore[method-assign] # likewise


def _readable(request: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def readable(route: discord.http.Route, *args: Any, **options: Any) -> Any:
        words = f"the answer to {route.method} {route.path} cannot be read"
        try:
            found = await request(route, *args, **options)
        except _UNREADABLE as error:
            raise aiohttp.ClientPayloadError(words) from error
        except RuntimeError as error:
            if str(error) != _ENDED:
                raise
            raise aiohttp.ClientConnectionError(_ENDED) from error
        writes = route.method in {"POST", "PATCH"} and _OF_MESSAGES.search(route.path)
        if (isinstance(found, str) and found) or (
            writes and not (found and isinstance(found, dict))
        ):
            raise aiohttp.ClientPayloadError(words)
        return found

    return readable


def guard_components(
    client: discord.Client, taken: Callable[[], bool], refused: Callable[[bool], None]
) -> None:
    """Send a message again without its components where the server refuses them.

    `refused` is told whether the server takes none at all, rather than not these. When `taken`
    says no, they are left out from the start.
    """
    request = client.http.request

    async def guarded(
        route: discord.http.Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **options: Any,
    ) -> Any:
        form = None if form is None else list(form)
        if taken():
            try:
                return await request(route, files=files, form=form, **options)
            except discord.HTTPException as error:
                found = _REFUSED.search(error.text) if error.code == _INVALID else None
                if found is None:
                    raise
                refused(found["part"] is None)
            for file in files or ():
                file.reset()
        if isinstance(body := options.get("json"), dict):
            options["json"] = _bare(body)
        bare = None if form is None else [_bare_part(part) for part in form]
        return await request(route, files=files, form=bare, **options)

    client.http.request = guarded  # type: ignore[method-assign] # there is no public way


def _bare(body: dict[str, Any]) -> dict[str, Any]:
    """A message without its components."""
    return {name: field for name, field in body.items() if name != _COMPONENTS}


def _bare_part(part: dict[str, Any]) -> dict[str, Any]:
    """A part of a form: of a message with files, one part is the message."""
    if part["name"] != "payload_json":
        return part
    return {**part, "value": json.dumps(_bare(json.loads(part["value"])))}


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
