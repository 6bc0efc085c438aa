"""Makes methods of cogs commands, typed and as slash commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from discord.ext import commands

from bot.edge.cog.cog import GameCog
from bot.edge.cog.replying import Callback, replying
from bot.edge.places import CommandChannels, Source
from bot.pool.cooldowns import Cost


def group(**settings: Any) -> Callable[[Callback], Any]:
    """Make a method a group of commands, typed and as slash commands; errors get a reply."""
    free = replying(Cost.FREE)
    return lambda callback: commands.hybrid_group(**settings)(_untyped(free(callback)))


def subcommand(
    parent: commands.HybridGroup[Any, ..., Any],
    allowed: CommandChannels = CommandChannels.PLAYABLE,
    cost: Cost = Cost.COMMAND,
    **settings: Any,
) -> Callable[[Callback], Any]:
    """Make a method a command of a group, typed and as a slash command; errors get a reply.

    `allowed` says in which channels people may use it, `cost` how often one person may.
    """
    return lambda callback: parent.command(**settings)(
        _untyped(replying(cost)(_only_in(allowed, callback)))
    )


def _only_in(allowed: CommandChannels, callback: Callback) -> Callback:
    """Let a command be used only in these channels."""

    @wraps(callback)
    async def checking(cog: GameCog, ctx: Source, /, *args: Any, **kwargs: Any) -> None:
        await cog.check_channel(ctx, allowed)
        await callback(cog, ctx, *args, **kwargs)

    return cast(Callback, checking)


def _untyped(callback: Callable[..., Any]) -> Any:
    """Hide the type of a callback: mypy cannot infer the type variables of discord.py here."""
    return callback
