"""How the edge answers when something cannot be done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial, wraps
from typing import Any, TypeVar, cast

import aiohttp
import discord
from discord.ext import commands

from bot import text
from bot.cogs.languages import Languages, Source
from bot.cogs.screen import Channel, Manner
from bot.cogs.sending import UNSENT
from bot.emoji import NONE_OWNED, Owned
from bot.errors import (
    ChannelClosed,
    ConflictError,
    EngineBusy,
    EngineUnavailable,
    KinarowError,
    Problem,
    StoreUnavailable,
    UserError,
)
from bot.games import Games
from bot.logs import now_about
from bot.session import ChannelId

log = logging.getLogger(__name__)

Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


class GameBot(commands.Bot):
    """A bot that may own the emoji of boards."""

    owned: Owned = NONE_OWNED
    """Known once it has logged in."""
    languages: Languages


class GameCog(commands.Cog):
    """A cog that knows the games and how commands begin here."""

    def __init__(self, bot: GameBot, games: Games, prefix: str) -> None:
        self.bot = bot
        self.games = games
        self.prefix = prefix

    @property
    def typed(self) -> bool:
        """Whether the bot reads what people type in servers without addressing it."""
        return self.bot.intents.message_content

    @property
    def manner(self) -> Manner:
        """How the bot speaks now."""
        return Manner(self.prefix, self.typed, self.bot.owned)


def answered(callback: Callback) -> Callback:
    """Let a cog's callback raise what it likes on purpose: the person reads a sentence."""

    @wraps(callback)
    async def answering(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
        now_about(ChannelId(source.channel.id if source.channel else 0))
        with cog.games.under_way(), cog.bot.languages.answering(source):
            try:
                await callback(cog, source, *args, **kwargs)
            except UserError as error:
                await apologise(source, error, cog.prefix)
            except (KinarowError, *UNSENT) as error:
                log.warning("%r", error)
                cog.games.metrics.failed(error)
                await apologise(source, error, cog.prefix)
            except Exception as error:
                log.exception("a defect")
                cog.games.metrics.failed(error)
                await apologise(source, error, cog.prefix)

    return cast(Callback, answering)


def group(**settings: Any) -> Callable[[Callback], Any]:
    """Make a method an answered group of commands, typed and as slash commands."""
    return lambda callback: commands.hybrid_group(**settings)(_bare(answered(callback)))


def subcommand(
    parent: commands.HybridGroup[Any, ..., Any], **settings: Any
) -> Callable[[Callback], Any]:
    """Make a method an answered command of a group, typed and as a slash command."""
    return lambda callback: parent.command(**settings)(_bare(answered(callback)))


def _bare(callback: Callable[..., Any]) -> Any:
    """A callback as discord.py's decorators take it: mypy cannot infer their type variables."""
    return callback


async def apologise(source: Source, error: Exception, prefix: str) -> None:
    """Say in one sentence what went wrong; by direct message where the channel is closed."""
    problem = _as_problem(source, error)
    with suppress(*UNSENT), text.privately():
        await _reply(source, problem.problem)(text.problem(problem, prefix))


def may_write(
    channel: discord.abc.MessageableChannel, me: discord.Member | discord.ClientUser
) -> None:
    """Raise UserError with the name of the permission that the bot lacks to show a board."""
    if not isinstance(me, discord.Member) or isinstance(
        channel, discord.DMChannel | discord.GroupChannel | discord.PartialMessageable
    ):
        return
    allowed = channel.permissions_for(me)
    wanted = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    for name in ("view_channel", wanted):
        if not getattr(allowed, name):
            raise UserError(
                Problem.MISSING_PERMISSION,
                permission=name.replace("_", " ").title(),
                channel=channel.name,
            )


async def channel_with(bot: commands.Bot, channel: ChannelId) -> Channel:
    """A channel by id; raises what Discord answers where it is gone or hidden from the bot."""
    found = bot.get_channel(channel) or await bot.fetch_channel(channel)
    assert isinstance(found, Channel), "games are played where people write"
    return found


def _as_problem(source: Source, error: Exception) -> UserError:
    """The error as something that a person can read."""
    match error:
        case UserError():
            return error
        case ConflictError():
            return UserError(Problem.MOVED_ON)
        case EngineBusy():
            return UserError(Problem.ENGINE_BUSY)
        case EngineUnavailable():
            return UserError(Problem.ENGINE_DOWN)
        case StoreUnavailable():
            return UserError(Problem.STORE_DOWN)
        case ChannelClosed() | discord.Forbidden():
            name = getattr(source.channel, "name", "")
            return UserError(Problem.MISSING_PERMISSION, permission="Send Messages", channel=name)
        case discord.HTTPException() | discord.RateLimited() | aiohttp.ClientError() | OSError():
            return UserError(Problem.DISCORD_DOWN)
        case _:
            return UserError(Problem.DEFECT)


def _reply(source: Source, problem: Problem) -> Callable[[str], Awaitable[object]]:
    """How to answer: privately where Discord allows it, else in the channel if it is open."""
    interaction = source.interaction if isinstance(source, commands.Context) else source
    if isinstance(interaction, discord.Interaction):
        if interaction.response.is_done():
            return partial(interaction.followup.send, ephemeral=True)
        return partial(interaction.response.send_message, ephemeral=True)
    assert isinstance(source, commands.Context | discord.Message), "all else is an interaction"
    closed = problem is Problem.MISSING_PERMISSION
    return source.author.send if closed else source.channel.send
