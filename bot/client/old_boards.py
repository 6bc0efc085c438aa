"""Retires boards that newer ones have replaced: a line of their moves stays, or nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from typing import Final

import discord

from bot.edge.board_buttons import board_ref
from bot.edge.bot import GameBot
from bot.edge.channels import channel_with
from bot.edge.places import Place
from bot.edge.recent import RecentIds
from bot.edge.sending.messages import channel_errors, leave_words
from bot.edge.sending.refusals import UNSENT, cannot_change, is_deleted
from bot.edge.tasks import TaskCog
from bot.edge.upkeep import Tries
from bot.errors import ChannelClosed, KinarowError, StoreUnavailable, UnreadableGame
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.games.screen import Closures
from bot.games.turns import Turns
from bot.match.session import MessageId, Session
from bot.show import text
from bot.show.style import needs_layout
from bot.store import OldBoard

log = logging.getLogger(__name__)

_STRAYS: Final = 1_000
"""How many stray boards are remembered, so that each is handled once."""
_STORE_RETRY_DELAY: Final = 5.0
"""Seconds before the store is tried again after a failure."""


class OldBoardsCog(TaskCog):
    """Retires old boards when a newer one is shown, within the limits of Discord.

    One that cannot be retired now follows later, by `catch_up`. A deleted one is no error.
    """

    def __init__(self, bot: GameBot, games: Games, turns: Turns, backlog: Backlog) -> None:
        super().__init__()
        self.bot = bot
        self._games = games
        self._turns = turns
        self._backlog = backlog
        self.tries: Tries[MessageId] = Tries(bot, "board")
        self._closures = Closures(turns.clock)
        self.retiring: set[MessageId] = set()
        """The boards that are being retired now."""
        self._catching_up = False
        self._strays = RecentIds(_STRAYS)

    async def cog_load(self) -> None:
        """Listen for newer boards."""
        boards = self._turns.boards
        self._listening += boards.replaced.add(self._replaced), boards.shown.add(self._find_strays)

    def catch_up(self) -> None:
        """Retire what was left over, by a failure or the end of a process."""
        if not self._catching_up:
            self._catching_up = True
            self._tasks.start(self._catch_up())

    def retry_due(self) -> None:
        """Retry what could not be retired, if the pause after that is over anywhere."""
        if self.tries.due():
            self.catch_up()

    def _replaced(self, _session: Session, boards: Iterable[OldBoard]) -> None:
        """Retire these boards, now that a newer one is shown. It is in flight until they are."""
        in_flight = ExitStack()
        in_flight.enter_context(self.bot.in_flight)
        task = self._tasks.start(self._retire_all(boards))
        task.add_done_callback(lambda _: in_flight.close())

    def _find_strays(self, session: Session, _notes: object) -> None:
        """Retire boards of a game that exist although Discord said that they do not.

        That happens if an answer was posted, but its receipt was lost or was a refusal.
        """
        if self._turns.boards.is_showing(session.channel):
            return  # one on its way is not a stray; when it is shown, strays are looked for again
        strays = [
            MessageId(message.id)
            for message in reversed(self.bot.own_messages)
            if message.channel.id == session.channel
            and not self._turns.boards.has_shown(MessageId(message.id))
            and (ref := board_ref(message)) is not None
            and ref.game == session.game
            and self._strays.meet(message.id)
        ]
        if strays:
            self._tasks.start(self._take_up(session, strays))

    async def _take_up(self, session: Session, strays: list[MessageId]) -> None:
        """Put strays on the list of old boards, as soon as the store can be written to."""
        while strays:
            try:
                await self._backlog.add_old_board(session, strays[-1])
                strays.pop()
            except StoreUnavailable as error:
                log.info("boards that nobody knew of are taken up later: %s", error)
                await asyncio.sleep(_STORE_RETRY_DELAY)
        self.catch_up()

    async def _catch_up(self) -> None:
        try:
            boards = await self._backlog.old_boards()
            for gone in self.tries.due() - {board.message for board in boards}:
                self.tries.succeeded(gone)
            for board in boards:
                if self.bot.refusals.are_many:
                    return
                await self._retire_all([board])
        except StoreUnavailable as error:
            log.info("old boards are retired later: %s", error)
        finally:
            self._catching_up = False

    async def _retire_all(self, boards: Iterable[OldBoard]) -> None:
        """Retire boards of a game."""
        for board in boards:
            if (
                board.message in self.retiring
                or board.message in self._backlog.store.boards.retired
            ):
                continue
            if not self.tries.is_due(board.message):
                continue
            self.retiring.add(board.message)
            await self.tries.run(board.message, partial(self._retire_if_possible, board))
            self.retiring.discard(board.message)

    async def _retire_if_possible(self, board: OldBoard) -> None:
        """Retire a board, or give it up where that would fail each time."""
        try:
            await self._retire(board)
        except UnreadableGame:  # the store has logged why
            self._backlog.store.boards.retired.add(board.message)
        except ChannelClosed:
            if self._closures.note(board.channel):
                self._backlog.store.boards.retired.add(board.message)  # nobody sees it any more
            raise
        except (KinarowError, *UNSENT):
            raise
        except Exception:
            self._backlog.store.boards.retired.add(board.message)
            raise

    async def _retire(self, board: OldBoard) -> None:
        """Retire a board, as soon as there is room for one more of these changes in its channel.

        They are counted apart from other boards: no move waits for what stands above it. The game
        is read only then: a player may have been erased meanwhile.
        """
        traffic = self.bot.old_traffic
        while not traffic.take(board.channel):
            await traffic.wait(board.channel)
        if await self._games.store.boards.newest(board.game) == board.message:
            return  # a press has made it the living board again
        try:
            await self._leave_history(await self._games.store.find(board.game), board)
        except discord.HTTPException as error:
            if not is_deleted(error):
                raise
        self._backlog.store.boards.retired.add(board.message)

    async def _leave_history(self, session: Session | None, board: OldBoard) -> None:
        """Reduce a board to the line of its moves, or to nothing where that is not wanted."""
        if session is not None and session.outside:
            await self._leave_outside(session, board)
            return
        channel = await channel_with(self.bot, board.channel)
        with channel_errors(channel):
            message = channel.get_partial_message(board.message)
            place, line = Place(self.bot, channel), ""
            if session is not None and place.settings.history:
                with place.speaking():
                    line = text.history(session, board.first, board.ply)
            if line:
                try:
                    await leave_words(message.edit, line, layout=self._is_layout(session))
                    return
                except discord.HTTPException as error:
                    if not cannot_change(error) or is_deleted(error):
                        raise
            await message.delete()

    async def _leave_outside(self, session: Session, board: OldBoard) -> None:
        """Reduce a board to the line of its moves, without buttons, if it can still be changed."""
        if (edit := self.bot.tokens.editor(board.message)) is not None:
            with self.bot.languages.in_channel(board.channel, None):
                line = text.history(session, board.first, board.ply) or text.heading(session)
            await leave_words(edit, line, layout=self._is_layout(session))

    def _is_layout(self, session: Session | None) -> bool:
        """Whether the boards of a game are messages of components; others may become one."""
        return (
            self.bot.taken_layouts.may_try and session is not None and needs_layout(session.rules)
        )
