"""Taking games up again after a restart, and letting go of those whose channel is gone."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import discord
from discord.ext import commands

from bot import grammar
from bot.cogs.answer import GameBot, GameCog
from bot.cogs.screen import UNSENT, ChannelScreen
from bot.cogs.typed import TypedCog
from bot.errors import KinarowError, UserError
from bot.games import Games
from bot.session import ChannelId, GuildId, MessageId, Session

Channel = discord.abc.Messageable

log = logging.getLogger(__name__)

_READ_BACK: Final = 100
"""Messages read back in a channel after a restart: Discord gives this many at once."""


class RecoveryCog(GameCog):
    """Every live game is as it was before the bot, the line or the machine went down."""

    def __init__(self, bot: GameBot, games: Games, prefix: str, typed: TypedCog) -> None:
        super().__init__(bot, games, prefix)
        self._typed = typed

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Take up every live game: after a start, and after each lost connection."""
        for session in await self.games.unfinished():
            await self._try(session, self._read_back)
        for session in await self.games.waiting():
            await self._try(session, self._take_up)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A game without its channel is over."""
        await self.games.free(ChannelId(channel.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A game without its thread is over."""
        await self.games.free(ChannelId(payload.thread_id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Games in a server that the bot has been removed from are over."""
        for session in await self.games.unfinished():
            if session.guild == GuildId(guild.id):
                await self.games.free(session.channel)

    async def _try(
        self, session: Session, step: Callable[[Channel, Session], Awaitable[None]]
    ) -> None:
        """One step for one game; what fails there must not keep the others waiting."""
        try:
            channel = await self._channel(session.channel)
            if channel is not None:
                await step(channel, session)
        except (KinarowError, *UNSENT) as error:
            log.warning("game %s in channel %s: %r", session.game, session.channel, error)
            self.games.metrics.failed(error)

    async def _channel(self, channel: ChannelId) -> Channel | None:
        """The channel of a game; where it is gone, or hidden from the bot, the game is over."""
        try:
            found = self.bot.get_channel(channel) or await self.bot.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden):
            await self.games.free(channel)
            return None
        return found if isinstance(found, discord.abc.Messageable) else None

    async def _read_back(self, channel: Channel, session: Session) -> None:
        """Play the moves that were typed since the board was last shown, oldest first."""
        shown = await self.games.board_message(session.game)
        if shown is None:
            return
        after = discord.Object(shown)
        async for message in channel.history(limit=_READ_BACK, after=after, oldest_first=True):
            word = grammar.move_text(message.content)
            if word is not None and not message.author.bot:
                with suppress(UserError):  # it was answered when it was typed
                    await self._typed.take(message, word)
                if session.against_bot and await self.games.played(MessageId(message.id)):
                    return  # what follows was typed before the engine's answer was seen

    async def _take_up(self, channel: Channel, session: Session) -> None:
        screen = ChannelScreen(channel, self.manner)
        await self.games.take_up(screen, session.channel, session.game)
