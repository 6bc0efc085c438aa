"""Greets a server that has invited the bot, once: what it is, and a button to begin."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.places import Place
from bot.edge.sending.retries import UNSENT
from bot.errors import KinarowError
from bot.features.guide import buttons
from bot.features.guide import text as guide_text
from bot.features.guide.store import Greetings
from bot.match.session import GuildId
from bot.show import text
from bot.show.page import Page
from bot.show.text.guide import PAGE_LABELS, HelpPage

log = logging.getLogger(__name__)


class Greeting(commands.Cog):
    """Greets servers."""

    def __init__(self, bot: GameBot, greetings: Greetings) -> None:
        self._bot = bot
        self._greetings = greetings

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has invited the bot. What fails is left: a greeting is never said twice."""
        try:
            await self.greet(guild)
        except (KinarowError, *UNSENT) as error:
            log.warning("server %s was not greeted: %s", guild.id, error)

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server where its own messages are posted, or where the bot may first write."""
        channel = next((one for one in _channels(guild) if _may_write(one)), None)
        if channel is None or not await self._greetings.note(GuildId(guild.id)):
            return
        place = Place(self._bot, channel)
        with place.speaking():
            play = text.said(PAGE_LABELS[HelpPage.PLAY])
            words = guide_text.greeting(text.help_title(), place.prefix, play)
            await place.screen.post(Page(words), buttons.help_view())


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    if guild.system_channel is not None:
        yield guild.system_channel
    yield from guild.text_channels


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages
