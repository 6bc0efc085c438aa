"""Tries of something in the channels of games, with a growing pause after each failure."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.edge.bot import GameBot
from bot.edge.channels import Played, open_channel
from bot.edge.sending import UNSENT, end_of_time_out, is_refused
from bot.edge.upkeep import Backoff
from bot.errors import EngineCompiling, KinarowError
from bot.games.games import Games
from bot.match.session import ChannelId

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
                where = await open_channel(
                    self._bot, self._games.note_closed, game, writing=writing
                )
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
