"""The private names of discord.py are there, and what is done with them has its effect."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket

from bot.edge import discord_internals

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


T = TypeVar("T", bound=discord.shard.Shard)


def shard_of(client: discord.AutoShardedClient, kind: type[T]) -> T:
    """A shard that has no connection yet."""
    client._reconnect = True  # as its `connect` does
    none: Any = None
    return kind(none, client, lambda _item: None)


def test_a_shard_is_tried_again_within_about_a_minute() -> None:
    """However often it has failed."""
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_ids=[0], shard_count=1)
    backoff = shard_of(client, discord_internals.RetryingShard)._backoff
    assert max(backoff.delay() for _ in range(200)) <= 64


async def test_the_private_names_are_there() -> None:
    """Of each that is gone it is said which library has changed, and who used it."""
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_ids=[0], shard_count=1)
    await client._async_setup_hook()
    opened = shard_of(client, discord.shard.Shard)
    used = {
        client: ("_connection", "_AutoShardedClient__shards", "_AutoShardedClient__queue", "ws"),
        client._connection: ("parsers",),
        client.http: ("_HTTPClient__session", "connector", "logs_from", "request"),
        discord.http.HTTPClient: ("get_global_commands", "bulk_upsert_global_commands"),
        app_commands.Group: ("get_translated_payload",),
        discord.abc.Messageable: ("_get_channel",),
        discord.TextChannel: ("_state",),
        DiscordWebSocket: ("from_client",),
        discord.VoiceClient: ("warn_nacl", "warn_dave"),
        discord.shard.Shard: ("launch",),
        opened: ("_handled_exceptions", "_backoff"),
        opened._backoff: ("_max",),
    }
    gone = [name for holder, names in used.items() for name in names if not hasattr(holder, name)]
    assert not gone, (
        f"bot/edge/discord_internals.py wants what discord.py {discord.__version__} lacks: {gone}"
    )


def test_only_an_event_without_a_session_is_not_passed_over() -> None:
    """What cannot be read is told with its name; READY alone raises, as it does in the library."""
    client = discord.Client(intents=discord.Intents.none())
    lost: list[tuple[str, type[Exception]]] = []
    discord_internals.guard_events(client, lambda event, error: lost.append((event, type(error))))
    parsers = client._connection.parsers
    parsers["CHANNEL_DELETE"]({"guild_id": "1"})
    parsers["MESSAGE_CREATE"]({})
    assert lost == [("CHANNEL_DELETE", KeyError), ("MESSAGE_CREATE", KeyError)]
    with pytest.raises(KeyError):
        parsers["READY"]({})


def test_no_other_discord_py_is_installed_than_was_tried() -> None:
    """Any version may change private names, so the next one is let in after these tests."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    assert f"discord.py=={discord.__version__}" in wanted
