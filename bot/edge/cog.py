"""How the edge answers when something cannot be done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial, wraps
from typing import Any, Final, Self, TypeVar, cast

import aiohttp
import discord
from discord.ext import commands

from bot.edge.languages import Languages
from bot.edge.places import Place, Source, Where, channel_at, guild_at, ids_at, refused, scope_at
from bot.edge.recent import OwnMessages
from bot.edge.screens import Channel, ScreenOptions
from bot.edge.sending import UNSENT, channel_errors, is_closed
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
from bot.logs import set_log_context
from bot.match.guild_settings import GuildSettings
from bot.match.session import ChannelId
from bot.metrics import Metrics
from bot.show import text
from bot.show.emoji import NO_EMOJI, OwnedEmoji
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache
from bot.store.in_flight import InFlight

log = logging.getLogger(__name__)

_SLASH: Final = "/"
"""What people write before a command where the bot reads only what is addressed to it."""
Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


class GameBot(commands.Bot):
    """A bot as its cogs see it; it may own the emoji of boards."""

    owned: OwnedEmoji = NO_EMOJI
    """Known once it has logged in."""

    def __init__(
        self,
        *args: Any,
        language: str,
        store: Store,
        guild_settings: GuildSettingsCache,
        in_flight: InFlight,
        metrics: Metrics,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.store = store
        self.guild_settings = guild_settings
        self.languages = Languages(language, guild_settings)
        self.in_flight = in_flight
        """What people have asked for and not been answered."""
        self.metrics = metrics
        self.own_messages = OwnMessages()

    def is_open(self, _shard: int) -> bool:
        """Whether a shard that was not told to be lost is connected."""
        return True


class GameCog(commands.Cog):
    """A cog that knows the settings of each server, and where games are on."""

    def __init__(self, bot: GameBot) -> None:
        self.bot = bot

    @classmethod
    def of(cls, press: discord.Interaction[Any]) -> Self:
        """The cog of this kind of the bot that a press arrives at."""
        cog = press.client.get_cog(cls.__name__)
        assert isinstance(cog, cls), f"the bot has a {cls.__name__}"
        return cog

    def guild_settings(self, place: Place) -> GuildSettings:
        """The settings of the server where something happens."""
        return self.bot.guild_settings.of(scope_at(place))

    def reads(self, place: Place) -> bool:
        """Whether the bot reads there what people type without addressing it."""
        return self.bot.intents.message_content or guild_at(place) is None

    def prefix(self, place: Place) -> str:
        """What commands begin with there."""
        return self.guild_settings(place).prefix if self.reads(place) else _SLASH

    def screen_options(self, place: Place) -> ScreenOptions:
        """The options of a screen there."""
        return ScreenOptions(self.prefix(place), self.reads(place), self.bot.owned)

    def may_play(self, place: Place) -> bool:
        """Whether games may be played there: in the channels that a server has chosen."""
        return self.guild_settings(place).plays_in(*ids_at(place))

    async def check_place(self, place: Place, where: Where = Where.ALLOWED) -> None:
        """Raise UserError where no game may be played, with the channels where one may."""
        if where is Where.ANYWHERE or self.may_play(place):
            return
        if where is Where.GAME and await self.bot.store.load(ChannelId(channel_at(place).id)):
            return
        chosen = self.bot.guild_settings.chosen(scope_at(place))
        raise UserError(Problem.ELSEWHERE, places=" ".join(map(str, chosen.channels)))


def answered(callback: Callback) -> Callback:
    """Let a cog's callback raise what it likes on purpose: the person reads a sentence."""

    @wraps(callback)
    async def answering(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
        set_log_context(ChannelId(source.channel.id if source.channel else 0))
        with cog.bot.in_flight, cog.bot.languages.answering(source):
            try:
                await callback(cog, source, *args, **kwargs)
            except (UserError, EngineCompiling) as error:
                await apologise(source, error, cog.prefix(source))
            except (KinarowError, *UNSENT) as error:
                log.warning("%r", error)
                cog.bot.metrics.failed(error)
                await apologise(source, error, cog.prefix(source))
            except Exception as error:
                log.exception("a defect")
                cog.bot.metrics.failed(error)
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
