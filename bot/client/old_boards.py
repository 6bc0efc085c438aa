"""Retires boards that newer ones have replaced: an edit removes the buttons and the turn."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.client.backoff import Backoff
from bot.edge.cog import GameBot, GameCog, channel_with
from bot.edge.screens import ChannelScreen, is_old
from bot.edge.sending import UNSENT, is_deleted
from bot.edge.tasks import BackgroundTasks
from bot.errors import KinarowError, StoreUnavailable
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match.session import ChannelId, MessageId, Session
from bot.store import OldBoard

log = logging.getLogger(__name__)

_MAX_EDITS: Final = 3
"""The most edits in a channel in an _EDIT_PERIOD. Of Discord's five, votes need some too."""
_EDIT_PERIOD: Final = timedelta(seconds=5)
"""The time in which Discord counts edits."""
_FIRST_PAUSE: Final = timedelta(seconds=30)
"""The pause before the first retry of an edit that failed."""
_LONGEST_PAUSE: Final = timedelta(minutes=5)
"""The longest pause before a retry."""


class OldBoardsCog(GameCog):
    """Retires old boards when a newer one is shown, within the limits of Discord.

    Those beyond the limit follow later, by `catch_up`. A board that is deleted or too old for an
    edit is left as it is.
    """

    def __init__(self, bot: GameBot, games: Games, turns: Turns, backlog: Backlog) -> None:
        super().__init__(bot)
        self._games = games
        self._turns = turns
        self._backlog = backlog
        self._edits: deque[tuple[datetime, ChannelId]] = deque()
        """The time and the channel of the latest edits."""
        self._backoff = Backoff(turns.clock, _FIRST_PAUSE, _LONGEST_PAUSE)
        """When to retry boards of which an edit has failed."""
        self._retiring: set[MessageId] = set()
        self._catching_up = False
        self._tasks = BackgroundTasks()

    async def cog_load(self) -> None:
        """Listen for newer boards."""
        self._unlisten = self._turns.when_replaced(self._replaced)

    async def cog_unload(self) -> None:
        """Cancel what is left. The next process does it."""
        self._unlisten()
        await self._tasks.end()

    def is_retiring(self, message: MessageId) -> bool:
        """Whether a message is being edited now to retire it."""
        return message in self._retiring

    def catch_up(self) -> None:
        """Retire what was left over, by the limit on edits, a failure, or the end of a process."""
        if not self._catching_up:
            self._catching_up = True
            self._tasks.start(self._catch_up())

    def _replaced(self, session: Session, boards: Iterable[OldBoard]) -> None:
        """Retire these boards, now that a newer one is shown. Until then this is in flight."""
        in_flight = ExitStack()
        in_flight.enter_context(self.bot.in_flight)
        task = self._tasks.start(self._retire_all(session, boards))
        task.add_done_callback(lambda _: in_flight.close())

    async def _catch_up(self) -> None:
        try:
            for board in await self._backlog.old_boards():
                await self._retire_all(None, [board])
        except StoreUnavailable as error:
            log.info("old boards are retired later: %s", error)
        finally:
            self._catching_up = False

    async def _retire_all(self, session: Session | None, boards: Iterable[OldBoard]) -> None:
        """Retire boards of a game. Reads the game if `session` is None."""
        for board in boards:
            if self.is_retiring(board.message) or self._backlog.is_retired(board.message):
                continue
            if not self._backoff.is_due(board.message):
                continue
            self._retiring.add(board.message)
            try:
                await self._retire(session or await self._games.by_id(board.game), board)
            except (KinarowError, *UNSENT) as error:
                log.info("board %s in channel %s: %r", board.message, board.channel, error)
                self._backoff.failed(board.message)
            except Exception:
                log.exception("board %s in channel %s", board.message, board.channel)
                self._backlog.mark_retired(board.message)
            finally:
                self._retiring.discard(board.message)

    async def _retire(self, session: Session | None, board: OldBoard) -> None:
        """Retire a board. Does nothing if the limit on edits is reached."""
        if session is not None and not is_old(discord.utils.snowflake_time(board.message)):
            if not self._has_room(board.channel):
                return
            if await self._games.board_message(board.game) == board.message:
                return  # a press has made it the newest board again
            try:
                await self._edit(session, board)
            except discord.HTTPException as error:
                if not is_deleted(error):
                    raise
        self._backlog.mark_retired(board.message)
        self._backoff.succeeded(board.message)

    async def _edit(self, session: Session, board: OldBoard) -> None:
        channel = await channel_with(self.bot, board.channel)
        screen = ChannelScreen(channel, self.screen_options(channel))
        message = channel.get_partial_message(board.message)
        notes = self._turns.notes_under(board.message)
        with self.bot.languages.in_channel(board.channel, channel):
            await screen.retire(message, session, board.ply, notes)

    def _has_room(self, channel: ChannelId) -> bool:
        """Whether one more edit is allowed in a channel now. If so, it is counted."""
        now = self._turns.clock()
        while self._edits and now - self._edits[0][0] >= _EDIT_PERIOD:
            self._edits.popleft()
        if sum(edited == channel for _, edited in self._edits) >= _MAX_EDITS:
            return False
        self._edits.append((now, channel))
        return True
