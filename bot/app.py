"""The composition: settings, store, thinker, games, bot."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from copy import copy
from datetime import UTC, datetime
from random import Random
from typing import Any, Final

import discord
from discord.ext import commands

from bot import emoji
from bot.cogs.answer import GameBot
from bot.cogs.line import LineCog
from bot.cogs.people import PeopleCog
from bot.cogs.recovery import RecoveryCog
from bot.cogs.screen import UNSENT
from bot.cogs.table import TableCog
from bot.cogs.ttt import TttCog
from bot.cogs.typed import TypedCog
from bot.config import Settings
from bot.errors import SettingsError
from bot.games import Games, House
from bot.metrics import Metrics
from bot.shards import WHOLE
from bot.store import Store
from bot.thinker import Thinker
from bot.upload import UNKNOWN_TOKEN, listed, upload
from bot.views import BUTTONS
from bot.web import serve_http
from engine import Limit

log = logging.getLogger(__name__)

_GROUP: Final = "ttt"
_LAST_MOVES: Final = 3.0
"""Seconds for moves in hand at the end."""
_SLASH: Final = "/"
"""What people write before a command where the bot reads only what is addressed to it."""
_INTENT_OFF: Final = (
    "The Message Content Intent is off in the Discord developer portal: "
    "people play by slash commands, buttons and mentions"
)


class Kinarow(GameBot):
    """The bot: real discord.py around the games.

    With `typed` it asks Discord for everything that people type, which has to be allowed
    in the developer portal; else for direct messages and what mentions it alone.
    """

    def __init__(
        self, settings: Settings, games: Games, *, typed: bool = True, **connection: Any
    ) -> None:
        intents = discord.Intents.default()
        intents.message_content = typed
        super().__init__(
            settings.prefix,
            help_command=None,
            intents=intents,
            case_insensitive=True,
            strip_after_prefix=True,
            allowed_mentions=discord.AllowedMentions.none(),
            **connection,
        )
        self.settings = settings
        self.games = games
        prefix = settings.prefix if typed else _SLASH
        self.people = PeopleCog(self, games, prefix)
        typed_moves = TypedCog(self, games, prefix)
        self.table = TableCog(self, games, prefix, self.people)
        ttt = TttCog(self, games, prefix, self.people, settings.level)
        recovery = RecoveryCog(self, games, prefix, typed_moves)
        line = LineCog(games.metrics)
        self._cogs_to_add = (self.people, self.table, typed_moves, ttt, recovery, line)

    async def setup_hook(self) -> None:
        """Add what listens, see which emoji there are, and tell Discord the slash commands.

        They are told once for all processes.
        """
        await self._find_emoji()
        for cog in self._cogs_to_add:
            await self.add_cog(cog)
        self.add_dynamic_items(*BUTTONS)
        if self.settings.shards.first:
            await self.tree.sync()

    async def _find_emoji(self) -> None:
        """Boards are drawn with what the application owns; without it there is Unicode."""
        try:
            self.owned = emoji.owned(await listed(self))
        except UNSENT as error:
            log.warning("boards are drawn without emoji of their own: %r", error)

    async def on_message(self, message: discord.Message) -> None:
        """Run the command in a message; a mention of the bot stands for `!ttt`."""
        if message.author.bot:
            return
        context = await self.get_context(self._readdressed(message))
        if context.command is not None:
            await self.invoke(context)

    def _readdressed(self, message: discord.Message) -> discord.Message:
        """The message as if a mention at its beginning were the prefix and the group's name.

        People pick the role of the same name nearly as often as the bot itself.
        """
        assert self.user is not None, "messages come after the login"
        mentions = [f"<@{self.user.id}>", f"<@!{self.user.id}>"]
        if message.guild is not None and (role := message.guild.self_role) is not None:
            mentions.append(role.mention)
        for mention in mentions:
            if message.content.startswith(mention):
                words = message.content.removeprefix(mention).split(maxsplit=1)
                group = [] if words and words[0].lower() == _GROUP else [_GROUP]
                message = copy(message)
                message.content = self.settings.prefix + " ".join([*group, *words])
        return message


class ShardedKinarow(Kinarow, commands.AutoShardedBot):
    """The bot in the servers of some shards, each with a connection of its own."""

    def __init__(self, settings: Settings, games: Games, *, typed: bool = True) -> None:
        shards = settings.shards
        super().__init__(
            settings, games, typed=typed, shard_ids=sorted(shards.ids), shard_count=shards.count
        )


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncIterator[Kinarow]:
    """The bot with its store and its workers, ready to connect; all are closed behind it."""
    async with _open_games(settings) as games, Kinarow(settings, games) as bot:
        yield bot


@asynccontextmanager
async def _open_games(settings: Settings) -> AsyncIterator[Games]:
    metrics = Metrics()
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(Store.open(settings.database_url))
        thinker = await stack.enter_async_context(
            Thinker.open(settings.workers, settings.cluster, metrics.thought)
        )
        if settings.http is not None:
            await stack.enter_async_context(serve_http(settings.http, store, thinker, metrics))
            probe = asyncio.create_task(metrics.watch_loop())
            stack.callback(probe.cancel)
        house = House(Limit(seconds=settings.move_seconds), settings.idle, settings.shards)
        yield Games(store, thinker, house, _now, Random(), metrics)


async def serve(settings: Settings) -> None:
    """Play on Discord until SIGINT or SIGTERM; raises SettingsError where Discord refuses."""
    token = settings.require_token()
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the program by itself
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    _expect_no_voice()
    async with _open_games(settings) as games:
        log.info("ready to play in %s", settings.shards)
        connection = asyncio.create_task(_stay_connected(settings, games, token))
        stop = asyncio.create_task(stopped.wait())
        await asyncio.wait({connection, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        connection.cancel()
        try:
            await connection
        except asyncio.CancelledError:
            pass
        except discord.LoginFailure:
            raise SettingsError(UNKNOWN_TOKEN) from None


async def upload_emoji(settings: Settings, say: Callable[[str], None]) -> None:
    """Upload the emoji of boards that are missing; raises SettingsError and UploadFailed."""
    token = settings.require_token()
    _expect_no_voice()
    async with discord.Client(intents=discord.Intents.none()) as client:
        await upload(client, token, say)


async def _stay_connected(settings: Settings, games: Games, token: str) -> None:
    """Play until cancelled; where Discord refuses to hand on what people type, without that."""
    bot = Kinarow if settings.shards == WHOLE else ShardedKinarow
    try:
        await _connect(bot(settings, games), token)
    except discord.PrivilegedIntentsRequired:
        log.warning(_INTENT_OFF)
        await _connect(bot(settings, games, typed=False), token)


async def _connect(bot: Kinarow, token: str) -> None:
    """Play until cancelled, then end the moves in hand and leave."""
    async with bot:
        try:
            await bot.start(token)
        finally:
            # The connection ends before the bot is closed, so that the gateway sees code 1000.
            with suppress(TimeoutError):
                await asyncio.wait_for(bot.games.rest(), _LAST_MOVES)


def _expect_no_voice() -> None:
    """Keep discord.py from warning that it cannot speak."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def _now() -> datetime:
    return datetime.now(UTC)
