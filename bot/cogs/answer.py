"""How the edge answers when something cannot be done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial, wraps
from typing import Any, Final, TypeVar, cast

import aiohttp
import discord
from discord.ext import commands

from bot import text
from bot.cogs.languages import Languages
from bot.cogs.places import (
    Place,
    Source,
    Where,
    channel_at,
    guild_at,
    ids_at,
    refused,
    scope_at,
)
from bot.cogs.raw import Own
from bot.cogs.screen import Channel, Manner
from bot.cogs.sending import UNSENT, channel_errors, is_closed
from bot.customs import Customs
from bot.emoji import NONE_OWNED, Owned
from bot.errors import (
    ChannelClosed,
    ConflictError,
    EngineBusy,
    EngineCompiling,
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

_SLASH: Final = "/"
"""What people write before a command where the bot reads only what is addressed to it."""
Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


class GameBot(commands.Bot):
    """A bot that may own the emoji of boards."""

    owned: Owned = NONE_OWNED
    """Known once it has logged in."""
    languages: Languages

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = Own()
        """What it has posted itself."""

    def is_open(self, _shard: int) -> bool:
        """Whether a shard that was not told to be lost is connected."""
        return True


class GameCog(commands.Cog):
    """A cog that knows the games and the customs of each server."""

    def __init__(self, bot: GameBot, games: Games) -> None:
        self.bot = bot
        self.games = games

    def customs(self, place: Place) -> Customs:
        """What holds in the server where something happens."""
        return self.games.servers.customs(scope_at(place))

    def reads(self, place: Place) -> bool:
        """Whether the bot reads there what people type without addressing it."""
        return self.bot.intents.message_content or guild_at(place) is None

    def prefix(self, place: Place) -> str:
        """What commands begin with there."""
        return self.customs(place).prefix if self.reads(place) else _SLASH

    def manner(self, place: Place) -> Manner:
        """How the bot speaks there."""
        return Manner(self.prefix(place), self.reads(place), self.bot.owned)

    def may_play(self, place: Place) -> bool:
        """Whether games may be played there: in the channels that a server has chosen."""
        return self.customs(place).plays_in(*ids_at(place))

    async def channel(self, channel: ChannelId) -> Channel:
        """The channel of a game; raises ChannelClosed, and the second time the game is over."""
        try:
            return await channel_with(self.bot, channel)
        except ChannelClosed:
            await self.games.found_closed(channel)
            raise

    async def check_place(self, place: Place, where: Where = Where.ALLOWED) -> None:
        """Raise UserError where no game may be played, with the channels where one may."""
        if where is Where.ANYWHERE or self.may_play(place):
            return
        if where is Where.GAME and await self.games.find(ChannelId(channel_at(place).id)):
            return
        chosen = self.games.servers.chosen(scope_at(place))
        raise UserError(Problem.ELSEWHERE, places=" ".join(map(str, chosen.channels)))


def answered(callback: Callback) -> Callback:
    """Let a cog's callback raise what it likes on purpose: the person reads a sentence."""

    @wraps(callback)
    async def answering(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
        now_about(ChannelId(source.channel.id if source.channel else 0))
        with cog.games.under_way(), cog.bot.languages.answering(source):
            try:
                await callback(cog, source, *args, **kwargs)
            except (UserError, EngineCompiling) as error:
                await apologise(source, error, cog.prefix(source))
            except (KinarowError, *UNSENT) as error:
                log.warning("%r", error)
                cog.games.metrics.failed(error)
                await apologise(source, error, cog.prefix(source))
            except Exception as error:
                log.exception("a defect")
                cog.games.metrics.failed(error)
                await apologise(source, error, cog.prefix(source))

    return cast(Callback, answering)


def group(**settings: Any) -> Callable[[Callback], Any]:
    """Make a method an answered group of commands, typed and as slash commands."""
    return lambda callback: commands.hybrid_group(**settings)(_bare(answered(callback)))


def subcommand(
    parent: commands.HybridGroup[Any, ..., Any], where: Where = Where.ALLOWED, **settings: Any
) -> Callable[[Callback], Any]:
    """Make a method an answered command of a group, typed and as a slash command."""
    return lambda callback: parent.command(**settings)(_bare(answered(_placed(callback, where))))


def _placed(callback: Callback, where: Where) -> Callback:
    """Let a command be used only in some channels."""

    @wraps(callback)
    async def checking(cog: GameCog, ctx: Source, /, *args: Any, **kwargs: Any) -> None:
        await cog.check_place(ctx, where)
        await callback(cog, ctx, *args, **kwargs)

    return cast(Callback, checking)


def _bare(callback: Callable[..., Any]) -> Any:
    """A callback as discord.py's decorators take it: mypy cannot infer their type variables."""
    return callback


async def apologise(source: Source, error: Exception, prefix: str) -> None:
    """Say in one sentence what went wrong; by direct message where the channel is closed."""
    problem = _as_problem(source, error)
    with suppress(*UNSENT), text.privately():
        words = text.problem(problem, prefix)
        if problem.problem is not Problem.ELSEWHERE or not await _whispered(source, words):
            await _reply(source, problem.problem)(words)


async def _whispered(source: Source, words: str) -> bool:
    """Answer a typed message by direct message, where its author takes those."""
    if isinstance(source, discord.Interaction) or getattr(source, "interaction", None) is not None:
        return False  # which is answered privately in its channel
    assert isinstance(source, commands.Context | discord.Message), "all else is an interaction"
    try:
        await source.author.send(words)
    except UNSENT:
        return False
    return True


async def channel_with(bot: commands.Bot, channel: ChannelId) -> Channel:
    """A channel by id; raises ChannelClosed where it is gone or hidden from the bot."""
    with channel_errors():
        found = bot.get_channel(channel) or await bot.fetch_channel(channel)
    assert isinstance(found, Channel), "games are played where people write"
    return found


def unanswered(error: EngineUnavailable) -> UserError:
    """Why there is no answer from the engine, as something that a person can read."""
    match error:
        case EngineBusy():
            return UserError(Problem.ENGINE_BUSY)
        case EngineCompiling():
            return UserError(Problem.ENGINE_COMPILING)
        case _:
            return UserError(Problem.ENGINE_DOWN)


def _as_problem(source: Source, error: Exception) -> UserError:
    """The error as something that a person can read."""
    match error:
        case UserError():
            return error
        case ConflictError():
            return UserError(Problem.MOVED_ON)
        case EngineUnavailable():
            return unanswered(error)
        case StoreUnavailable():
            return UserError(Problem.STORE_DOWN)
        case ChannelClosed():
            return refused(source.channel)
        case discord.HTTPException() if is_closed(error):
            return refused(source.channel)
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
