"""The bot: a discord.py client with its cogs, buttons and slash commands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from math import inf
from time import perf_counter
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.application import SlashCog, SlashTranslator
from bot.client.commands import MESSAGE, AnsweringContext, as_command, note_begin
from bot.client.connections import keep_connected
from bot.client.gateway import Identifies
from bot.client.hearing import bare_word, is_mended, is_speech, is_withheld
from bot.client.services import (
    COMPANIONS,
    DELETIONS,
    FEATURES,
    Cogs,
    Features,
    Services,
    open_services,
)
from bot.config import Settings
from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.discord_internals.answers import guard_answers
from bot.edge.discord_internals.requests import guard_components
from bot.edge.discord_internals.servers import guard_events, trim_servers
from bot.edge.door import enter
from bot.edge.recent import RecentIds
from bot.edge.sending.refusals import reason
from bot.edge.ways import GROUP
from bot.errors import Problem, UserError
from bot.match import grammar
from bot.match.guilds import WHOLE
from bot.match.session import ChannelId, MessageId, Session
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.text.words import LISTED
from bot.store import Store

log = logging.getLogger(__name__)

_REMEMBERED: Final = 10_000
"""How many ids of changed messages are remembered, to hear each change once."""
_WITHOUT_BUTTONS: Final = "a message is sent without its buttons, which were not taken"
_NO_BUTTONS: Final = "the server takes no buttons: messages have none until it is tried again"
_SHARD_EVENTS: Final = frozenset(("connect", "disconnect", "ready", "resumed"))
"""The events for which discord.py also dispatches `shard_...` if there are several shards."""


def intents_for(*, typed: bool) -> discord.Intents:
    """What the bot asks Discord for.

    Servers with their channels, threads and roles, which say what may be done where; and messages,
    with their content if moves may be `typed`. Presses and slash commands come by themselves.
    """
    return discord.Intents(
        guilds=True, guild_messages=True, dm_messages=True, message_content=typed
    )


class _Tree(app_commands.CommandTree["Kinarow"]):
    """The slash commands, for servers and accounts. One that Discord delivers twice runs once."""

    def __init__(self, client: Kinarow) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def interaction_check(self, interaction: discord.Interaction[Kinarow], /) -> bool:
        """Whether to run a command: not if it was delivered before."""
        note_begin(interaction)
        return interaction.client.handled.meet(interaction.id)

    async def on_error(
        self, interaction: discord.Interaction[Kinarow], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that is not known as it was sent; a defect is logged as that.

        For some time after an update clients offer the commands and options that there were before.
        """
        if isinstance(error, app_commands.CommandInvokeError):
            await super().on_error(interaction, error)
            return
        log.warning("a slash command is not known as it was sent: %s", reason(error))
        if interaction.type is not discord.InteractionType.application_command:
            return  # nobody reads an answer while they still type
        refusal = UserError(Problem.DEFECT)
        if isinstance(error, app_commands.CommandNotFound):
            refusal = UserError(Problem.UNKNOWN_WORD, word=error.name, nearest="")

        async def refuse() -> None:
            raise refusal

        await enter(Act(interaction.client, interaction), Cost.COMMAND, refuse)


