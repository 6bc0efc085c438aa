"""What each shard of this process has heard, and what is held until all before it is known."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import discord

from bot.edge.bot import GameBot
from bot.edge.upkeep import BackgroundTasks
from bot.features.play.typed import Typed
from bot.match.messages import LARGEST
from bot.match.session import MessageId

HELD: Final = "held_message"
"""The event that a held message may be heard."""
_MOST_EARLY: Final = 1_000
"""The most messages that are held until it is known which channels are to be read back."""
_LONGEST_HELD: Final = 2.0
"""Seconds after which a command is answered even if older messages may be unread."""
_TIMESTAMP: Final = 22
"""The bits of an id below its milliseconds."""


@dataclass(slots=True)
class _State:
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


class ShardStates:
    """What is known of each shard. `is_open` tells whether one is connected just now."""

    def __init__(self, is_open: Callable[[int], bool]) -> None:
        self._is_open = is_open
        self._states: defaultdict[int, _State] = defaultdict(_State)

    def begin(self, shard: int) -> int:
        """Note that a gateway session begins; return its number."""
        state = self._states[shard]
        state.connected = True
        state.session += 1
        return state.session

    def is_first(self, shard: int) -> bool:
        """Whether a shard has begun no session but its first one."""
        return self._states[shard].session <= 1

    def is_session(self, shard: int, session: int) -> bool:
        """Whether no later session has begun."""
        return self._states[shard].session == session

    def connected(self, shard: int, *, now: bool) -> None:
        """Note that a connection was lost, or that its session goes on without a gap."""
        self._states[shard].connected = now

    def looked_up(self, shard: int) -> None:
        """Note that it is known which channels are to be read back."""
        state = self._states[shard]
        state.known = state.session

    def resumed(self, shard: int) -> None:
        """Note that all servers and channels are known, and games are resumed."""
        state = self._states[shard]
        state.resumed = state.session

    def is_known(self, shard: int) -> bool:
        """Whether it is known which channels are to be read back after the last session."""
        state = self._states[shard]
        return state.known == state.session

    @property
    def listening(self) -> list[int]:
        """The shards that are connected, and in which games are resumed."""
        return [
            shard
            for shard, state in self._states.items()
            if state.connected and state.resumed == state.session and self._is_open(shard)
        ]

    def hear(self, shard: int, message: int) -> None:
        """Note that a message was received, or read back; not an id that cannot be stored."""
        state = self._states[shard]
        if message <= LARGEST:
            state.heard = max(state.heard, message)

    def news(self, unread: Callable[[int], int]) -> dict[int, MessageId]:
        """Return up to which message shards have heard everything, where that is not stored yet.

        Leaves out the shards in which channels are still unread.
        """
        states = {shard: self._states[shard] for shard in self.listening if not unread(shard)}
        news = {shard: state for shard, state in states.items() if state.heard > state.noted}
        return {shard: MessageId(state.heard) for shard, state in news.items()}

    def noted(self, heard: Mapping[int, MessageId]) -> None:
        """Note that this has been stored."""
        for shard, message in heard.items():
            self._states[shard].noted = message


def earlier(message: int, span: timedelta) -> int:
    """The id of a message that had been posted a while earlier."""
    return max(0, message - (int(span.total_seconds() * 1000) << _TIMESTAMP))


class Hearing:
    """Lets what people type be heard after everything before it in its channel."""

    def __init__(
        self,
        bot: GameBot,
        states: ShardStates,
        typed: Typed,
        is_unread: Callable[[discord.Message], bool],
        tasks: BackgroundTasks,
    ) -> None:
        self._bot = bot
        self._states = states
        self._typed = typed
        self._is_unread = is_unread
        """Holds a message whose channel is not read back yet, and returns whether that is so."""
        self._tasks = tasks
        self._early: list[discord.Message] = []
        """What was typed before it is known which channels are to be read back."""

    def heard(self, message: discord.Message) -> None:
        """Note that a message was received."""
        self._states.hear(_shard_of(message), message.id)

    def holds(self, message: discord.Message) -> bool:
        """Hold what a person typed, until everything before it in its channel is known.

        Returns False if it is known: then the message may be heard. What doesn't act in a game is
        heard after a moment anyway.
        """
        if self._states.is_known(_shard_of(message)):
            if held := self._is_unread(message):
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
        if await self._typed.act_in(message) is None:
            self._bot.dispatch(HELD, message)  # it is heard once


def _shard_of(message: discord.Message) -> int:
    return 0 if message.guild is None else message.guild.shard_id
