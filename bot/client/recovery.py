"""Taking games up again after a restart, and letting go of those whose channel is gone."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final, Protocol, TypeVar

import discord
from discord.ext import commands

from bot.client.backoff import Backoff
from bot.client.channels import open_channel
from bot.client.old_boards import OldBoardsCog
from bot.client.typed import TypedCog
from bot.client.votes import VotesCog
from bot.edge.board_buttons import board_ref
from bot.edge.cog import GameBot, GameCog, engine_problem
from bot.edge.discord_internals import history
from bot.edge.screens import ChannelScreen
from bot.edge.sending import UNSENT
from bot.edge.speech import is_speech
from bot.errors import EngineCompiling, KinarowError, StoreUnavailable, UserError
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import ChannelId, GameId, GuildId, MessageId, Session
from bot.pool.thinker import Thinker
from bot.show import text
from bot.store import LiveGame

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

    @property
    def guild(self) -> GuildId | None:
        """The server of that, if any."""


G = TypeVar("G", bound=_Game)


@dataclass(slots=True)
class _ShardState:
    """How far people are heard in the servers of one shard."""

    connected: bool = False
    session: int = 0
    """How many sessions have begun: before each there was a time in which nobody was heard."""
    taken_up: int = 0
    """The session since whose beginning all games were read back and taken up."""
    since: int = 0
    """The id of a moment up to which people were heard, by this process or the one before."""


class RecoveryCog(GameCog):
    """Every live game is as it was before the bot, the line or the machine went down."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        backlog: Backlog,
        thinker: Thinker,
        typed: TypedCog,
        votes: VotesCog,
        old_boards: OldBoardsCog,
    ) -> None:
        super().__init__(bot)
        self._games = games
        self._backlog = backlog
        self._thinker = thinker
        self._typed = typed
        self._votes = votes
        self._old_boards = old_boards
        self._turn = asyncio.Lock()
        self._shards: defaultdict[int, _ShardState] = defaultdict(_ShardState)
        """Each shard of this process that has been connected."""
        self._unread: dict[GameId, LiveGame] = {}
        """Games whose channel could not be read back yet."""
        self._unread_backoff = Backoff(backlog.clock, _PAUSE, _LONGEST_PAUSE)
        """When to try again to read back."""
        self._owed_backoff = Backoff(backlog.clock, _PAUSE, _LONGEST_PAUSE)
        """When to try again to make a move, or to show a board."""
        self._begun = backlog.clock()
        self._told: set[GameId] = set()
        """Games of an earlier process that were told to wait for the engine to be compiled."""

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Take up a shard's live games: after a start, and after a session that was lost."""
        state = self._shards[shard_id]
        state.connected = True
        state.session += 1
        async with self._turn:
            while True:
                try:
                    return await self._take_up_all(shard_id)
                except StoreUnavailable as error:
                    log.warning("nothing is taken up yet: %s", error)
                    await asyncio.sleep(_AGAIN)

    async def cog_load(self) -> None:
        """Hear when the engine has been compiled."""
        self._unlisten = self._thinker.when_ready(partial(self.bot.dispatch, _COMPILED))

    async def cog_unload(self) -> None:
        """Leave that to the next process."""
        self._unlisten()

    @commands.Cog.listener()
    async def on_engine_compiled(self) -> None:
        """Make the moves that had to wait for the engine to be compiled."""
        async with self._turn:
            self._owed_backoff.clear()
            self._told.clear()
            waiting = self._of(self._listening(), await self._backlog.waiting())
            await self._each(waiting, self._take_up, self._owed_backoff)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Discord has told what happened meanwhile."""
        self._shards[shard_id].connected = True

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """What happens from now on may not be told."""
        self._shards[shard_id].connected = False

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A game without its channel is over."""
        await self._games.free(ChannelId(channel.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A game without its thread is over."""
        await self._games.free(ChannelId(payload.thread_id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Games in a server that the bot has been removed from are over."""
        for place in await self._backlog.unfinished():
            if place.guild == GuildId(guild.id):
                await self._games.free(place.channel)

    async def look_after(self) -> None:
        """Go on with what still waits: boards that could not be shown, moves that are owed.

        Called now and then, while the bot is connected it also notes that people are heard.
        """
        if not self._listening() or self._turn.locked():
            return
        async with self._turn:
            await self._read_back_rest()
            waiting = self._of(self._listening(), await self._backlog.waiting())
            quiet = filter(self._backlog.is_quiet, waiting)
            await self._each(quiet, self._take_up, self._owed_backoff)
            self._old_boards.catch_up()
            await self._note()

    async def _take_up_all(self, shard: int) -> None:
        state = self._shards[shard]
        session = state.session
        heard = await self._backlog.heard(shard)
        state.since = 0 if heard is None else discord.utils.time_snowflake(heard - _UNSURE)
        self._unread_backoff.clear()
        self._owed_backoff.clear()
        places = self._of([shard], await self._backlog.unfinished())
        others = [g for g in self._unread.values() if self._backlog.shard(g.guild) != shard]
        self._unread = {place.game: place for place in (*others, *places)}
        await self._each(places, self._read_back, self._unread_backoff)
        waiting = self._of([shard], await self._backlog.waiting())
        await self._each(waiting, self._take_up_anew, self._owed_backoff)
        self._votes.take_up(self._of([shard], await self._backlog.voted_on()))
        self._old_boards.catch_up()
        state.taken_up = session
        await self._note()

    def _of(self, shards: Collection[int], games: Iterable[G]) -> list[G]:
        """Those games that are played in servers of some shards."""
        return [game for game in games if self._backlog.shard(game.guild) in shards]

    def _listening(self) -> list[int]:
        """The shards on which people are heard, and were since they were last read back."""
        return [
            shard
            for shard, state in self._shards.items()
            if state.connected and state.taken_up == state.session and self.bot.is_open(shard)
        ]

    async def _note(self) -> None:
        """Note where people are heard, but for shards where there are some not heard yet."""
        unread = {self._backlog.shard(place.guild) for place in self._unread.values()}
        if heard := [shard for shard in self._listening() if shard not in unread]:
            await self._backlog.hear(heard)

    async def _read_back_rest(self) -> None:
        """Read back what could not be read so far, in the games that are still on."""
        if self._unread:
            places = await self._backlog.unfinished()
            self._unread = {place.game: place for place in places if place.game in self._unread}
            unread = list(self._unread.values())
            await self._each(unread, self._read_back, self._unread_backoff)

    async def _each(
        self,
        games: Iterable[G],
        step: Callable[[discord.abc.Messageable, G], Awaitable[None]],
        backoff: Backoff,
    ) -> None:
        """One step for every game that is due, some at a time, each channel by one."""
        left = (game for game in games if backoff.is_due(game.game))

        async def go_on() -> None:
            for game in left:
                if await self._try(game, step):
                    backoff.succeeded(game.game)
                else:
                    backoff.failed(game.game)

        await asyncio.gather(*(go_on() for _ in range(_AT_ONCE)))

    async def _try(
        self, game: G, step: Callable[[discord.abc.Messageable, G], Awaitable[None]]
    ) -> bool:
        """Whether a step could be done; what fails must not keep the other games waiting."""
        try:
            with self.bot.in_flight:
                channel = await open_channel(self.bot, self._games, game.channel)
                with self.bot.languages.in_channel(game.channel, channel):
                    await step(channel, game)
        except EngineCompiling:
            return False  # it is tried again at the latest when that is done
        except (KinarowError, *UNSENT) as error:
            log.warning("game %s in channel %s: %r", game.game, game.channel, error)
            self.bot.metrics.failed(error)
            return False
        except Exception as error:
            log.exception("game %s in channel %s", game.game, game.channel)
            self.bot.metrics.failed(error)
            return False
        return True

    async def _read_back(self, channel: discord.abc.Messageable, place: LiveGame) -> None:
        """Play the moves that were typed since the bot last listened there, oldest first."""
        since = self._shards[self._backlog.shard(place.guild)].since
        after = max(place.last or discord.utils.time_snowflake(place.begun), since)
        if (getattr(channel, "last_message_id", None) or after + 1) > after:
            await self._play_since(channel, place, after)
        self._unread.pop(place.game, None)

    async def _play_since(
        self, channel: discord.abc.Messageable, place: LiveGame, after: int
    ) -> None:
        async for message in history(channel, after, _READ_BACK, _pass_over):
            moment = board_ref(message) if message.author == self.bot.user else None
            if moment is not None and moment.game == place.game:
                await self._backlog.found_board(place, MessageId(message.id), moment.ply)
            word = await self._word(message)
            if word is not None:
                # what is wrong was answered when it was typed, and the engine moves later
                with suppress(UserError, EngineCompiling):
                    await self._typed.take(message, word)
                if place.takes_turns and await self._backlog.played(MessageId(message.id)):
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

    async def _take_up_anew(self, channel: discord.abc.Messageable, session: Session) -> None:
        """Go on with a game that the process before has left; say it if that has to wait."""
        try:
            await self._take_up(channel, session)
        except EngineCompiling as error:
            if session.touched < self._begun and session.game not in self._told:
                self._told.add(session.game)
                await channel.send(text.problem(engine_problem(error), self.prefix(channel)))
            raise

    async def _take_up(self, channel: discord.abc.Messageable, session: Session) -> None:
        screen = ChannelScreen(channel, self.screen_options(channel))
        await self._backlog.take_up(screen, session.channel, session.game)


def _pass_over(message: int, error: Exception) -> None:
    log.warning("message %s cannot be read and is passed over: %r", message, error)
