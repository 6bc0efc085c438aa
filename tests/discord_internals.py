"""Private names of discord.py that tests and benchmarks need, besides those of the bot.

`pyproject.toml` pins the version of discord.py; tests/bot/edge/test_discord_internals.py says which
names a new one lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import discord

from tests.wire.payloads import ME, Payload


def parsers_of(client: discord.Client) -> dict[str, Callable[[Any], None]]:
    """What a client does with each event of the gateway, by the name of the event."""
    return client._connection.parsers


def hear(client: discord.Client, server: Payload) -> discord.Guild:
    """Announce a server to a client, and return it as the client keeps it."""
    state, me = client._connection, cast("Any", ME)
    state.user = state.user or discord.ClientUser(state=state, data=me)
    parsers_of(client)["GUILD_CREATE"](server)
    guild = client.get_guild(int(server["id"]))
    assert guild is not None, "it was told of"
    return guild


def member_of(guild: discord.Guild, told: Payload) -> discord.Member:
    """A member as a message describes its author."""
    data: Any = told
    return discord.Member(data=data, guild=guild, state=guild._state)


async def lose(shard: discord.ShardInfo) -> None:
    """Close the connection of a shard, which discord.py does not report yet."""
    await shard._parent.close()


def intents_from(value: int) -> discord.Intents:
    """The intents that a bot names when it identifies."""
    return discord.Intents._from_value(value)
