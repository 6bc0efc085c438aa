"""Reads back what people typed while the bot was away, and plays it in order.

A channel is read page by page, many channels in turn, to the first message that was heard again.
What people type there meanwhile is held until then, so that no move is played before an older one.
Channels in which somebody acts again come first, then those whose games wait for the bot, then
those in which somebody wrote last.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.client.hearing import (
    HELD,
    AskedIn,
    Expected,
    ShardStates,
    Unread,
    UnreadChannels,
    act_in,
    bare_word,
    is_speech,
)
from bot.edge.act import Act
from bot.edge.board_buttons import board_ref
from bot.edge.bot import GameBot
from bot.edge.channels import open_channel
from bot.edge.discord_internals.requests import page_after
from bot.edge.sending.refusals import is_closed
from bot.edge.sending.traffic import RequestPace
from bot.edge.upkeep import Tries
from bot.errors import EngineCompiling, UserError
from bot.features.play.typed import Typed
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId, MessageId
from bot.store import LiveGame

log = logging.getLogger(__name__)

_BEFORE_BEGIN: Final = timedelta(seconds=5)
"""How much later than at Discord a game may seem to begin by this machine's clock."""


class ReadBack:
    """Reads channels back, page by page."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        backlog: Backlog,
        typed: Typed,
        states: ShardStates,
        pace: RequestPace,
        when_read: Callable[[Unread], None],
    ) -> None:
        self._bot = bot
        self._games = games
        self._backlog = backlog
        self._typed = typed
        self._states = states
        self._pace = pace
        self.tries: Tries[ChannelId] = Tries(bot, "what was said in channel")
        self._when_read = when_read
        """Called when a channel is read to its end, and when Discord first refuses that."""
        self.unread = UnreadChannels(backlog.shards.of, self._read)
        self._unstarted: defaultdict[GuildId | None, list[Unread]] = defaultdict(list)
        """The channels whose reading waits until Discord announces their server, by server."""

    async def end(self) -> None:
        """Stop reading. The next process does the rest."""
        await self.unread.queue.end()

    def expect(
        self, shard: int, games: Iterable[Expected], waiting: Container[GameId], since: int
    ) -> None:
        """Hold what is typed in the channels of these games, all of a shard, until they are read.

        Some of the games are `waiting` for the bot. `since` is a message up to which everything
        that was said on the shard is known.
        """
        for unread in self.unread.of_shard(shard):
            self.unread.forget(unread.live.channel)
        for guild in self._unstarted_of(shard):
            del self._unstarted[guild]
        for live in games:
            if not self.unread.knows(live.channel):  # a game, besides a challenge
                continue
            unread = Unread(live, _read_until(live, since), owed=live.game in waiting)
            self.unread.add(unread)
            self._unstarted[live.guild].append(unread)

    def start(self, shard: int) -> None:
        """Read the channels of a shard whose servers were not announced."""
        for guild in self._unstarted_of(shard):
            self.start_in(guild)

    def _unstarted_of(self, shard: int) -> list[GuildId | None]:
        return [guild for guild in self._unstarted if self._backlog.shards.of(guild) == shard]

    def start_in(self, guild: GuildId | None) -> None:
        """Read the channels of a server."""
        for unread in self._unstarted.pop(guild, ()):
            if not self.unread.has(unread):
                continue  # the game is over
            if self._has_news(unread):
                self.unread.queue.add(unread)
            else:
                self._finish(unread)

    def read_again(self, live: Expected, since: int) -> bool:
        """Read a channel in which nobody could hear what was typed after a message.

        Returns False if it is being read already, or is tried again later.
        """
        if not self.unread.knows(live.channel):
            return False
        unread = Unread(live, _read_until(live, since))
        self.unread.add(unread)
        self.unread.queue.add(unread)
        return True

    def retry(self) -> None:
        """Read again the channels in which that failed and is due."""
        for unread in self.unread.failed:
            if self.tries.is_due(unread.live.channel):
                self.unread.queue.add(unread)

    # Reading.

    def _has_news(self, unread: Unread) -> bool:
        """Whether there may be unknown messages, as far as that is known without a request."""
        channel: Any = self._bot.get_channel(unread.live.channel)
        newest = getattr(channel, "last_message_id", None)
        unread.newest = newest or 0
        self._states[self._backlog.shards.of(unread.live.guild)].hear(unread.newest)
        return newest is None or newest > unread.after

    async def _read(self, unread: Unread) -> bool:
        """Read a page of a channel. Returns whether there is more."""
        live = unread.live
        if not self.unread.has(unread):
            return False  # the game is over, or the session is
        if isinstance(live, AskedIn) and self._bot.get_guild(live.guild or 0) is None:
            self._finish(unread)  # people ask where the bot is no member, too
            return False
        # A channel that is not in the cache is requested.
        await self._pace.turn(2 if self._bot.get_channel(live.channel) is None else 1)
        if not await self.tries.run(live.channel, partial(self._read_page, unread), live.guild):
            if isinstance(live, AskedIn) and live.expires <= self._backlog.turns.clock():
                self._finish(unread)
                return False
            self._fail(unread)
            return False
        if not unread.is_read:
            return True
        self._finish(unread)
        return False

    def _finish(self, unread: Unread) -> None:
        """Note that a channel is read, and let what is held there be heard."""
        held = self.unread.drop(unread)
        if self.unread.has(unread):
            self.unread.forget(unread.live.channel)
        self._let_go(unread, held)

    def _fail(self, unread: Unread) -> None:
        """Note that a channel cannot be read now. Messages typed there do not wait for that."""
        had_failed, unread.failed = unread.failed, True
        if not had_failed:
            self._let_go(unread, self.unread.drop(unread))

    def _let_go(self, unread: Unread, held: Iterable[discord.Message]) -> None:
        for message in held:
            self._bot.dispatch(HELD, message)
        self._when_read(unread)

    async def _read_page(self, unread: Unread) -> None:
        live = unread.live
        channel = await open_channel(self._bot, self._games.note_closed, live, writing=False)
        try:
            page = await page_after(channel, unread.after, _pass_over)
        except discord.Forbidden as error:
            if not is_closed(error):
                raise
            unread.is_read = True  # the bot may write there, but not read what was said
            return
        unread.pages += 1
        for message in page.messages:
            if unread.held and message.id >= unread.held[0].id:
                unread.is_read = True
                return
            with self._bot.languages.in_channel(live.channel, channel):
                await self._take(unread, message)
            unread.after = message.id
            if unread.is_read:
                return
        unread.after = max(unread.after, page.newest or 0)
        self._states[self._backlog.shards.of(unread.live.guild)].hear(unread.after)
        unread.is_read = page.is_last

    async def _take(self, unread: Unread, message: discord.Message) -> None:
        """Do what a message does in the game, if nobody has heard it."""
        live, id_ = unread.live, MessageId(message.id)
        ref = board_ref(message) if message.author == self._bot.user else None
        if ref is not None and isinstance(live, LiveGame) and ref.game == live.game:
            await self._backlog.add_old_board(live, id_)
        if message.id in self._bot.handled or not is_speech(message):
            return
        command, word = await act_in(self._bot, message) or ("", "")
        if not command or (command == "play" and unread.awaits_answer):
            return
        # nobody wants late replies to bad moves, and the engine moves later
        after, act = None, Act(self._bot, message)
        with suppress(UserError, EngineCompiling):
            bare = bare_word(message, self._bot.user) is not None
            after = await self._typed.replay(act, command, word, live.game, bare=bare)
        self._bot.handled.meet(message.id)
        if not await self._backlog.store.is_processed(id_):
            return
        unread.played = True
        if command in {"play", "undo"}:
            # A move that follows one was typed before the engine's answer was seen, unless it is
            # the next stone of one person (swap2).
            goes_on = after is not None and after.swap2 is not None and not after.bot_to_move
            unread.awaits_answer = command == "play" and live.takes_turns and not goes_on


def _read_until(live: Expected, since: int) -> int:
    """A message up to which all is known in a channel, if it is all up to `since`."""
    begun = discord.utils.time_snowflake(live.begun - _BEFORE_BEGIN)
    return max(live.last or begun, since)


def _pass_over(message: int, error: Exception) -> None:
    log.warning("message %s cannot be read and is passed over: %r", message, error)
