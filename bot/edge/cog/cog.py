"""The base classes of the bot and its cogs, and the replies to errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import wraps
from math import ceil
from typing import Any, Final, Self, TypeVar, cast

import aiohttp
import discord
from discord.ext import commands

from bot.edge.languages import Languages
from bot.edge.places import (
    CommandChannels,
    Place,
    Source,
    asker_at,
    channel_at,
    has_threads,
    ids_at,
    is_alone,
    is_outside,
    may_view,
    refused,
    scope_at,
    user_at,
)
from bot.edge.recent import AnswerDates, DiscordClock, OwnMessages, RecentIds, Refusals
from bot.edge.screens import GameChannel, PressScreen, ScreenOptions
from bot.edge.screens.base import ToldLacking
from bot.edge.screens.tokens import Tokens
from bot.edge.screens.traffic import MOST_OLD, Traffic
from bot.edge.sending import UNSENT, answer, channel_errors, is_closed
from bot.edge.sending.progress import ProgressCog
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
from bot.pool.cooldowns import Cooldowns, Cost
from bot.pool.thinker import Thinker
from bot.show import text
from bot.show.emoji import NO_EMOJI, OwnedEmoji
from bot.store import Store
from bot.store.guild_settings import GuildSettingsCache
from bot.store.in_flight import InFlight

log = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""How many ids of messages are remembered, to notice one that is delivered twice."""
_IN_THREADS: Final = frozenset((Problem.GAME_OF_OTHERS, Problem.NOT_A_PLAYER))
"""What is answered with the advice to play in a thread, where there can be one."""
_SLASH: Final = "/"
"""The prefix where the bot reads only messages that mention it: slash commands."""
ChosenStyle = Callable[[UserId], Awaitable[BoardStyle | None]]
"""Finds how the boards of a person are drawn; None if they have not chosen."""
T = TypeVar("T")
Callback = TypeVar("Callback", bound=Callable[..., Coroutine[Any, Any, None]])


class GameBot(commands.Bot):
    """What cogs need from the bot. It may own emoji for the tiles of boards."""

    owned: OwnedEmoji = NO_EMOJI
    """The emoji that the application owns. They are known after the login."""
    buttons: bool = True
    """Whether messages can have buttons, as far as the server has not refused them."""

    def __init__(
        self,
        *args: Any,
        language: str,
        store: Store,
        guild_settings: GuildSettingsCache,
        in_flight: InFlight,
        metrics: Metrics,
        chosen_style: ChosenStyle,
        thinker: Thinker,
        told: ToldLacking,
        clock: DiscordClock,
        **kwargs: Any,
    ) -> None:
        self.refusals = Refusals()
        self.answer_dates = AnswerDates()
        trace = aiohttp.TraceConfig()
        self.refusals.listen(trace)
        self.answer_dates.listen(trace)
        super().__init__(*args, http_trace=trace, **kwargs)
        self.clock = clock
        self.store = store
        self.guild_settings = guild_settings
        self.languages = Languages(language, guild_settings)
        self.in_flight = in_flight
        """Counts the commands and presses that have not been answered yet."""
        self.metrics = metrics
        self.chosen_style = chosen_style
        self.studio = thinker.studio
        self.progress = ProgressCog(thinker)
        self.told = told
        self.own_messages = OwnMessages()
        self.handled = RecentIds(_REMEMBERED)
        """The messages that were played or answered, or passed over, to do that only once."""
        self.traffic = Traffic()
        self.old_traffic = Traffic(MOST_OLD)
        """The changes of boards that newer ones have replaced, for which no move waits."""
        self.cooldowns = Cooldowns()
        self.tokens = Tokens()

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
        if is_alone(place):
            return True
        return self.bot.intents.message_content and not is_outside(place) and may_view(place)

    def check_buttons(self) -> None:
        """Raise UserError where messages have no buttons, for what cannot be done without."""
        if not self.bot.buttons:
            raise UserError(Problem.NO_BUTTONS)

    def prefix(self, place: Place) -> str:
        """The prefix of commands there: `/` where the bot reads only mentions."""
        return self.guild_settings(place).prefix if self.reads(place) else _SLASH

    def screen_options(self, place: Place) -> ScreenOptions:
        """The options of a screen there."""
        bot = self.bot
        typed = self.reads(place)
        return ScreenOptions(
            self.prefix(place),
            typed,
            bot.buttons,
            bot.owned,
            bot.traffic,
            bot.studio,
            bot.told,
            bot.tokens,
            bot.clock.now,
        )

    def late_screen(self, channel: ChannelId) -> PressScreen | None:
        """A screen for what comes late, where the bot can only answer; None if it is too late."""
        press = self.bot.tokens.newest(channel)
        return None if press is None else PressScreen(press, self.screen_options(press))

    async def drawn(self, place: Place, draw: Callable[[], T]) -> T:
        """Draw something for whoever did something in a place, apart from the event loop.

        Raises EngineUnavailable as `Studio.draw` does.
        """
        return await self.bot.studio.draw(text.in_current_language(draw), asker_at(place))

    def charge(self, place: Place, cost: Cost) -> None:
        """Take a cost from the allowance of who asks. Raises UserError if they have to wait."""
        person = user_at(place)
        if person is not None and (wait := self.bot.cooldowns.take(person, cost)) > 0:
            raise UserError(Problem.TOO_FAST, seconds=ceil(wait))

    async def take_turn(self, place: Place) -> None:
        """Wait until what somebody has paid for may begin, after what they asked for before."""
        person = user_at(place)
        if person is not None and (wait := self.bot.cooldowns.turn(person)) > 0:
            await asyncio.sleep(wait)

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
    """Decorate a callback of a cog that costs as much as a press, see `replying`."""
    return replying(Cost.PRESS)(callback)


