"""The composition: settings, store, thinker, games, bot."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from copy import copy
from datetime import UTC, datetime
from random import Random
from typing import Final

import discord
from discord.ext import commands

from bot.cogs.people import PeopleCog
from bot.cogs.recovery import RecoveryCog
from bot.cogs.table import TableCog
from bot.cogs.ttt import TttCog
from bot.cogs.typed import TypedCog
from bot.config import Settings
from bot.errors import SettingsError
from bot.games import Games, House
from bot.store import Store
from bot.thinker import Thinker
from bot.views import BUTTONS
from engine import Limit

log = logging.getLogger(__name__)

_GROUP: Final = "ttt"
_LAST_MOVES: Final = 3.0
"""Seconds for moves in hand at the end."""
_INTENT_WANTED: Final = (
    "The Message Content Intent is off: turn it on in the Discord developer portal, "
    "on the Bot page of your application"
)


class Kinarow(commands.Bot):
    """The bot: real discord.py around the games."""

    def __init__(self, settings: Settings, games: Games) -> None:
        intents = discord.Intents.default()
        intents.message_content = True
        super().__init__(
            settings.prefix,
            help_command=None,
            intents=intents,
            case_insensitive=True,
            strip_after_prefix=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.settings = settings
        self.games = games
        prefix = settings.prefix
        self.people = PeopleCog(self, games, prefix)
        typed = TypedCog(self, games, prefix)
        self.table = TableCog(self, games, prefix, self.people)
        ttt = TttCog(self, games, prefix, self.people, settings.level)
        recovery = RecoveryCog(self, games, prefix, typed)
        self._cogs_to_add = (self.people, self.table, typed, ttt, recovery)

    async def setup_hook(self) -> None:
        """Add what listens, and tell Discord the slash commands."""
        for cog in self._cogs_to_add:
            await self.add_cog(cog)
        self.add_dynamic_items(*BUTTONS)
        await self.tree.sync()

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


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncIterator[Kinarow]:
    """The bot with its store and its workers, ready to connect; all are closed behind it."""
    async with (
        Store.open(settings.database_url) as store,
        Thinker.open(settings.workers) as thinker,
    ):
        house = House(Limit(seconds=settings.move_seconds), settings.idle)
        games = Games(store, thinker, house, _now, Random())
        async with Kinarow(settings, games) as bot:
            yield bot


async def serve(settings: Settings) -> None:
    """Play on Discord until SIGINT or SIGTERM; raises SettingsError where Discord refuses."""
    token = settings.require_token()
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the program by itself
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it never speaks
    async with open_bot(settings) as bot:
        log.info("ready with %s workers", settings.workers)
        connection = asyncio.create_task(bot.start(token))
        stop = asyncio.create_task(stopped.wait())
        await asyncio.wait({connection, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        # The connection ends before the bot is closed, so that the gateway sees code 1000.
        connection.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(bot.games.rest(), _LAST_MOVES)
        try:
            await connection
        except asyncio.CancelledError:
            pass
        except discord.LoginFailure:
            raise SettingsError("DISCORD_TOKEN: Discord does not know this token") from None
        except discord.PrivilegedIntentsRequired:
            raise SettingsError(_INTENT_WANTED) from None


def _now() -> datetime:
    return datetime.now(UTC)
