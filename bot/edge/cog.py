"""The base classes of the bot and its cogs, and the replies to errors."""

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
from bot.edge.places import (
    CommandChannels,
    Place,
    Source,
    channel_at,
    guild_at,
    ids_at,
    refused,
    scope_at,
)
from bot.edge.recent import DiscordClock, OwnMessages, RecentIds, Refusals
from bot.edge.screens import GameChannel, ScreenOptions
from bot.edge.screens.traffic import Traffic
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
from bot.match.session import BoardStyle, ChannelId, UserId
from bot.metrics import Metrics
from bot.show import text
from bot.show.emoji import NO_EMOJI, OwnedEmoji
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache
from bot.store.in_flight import InFlight

log = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""How many ids of messages are remembered, to notice one that is delivered twice."""
_SLASH: Final = "/"
"""The prefix where the bot reads only messages that mention it: slash commands."""
ChosenStyle = Callable[[UserId], Awaitable[BoardStyle | None]]
"""Finds how the boards of a person are drawn; None if they have not chosen."""
Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


class GameBot(commands.Bot):
    """What cogs need from the bot. It may own emoji for the tiles of boards."""

    owned: OwnedEmoji = NO_EMOJI
    """The emoji that the application owns. They are known after the login."""

    def __init__(
        self,
        *args: Any,
        language: str,
        store: Store,
        guild_settings: GuildSettingsCache,
        in_flight: InFlight,
        metrics: Metrics,
        chosen_style: ChosenStyle,
        clock: DiscordClock,
        **kwargs: Any,
    ) -> None:
        self.refusals = Refusals()
        super().__init__(*args, http_trace=self.refusals.trace(), **kwargs)
        self.clock = clock
        self.store = store
        self.guild_settings = guild_settings
        self.languages = Languages(language, guild_settings)
        self.in_flight = in_flight
        """Counts the commands and presses that have not been answered yet."""
        self.metrics = metrics
        self.chosen_style = chosen_style
        self.own_messages = OwnMessages()
        self.handled = RecentIds(_REMEMBERED)
        """The messages that were played or answered, or passed over, to do that only once."""
        self.traffic = Traffic()

    def is_open(self, _shard: int) -> bool:
        """Whether a shard is connected, if Discord has not reported it as lost."""
        return True


class GameCog(commands.Cog):
    """A cog that knows the settings of each server, and where games may be played."""

    def __init__(self, bot: GameBot) -> None:
        self.bot = bot

    @classmethod
    def of(cls, press: discord.Interaction[Any]) -> Self:
        """Return the cog of this class of the bot that a press arrives at."""
        cog = press.client.get_cog(cls.__name__)
        assert isinstance(cog, cls), f"the bot has a {cls.__name__}"
        return cog

    def guild_settings(self, place: Place) -> GuildSettings:
        """The settings of the server where something happens."""
        return self.bot.guild_settings.of(scope_at(place))

    async def style_of(self, place: Place, user: UserId) -> BoardStyle:
        """How boards are drawn for a person there: as they have chosen, else their server."""
        return await self.bot.chosen_style(user) or self.guild_settings(place).style

    def reads(self, place: Place) -> bool:
        """Whether the bot reads messages there that do not mention it."""
        return self.bot.intents.message_content or guild_at(place) is None

    def prefix(self, place: Place) -> str:
        """The prefix of commands there: `/` where the bot reads only mentions."""
        return self.guild_settings(place).prefix if self.reads(place) else _SLASH

    def screen_options(self, place: Place) -> ScreenOptions:
        """The options of a screen there."""
        bot = self.bot
        reads, now = self.reads(place), bot.clock.now
        return ScreenOptions(self.prefix(place), reads, bot.owned, bot.traffic, now)

    def may_play(self, place: Place) -> bool:
        """Whether games may be played there: in the channels that a server has chosen."""
        return self.guild_settings(place).plays_in(*ids_at(place))

    async def check_channel(
        self, place: Place, allowed: CommandChannels = CommandChannels.PLAYABLE
    ) -> None:
        """Raise UserError if a command may not be used there. It names the channels for games."""
        if allowed is CommandChannels.ANY or self.may_play(place):
            return
        if allowed is CommandChannels.WITH_GAME and await self.bot.store.load(
            ChannelId(channel_at(place).id)
        ):
            return
        chosen = self.bot.guild_settings.chosen(scope_at(place))
        raise UserError(Problem.ELSEWHERE, places=" ".join(map(str, chosen.channels)))


def replies_to_errors(callback: Callback) -> Callback:
    """Decorate a callback of a cog: an error that it raises is logged and answered.

    The person gets one sentence. Answers are in the language of the channel or of the person.
    """

    @wraps(callback)
    async def wrapped(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
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

    return cast(Callback, wrapped)


def group(**settings: Any) -> Callable[[Callback], Any]:
    """Make a method a group of commands, typed and as slash commands; errors get a reply."""
    return lambda callback: commands.hybrid_group(**settings)(_untyped(replies_to_errors(callback)))


def subcommand(
    parent: commands.HybridGroup[Any, ..., Any],
    allowed: CommandChannels = CommandChannels.PLAYABLE,
    **settings: Any,
) -> Callable[[Callback], Any]:
    """Make a method a command of a group, typed and as a slash command; errors get a reply.

    `allowed` says in which channels people may use it.
    """
    return lambda callback: parent.command(**settings)(
        _untyped(replies_to_errors(_only_in(allowed, callback)))
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


async def apologise(source: Source, error: Exception, prefix: str) -> None:
    """Reply with one sentence about an error, by direct message if the channel is closed.

    What cannot be sent is given up.
    """
    shown = _as_user_error(source, error)
    with suppress(*UNSENT), text.privately():
        words = text.problem(shown, prefix)
        if shown.problem is not Problem.ELSEWHERE or not await _sent_directly(source, words):
            await _reply(source, shown.problem)(words)


async def _sent_directly(source: Source, words: str) -> bool:
    """Answer a typed message by direct message. Returns whether that worked.

    A slash command or a press is not answered like this: its reply is private in the channel.
    """
    if isinstance(source, discord.Interaction) or getattr(source, "interaction", None) is not None:
        return False
    assert isinstance(source, commands.Context | discord.Message), "all else is an interaction"
    try:
        await source.author.send(words)
    except UNSENT:
        return False
    return True


async def channel_with(bot: commands.Bot, channel: ChannelId) -> GameChannel:
    """Return a channel by its id. Raises ChannelClosed if it is gone or hidden from the bot."""
    with channel_errors():
        found = bot.get_channel(channel) or await bot.fetch_channel(channel)
    assert isinstance(found, GameChannel), "games are played where people write"
    return found


def engine_problem(error: EngineUnavailable) -> UserError:
    """The UserError that tells a person why the engine gives no answer."""
    match error:
        case EngineBusy():
            return UserError(Problem.ENGINE_BUSY)
        case EngineCompiling(percent=percent, seconds=seconds):
            return UserError(Problem.ENGINE_COMPILING, percent=percent, seconds=seconds)
        case _:
            return UserError(Problem.ENGINE_DOWN)


def _as_user_error(source: Source, error: Exception) -> UserError:
    """The UserError whose sentence tells a person about an error."""
    match error:
        case UserError():
            return error
        case ConflictError():
            return UserError(Problem.MOVED_ON)
        case EngineUnavailable():
            return engine_problem(error)
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
    """Return the function that sends a reply: private if Discord allows it.

    Otherwise it sends to the channel, or to the author if the bot may not write there.
    """
    interaction = source.interaction if isinstance(source, commands.Context) else source
    if isinstance(interaction, discord.Interaction):
        if interaction.response.is_done():
            return partial(interaction.followup.send, ephemeral=True)
        return partial(interaction.response.send_message, ephemeral=True)
    assert isinstance(source, commands.Context | discord.Message), "all else is an interaction"
    closed = problem is Problem.MISSING_PERMISSION
    return source.author.send if closed else source.channel.send
