"""The answer to a press as a screen."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

import discord

from bot.edge.screens.base import BaseScreen, ScreenOptions
from bot.edge.screens.messages import (
    as_answer,
    capabilities_at,
    edited,
    is_old,
    nonce,
    or_in_words,
    send_answer,
)
from bot.edge.sending import (
    acknowledge,
    answer,
    cannot_change,
    change_pressed,
    channel_errors,
    is_deleted,
    is_expired,
)
from bot.match.notes import Hint, Note
from bot.match.session import MessageId, Session
from bot.show.page import Page, hint_page
from bot.show.style import Capabilities

_UPDATES: Final = (
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
"""The first answers after which a press can change the message that was pressed."""


class PressScreen(BaseScreen):
    """New messages in answer to a press that has been acknowledged."""

    def __init__(self, press: discord.Interaction[Any], options: ScreenOptions) -> None:
        super().__init__(options)
        self._pressed = press

    @property
    def press(self) -> discord.Interaction[Any]:
        """The press that is answered."""
        return self._pressed

    @property
    def channel(self) -> Any:
        """The channel in which the game is shown."""
        return self.press.channel

    @property
    def hurried(self) -> bool:
        """Whether it answers a slash command: it does not."""
        return False

    @property
    def capabilities(self) -> Capabilities:
        """What there is to show a board with, as the permissions are just now."""
        return capabilities_at(self.press, self._options.owned)

    def acknowledge(self) -> None:
        """Begin to tell Discord that the press was heard."""
        self._begin_response(self._acknowledge())

    def hold(self) -> None:
        """Acknowledge the press, which gives fifteen minutes for the answer."""
        self.acknowledge()

    async def _acknowledge(self) -> None:
        await acknowledge(self.press)

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Nothing to show: the press has been acknowledged."""
        self.acknowledge()
        yield

    def _note_pressed(self) -> None:
        """Note that the message that was pressed can be changed by this press."""
        pressed, updates = self.press.message, self.press.response.type in _UPDATES
        if self.outside and pressed is not None and updates:
            self._options.tokens.note(MessageId(pressed.id), self.press, pressed=True)

    async def whisper(self, page: Page, view: discord.ui.View | None = None) -> None:
        """Send a page to the one who pressed alone."""
        await self._responded()
        await or_in_words(
            page,
            lambda page: answer(self.press, lambda: as_answer(page, view), private=True),
        )

    async def post(
        self, page: Page, buttons: discord.ui.View | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page; where the press can't be answered any more, the channel itself gets it."""
        self._note_pressed()
        await self._responded()
        return await send_answer(self.press, page, buttons, nonce or secrets.token_hex(8))


class EditScreen(PressScreen):
    """The message that was pressed: the board changes in place while it is young."""

    @property
    def hears_replies(self) -> bool:
        """Whether Discord tells what a reply to the message that was pressed says."""
        pressed = self.press.message
        return pressed is not None and pressed.interaction_metadata is None

    async def ready(self) -> None:
        """Do not wait: an answer to a press is not counted."""

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Change the board that was pressed, or post one where Discord would limit the change."""
        page, view = await self._board(session, notes)
        message = await self.change(page, view, nonce(session))
        pressed = self.press.message
        return message if pressed and pressed.id == message else self._posted(message)

    async def change(
        self, page: Page, buttons: discord.ui.View, nonce: str | None = None
    ) -> MessageId:
        """Put a page in place of the message, or post it where Discord would limit the change."""
        self._note_pressed()
        await self._responded()
        pressed, edit = self.press.message, self.press.edit_original_response
        if pressed is None or is_old(pressed.created_at, self.press.created_at):
            return await self.post(page, buttons, nonce)
        try:
            with channel_errors(self.channel):
                message = await or_in_words(page, lambda page: edited(edit, page, buttons))
        except discord.HTTPException as error:
            if not cannot_change(error) and not is_expired(error):
                raise
            return await self.post(page, buttons, nonce)
        is_pressed = self.press.response.type in _UPDATES
        return MessageId(pressed.id if is_pressed else message.id)


class PrivateScreen(PressScreen):
    """A message that one person alone sees: it changes in place, or else they get a new one."""

    async def change(self, page: Page, buttons: discord.ui.View) -> None:
        """Put a page in place of the message that was pressed."""
        await self._responded()
        edit = self.press.edit_original_response
        try:
            await or_in_words(page, lambda page: edited(edit, page, buttons))
        except discord.HTTPException as error:
            if not is_deleted(error) and not is_expired(error):
                raise
            await self.whisper(page, buttons)


class HintScreen(PressScreen):
    """An answer for the one who pressed alone."""

    async def recommend(self, session: Session, hint: Hint) -> None:
        """Show the recommended move on the board, and why."""
        await self.whisper(await self._hinted(hint_page, session, hint))


class OfferScreen(PressScreen):
    """New messages in answer to a press under an offer, which loses its buttons.

    With `words` these stand there instead of the offer.
    """

    def __init__(
        self, press: discord.Interaction[Any], options: ScreenOptions, words: str | None = None
    ) -> None:
        super().__init__(press, options)
        self._parts = {"view": None} if words is None else {"view": None, "content": words}

    async def _acknowledge(self) -> None:
        """Take the buttons away."""
        await change_pressed(self.press, **self._parts)

    async def tell(self, session: Session, note: Note) -> None:
        """Add a note to the offer."""
        offer = self.press.message
        asked = offer.content if offer is not None else ""
        words = "\n".join(filter(None, (asked, self._words(session, note))))
        await self._responded()
        await change_pressed(self.press, content=words)
