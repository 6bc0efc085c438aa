"""Resumes games after a restart or a lost connection.

For each shard: read back what people typed meanwhile and play it, and make the moves and show the
boards that are still missing, in each channel as soon as it is read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final

import discord
from discord.ext import commands

from bot.client.hearing import AskedIn, Expected, Hearing, ShardStates, Unread, earlier
from bot.client.old_boards import OldBoardsCog
from bot.client.owed_games import OwedGames
from bot.client.read_back import ReadBack
from bot.edge.bot import GameBot
from bot.edge.channels import Played
from bot.edge.sending.traffic import RequestPace
from bot.edge.tasks import TaskCog
from bot.errors import StoreUnavailable
from bot.features.play.typed import Typed
from bot.features.play.voting import Voting
from bot.features.start.challenge_feature import Challenging
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId, Session
from bot.pool.thinker import Thinker
from bot.store import LiveGame, WaitingGame

log = logging.getLogger(__name__)

_HEARD_MARGIN: Final = timedelta(minutes=2)
"""How much later than a message in one server an older one in another may arrive."""
_STORE_RETRY_DELAY: Final = 5.0
"""Seconds before the store is tried again after a failure."""
_COMPILED: Final = "engine_compiled"
"""The event that the engine has been compiled."""


class RecoveryCog(TaskCog):
    """Resumes live games after the bot, its connection or the machine went down."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        backlog: Backlog,
        thinker: Thinker,
        typed: Typed,
        votes: Voting,
        old_boards: OldBoardsCog,
        challenging: Challenging,
    ) -> None:
        super().__init__()
        self.bot = bot
        self._games = games
        self._backlog = backlog
        self._thinker = thinker
        self._votes = votes
        self._old_boards = old_boards
        self._challenging = challenging
        self._states = ShardStates(bot.is_open)
        self._pace = RequestPace()
        self._read_back = ReadBack(bot, games, backlog, typed, self._states, self._pace, self._read)
        self.hearing = Hearing(bot, self._states, self._read_back.unread, self._tasks)
        self._owed = OwedGames(bot, games, backlog, self._pace)
        self._look_ups: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """The session of each shard that is not ready yet, and the task that looks up its games."""
        self._waiting: set[GameId] = set()
        """The games that wait for the bot, once their channel is read."""
        self._voted_on: set[GameId] = set()
        """The games whose vote is watched once their channel is read."""

    async def cog_load(self) -> None:
        """Listen for the end of the compiling of the engine."""
        compiled = partial(self.bot.dispatch, _COMPILED)
        self._listening.append(self._thinker.jobs.kernels.when_ready(compiled))
        self._listening.append(self._backlog.turns.unshown.add(self._owed.note_unshown))

    async def cog_unload(self) -> None:
        """Stop listening, and cancel what is left. The next process does it."""
        await super().cog_unload()
        await self._read_back.end()
        await self._owed.end()

    # What the gateway tells.

    @commands.Cog.listener()
    async def on_shard_connect(self, shard_id: int) -> None:
        """Look up what is to be read back, now that a gateway session begins."""
        self._begin(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Resume the live games of a shard, now that its servers and channels are known."""
        if shard_id not in self._look_ups:
            self._begin(shard_id)
        self._tasks.start(self._resume_shard(shard_id, *self._look_ups.pop(shard_id)))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the live games of a server as soon as it is announced; others may take long."""
        shard = self._backlog.shards.of(GuildId(guild.id))
        if shard in self._look_ups:
            session, look_up = self._look_ups[shard]
            await asyncio.wait({look_up})
            if self._states[shard].session == session:
                self._read_back.start_in(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_engine_compiled(self) -> None:
        """Make the moves that had to wait for the engine to be compiled."""
        self._owed.note_compiled()
        self._tasks.start(self._retry_owed(lambda _session: True))

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected again. Discord resends the events of the meantime.

        What failed while it was away is retried at once.
        """
        self._states[shard_id].connected = True
        for tries in (self._read_back.tries, self._owed.tries, self._old_boards.tries):
            tries.reconnected()
        await self.retry_due()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard may miss messages from now on."""
        self._states[shard_id].connected = False

    async def close(self, channel: ChannelId) -> None:
        """End the game of a channel that is gone."""
        self._read_back.unread.forget(channel)
        await self._games.turns.close(channel)

    def resume(self, game: LiveGame) -> None:
        """Go on with a game whose channel is open again, once what was typed there is read."""
        self._read_back.tries.succeeded(game.channel)
        self._owed.tries.succeeded(game.channel)
        self._waiting.add(game.game)
        if not self._read_back.read_again(game, 0):
            self._owed.add(game)

    async def read_since(self, guild: GuildId, since: Mapping[ChannelId, int]) -> None:
        """Read what was typed after some messages in channels of a server, if it may count there.

        Nobody heard it: the channels were hidden from the bot.
        """
        try:
            expected: list[Expected] = [*await self._backlog.store.live_in(guild)]
            expected += await self._challenged_in(self._backlog.shards.of(guild))
        except StoreUnavailable as error:
            log.warning("what was typed in hidden channels is not read: %s", error)
            return
        for one in expected:
            if one.channel in since:
                self._read_back.read_again(one, since[one.channel])

    def has_read(self, game: Played) -> bool:
        """Whether everything that was typed in a game's channel is known."""
        shard = self._backlog.shards.of(game.guild)
        return shard in self._states.listening and self._read_back.unread.knows(game.channel)

    # What is repeated.

    async def look_after(self) -> None:
        """Retry what failed: channels to read, boards to show, moves to make.

        Called a few times a minute. It also stores up to which message everything was heard.
        """
        if not self._states.listening:
            return
        if not self.bot.refusals.are_many:
            self._read_back.retry()
            await self._retry_owed(self._backlog.is_quiet)
            await self._challenging.catch_up(self._states.listening, self._backlog.shards.of)
            self._old_boards.catch_up()
        await self._note()

    async def retry_due(self) -> None:
        """Retry what failed wherever the pause after that is over. Called once a second."""
        if not self._states.listening or self.bot.refusals.are_many:
            return
        self._read_back.retry()
        self._old_boards.retry_due()
        if due := self._owed.tries.due():
            waiting = await self._retry_owed(lambda session: session.channel in due)
            self._owed.settle(due - {session.channel for session in waiting})

    async def retry_in(self, guild: discord.Guild) -> None:
        """Retry at once what failed in a server whose permissions for the bot have changed."""

        def is_there(channel: ChannelId) -> bool:
            return guild.get_channel_or_thread(channel) is not None

        if any([self._read_back.tries.hurry(is_there), self._owed.tries.hurry(is_there)]):
            await self.retry_due()

    async def _retry_owed(self, is_due: Callable[[WaitingGame], bool]) -> list[WaitingGame]:
        """Resume games that wait, in channels that need not be read before. Returns all of them."""
        waiting = await self._backlog.waiting(self._states.listening)
        for session in waiting:
            is_free = self._read_back.unread.may_go_on(session.channel)
            if is_free and self._owed.tries.is_due(session.channel) and is_due(session):
                self._owed.add(session)
        return waiting

    async def _note(self) -> None:
        """Store up to which message everything was heard, where all channels are read."""
        with suppress(StoreUnavailable):  # look_after does it
            if heard := self._states.news(self._read_back.unread.left):
                await self._backlog.store.shards.mark_heard(heard)
                for shard, message in heard.items():
                    self._states[shard].noted = message

    # After a gateway session has begun.

    def _begin(self, shard: int) -> None:
        state = self._states[shard]
        state.connected = True
        state.session += 1
        look_up = self._tasks.start(self._look_up(shard, state.session))
        self._look_ups[shard] = state.session, look_up

    async def _look_up(self, shard: int, session: int) -> None:
        """Find out what is to be read back and what waits, as soon as the store can be read."""
        live_games, waiting, voted_on = list[Expected](), list[WaitingGame](), list[Session]()
        heard = None
        while True:
            try:
                heard = await self._backlog.store.shards.heard_until(shard)
                live_games = [*await self._backlog.live_games(shard)]
                live_games += await self._challenged_in(shard)
                waiting = await self._backlog.waiting([shard])
                voted_on = await self._backlog.voted_on(shard)
                break
            except StoreUnavailable as error:
                log.warning("no game can be resumed yet: %s", error)
                await asyncio.sleep(_STORE_RETRY_DELAY)
            except Exception:
                log.exception("the games of shard %s", shard)
                break  # or nobody there would be heard again
        state = self._states[shard]
        if state.session != session:
            return  # the later one does it
        self._waiting |= {game.game for game in waiting}
        self._voted_on |= {game.game for game in voted_on}
        if session == 1:
            self._owed.untold.update(self._waiting)
        self._read_back.tries.clear()
        self._owed.tries.clear()
        self._old_boards.tries.reconnected()
        since = earlier(heard or 0, _HEARD_MARGIN)
        self._read_back.expect(shard, live_games, self._waiting, since)
        state.known = session
        if shard == self._backlog.shards.of(None):
            self._read_back.start_in(None)  # direct messages are not announced
        self.hearing.release()

    async def _resume_shard(self, shard: int, session: int, look_up: asyncio.Task[None]) -> None:
        """Resume the games of a shard outside the servers that were announced to it."""
        await look_up
        state = self._states[shard]
        if state.session != session:
            return  # the later one does it
        self._votes.watch(())
        state.resumed = session
        self._read_back.start(shard)
        self._old_boards.catch_up()
        with suppress(StoreUnavailable):  # look_after does it
            await self._retry_owed(lambda _session: True)
        await self._note()

    def _read(self, unread: Unread) -> None:
        """Go on with a game whose channel is read, or cannot be read now."""
        live = unread.live
        if not isinstance(live, AskedIn):  # there an answer has begun the game
            if unread.played or live.game in self._waiting:
                self._owed.add(live)
            if live.game in self._voted_on:
                self._tasks.start(self._watch(live.game))
            self._waiting.discard(live.game)
            self._voted_on.discard(live.game)
        if not self._read_back.unread.left[self._backlog.shards.of(live.guild)]:
            self._tasks.start(self._note())

    async def _watch(self, game: GameId) -> None:
        """Watch the time of a vote, as it is now that its channel is read."""
        with suppress(StoreUnavailable):  # each new ballot does it
            session = await self._games.store.find(game)
            self._votes.watch([] if session is None else [session])

    async def _challenged_in(self, shard: int) -> list[Expected]:
        """Return the channels of a shard's servers in which a challenge waits for an answer."""
        found = await self._challenging.challenges.unanswered()
        asked = (AskedIn(one.channel, GuildId(one.scope), one.asked, one.expires) for one in found)
        return [one for one in asked if self._backlog.shards.of(one.guild) == shard]
