"""Boards that newer ones have replaced: each loses its buttons and its turn, by one edit."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Iterable
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.client.backoff import Backoff
from bot.edge.cog import GameBot, GameCog, channel_with
from bot.edge.screens import ChannelScreen, is_old
from bot.edge.sending import UNSENT, is_deleted
from bot.errors import KinarowError, StoreUnavailable
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.games.turns import Turns
from bot.match.session import ChannelId, MessageId, Session
from bot.store import OldBoard

log = logging.getLogger(__name__)

_MOST: Final = 3
_SPAN: Final = timedelta(seconds=5)
"""As many edits in a channel in this time: Discord takes five, and votes and reviews want some."""
_PAUSE: Final = timedelta(seconds=30)
_LONGEST_PAUSE: Final = timedelta(minutes=5)
"""Before further tries of an edit that failed, from the first pause to the longest."""


class OldBoardsCog(GameCog):
    """Retires old boards: when a newer one is shown, and later those for which there was no room.

    One that is too old for an edit, or gone, is left as it is.
    """

    def __init__(self, bot: GameBot, games: Games, turns: Turns, backlog: Backlog) -> None:
        super().__init__(bot)
        self._games = games
        self._turns = turns
        self._backlog = backlog
        self._edits: deque[tuple[datetime, ChannelId]] = deque()
        """The last edits, and where they were."""
        self._backoff = Backoff(turns.clock, _PAUSE, _LONGEST_PAUSE)
        """When to try the boards again of which an edit has failed."""
        self._in_hand: set[MessageId] = set()
        self._catching_up = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def cog_load(self) -> None:
        """Hear when newer boards are shown."""
        self._unlisten = self._turns.when_replaced(self._replaced)

    async def cog_unload(self) -> None:
        """Leave the rest to the next process."""
        self._unlisten()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def is_retiring(self, message: MessageId) -> bool:
        """Whether a message is being edited since a newer board is shown."""
        return message in self._in_hand

    def catch_up(self) -> None:
        """Retire what was left: by an act too many, a failure, or the end of a process."""
        if not self._catching_up:
            self._catching_up = True
            self._start(self._catch_up())

    def _replaced(self, session: Session, boards: Iterable[OldBoard]) -> None:
        """A newer board of a game is shown than these; that is not over before they are retired."""
        act = ExitStack()
        act.enter_context(self.bot.in_flight)
        self._start(self._retire_all(session, boards)).add_done_callback(lambda _: act.close())

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something beside what people wait for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _catch_up(self) -> None:
        try:
            for board in await self._backlog.old_boards():
                await self._retire_all(None, [board])
        except StoreUnavailable as error:
            log.info("old boards are retired later: %s", error)
        finally:
            self._catching_up = False

    async def _retire_all(self, session: Session | None, boards: Iterable[OldBoard]) -> None:
        """Retire some boards of a game, which is read where it is not given."""
        for board in boards:
            if self.is_retiring(board.message) or self._backlog.is_retired(board.message):
                continue
            if not self._backoff.is_due(board.message):
                continue
            self._in_hand.add(board.message)
            try:
                await self._retire(session or await self._games.numbered(board.game), board)
            except (KinarowError, *UNSENT) as error:
                log.info("board %s in channel %s: %r", board.message, board.channel, error)
                self._backoff.failed(board.message)
            except Exception:
                log.exception("board %s in channel %s", board.message, board.channel)
                self._backlog.retired(board.message)
            finally:
                self._in_hand.discard(board.message)

    async def _retire(self, session: Session | None, board: OldBoard) -> None:
        """Edit a board, if it can be and is still an old one; where there is no room, later."""
        if session is not None and not is_old(discord.utils.snowflake_time(board.message)):
            if not self._has_room(board.channel):
                return
            if await self._games.board_message(board.game) == board.message:
                return  # somebody has pressed it meanwhile, and it is the newest again
            try:
                await self._edit(session, board)
            except discord.HTTPException as error:
                if not is_deleted(error):
                    raise
        self._backlog.retired(board.message)
        self._backoff.succeeded(board.message)

    async def _edit(self, session: Session, board: OldBoard) -> None:
        channel = await channel_with(self.bot, board.channel)
        screen = ChannelScreen(channel, self.screen_options(channel))
        message = channel.get_partial_message(board.message)
        notes = self._turns.notes_under(board.message)
        with self.bot.languages.in_channel(board.channel, channel):
            await screen.retire(message, session, board.ply, notes)

    def _has_room(self, channel: ChannelId) -> bool:
        """Whether Discord takes one more edit there; counts it if so."""
        now = self._turns.clock()
        while self._edits and now - self._edits[0][0] >= _SPAN:
            self._edits.popleft()
        if sum(edited == channel for _, edited in self._edits) >= _MOST:
            return False
        self._edits.append((now, channel))
        return True
