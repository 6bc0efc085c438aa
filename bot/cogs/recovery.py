"""Taking games up again after a restart, and letting go of those whose channel is gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import discord
from discord.ext import commands

from bot import grammar
from bot.backoff import Backoff
from bot.cogs.answer import GameBot, GameCog
from bot.cogs.old_boards import OldBoardsCog
from bot.cogs.screen import ChannelScreen
from bot.cogs.sending import UNSENT
from bot.cogs.speech import is_speech
from bot.cogs.typed import TypedCog
from bot.cogs.votes import VotesCog
from bot.errors import EngineCompiling, KinarowError, StoreUnavailable, UserError
from bot.games import Games
from bot.session import ChannelId, GameId, GuildId, MessageId, Session
from bot.store import LiveGame
from bot.views import board_moment

Channel = discord.abc.Messageable

log = logging.getLogger(__name__)

_READ_BACK: Final = 1_000
"""Messages read back in a channel at most: Discord gives a hundred at once."""
_AT_ONCE: Final = 8
"""Channels that are taken up at the same time: Discord allows fifty requests a second in all."""
_UNSURE: Final = timedelta(minutes=2)
"""For so long nobody may have been heard before it was noticed: discord.py waits a minute for a
silent gateway, and that people are heard is noted once a minute."""
_AGAIN: Final = 5.0
"""Seconds before a try to read the store again."""
_COMPILED: Final = "engine_compiled"
"""The event that tells so."""
_PAUSE: Final = timedelta(seconds=30)
"""Before the second try to take up a game that failed."""
_LONGEST_PAUSE: Final = timedelta(minutes=5)
"""Before any further one: Discord bans a bot that it has to refuse 10,000 times in ten minutes."""


class _Game(Protocol):
    """As much of a game as it takes to go on with it."""

    @property
    def game(self) -> GameId:
        """Its number."""

    @property
    def channel(self) -> ChannelId:
        """Where it is played."""


G = TypeVar("G", bound=_Game)


class RecoveryCog(GameCog):
    """Every live game is as it was before the bot, the line or the machine went down."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        typed: TypedCog,
        votes: VotesCog,
        old_boards: OldBoardsCog,
    ) -> None:
        super().__init__(bot, games)
        self._typed = typed
        self._votes = votes
        self._old_boards = old_boards
        self._turn = asyncio.Lock()
        self._connected = False
        self._unread: dict[GameId, LiveGame] = {}
        """Games whose channel could not be read back yet."""
        self._backoff = Backoff(games.clock, _PAUSE, _LONGEST_PAUSE)
        """When to try the games again that could not be taken up."""
        self._since = 0
        """The id of a moment up to which people were heard, by this process or the one before."""

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Take up every live game: after a start, and after each connection that was lost."""
        async with self._turn:
            self._connected = True
            while True:
                try:
                    return await self._take_up_all()
                except StoreUnavailable as error:
                    log.warning("nothing is taken up yet: %s", error)
                    await asyncio.sleep(_AGAIN)

    async def cog_load(self) -> None:
        """Hear when the engine has been compiled."""
        self.games.thinker.when_prepared(partial(self.bot.dispatch, _COMPILED))

    @commands.Cog.listener()
    async def on_engine_compiled(self) -> None:
        """Make the moves that had to wait for the engine to be compiled."""
        if self._connected:
            async with self._turn:
                self._backoff.clear()
                await self._each(await self.games.waiting(), self._take_up)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Discord has told what happened meanwhile."""
        self._connected = True

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """What happens from now on may not be told."""
        self._connected = False

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
        for place in await self.games.unfinished():
            if place.guild == GuildId(guild.id):
                await self.games.free(place.channel)

    async def look_after(self) -> None:
        """Go on with what still waits: boards that could not be shown, moves that are owed.

        Called now and then, while the bot is connected it also notes that people are heard.
        """
        if not self._connected or self._turn.locked():
            return
        async with self._turn:
            await self._read_back_rest()
            waiting = filter(self.games.is_quiet, await self.games.waiting())
            await self._each(filter(self._is_due, waiting), self._take_up)
            self._old_boards.catch_up()
            await self._note()

    async def _take_up_all(self) -> None:
        heard = await self.games.heard()
        self._since = 0 if heard is None else discord.utils.time_snowflake(heard - _UNSURE)
        self._backoff.clear()
        self._unread = {place.game: place for place in await self.games.unfinished()}
        await self._each(list(self._unread.values()), self._read_back)
        await self._each(await self.games.waiting(), self._take_up)
        self._votes.take_up(await self.games.voted_on())
        self._old_boards.catch_up()
        await self._note()

    async def _note(self) -> None:
        """Note that people are heard, unless there are some who were not heard yet."""
        if self._connected and not self._unread:
            await self.games.hear()

    async def _read_back_rest(self) -> None:
        """Read back what could not be read so far, in the games that are still on."""
        if self._unread:
            places = await self.games.unfinished()
            self._unread = {place.game: place for place in places if place.game in self._unread}
            await self._each(filter(self._is_due, list(self._unread.values())), self._read_back)

    def _is_due(self, game: _Game) -> bool:
        """Whether a game has not failed just now."""
        return self._backoff.is_due(game.game)

    async def _each(
        self, games: Iterable[G], step: Callable[[Channel, G], Awaitable[None]]
    ) -> None:
        """One step for every game, some at a time, each channel by one."""
        left = iter(games)

        async def go_on() -> None:
            for game in left:
                await self._try(game, step)

        await asyncio.gather(*(go_on() for _ in range(_AT_ONCE)))

    async def _try(self, game: G, step: Callable[[Channel, G], Awaitable[None]]) -> None:
        """One step for one game; what fails there must not keep the others waiting."""
        try:
            with self.games.under_way():
                channel = await self.channel(game.channel)
                with self.bot.languages.in_channel(game.channel, channel):
                    await step(channel, game)
            self._backoff.succeeded(game.game)
            return
        except EngineCompiling:
            pass  # it is tried again at the latest when that is done
        except (KinarowError, *UNSENT) as error:
            log.warning("game %s in channel %s: %r", game.game, game.channel, error)
            self.games.metrics.failed(error)
        except Exception as error:
            log.exception("game %s in channel %s", game.game, game.channel)
            self.games.metrics.failed(error)
        self._backoff.failed(game.game)

    async def _read_back(self, channel: Channel, place: LiveGame) -> None:
        """Play the moves that were typed since the bot last listened there, oldest first."""
        after = max(place.last or discord.utils.time_snowflake(place.begun), self._since)
        if (getattr(channel, "last_message_id", None) or after + 1) > after:
            await self._play_since(channel, place, after)
        self._unread.pop(place.game, None)

    async def _play_since(self, channel: Channel, place: LiveGame, after: int) -> None:
        past = channel.history(limit=_READ_BACK, after=discord.Object(after), oldest_first=True)
        async for message in past:
            moment = board_moment(message) if message.author == self.bot.user else None
            if moment is not None and moment.game == place.game:
                await self.games.found_board(place, MessageId(message.id), moment.ply)
            word = await self._word(message)
            if word is not None:
                with suppress(UserError):  # it was answered when it was typed
                    await self._typed.take(message, word)
                if place.takes_turns and await self.games.played(MessageId(message.id)):
                    return  # what follows was typed before the engine's answer was seen

    async def _word(self, message: discord.Message) -> str | None:
        """The move that a message asks for, by a bare number or by command."""
        if not is_speech(message):
            return None
        if (word := grammar.move_text(message.content)) is not None:
            return word
        asked: commands.Context[Any] = await self.bot.get_context(message)
        group = self.bot.get_command("ttt")
        return grammar.asked_move(asked.view.read_rest()) if asked.command is group else None

    async def _take_up(self, channel: Channel, session: Session) -> None:
        screen = ChannelScreen(channel, self.manner(channel))
        await self.games.take_up(screen, session.channel, session.game)
