"""Private names of SimCord that tests need, besides those of the bot.

`pyproject.toml` pins the version of SimCord.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from types import NoneType, SimpleNamespace
from typing import Any, Final

import discord
import simcord
from simcord import components, gateway, results
from simcord._runtime import _attach_bot
from simcord.backend import serializers
from simcord.http import router

_UNCHANGING: Final = {str, int, bool, float, NoneType}


def look_often(seconds: float) -> None:
    """Let SimCord check this often whether the bot has come to rest, instead of every 50 ms.

    It looks where a task ends, too; but those that wait for something else do not end.
    """
    by_name: Any = simcord.Env._settle_internal.__kwdefaults__
    assert "idle" in by_name, "this SimCord waits in another way"
    by_name["idle"] = seconds
    simcord.Env.settle.__defaults__ = (None, seconds)


def copy_quickly() -> None:
    """Let SimCord copy what was sent as JSON, and only what is no JSON in the general way."""
    for module in (components, gateway, results, router, serializers):
        name = "deepcopy" if hasattr(module, "deepcopy") else "copy"
        assert hasattr(module, name), f"{module.__name__} copies in another way"
        quick = _copied if name == "deepcopy" else SimpleNamespace(deepcopy=_copied)
        setattr(module, name, quick)


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {key: _copied(part) for key, part in value.items()}
    if kind is list:
        return [_copied(part) for part in value]
    return value if kind in _UNCHANGING else deepcopy(value)


async def attach(env: simcord.Env, bot: discord.Client) -> None:
    """Connect another bot, in the place of the one that was detached."""
    await _attach_bot(env, bot)


async def detach(env: simcord.Env) -> None:
    """Disconnect the bot at once, whatever it is doing."""
    await env._detach_bot()


@contextmanager
def without_waiting(env: simcord.Env) -> Iterator[None]:
    """Presses and slash commands in the block do not wait for the bot to come to rest."""

    async def skip(**_: object) -> None:
        """In place of the wait that SimCord puts after each act."""

    env._settle_internal = skip  # type: ignore[method-assign] # it has no public way
    try:
        yield
    finally:
        del env._settle_internal


def messages(
    env: simcord.Env, channel: int, *, author: int | None = None
) -> Iterator[discord.Message]:
    """The messages of a channel, newest first, each made when it is looked at.

    SimCord makes all of a channel for who asks for one.
    """
    stored = env.backend.messages.get(channel, {})
    for number in sorted(stored, reverse=True):
        message = stored[number]
        if message.visible_to(None) and author in {None, message.author_id}:
            yield results.to_discord_message(env, message)


def deliver(env: simcord.Env, event: str, sent: Any) -> None:
    """Send an event to the bot, whatever has been sent before."""
    env._gateway_feed(event, sent)


@contextmanager
def outage(env: simcord.Env, guild: int) -> Iterator[None]:
    """Discord calls a server unavailable, as to a bot that starts then, and shows nothing of it."""
    state, unavailable = env.bot._connection, {"id": guild, "unavailable": True}
    known = state._guilds[guild]
    state._guilds[guild] = discord.Guild(data=unavailable, state=state)  # type: ignore[arg-type] # no more is told then
    env.inject_error("GET", "/channels/*", status=403, code=50001, times=None)
    try:
        yield
    finally:
        state._guilds[guild] = known
        env.backend.faults.clear()


def forget_channel(env: simcord.Env, guild: int, channel: int) -> None:
    """The bot does not know a channel, of which no event has told it."""
    del env.bot._connection._guilds[guild]._channels[channel]
