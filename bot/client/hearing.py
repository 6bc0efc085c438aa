"""What is heard: which messages are moves rather than talk, and in which order they are heard.

What people type in a channel is held until everything before it there is read.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.tasks import BackgroundTasks, Order, WorkQueue
from bot.edge.ways import GROUP
from bot.features.play.typed import ANSWER
from bot.match import grammar
from bot.match.messages import LARGEST
from bot.match.session import ChannelId, GuildId, MessageId
from bot.store import LiveGame

HELD: Final = "held_message"
"""The event that a held message may be heard."""
_MOST_EARLY: Final = 1_000
"""The most messages that are held until it is known which channels are to be read back."""
_LONGEST_HELD: Final = 2.0
"""Seconds after which a command is answered even if older messages may be unread."""
_AT_ONCE: Final = 8
"""How many channels are read at the same time."""
_MOST_HELD: Final = 100
"""The most messages that are held in a channel. If there are more, all are read back instead."""
_MOST_HELD_IN_ALL: Final = 10_000
"""The most messages that are held in all channels."""
_TIMESTAMP: Final = 22
"""The bits of an id below its milliseconds."""
_SPOKEN: Final = frozenset((discord.MessageType.default, discord.MessageType.reply))
_SLIP: Final = timedelta(seconds=15)
"""How long after writing it somebody may still correct a message."""


@dataclass(slots=True)
class ShardState:
    """What is known of a shard."""

    connected: bool = False
    session: int = 0
    """How many gateway sessions have begun. Before each, messages may have been missed."""
    known: int = 0
    """The session for which it is known which channels are to be read back."""
    resumed: int = 0
    """The session in which all servers and channels are known, and games are resumed."""
    heard: int = 0
    """The newest message that was received."""
    noted: int = 0
    """The message up to which everything is stored as heard."""

    def hear(self, message: int) -> None:
        """Note that a message was received, or read back; not an id that cannot be stored."""
        if message <= LARGEST:
            self.heard = max(self.heard, message)


class ShardStates(defaultdict[int, ShardState]):
    """The state of each shard. `is_open` tells whether one is connected just now."""

    def __init__(self, is_open: Callable[[int], bool]) -> None:
        super().__init__(ShardState)
        self._is_open = is_open

    @property
    def listening(self) -> list[int]:
        """The shards that are connected, and in which games are resumed."""
        return [
            shard
            for shard, state in self.items()
            if state.connected and state.resumed == state.session and self._is_open(shard)
        ]

    def news(self, unread: Counter[int]) -> dict[int, MessageId]:
        """Return up to which message shards have heard everything, where that is not stored yet.

        Leaves out the shards in which channels are still unread.
        """
        states = {shard: self[shard] for shard in self.listening if not unread[shard]}
        news = {shard: state for shard, state in states.items() if state.heard > state.noted}
        return {shard: MessageId(state.heard) for shard, state in news.items()}


def earlier(message: int, span: timedelta) -> int:
    """The id of a message that had been posted a while earlier."""
    return max(0, message - (int(span.total_seconds() * 1000) << _TIMESTAMP))


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
    newest: int = 0
    """The newest message there, as far as that is known: whoever wrote it last may still wait."""
    busy: bool = False
    """Whether somebody has acted there since the bot began to listen again."""

    @property
    def order(self) -> Order:
        """The lowest is read first."""
        return not self.busy, not self.owed, self.pages, -max(self.newest, self.after)


class UnreadChannels:
    """The channels that are to be read back, and what is typed there until then."""

    def __init__(
        self,
        shard_of: Callable[[GuildId | None], int],
        read: Callable[[Unread], Awaitable[bool]],
    ) -> None:
        self._shard_of = shard_of
        self.queue: WorkQueue[Unread] = WorkQueue(read, _AT_ONCE, lambda unread: unread.order)
        self._channels: dict[ChannelId, Unread] = {}
        self.left: Counter[int] = Counter()
        """How many channels of each shard are still to be read."""
        self._held = 0
        """How many messages are held in all channels."""

    def add(self, unread: Unread) -> None:
        """Hold what is typed in a channel until it is read."""
        self._channels[unread.live.channel] = unread
        self.left[self._shard_of(unread.live.guild)] += 1

    def has(self, unread: Unread) -> bool:
        """Whether it is still to be read: the game is not over, nor the session."""
        return self._channels.get(unread.live.channel) is unread

    @property
    def failed(self) -> list[Unread]:
        """The channels that Discord has refused to show."""
        return [unread for unread in self._channels.values() if unread.failed]

    def of_shard(self, shard: int) -> list[Unread]:
        """Return the channels of a shard that are not read yet."""
        return [u for u in self._channels.values() if self._shard_of(u.live.guild) == shard]

    def knows(self, channel: ChannelId) -> bool:
        """Whether everything that was typed in a channel is known."""
        return channel not in self._channels

    def may_go_on(self, channel: ChannelId) -> bool:
        """Whether a game need not wait for its channel to be read: it is, or Discord refuses it."""
        unread = self._channels.get(channel)
        return unread is None or unread.failed

    def forget(self, channel: ChannelId) -> None:
        """Give up a channel, which is gone or is to be read anew."""
        if (unread := self._channels.pop(channel, None)) is not None:
            self.left[self._shard_of(unread.live.guild)] -= 1
            self.drop(unread)

    def holds(self, message: discord.Message) -> bool:
        """Hold a message if its channel is not read yet. Returns whether that was done."""
        unread = self._channels.get(ChannelId(message.channel.id))
        if unread is None or unread.failed:
            return False
        self.hurry(unread.live.channel)
        unread.held.append(message)
        self._held += 1
        if len(unread.held) > _MOST_HELD or self._held > _MOST_HELD_IN_ALL:
            self.drop(unread)
        return True

    def hurry(self, channel: ChannelId) -> None:
        """Read a channel next, if it is not read yet, since somebody has acted there."""
        if (unread := self._channels.get(channel)) is not None:
            unread.busy = True
            self.queue.reorder(unread)

    def drop(self, unread: Unread) -> list[discord.Message]:
        """Stop holding messages in a channel. Returns what was held."""
        held, unread.held = unread.held, []
        self._held -= len(held)
        return held


class Hearing:
    """Lets what people type be heard after everything before it in its channel."""

    def __init__(
        self,
        bot: GameBot,
        states: ShardStates,
        unread: UnreadChannels,
        tasks: BackgroundTasks,
    ) -> None:
        self._bot = bot
        self._states = states
        self.unread = unread
        self._tasks = tasks
        self._early: list[discord.Message] = []
        """What was typed before it is known which channels are to be read back."""

    def heard(self, message: discord.Message) -> None:
        """Note that a message was received."""
        self._states[_shard_of(message)].hear(message.id)

    def holds(self, message: discord.Message) -> bool:
        """Hold what a person typed, until everything before it in its channel is known.

        Returns False if it is known: then the message may be heard. What doesn't act in a game is
        heard after a moment anyway.
        """
        state = self._states[_shard_of(message)]
        if state.known == state.session:
            if held := self.unread.holds(message):
                self._tasks.start(self._hear_in_time(message))
            return held
        if len(self._early) == _MOST_EARLY:
            self._early.clear()  # acts are read back
        self._early.append(message)
        return True

    def release(self) -> None:
        """Let the early messages be heard, now that it is known what is to be read back."""
        early, self._early = self._early, []
        for message in early:
            if not self.holds(message):
                self._bot.dispatch(HELD, message)

    async def _hear_in_time(self, message: discord.Message) -> None:
        """Let a message that has waited for long be heard, unless its order matters."""
        await asyncio.sleep(_LONGEST_HELD)
        if await act_in(self._bot, message) is None:
            self._bot.dispatch(HELD, message)  # it is heard once


def _shard_of(message: discord.Message) -> int:
    return 0 if message.guild is None else message.guild.shard_id


def is_speech(message: discord.Message) -> bool:
    """Whether a person wrote this message, where the bot knows who reads it.

    Discord posts system messages in the names of people, with content that they chose: such as
    the name of a new thread. A message from a webhook may carry the id of anybody. One from a
    server that is not known would be taken for a direct message, and answered as one.
    """
    written = message.type in _SPOKEN and message.webhook_id is None and not message.author.bot
    is_known = message.guild is not None or getattr(message.channel, "guild_id", None) is None
    return written and is_known


def bare_word(message: discord.Message, me: discord.ClientUser | None) -> str | None:
    """The move or choice that is the whole message; None if it is anything else.

    A number in reply to somebody's message is talk. One in reply to the bot is meant for it. A
    choice is named as the board shows it; only what replies to the bot may name it in another way.
    """
    replies = message.reference is not None
    if replies and not _replies_to(message, me):
        return None
    choice = grammar.choice_text if replies else grammar.shown_choice
    return grammar.move_text(message.content) or choice(message.content)


async def act_in(bot: GameBot, message: discord.Message) -> tuple[str, str] | None:
    """What a message does in a live game, bare or in a command, as `asked_act` names it.

    A bare yes or no may answer a challenge.
    """
    if (word := bare_word(message, bot.user)) is not None:
        return "play", word
    asked: commands.Context[Any] = await bot.get_context(message)
    group = bot.get_command(GROUP)
    if asked.command is group:
        return grammar.asked_act(asked.view.read_rest())
    return (ANSWER, "") if grammar.may_answer(message.content) else None


def is_withheld(message: discord.Message, me: discord.ClientUser | None) -> bool:
    """Whether a message is a reply to the bot whose content Discord withholds.

    Without the message content intent that is so if the reply does not mention the bot. A reply to
    the answer of a command or a press never does, any other only if its author wants that.
    """
    return _replies_to(message, me) and not (message.content or message.stickers)


def _replies_to(message: discord.Message, me: discord.ClientUser | None) -> bool:
    replied = message.reference.resolved if message.reference is not None else None
    return isinstance(replied, discord.Message) and replied.author == me


def is_mended(message: discord.Message) -> bool:
    """Whether its author has edited a message right after writing it.

    Discord also reports an edit when it adds the preview of a link.
    """
    edited = message.edited_at
    return edited is not None and edited - message.created_at <= _SLIP
