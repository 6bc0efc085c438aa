"""The private names of discord.py are there, and what is done with them has its effect."""

from __future__ import annotations

import asyncio
import tomllib
import zlib
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.webhook.async_ import AsyncWebhookAdapter

from benchmarks.servers import as_the_bot, by_default, server
from bot.edge.discord_internals.answers import guard_answers
from bot.edge.discord_internals.connections import limit_request_time
from bot.edge.discord_internals.servers import client_of, flattened, guard_events
from tests.discord_internals import hear, member_of, parsers_of
from tests.wire.payloads import member, user

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


async def test_the_private_names_are_there() -> None:
    """Of each that is gone it is said which library has changed, and who used it."""
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_ids=[0], shard_count=1)
    await client._async_setup_hook()
    none: Any = None
    client._reconnect = True  # as its `connect` does
    opened = discord.shard.Shard(none, client, lambda _item: None)
    socket = DiscordWebSocket(none, loop=client.loop)
    socket._max_heartbeat_timeout = 60.0  # as `from_client` does
    beating = discord.gateway.KeepAliveHandler(ws=socket)
    reset = discord.gateway.ReconnectWebSocket(None)
    used = {
        client: ("_connection", "_AutoShardedClient__shards", "_AutoShardedClient__queue", "ws"),
        client._connection: (
            *("parsers", "_get_guild", "_get_client"),
            *("shard_count", "shard_ids", "user"),
        ),
        discord.Guild: ("_channels", "_state"),
        discord.Member: ("_state",),
        discord.ShardInfo: ("_parent",),
        discord.Intents: ("_from_value",),
        discord.channel: ("_guild_channel_factory",),
        client.http: (
            *("_HTTPClient__session", "connector", "logs_from", "request"),
            *("static_login", "get_bot_gateway"),
        ),
        discord.http.HTTPClient: ("get_global_commands", "bulk_upsert_global_commands"),
        app_commands.Group: ("get_translated_payload",),
        discord.abc.Messageable: ("_get_channel",),
        discord.InteractionResponse: ("_response_type",),
        discord.TextChannel: ("_state",),
        discord.http.Route: ("BASE",),
        discord.errors: ("_flatten_error_dict",),
        AsyncWebhookAdapter: ("request",),
        DiscordWebSocket: ("from_client", "poll_event", "received_message", "identify", "resume"),
        socket: ("DEFAULT_GATEWAY", "session_id", "sequence", "_keep_alive"),
        beating: ("interval",),
        reset: ("resume",),
        discord.VoiceClient: ("warn_nacl", "warn_dave"),
        opened: ("ws", "_task"),
    }
    gone = [name for holder, names in used.items() for name in names if not hasattr(holder, name)]
    assert not gone, (
        f"bot/edge/discord_internals wants what discord.py {discord.__version__} lacks: {gone}"
    )


def test_only_an_event_without_a_session_is_not_passed_over() -> None:
    """What cannot be read is told with its name; READY alone raises, as it does in the library."""
    client = discord.Client(intents=discord.Intents.none())
    lost: list[tuple[str, type[Exception]]] = []
    guard_events(client, lambda event, error: lost.append((event, type(error))))
    parsers = parsers_of(client)
    parsers["CHANNEL_DELETE"]({"guild_id": "1"})
    parsers["MESSAGE_CREATE"]({})
    assert lost == [("CHANNEL_DELETE", KeyError), ("MESSAGE_CREATE", KeyError)]
    with pytest.raises(KeyError):
        parsers["READY"]({})


@pytest.mark.parametrize("content", [{}, {"id": None}, {"guild_id": "x", "id": "1"}, []])
async def test_no_event_that_cannot_be_read_raises(content: Any) -> None:
    """Whatever its kind and whatever is missing: it is told with its kind, or means nothing."""
    lost: list[str] = []
    client = as_the_bot()
    await client._async_setup_hook()
    guard_events(client, lambda event, _error: lost.append(event))
    parsers = parsers_of(client)
    for event in parsers.keys() - {"READY"}:
        parsers[event](content)
    assert {"CHANNEL_CREATE", "MESSAGE_CREATE", "INTERACTION_CREATE"} <= set(lost)


def test_a_member_leads_to_the_client_that_keeps_it() -> None:
    """From there the clock of the bot is found, whatever is known of the person."""
    client = as_the_bot()
    guild = hear(client, server(1))
    assert client_of(author(guild, [])) is client


async def test_an_answer_is_awaited_for_so_long_and_no_longer() -> None:
    """From the login on, which makes the session of all requests."""
    client = discord.Client(intents=discord.Intents.none())

    async def logged_in(_token: str) -> str:
        client.http._HTTPClient__session = aiohttp.ClientSession()  # type: ignore[attr-defined] # private
        return "the bot"

    client.http.static_login = logged_in  # type: ignore[assignment,method-assign] # asks Discord
    limit_request_time(client, 7.0)
    found: Any = await client.http.static_login("token")
    assert found == "the bot"
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined] # private
    assert session.timeout.total == 7.0
    await session.close()


