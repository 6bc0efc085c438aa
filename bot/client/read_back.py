"""Reads back what people typed while the bot was away, and plays it in order.

A channel is read page by page, many channels in turn, to the first message that was heard again.
What people type there meanwhile is held until then, so that no move is played before an older one.
Channels in which somebody acts again come first, then those whose games wait for the bot.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.client.hearing import HELD, ShardStates
from bot.edge.act import Act
from bot.edge.board_buttons import board_ref
from bot.edge.bot import GameBot
from bot.edge.channels import open_channel
from bot.edge.discord_internals.requests import page_after
from bot.edge.sending.refusals import is_closed
from bot.edge.traffic import RequestPace
from bot.edge.upkeep import Order, Tries, WorkQueue
from bot.errors import EngineCompiling, UserError
from bot.features.play.typed import Typed, is_speech
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId, MessageId
from bot.store import LiveGame

log = logging.getLogger(__name__)

_AT_ONCE: Final = 8
"""How many channels are read at the same time."""
_MOST_HELD: Final = 100
"""The most messages that are held in a channel. If there are more, all are read back instead."""
_MOST_HELD_IN_ALL: Final = 10_000
"""The most messages that are held in all channels."""
_BEFORE_BEGIN: Final = timedelta(seconds=5)
"""How much later than at Discord a game may seem to begin by this machine's clock."""


@dataclass(frozen=True, slots=True)
class AskedIn:
    """A channel in which a challenge waits for an answer, and no game is on."""

    channel: ChannelId
    guild: GuildId | None
    begun: datetime
    expires: datetime
    game: None = None
    last: None = None
    takes_turns: bool = False


Expected = LiveGame | AskedIn
"""What may have been answered or played while nobody listened."""


@dataclass(slots=True, eq=False)
class Unread:
    """A channel with a game, or with a challenge, that is to be read back."""

    live: Expected
    after: int
    """Up to which message everything that was said there is known."""
    pages: int = 0
    """How many pages of it were read."""
    is_read: bool = False
    played: bool = False
    """Whether a move, or another act, was found."""
    awaits_answer: bool = False
    """Whether a move was found that the engine answers and nobody has taken back."""
    failed: bool = False
    """Whether Discord has refused to show messages. Then nothing typed there waits for them."""
    held: list[discord.Message] = field(default_factory=list)
    """What has been typed there since the bot began to listen again."""
    owed: bool = False
    """Whether its game waits for the bot."""
    busy: bool = False
    """Whether somebody has acted there since the bot began to listen again."""

    @property
    def order(self) -> Order:
        """The lowest is read first."""
        return not self.busy, not self.owed, self.pages, -self.after


