"""Says what is stored about people, erases it, and deletes what is old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.act import Act
from bot.edge.bot import GameBot
from bot.edge.buttons import button, view_of
from bot.edge.channels import channel_with
from bot.edge.places import CommandChannels, Place
from bot.edge.screen import Screen
from bot.edge.sending import UNSENT
from bot.edge.upkeep import Upkeep
from bot.edge.ways import command, describe, press
from bot.errors import ChannelClosed, ConflictError, UserError
from bot.features.privacy.text import (
    CONFIRMED,
    FORGET,
    PrivacyProblem,
    forget_question,
    forgotten,
    privacy,
)
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match.guilds import Shards
from bot.match.session import GuildId, Session, UserId, offers
from bot.show import text
from bot.store.deletion import Pruning

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(hours=6)
"""How often the bot looks for what can be deleted."""
_BREATH: Final = 0.05
"""Seconds between two transactions, for those who play."""


def forget_view(user: UserId) -> ui.View:
    """The button to confirm the erasure. Only that person may press it."""
    return view_of([button(FORGET, f"ttt:forget:{user}", discord.ButtonStyle.danger)])


class Privacy:
    """Says what is stored about a person, and erases it."""

    def __init__(self, bot: GameBot, games: Games, turns: Turns) -> None:
        self._bot = bot
        self._games = games
        self._turns = turns

    @command("privacy", allowed=CommandChannels.ANY)
    async def privacy(self, act: Act) -> None:
        """What is stored about you."""
        await act.reply(privacy(act.prefix))

    @command("forget", allowed=CommandChannels.ANY)
    @describe(confirm="erase: yes, all of it")
    async def forget(self, act: Act, *, confirm: str = "") -> None:
        """Have everything that is stored about you erased."""
        if confirm.strip().lower() == CONFIRMED:
            await act.later(private=True)
            await self._erase(act.person.id)
            with text.privately():
                await act.reply(forgotten())
        else:
            view = forget_view(act.person.id) if self._bot.buttons else None
            await act.reply(forget_question(act.prefix), view)

    @press(r"ttt:forget:(?P<user>[0-9]+)")
    async def confirm(self, act: Act, user: UserId) -> None:
        """Erase the data of the person who pressed."""
        if act.person.id != user:
            raise UserError(PrivacyProblem.NOT_YOURS)
        await act.later()
        await self._erase(user)
        with text.privately():
            await act.end_pressed(forgotten())

    async def _erase(self, user: UserId) -> None:
        """End a person's live games, then erase them from the records. Raises UserError.

        The games are shown afterwards, so that no new board has the name.
        """
        ended = [await self._end(session, user) for session in await self._games.live_of(user)]
        try:
            await self._games.forget(user)
        except ConflictError as error:
            raise UserError(PrivacyProblem.STILL_PLAYING) from error
        for session in ended:
            if session is not None:
                await self._show(session)

    async def _end(self, session: Session, user: UserId) -> Session | None:
        """End a game, and return it if it can be shown."""
        if not session.outside or Place.late(self._bot, session.channel) is not None:
            with suppress(UserError):
                async with self._turns.lock(session.channel):
                    live = await self._turns.live(session.channel)
                    return await self._turns.save(live, offers.leave(live, user))
        await self._games.abandon(session.channel, session.game)
        return None

    async def _show(self, session: Session) -> None:
        """Show the end of a game where it was played, if that is possible; it may be later."""
        with suppress(ChannelClosed, UserError, *UNSENT):
            if session.outside:
                if (late := Place.late(self._bot, session.channel)) is not None:
                    await self._show_end(late.screen, session)
                return
            channel = await channel_with(self._bot, session.channel)
            screen = Place(self._bot, channel).screen
            with self._bot.languages.in_channel(session.channel, channel):
                await self._show_end(screen, session)

    async def _show_end(self, screen: Screen, session: Session) -> None:
        async with self._turns.lock(session.channel, screen):
            self._turns.show(screen, session)


class Pruner(commands.Cog):
    """Prunes the store a few times a day, in the background.

    One process deletes old games. Each looks for the servers of its own shards. A server that is
    there again before its time is over keeps everything.
    """

    def __init__(
        self,
        bot: GameBot,
        pruning: Pruning,
        shards: Shards,
        clock: Callable[[], datetime],
        *,
        keep_ended: timedelta | None,
        keep_left: timedelta,
    ) -> None:
        self._bot = bot
        self._pruning = pruning
        self._shards = shards
        self._clock = clock
        self._keep_ended = keep_ended
        self._keep_left = keep_left
        self._due = clock()
        self._upkeep: Upkeep[datetime] = Upkeep(bot, "the pruning of", self._prune)

    async def cog_unload(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._upkeep.end()

    async def look_after(self) -> None:
        """Begin to prune if it is time and all servers are known. Called a few times a minute."""
        now = self._clock()
        if now >= self._due and self._bot.is_ready():
            self._due = now + _EVERY
            self._upkeep.begin(now)

    async def _prune(self, _now: datetime) -> None:
        await self.prune()

    async def prune(self) -> None:
        """Delete what is older than the settings say."""
        now = self._clock()
        await self._pruning.note_guilds(self._present(), now, self._shards)
        for guild in await self._pruning.missed_guilds(now - self._keep_left, self._shards):
            if self._bot.get_guild(guild) is None:
                await _until_done(partial(self._pruning.delete_guild_games, guild))
                await self._pruning.delete_guild(guild)
                log.info("deleted what was kept of server %s, which the bot has left", guild)
        if self._keep_ended is not None and self._shards.first:
            before = now - self._keep_ended
            await _until_done(partial(self._pruning.delete_old_games, before))

    def _present(self) -> list[GuildId]:
        """The servers of this process, those too that Discord has an outage in."""
        found = (GuildId(guild.id) for guild in self._bot.guilds)
        return [guild for guild in found if self._shards.holds(guild)]


async def _until_done(delete: Callable[[], Awaitable[bool]]) -> None:
    """Delete a few games again and again, with a breath between, until no more are left."""
    more = True
    while more:
        more = await delete()
        await asyncio.sleep(_BREATH)