def servers() -> tuple[discord.Guild, discord.Guild]:
    """The same server in a client that keeps everything, and in one that keeps what is used."""
    whole, trimmed = (hear(client, server(1)) for client in (by_default(), as_the_bot()))
    return whole, trimmed


def author(guild: discord.Guild, roles: list[str]) -> discord.Member:
    """A member as the author of a message is told: with the ids of their roles."""
    return member_of(guild, {**member(), "roles": roles, "user": user(1, "alice")})


def test_a_trimmed_server_gives_the_same_rights() -> None:
    """In each of its channels, to the bot and to a person with some of its roles."""
    whole, trimmed = servers()
    roles = [str(role.id) for role in whole.roles[2:9:3]]
    for channel, kept in zip(whole.channels, trimmed.channels, strict=True):
        assert kept is trimmed.get_channel(channel.id)
        assert (type(kept), kept.name) == (type(channel), channel.name)
        assert kept.permissions_for(trimmed.me) == channel.permissions_for(whole.me)
        allowed = channel.permissions_for(author(whole, roles))
        assert kept.permissions_for(author(trimmed, roles)) == allowed


def test_a_channel_is_unpacked_once_and_changes() -> None:
    """Whoever asks gets the same object, which events change, and which goes with its channel."""
    client = as_the_bot()
    guild, parsers = hear(client, server(1)), parsers_of(client)
    told = server(1)["channels"][-1]
    number = int(told["id"])
    channel = guild.get_channel(number)
    assert channel is guild.get_channel(number)
    assert channel is client.get_channel(number)
    parsers["CHANNEL_UPDATE"]({**told, "guild_id": str(guild.id), "name": "renamed"})
    assert channel is not None
    assert channel.name == "renamed"
    parsers["CHANNEL_DELETE"]({**told, "guild_id": str(guild.id)})
    assert guild.get_channel(number) is None
    assert number not in [one.id for one in guild.channels]


def test_the_cost_of_a_channel_does_not_grow_with_its_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All of ten times as many channels are unpacked from about ten times as much text."""
    read: list[int] = []
    unpack = zlib.decompress

    def counted(packed: bytes) -> bytes:
        text = unpack(packed)
        read.append(len(text))
        return text

    monkeypatch.setattr(zlib, "decompress", counted)
    told = server(1)
    few = told["channels"]
    text = few[-1]
    many = [*few, *({**text, "id": str(int(text["id"]) + more)} for more in range(1, 361))]
    costs = []
    for channels in (few, many):
        read.clear()
        guild = hear(as_the_bot(), {**told, "channels": channels})
        assert all(guild.get_channel(int(channel["id"])) for channel in channels)
        costs.append(sum(read))
    assert len(many) == 10 * len(few)
    assert costs[1] < 12 * costs[0]


def test_a_server_that_is_told_again_is_as_it_was_told_last() -> None:
    """A channel has its new name, one that is new is there, and one that is gone is not."""
    client = as_the_bot()
    guild, told = hear(client, server(1)), server(1)
    *others, gone, last = told["channels"]
    changed, new = {**last, "name": "renamed"}, {**last, "id": "5", "name": "new"}
    assert hear(client, {**told, "channels": [*others, changed, new]}) is guild
    ids = (int(channel["id"]) for channel in (changed, new, gone))
    assert [str(guild.get_channel(number)) for number in ids] == ["renamed", "new", "None"]
    assert len(guild.channels) == len(told["channels"])


async def test_a_request_at_the_end_of_the_program_gets_lost() -> None:
    """It is no defect: the next process asks again."""
    client = discord.Client(intents=discord.Intents.none())
    session = aiohttp.ClientSession()
    await session.close()
    client.http._HTTPClient__session = session  # type: ignore[attr-defined] # private
    client.http._global_over = asyncio.Event()
    client.http._global_over.set()
    guard_answers(client, lambda: iter(()))
    with pytest.raises(aiohttp.ClientConnectionError):
        await client.http.get_user(1)


def test_errors_of_a_request_may_come_as_a_list() -> None:
    """Each with its path, as other servers tell it, or by field, as Discord does."""
    message = "Street is required."
    listed = [{"path": "address.street", "message": message}, "nonsense"]
    nested = {"address": {"street": {"_errors": [{"code": "REQUIRED", "message": message}]}}}
    assert flattened(listed) == flattened(nested) == {"address.street": message}


def test_no_other_discord_py_is_installed_than_was_tried() -> None:
    """Any version may change private names, so the next one is let in after these tests."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    assert f"discord.py=={discord.__version__}" in wanted