class ReadBack:
    """The channels that are to be read back, and what waits for that."""

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
        self._unread: dict[ChannelId, Unread] = {}
        self._unstarted: defaultdict[GuildId | None, list[Unread]] = defaultdict(list)
        """The channels whose reading waits until Discord announces their server, by server."""
        self._left: Counter[int] = Counter()
        """How many channels of each shard are still to be read."""
        self._held = 0
        """How many messages are held in all channels."""
        self._queue: WorkQueue[Unread] = WorkQueue(
            self._read, _AT_ONCE, lambda unread: unread.order
        )

    async def end(self) -> None:
        """Stop reading. The next process does the rest."""
        await self._queue.end()

    def expect(
        self, shard: int, games: Iterable[Expected], waiting: Container[GameId], since: int
    ) -> None:
        """Hold what is typed in the channels of these games, all of a shard, until they are read.

        Some of the games are `waiting` for the bot. `since` is a message up to which everything
        that was said on the shard is known.
        """
        for unread in self.of_shard(shard):
            self.forget(unread.live.channel)
        for guild in self._unstarted_of(shard):
            del self._unstarted[guild]
        for live in games:
            if live.channel in self._unread:  # a game, besides a challenge
                continue
            begun = discord.utils.time_snowflake(live.begun - _BEFORE_BEGIN)
            after = max(live.last or begun, since)
            unread = Unread(live, after, owed=live.game in waiting)
            self._unread[live.channel] = unread
            self._unstarted[live.guild].append(unread)
            self._left[shard] += 1

    def start(self, shard: int) -> None:
        """Read the channels of a shard whose servers were not announced."""
        for guild in self._unstarted_of(shard):
            self.start_in(guild)

    def _unstarted_of(self, shard: int) -> list[GuildId | None]:
        return [guild for guild in self._unstarted if self._backlog.shard(guild) == shard]

    def start_in(self, guild: GuildId | None) -> None:
        """Read the channels of a server."""
        for unread in self._unstarted.pop(guild, ()):
            if self._unread.get(unread.live.channel) is not unread:
                continue  # the game is over
            if self._has_news(unread):
                self._queue.add(unread)
            else:
                self._finish(unread)

    def retry(self) -> None:
        """Read again the channels in which that failed and is due."""
        for unread in self._unread.values():
            if unread.failed and self.tries.is_due(unread.live.channel):
                self._queue.add(unread)

    def of_shard(self, shard: int) -> list[Unread]:
        """Return the channels of a shard that are not read yet."""
        return [u for u in self._unread.values() if self._backlog.shard(u.live.guild) == shard]

    def left(self, shard: int) -> int:
        """How many channels of a shard are not read yet."""
        return self._left[shard]

    def knows(self, channel: ChannelId) -> bool:
        """Whether everything that was typed in a channel is known."""
        return channel not in self._unread

    def may_go_on(self, channel: ChannelId) -> bool:
        """Whether a game need not wait for its channel to be read: it is, or Discord refuses it."""
        unread = self._unread.get(channel)
        return unread is None or unread.failed

    def forget(self, channel: ChannelId) -> None:
        """Give up a channel, which is gone or is to be read anew."""
        if (unread := self._unread.pop(channel, None)) is not None:
            self._left[self._backlog.shard(unread.live.guild)] -= 1
            self._drop(unread)

    # What is typed meanwhile.

    def holds(self, message: discord.Message) -> bool:
        """Hold a message if its channel is not read yet. Returns whether that was done."""
        unread = self._unread.get(ChannelId(message.channel.id))
        if unread is None or unread.failed:
            return False
        self.hurry(unread.live.channel)
        unread.held.append(message)
        self._held += 1
        if len(unread.held) > _MOST_HELD or self._held > _MOST_HELD_IN_ALL:
            self._drop(unread)
        return True

    def hurry(self, channel: ChannelId) -> None:
        """Read a channel next, if it is not read yet, since somebody has acted there."""
        if (unread := self._unread.get(channel)) is not None:
            unread.busy = True
            self._queue.reorder(unread)

    def _drop(self, unread: Unread) -> list[discord.Message]:
        """Stop holding messages in a channel. Returns what was held."""
        held, unread.held = unread.held, []
        self._held -= len(held)
        return held

    # Reading.

    def _has_news(self, unread: Unread) -> bool:
        """Whether there may be unknown messages, as far as that is known without a request."""
        channel: Any = self._bot.get_channel(unread.live.channel)
        newest = getattr(channel, "last_message_id", None)
        self._states.hear(self._backlog.shard(unread.live.guild), newest or 0)
        return newest is None or newest > unread.after

    async def _read(self, unread: Unread) -> bool:
        """Read a page of a channel. Returns whether there is more."""
        live = unread.live
        if self._unread.get(live.channel) is not unread:
            return False  # the game is over, or the session is
        if isinstance(live, AskedIn) and self._bot.get_guild(live.guild or 0) is None:
            self._finish(unread)  # people ask where the bot is no member, too
            return False
        # A channel that is not in the cache is requested.
        await self._pace.turn(2 if self._bot.get_channel(live.channel) is None else 1)
        if not await self.tries.run(live.channel, partial(self._read_page, unread), live.guild):
            if isinstance(live, AskedIn) and live.expires <= self._backlog.clock():
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
        held = self._drop(unread)
        if self._unread.get(unread.live.channel) is unread:
            self.forget(unread.live.channel)
        self._let_go(unread, held)

    def _fail(self, unread: Unread) -> None:
        """Note that a channel cannot be read now. Messages typed there do not wait for that."""
        was_told, unread.failed = unread.failed, True
        if not was_told:
            self._let_go(unread, self._drop(unread))

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
        self._states.hear(self._backlog.shard(unread.live.guild), unread.after)
        unread.is_read = page.is_last

    async def _take(self, unread: Unread, message: discord.Message) -> None:
        """Do what a message does in the game, if nobody has heard it."""
        live, id_ = unread.live, MessageId(message.id)
        ref = board_ref(message) if message.author == self._bot.user else None
        if ref is not None and isinstance(live, LiveGame) and ref.game == live.game:
            await self._backlog.add_old_board(live, id_)
        if message.id in self._bot.handled or not is_speech(message):
            return
        command, word = await self._typed.act_in(message) or ("", "")
        if not command or (command == "play" and unread.awaits_answer):
            return
        # nobody wants late replies to bad moves, and the engine moves later
        after, act = None, Act(self._bot, message)
        with suppress(UserError, EngineCompiling):
            after = await self._typed.replay(act, command, word, live.game)
        self._bot.handled.meet(message.id)
        if not await self._backlog.is_processed(id_):
            return
        unread.played = True
        if command in {"play", "undo"}:
            # A move that follows one was typed before the engine's answer was seen, unless it is
            # the next stone of one person (swap2).
            goes_on = after is not None and after.swap2 is not None and not after.bot_to_move
            unread.awaits_answer = command == "play" and live.takes_turns and not goes_on


def _pass_over(message: int, error: Exception) -> None:
    log.warning("message %s cannot be read and is passed over: %r", message, error)