def replying(cost: Cost) -> Callable[[Callback], Callback]:
    """Decorate a callback of a cog: an error that it raises is logged and answered.

    The person gets one sentence. Answers are in the language of the channel or of the person.
    It is not called for who has asked for too much: they are told now and then.
    """
    return lambda callback: _replying(callback, cost)


def _replying(callback: Callback, cost: Cost) -> Callback:
    @wraps(callback)
    async def wrapped(cog: GameCog, source: Source, /, *args: Any, **kwargs: Any) -> None:
        set_log_context(ChannelId(source.channel.id if source.channel else 0))
        with cog.bot.in_flight, cog.bot.languages.answering(source):
            try:
                cog.charge(source, cost)
                if cost is not Cost.FREE:
                    await cog.take_turn(source)
                await _charged_if_refused(cog, source, cost, callback(cog, source, *args, **kwargs))
            except Exception as error:
                if not _is_answered(cog, source, error):
                    return
                if cog.bot.is_closed():  # nothing can be answered, and the next process goes on
                    log.info("broken off by the end of the program: %r", error)
                    return
                _note(cog, error)
                await apologise(cog, source, error)

    return cast(Callback, wrapped)


async def _charged_if_refused(
    cog: GameCog, source: Source, cost: Cost, work: Coroutine[Any, Any, None]
) -> None:
    """What is free costs as much as a command if it gets a refusal for an answer."""
    try:
        await work
    except UserError as error:
        if cost is Cost.FREE and error.problem is not Problem.TOO_FAST:
            cog.charge(source, Cost.COMMAND)
            await cog.take_turn(source)
        raise


def _is_answered(cog: GameCog, source: Source, error: Exception) -> bool:
    """Whether a person is told of an error: who asks for too much not each time."""
    if not isinstance(error, UserError) or error.problem is not Problem.TOO_FAST:
        return True
    person = user_at(source)
    return person is not None and cog.bot.cooldowns.may_tell(person)


def _note(cog: GameCog, error: Exception) -> None:
    """Log and count an error that is being handled, unless it is the person's own."""
    if isinstance(error, UserError | EngineCompiling):
        return
    if isinstance(error, (KinarowError, *UNSENT)):
        log.warning("%r", error)
    else:
        log.exception("a defect")
    cog.bot.metrics.failed(error)


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


async def apologise(cog: GameCog, source: Source, error: Exception) -> None:
    """Reply with one sentence about an error, by direct message if the channel is closed.

    What cannot be sent is given up. How far compiling is, is kept up to date.
    """
    shown, prefix = _as_user_error(source, error), cog.prefix(source)
    with suppress(*UNSENT), text.privately():
        words = text.problem(shown, prefix)
        if shown.problem is Problem.ELSEWHERE and await _sent_directly(source, words):
            return
        sent = await _reply(source, shown.problem)(words)
        if isinstance(error, EngineCompiling):
            cog.bot.progress.follow(sent, error, prefix)


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
        case UserError(problem=problem) if problem in _IN_THREADS and not has_threads(source):
            return UserError(Problem.OTHERS_PLAY, **error.facts)
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


def _reply(source: Source, problem: Problem) -> Callable[[str], Awaitable[discord.Message]]:
    """Return the function that sends a reply: private if Discord allows it.

    Otherwise it sends to the channel, or to the author if the bot may not write there.
    """
    interaction = source.interaction if isinstance(source, commands.Context) else source
    if isinstance(interaction, discord.Interaction):
        press = interaction
        return lambda words: answer(press, lambda: {"content": words}, private=True)
    assert isinstance(source, commands.Context | discord.Message), "all else is an interaction"
    closed = problem is Problem.MISSING_PERMISSION
    return source.author.send if closed else source.channel.send
