"""Resumes games after a restart or a lost connection, and ends those whose channel is gone.

For each shard: read back what people typed meanwhile and play it, then make the moves and show the
boards that are still missing.
"""

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
from bot.client.guilds import open_channel
from bot.client.old_boards import OldBoardsCog
from bot.client.typed import TypedCog
from bot.client.votes import VotesCog
from bot.edge.board_buttons import board_ref
from bot.edge.cog import GameBot, GameCog, engine_problem
from bot.edge.discord_internals import history
from bot.edge.screens import ChannelScreen
from bot.edge.sending import UNSENT
from bot.edge.speech import is_speech
from bot.edge.tasks import BackgroundTasks
from bot.errors import EngineCompiling, KinarowError, StoreUnavailable, UserError
from bot.features.challenge.buttons import ChallengeCog
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import ChannelId, GameId, GuildId, MessageId
from bot.pool.thinker import Thinker
from bot.show import text
from bot.store import LiveGame, WaitingGame

log = logging.getLogger(__name__)

_READ_BACK: Final = 1_000
"""The most messages that are read back in a channel. Discord returns a hundred at once."""
_CONCURRENT_GAMES: Final = 8
"""How many games are resumed at the same time. Discord allows fifty requests a second in all."""
_HEARD_MARGIN: Final = timedelta(minutes=2)
"""How long messages may have been missed before that was noticed. discord.py waits a minute for a
silent gateway, and until when messages were received is stored a few times a minute."""
_STORE_RETRY_DELAY: Final = 5.0
"""Seconds before the store is tried again after a failure."""
_COMPILED: Final = "engine_compiled"
"""The event that the engine has been compiled."""
_FIRST_PAUSE: Final = timedelta(seconds=30)
"""The pause before the first retry of a game that could not be resumed."""
_LONGEST_PAUSE: Final = timedelta(minutes=5)
"""The longest pause before a retry. Discord bans a bot after 10,000 refusals in ten minutes."""


class _Game(Protocol):
    """The parts of a Session, a LiveGame and a WaitingGame that are needed to resume a game."""

    @property
    def game(self) -> GameId:
        """The id of the game."""

    @property
    def channel(self) -> ChannelId:
        """The channel of the game."""

    @property
    def guild(self) -> GuildId | None:
        """The server of the channel; None in direct messages."""


G = TypeVar("G", bound=_Game)


@dataclass(slots=True)
class _ShardState:
    """The connection of one shard, and since when its messages are known."""

    connected: bool = False
    session: int = 0
    """How many gateway sessions have begun. Before each, messages may have been missed."""
    resumed_session: int = 0
    """The gateway session in which all games were last resumed."""
    since: int = 0
    """A snowflake: all messages before it were received, in this process or an earlier one."""


