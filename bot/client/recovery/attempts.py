"""Finds the channels of games, and tries something there, with growing pauses after failures."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

import discord

from bot.edge.cog import GameBot
from bot.edge.screens import GameChannel, channel_with
from bot.edge.sending import UNSENT, end_of_time_out, is_in_time_out, is_refused
from bot.edge.upkeep import Backoff
from bot.errors import ChannelClosed, EngineCompiling, KinarowError
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId


class Played(Protocol):
    """Which game it is, and where it is played: a Session, a LiveGame and a WaitingGame say so."""

    @property
    def game(self) -> GameId:
        """The id of the game."""

    @property
    def channel(self) -> ChannelId:
        """The channel of the game."""

    @property
    def guild(self) -> GuildId | None:
        """The server of the channel; None in direct messages."""


async def open_channel(
    bot: GameBot, games: Games, game: Played, *, writing: bool = True
) -> GameChannel:
    """Return the channel of a game. Raises ChannelClosed, and ends the game if it stays closed.

    What the gateway has told is not asked for: that the bot is not in the server any more, or may
    not see the channel, or write there if it wants to. While Discord calls a server unavailable, no
    channel of it counts as closed.
    """
    guild = None if game.guild is None else bot.get_guild(game.guild)
    try:
        if game.guild is not None and guild is None:
            raise ChannelClosed(f"the bot is not in server {game.guild}")
        channel = await channel_with(bot, game.channel)
        if is_closed(channel, writing=writing):
            raise ChannelClosed(f"the bot may not play in channel {game.channel}")
    except ChannelClosed:
        if guild is None or not guild.unavailable:
            await games.note_closed(game.channel)
        raise
    return channel


def is_closed(channel: Any, *, writing: bool = True) -> bool:
    """Whether permissions keep the bot from a channel, other than for the time of a time-out."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    me: discord.Member | None = channel.guild.me
    if me is None or is_in_time_out(me) or me.is_timed_out():
        return False  # the second is by the host's clock, as are the permissions below
    if not isinstance(channel, discord.Thread):
        allowed = channel.permissions_for(me)
        return not allowed.view_channel or (writing and not allowed.send_messages)
    if channel.parent is None:
        return False  # it has the permissions of a channel that is not known
    allowed = channel.permissions_for(me)
    return not allowed.view_channel or (writing and not allowed.send_messages_in_threads)


log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = timedelta(seconds=1)
"""The pause before the first retry in a channel."""
_LONGEST_PAUSE: Final = timedelta(minutes=5)
"""The longest pause before a retry of what has failed by the fault of nobody here."""
_LONGEST_REFUSED: Final = timedelta(hours=6)
"""The longest pause where Discord refuses. It bans a bot after 10,000 refusals in ten minutes."""

Step = Callable[[discord.abc.Messageable], Awaitable[None]]
"""What is tried in a channel."""


class Attempts:
    """Tries one kind of step in many channels, and remembers when each may be tried again."""

    def __init__(self, bot: GameBot, games: Games, clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._games = games
        self._backoff: Backoff[ChannelId] = Backoff(clock, _FIRST_PAUSE, _LONGEST_PAUSE)

    def is_due(self, channel: ChannelId) -> bool:
        """Whether a try in a channel is due: none has failed there, or the pause is over."""
        return self._backoff.is_due(channel)

    def due(self) -> set[ChannelId]:
        """The channels in which something has failed, and the pause after that is over."""
        return self._backoff.due()

    def begin(self, channel: ChannelId) -> None:
        """Note that something has failed in a channel, unless that is known already."""
        if channel not in self._backoff:
            self._backoff.failed(channel)

    def failed(self, channel: ChannelId) -> None:
        """Note that a try in a channel has failed."""
        self._backoff.failed(channel)

    def hurry(self, which: Callable[[ChannelId], bool]) -> bool:
        """Let a try be due at once in some channels. Whether something has failed in any."""
        return self._backoff.hurry(which)

    def forget(self, channel: ChannelId) -> None:
        """Forget what has failed in a channel, so that a try is due at once."""
        self._backoff.succeeded(channel)

    def clear(self) -> None:
        """Forget all failures."""
        self._backoff.clear()

    async def run(self, game: Played, step: Step, *, writing: bool = False) -> bool:
        """Run a step in the channel of a game. Returns whether it succeeded; errors are logged.

        It is left for later where Discord has refused too much already.
        """
        backoff = self._backoff
        if self._bot.refusals.are_many:
            backoff.failed(game.channel)
            return False
        where = None
        try:
            with self._bot.in_flight:
                where = await open_channel(self._bot, self._games, game, writing=writing)
                with self._bot.languages.in_channel(game.channel, where):
                    await step(where)
        except EngineCompiling:
            backoff.failed(game.channel)  # retried when the engine has been compiled
        except (KinarowError, *UNSENT) as error:
            log.warning("game %s in channel %s: %r", game.game, game.channel, error)
            self._bot.metrics.failed(error)
            longest = _LONGEST_REFUSED if is_refused(error) else None
            backoff.failed(game.channel, longest, end_of_time_out(error, where))
        except Exception as error:
            log.exception("game %s in channel %s", game.game, game.channel)
            self._bot.metrics.failed(error)
            backoff.failed(game.channel)
        else:
            backoff.succeeded(game.channel)
            return True
        return False
