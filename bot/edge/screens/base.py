"""What all screens share: a game is shown as a page with its buttons."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Protocol

import discord

from bot.edge.board_buttons import board_view, offer_view
from bot.edge.screens.messages import as_edit, is_old, nonce
from bot.edge.screens.traffic import Traffic
from bot.edge.sending import UNSENT, cannot_change, channel_errors, is_expired, with_retries
from bot.errors import ChannelClosed
from bot.match.notes import Hint, Note
from bot.match.session import ChannelId, Ending, MessageId, Session
from bot.show import text
from bot.show.emoji import OwnedEmoji
from bot.show.page import Page, board_page
from bot.show.style import BoardFormat, Capabilities, board_format


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """What every screen needs to know besides the game."""

    prefix: str
    typed: bool
    """Whether the bot reads messages in servers that do not mention it."""
    owned: OwnedEmoji
    traffic: Traffic
    now: Callable[[], datetime]
    """What time it is at Discord."""


class HintPage(Protocol):
    """What makes a page of a hint."""

    def __call__(self, session: Session, hint: Hint, *, owned: OwnedEmoji) -> Page:
        """The page for a session in the style in which it is shown."""


class BaseScreen(ABC):
    """A place to show games in; each kind of screen knows how to post a page there."""

    def __init__(self, options: ScreenOptions) -> None:
        self._options = options

    @property
    @abstractmethod
    def capabilities(self) -> Capabilities:
        """What there is to show a board with, as the permissions are just now."""

    @abstractmethod
    async def post(
        self, page: Page, buttons: discord.ui.View | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page, shown once for each nonce; raises ChannelClosed."""

    @property
    @abstractmethod
    def press(self) -> discord.Interaction[Any] | None:
        """The press or slash command that is answered; None for what was typed."""

    @property
    @abstractmethod
    def hurried(self) -> bool:
        """Whether it answers a slash command: within three seconds, and with a new message."""

    @property
    @abstractmethod
    def channel(self) -> Any:
        """The channel in which the game is shown, where everybody reads."""

    async def ready(self) -> None:
        """Wait until Discord allows one more change in the channel; answers are not counted."""
        if not self.hurried:
            await self._options.traffic.wait(ChannelId(self.channel.id))

    async def tell(self, session: Session, note: Note) -> None:
        """Tell a note to everybody, without a board."""
        await self.post(Page(self._words(session, note)))

    def _words(self, session: Session, note: Note) -> str:
        return text.notes([note], self.styled(session), self._options.prefix)

    @property
    def can_whisper(self) -> bool:
        """Whether there is somebody to whom Discord shows an answer that nobody else sees."""
        return self.press is not None

    async def whisper_note(self, session: Session, note: Note) -> None:
        """Tell a note to the person who acted alone, in their language; given up if it fails.

        Not before `show`: Discord shows the first answer to a deferred command to everybody.
        """
        press = self.press
        assert press is not None, "only who presses or uses a slash command can be told"
        with suppress(*UNSENT), text.privately():
            await press.followup.send(self._words(session, note), ephemeral=True)

    async def announce(self, session: Session, note: Note) -> None:
        """Tell a note to everybody in the channel, whoever sees the answer; given up if it fails.

        It is no answer to a press or a command, whose first answer may be for one person alone.
        """
        with suppress(*UNSENT):
            await self.channel.send(self._words(session, note))

    async def replace(self, message: discord.Message, page: Page, buttons: discord.ui.View) -> None:
        """Let a page take the place of a message; raises ChannelClosed."""
        edit = message.edit
        try:
            with channel_errors(self.channel):
                await with_retries(lambda: edit(**as_edit(page), view=buttons))
        except discord.HTTPException as error:
            if not cannot_change(error) and not is_expired(error):
                raise
            await self.post(page, buttons)

    def styled(self, session: Session) -> Session:
        """The session in the style in which it is shown there."""
        return self.capabilities.styled(session)

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Change the board that is living, if it is near; else post one with notes under it.

        An end by word, such as a resignation, is seen by nobody in a board above that word.
        """
        page, view = await self._board(session, notes)
        if not self.hurried:
            self._options.traffic.sent(ChannelId(self.channel.id))
            by_word = session.ending not in {None, Ending.LINE, Ending.FULL}
            near = living is not None and not again and self._is_near(living, last=by_word)
            if living is not None and near and await self._changed(living, page, view):
                return living
        return self._posted(await self.post(page, view, None if again else nonce(session)))

    def _posted(self, board: MessageId) -> MessageId:
        """Note that a board stands at the bottom of the channel now."""
        self._options.traffic.posted(ChannelId(self.channel.id), board)
        return board

    def _is_near(self, board: MessageId, *, last: bool) -> bool:
        """Whether a board may be changed where it is."""
        near = self._options.traffic.is_near(ChannelId(self.channel.id), board, last=last)
        return near and not is_old(discord.utils.snowflake_time(board), self._options.now())

    async def _changed(self, board: MessageId, page: Page, view: discord.ui.View) -> bool:
        """Change a board in place. Returns False where that cannot be."""
        edit = self.channel.get_partial_message(board).edit
        try:
            with channel_errors(self.channel):
                await with_retries(lambda: edit(**as_edit(page), view=view))
        except discord.HTTPException as error:
            if not cannot_change(error):
                raise
            return False
        except ChannelClosed:  # a press can be answered where the bot may do nothing else
            if self.press is None:
                raise
            return False
        return True

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        offer = text.offer(session, self._options.prefix)
        return await self.post(Page(offer), offer_view(session))

    async def _board(self, session: Session, notes: Iterable[Note]) -> tuple[Page, discord.ui.View]:
        """The page and the buttons of a board, in the best style that can be shown."""
        shown, options = self.styled(session), self._options
        draw = partial(
            board_page, shown, options.prefix, notes, owned=options.owned, typed=options.typed
        )
        return await draw_page(shown, draw), board_view(shown)

    async def _hinted(self, page: HintPage, session: Session, hint: Hint) -> Page:
        """A page about a hint, in the best style that can be shown."""
        shown = self.styled(session)
        return await draw_page(shown, partial(page, shown, hint, owned=self._options.owned))


async def draw_page(shown: Session, draw: Callable[[], Page]) -> Page:
    """A page of a game, made apart from the event loop where there is a picture to draw."""
    has_file = board_format(shown.rules, shown.style) is BoardFormat.IMAGE
    return await asyncio.to_thread(draw) if has_file else draw()