class RecoveryCog(GameCog):
    """Resumes live games after the bot, its connection or the machine went down."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        backlog: Backlog,
        thinker: Thinker,
        typed: TypedCog,
        votes: VotesCog,
        old_boards: OldBoardsCog,
        challenges: ChallengeCog,
    ) -> None:
        super().__init__(bot)
        self._games = games
        self._backlog = backlog
        self._thinker = thinker
        self._typed = typed
        self._votes = votes
        self._old_boards = old_boards
        self._challenges = challenges
        self._turn = asyncio.Lock()
        self._tasks = BackgroundTasks()
        self._shards: defaultdict[int, _ShardState] = defaultdict(_ShardState)
        """The shards of this process that have been connected."""
        self._unread: dict[GameId, LiveGame] = {}
        """The games whose channel has not been read back yet."""
        self._unread_backoff = Backoff(backlog.clock, _FIRST_PAUSE, _LONGEST_PAUSE)
        """When to retry to read a channel back."""
        self._owed_backoff = Backoff(backlog.clock, _FIRST_PAUSE, _LONGEST_PAUSE)
        """When to retry to make a move or to show a board."""
        self._begun = backlog.clock()
        self._told: set[GameId] = set()
        """Games of an earlier process whose channel was told that the engine is being compiled."""

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Resume the live games of a shard, after a start or a lost gateway session."""
        state = self._shards[shard_id]
        state.connected = True
        state.session += 1
        self._tasks.start(self._resume_shard(shard_id))

    async def cog_load(self) -> None:
        """Listen for the end of the compiling of the engine."""
        self._unlisten = self._thinker.when_ready(partial(self.bot.dispatch, _COMPILED))

    async def cog_unload(self) -> None:
        """Stop listening, and cancel what is left. The next process does it."""
        self._unlisten()
        await self._tasks.end()

    @commands.Cog.listener()
    async def on_engine_compiled(self) -> None:
        """Make the moves that had to wait for the engine to be compiled."""
        self._tasks.start(self._move_now())

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected again. Discord resends the events of the meantime."""
        self._shards[shard_id].connected = True

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard may miss messages from now on."""
        self._shards[shard_id].connected = False

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the game of a deleted channel."""
        await self._games.abandon(ChannelId(channel.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """End the game of a deleted thread."""
        await self._games.abandon(ChannelId(payload.thread_id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the games in a server that has removed the bot."""
        for live in await self._backlog.live_in(GuildId(guild.id)):
            await self._games.abandon(live.channel)

    async def look_after(self) -> None:
        """Retry what failed: boards that could not be shown, moves that could not be made.

        Called a few times a minute. It also stores until when messages were received.
        """
        if not self._listening() or self._turn.locked():
            return
        async with self._turn:
            await self._read_back_rest()
            waiting = self._of(self._listening(), await self._backlog.waiting())
            quiet = filter(self._backlog.is_quiet, waiting)
            await self._each(quiet, self._resume_game, self._owed_backoff)
            await self._challenges.catch_up(self._listening(), self._backlog.shard)
            self._old_boards.catch_up()
            await self._note()

    def has_read(self, game: _Game) -> bool:
        """Whether everything that was typed in a game's channel is known."""
        shard = self._backlog.shard(game.guild)
        return shard in self._listening() and game.game not in self._unread

    async def _resume_shard(self, shard: int) -> None:
        """Resume the games of a shard, as soon as the store can be read."""
        async with self._turn:
            while True:
                try:
                    return await self._resume_games(shard)
                except StoreUnavailable as error:
                    log.warning("no game can be resumed yet: %s", error)
                    await asyncio.sleep(_STORE_RETRY_DELAY)

    async def _move_now(self) -> None:
        """Make the moves of all games that wait for the engine."""
        async with self._turn:
            self._owed_backoff.clear()
            self._told.clear()
            waiting = self._of(self._listening(), await self._backlog.waiting())
            await self._each(waiting, self._resume_game, self._owed_backoff)

    async def _resume_games(self, shard: int) -> None:
        state = self._shards[shard]
        session = state.session
        heard = await self._backlog.heard_until(shard)
        state.since = 0 if heard is None else discord.utils.time_snowflake(heard - _HEARD_MARGIN)
        self._unread_backoff.clear()
        self._owed_backoff.clear()
        live_games = await self._backlog.live_games(shard)
        others = [g for g in self._unread.values() if self._backlog.shard(g.guild) != shard]
        self._unread = {live.game: live for live in (*others, *live_games)}
        await self._each(live_games, self._read_back, self._unread_backoff)
        waiting = self._of([shard], await self._backlog.waiting())
        await self._each(waiting, self._resume_after_restart, self._owed_backoff)
        self._votes.watch(self._of([shard], await self._backlog.voted_on()))
        self._old_boards.catch_up()
        state.resumed_session = session
        await self._note()

    def _of(self, shards: Collection[int], games: Iterable[G]) -> list[G]:
        """Return the games in servers of these shards."""
        return [game for game in games if self._backlog.shard(game.guild) in shards]

    def _listening(self) -> list[int]:
        """Return the shards that have received every message since they were last read back."""
        return [
            shard
            for shard, state in self._shards.items()
            if state.connected
            and state.resumed_session == state.session
            and self.bot.is_open(shard)
        ]

    async def _note(self) -> None:
        """Store that messages are received, but not for shards with channels still to read."""
        unread = {self._backlog.shard(live.guild) for live in self._unread.values()}
        if heard := [shard for shard in self._listening() if shard not in unread]:
            await self._backlog.mark_heard(heard)

    async def _read_back_rest(self) -> None:
        """Retry to read back the channels that could not be read, if their games are still live."""
        if self._unread:
            unread = await self._backlog.still_live(self._unread)
            self._unread = {live.game: live for live in unread}
            await self._each(unread, self._read_back, self._unread_backoff)

    async def _each(
        self,
        games: Iterable[G],
        step: Callable[[discord.abc.Messageable, G], Awaitable[None]],
        backoff: Backoff,
    ) -> None:
        """Run a step for every game that is due, for several games at a time."""
        left = (game for game in games if backoff.is_due(game.game))

        async def go_on() -> None:
            for game in left:
                if await self._try(game, step):
                    backoff.succeeded(game.game)
                else:
                    backoff.failed(game.game)

        await asyncio.gather(*(go_on() for _ in range(_CONCURRENT_GAMES)))

    async def _try(
        self, game: G, step: Callable[[discord.abc.Messageable, G], Awaitable[None]]
    ) -> bool:
        """Run a step for a game. Returns whether it succeeded; errors are logged, not raised."""
        try:
            with self.bot.in_flight:
                if isinstance(game, WaitingGame) and game.outside:
                    await self._resume_outside(game)
                    return True
                channel = await open_channel(self.bot, self._games, game.channel)
                with self.bot.languages.in_channel(game.channel, channel):
                    await step(channel, game)
        except EngineCompiling:
            return False  # on_engine_compiled retries it
        except (KinarowError, *UNSENT) as error:
            log.warning("game %s in channel %s: %r", game.game, game.channel, error)
            self.bot.metrics.failed(error)
            return False
        except Exception as error:
            log.exception("game %s in channel %s", game.game, game.channel)
            self.bot.metrics.failed(error)
            return False
        return True

    async def _read_back(self, channel: discord.abc.Messageable, live: LiveGame) -> None:
        """Play the moves that were typed while the bot was away, oldest first."""
        since = self._shards[self._backlog.shard(live.guild)].since
        after = max(live.last or discord.utils.time_snowflake(live.begun), since)
        if (getattr(channel, "last_message_id", None) or after + 1) > after:
            await self._play_since(channel, live, after)
        self._unread.pop(live.game, None)

    async def _play_since(
        self, channel: discord.abc.Messageable, live: LiveGame, after: int
    ) -> None:
        async for message in history(channel, after, _READ_BACK, _pass_over):
            ref = board_ref(message) if message.author == self.bot.user else None
            if ref is not None and ref.game == live.game:
                await self._backlog.add_old_board(live, MessageId(message.id))
            word = await self._word(message)
            if word is not None:
                # nobody wants late replies to bad moves, and the engine moves later
                with suppress(UserError, EngineCompiling):
                    await self._typed.take(message, word)
                if live.takes_turns and await self._backlog.is_processed(MessageId(message.id)):
                    return  # what follows was typed before the engine's answer was seen

    async def _word(self, message: discord.Message) -> str | None:
        """Return the move in a message, as a bare number or in a command, or None."""
        if not is_speech(message):
            return None
        if (word := grammar.move_text(message.content)) is not None:
            return word
        asked: commands.Context[Any] = await self.bot.get_context(message)
        group = self.bot.get_command("ttt")
        return grammar.asked_move(asked.view.read_rest()) if asked.command is group else None

    async def _resume_after_restart(
        self, channel: discord.abc.Messageable, session: WaitingGame
    ) -> None:
        """Resume a game of an earlier process. Tell the channel if the engine is compiling."""
        try:
            await self._resume_game(channel, session)
        except EngineCompiling as error:
            if session.touched < self._begun and session.game not in self._told:
                self._told.add(session.game)
                await channel.send(text.problem(engine_problem(error), self.prefix(channel)))
            raise

    async def _resume_outside(self, session: WaitingGame) -> None:
        """Resume a game by the newest answer there; without one it waits for the next press."""
        if (late := self.late_screen(session.channel)) is not None:
            with self.bot.languages.in_channel(session.channel, late.channel):
                await self._backlog.resume_game(late, session.channel, session.game)

    async def _resume_game(self, channel: discord.abc.Messageable, session: WaitingGame) -> None:
        screen = ChannelScreen(channel, self.screen_options(channel))
        await self._backlog.resume_game(screen, session.channel, session.game)


def _pass_over(message: int, error: Exception) -> None:
    log.warning("message %s cannot be read and is passed over: %r", message, error)