class Kinarow(GameBot):
    """The bot: a discord.py client with its cogs, buttons and slash commands.

    With `typed` it receives the content of all messages (the message content intent, which must
    be allowed in the developer portal). Without, only of direct messages and mentions.
    """

    def __init__(
        self,
        settings: Settings,
        services: Services,
        *,
        typed: bool = True,
        features: Features = FEATURES,
        **connection: Any,
    ) -> None:
        super().__init__(
            "",  # `as_command` has taken it away
            help_command=None,
            intents=intents_for(typed=typed),
            member_cache_flags=discord.MemberCacheFlags.none(),
            case_insensitive=True,
            strip_after_prefix=True,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=_Tree,
            max_messages=None,
            language=settings.language,
            client_url=settings.client_url,
            store=services.store,
            guild_settings=services.guild_settings,
            in_flight=services.in_flight,
            metrics=services.metrics,
            chosen_style=services.styles.chosen,
            thinker=services.thinker,
            newly_missing=services.mentioned.newly_missing,
            clock=services.clock,
            **connection,
        )
        self.settings = settings
        self._identifies = Identifies(self, services.store.shards)
        self.services = services
        services.metrics.clock_ahead = self.answer_dates.ahead
        services.metrics.count_servers = lambda: len(self.guilds)
        cogs = Cogs(self, services, settings, features)
        self.votes = cogs.votes
        self.door = cogs.door
        self.typed = cogs.typed
        self.old_boards = cogs.old_boards
        self.recovery = cogs.recovery
        self.hearing = cogs.recovery.hearing
        self._looked_after = cogs.looked_after
        self.pruning = cogs.pruning
        self._cogs_to_add = cogs.all
        self._mended = RecentIds(_REMEMBERED)
        trim_servers(self)
        guard_events(self, self._pass_over)
        guard_answers(self, lambda: reversed(self.own_messages), self.closed_routes)
        self.taken_layouts.foreign = settings.api_url is not None
        guard_components(
            self,
            self.taken_buttons,
            self.taken_layouts,
            self._do_without_buttons,
            foreign=self.taken_layouts.foreign,
        )

    async def setup_hook(self) -> None:
        """Load languages and settings, and add the cogs and buttons."""
        await asyncio.to_thread(text.load_languages)
        await self.guild_settings.load()
        for cog in self._cogs_to_add:
            await self.add_cog(cog)
        await self.tree.set_translator(SlashTranslator())
        if self.settings.shards.first:  # once for all processes, and with the commands of all cogs
            await self.add_cog(SlashCog(self, LISTED))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway as soon as a session may begin, and stay connected."""
        await self._identifies.wait()
        await keep_connected(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn of a shard; discord.py calls this before it begins a session."""
        await self._identifies.take_turn(shard_id or 0, initial=initial)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event. Without shards, dispatch events of the connection for shard 0 too.

        A channel in which somebody presses a button or uses a slash command is read back next: that
        is an act on the board as it is shown, and waits for nothing.
        """
        super().dispatch(event, *args, **kwargs)
        if event == "interaction":
            self.clock.hear(args[0].id)
            self.hearing.unread.hurry(ChannelId(args[0].channel_id or 0))
        if event in _SHARD_EVENTS and self.shard_count is None:
            super().dispatch(f"shard_{event}", 0)

    async def look_after(self) -> None:
        """Do what is due. Called a few times a minute."""
        for one in self._looked_after:
            await one.look_after()

    def has_read(self, game: Session) -> bool:
        """Whether everything that was typed in a game is known, so that it may end on time."""
        return self.recovery.has_read(game)

    def _pass_over(self, event: str, error: Exception) -> None:
        """Log and count an event that cannot be read."""
        log.warning(
            "an event of Discord's, %s, cannot be read and is passed over: %r", event, error
        )
        log.debug("how %s was read", event, exc_info=error)
        self.metrics.failed(error)

    def _do_without_buttons(self, none: bool) -> None:
        """Log that a message lost its buttons; or that all do for a while, if `none`.

        Some servers speak Discord's protocol but know no components.
        """
        log.warning(_NO_BUTTONS if none else _WITHOUT_BUTTONS)

    async def on_message(self, message: discord.Message) -> None:
        """Play the bare move in a message, or run its command; ignore what is neither."""
        self.clock.hear(message.id)
        self.hearing.heard(message)
        self.traffic.heard(ChannelId(message.channel.id), MessageId(message.id))
        if message.author == self.user:
            self.own_messages.append(message)
        if not is_speech(message):
            return
        if not self.intents.message_content and is_withheld(message, self.user):
            await self.door.let_in(message, self.typed.hear_withheld)
        said = message.content
        if not (grammar.may_concern(said, GROUP) or grammar.may_answer(said)):
            return
        if not self.hearing.holds(message):
            await self.on_held_message(message)

    async def on_held_message(self, message: discord.Message) -> None:
        """Play or run what a person typed; everything before it in its channel is known."""
        if not self.handled.meet(message.id):  # Discord may deliver one twice
            return
        began = perf_counter()
        if (word := bare_word(message, self.user)) is not None:
            chosen = grammar.choice_text(word) is not None
            if chosen or not await self.door.hear(message, word):
                await self.door.let_in(message, self.typed.hear, word)
            self.metrics.answered(MESSAGE, perf_counter() - began)
            return
        context = await self.get_context(message)
        if context.command is not None:
            await self.invoke(context)
            self.metrics.commanded(context.command.qualified_name, MESSAGE)
            self.metrics.answered(MESSAGE, perf_counter() - began)
        elif grammar.may_answer(message.content):
            await self.door.let_in(message, self.typed.hear_answer)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Play the bare move into which somebody edits their message, once for each message."""
        message = payload.message
        if not is_speech(message) or not is_mended(message):
            return
        move = bare_word(message, self.user)
        if move is not None and self._mended.meet(message.id):
            await self.door.let_in(message, self.typed.hear_mended, move)

    async def get_context(self, origin: Any, /, **kwargs: Any) -> Any:
        """Return the command context. A mention of the bot stands for `!ttt`."""
        if isinstance(origin, discord.Message):
            origin = as_command(self, origin)
        return await super().get_context(origin, cls=AnsweringContext, **kwargs)


class ShardedKinarow(Kinarow, commands.AutoShardedBot):
    """The bot for some shards, each with its own connection."""

    def __init__(self, settings: Settings, services: Services, *, typed: bool = True) -> None:
        shards = settings.shards
        super().__init__(
            settings, services, typed=typed, shard_ids=sorted(shards.ids), shard_count=shards.count
        )
        services.metrics.is_open = self.is_open

    def is_open(self, shard: int) -> bool:
        """Whether a shard is connected.

        A shard that closes at this moment is not reported yet.
        """
        found = self.get_shard(shard)
        return found is not None and not found.is_closed()


def open_store(settings: Settings) -> AbstractAsyncContextManager[Store]:
    """Open the configured database, with what features say about their tables."""
    return Store.open(settings.database_url, DELETIONS, COMPANIONS)


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncIterator[Kinarow]:
    """Open the store, the workers and the bot, ready to connect, and close them at the end.

    The bot has one connection for all servers, whatever the settings say about shards.
    """
    settings = replace(settings, shards=WHOLE)
    async with (
        open_store(settings) as store,
        open_services(settings, store) as services,
        Kinarow(settings, services) as bot,
    ):
        bot.cooldowns.most = inf  # there is nobody else to be kept waiting
        yield bot
