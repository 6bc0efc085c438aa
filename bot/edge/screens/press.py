"""The answer to a press as a screen."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.edge.screens.base import BaseScreen, ScreenOptions
from bot.edge.screens.messages import (
    as_edit,
    as_send,
    capabilities_at,
    is_old,
    nonce,
    send_page,
)
from bot.edge.sending import (
    acknowledge,
    cannot_change,
    channel_errors,
    is_deleted,
    is_expired,
    send_answer,
    with_retries,
)
from bot.match.notes import Hint, Note
from bot.match.session import MessageId, Session
from bot.show.page import Page, hint_page
from bot.show.style import Capabilities


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

    async def acknowledge(self) -> None:
        """Tell Discord that the press was heard."""
        await acknowledge(self.press)

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Nothing to show: the press has been acknowledged."""
        yield

    async def whisper(self, page: Page, view: discord.ui.View | None = None) -> None:
        """Send a page to the one who pressed alone."""
        send, view = self.press.followup.send, view or discord.ui.View()
        await with_retries(lambda: send(**as_send(page), view=view, ephemeral=True, wait=True))

    async def post(
        self, page: Page, buttons: discord.ui.View | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page; where the press can't be answered any more, the channel itself gets it."""
        press, send, view = self.press, self.press.followup.send, buttons or discord.ui.View()
        with channel_errors(self.channel):
            try:
                return await send_answer(
                    press, page.content, lambda: send(**as_send(page), view=view, wait=True)
                )
            except discord.HTTPException as error:
                channel = press.channel
                if not is_expired(error) or not isinstance(channel, discord.abc.Messageable):
                    raise
        return await send_page(channel, page, view, nonce or secrets.token_hex(8))


class EditScreen(PressScreen):
    """The message that was pressed: the board changes in place while it is young."""

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
        message = await self.change(page, view, None if again else nonce(session))
        pressed = self.press.message
        return message if pressed and pressed.id == message else self._posted(message)

    async def change(
        self, page: Page, buttons: discord.ui.View, nonce: str | None = None
    ) -> MessageId:
        """Put a page in place of the message, or post it where Discord would limit the change."""
        pressed, edit = self.press.message, self.press.edit_original_response
        if pressed is None or is_old(pressed.created_at, self.press.created_at):
            return await self.post(page, buttons, nonce)
        try:
            with channel_errors(self.channel):
                message = await with_retries(lambda: edit(**as_edit(page), view=buttons))
        except discord.HTTPException as error:
            if not cannot_change(error) and not is_expired(error):
                raise
            return await self.post(page, buttons, nonce)
        return MessageId(message.id)


class PrivateScreen(PressScreen):
    """A message that one person alone sees: it changes in place, or else they get a new one."""

    async def change(self, page: Page, buttons: discord.ui.View) -> None:
        """Put a page in place of the message that was pressed."""
        edit = self.press.edit_original_response
        try:
            await with_retries(lambda: edit(**as_edit(page), view=buttons))
        except discord.HTTPException as error:
            if not is_deleted(error) and not is_expired(error):
                raise
            await self.whisper(page, buttons)


class HintScreen(PressScreen):
    """An answer for the one who pressed alone, who sees that the bot is thinking."""

    async def acknowledge(self) -> None:
        """Tell Discord that an answer will come, for that person alone."""
        await acknowledge(self.press, ephemeral=True, thinking=True)

    async def recommend(self, session: Session, hint: Hint) -> None:
        """Show the recommended move on the board, and why."""
        await self.whisper(await self._hinted(hint_page, session, hint))


class OfferScreen(PressScreen):
    """New messages in answer to a press under an offer, which loses its buttons."""

    async def acknowledge(self) -> None:
        """Take the buttons away."""
        await self.press.response.edit_message(view=None)

    async def tell(self, session: Session, note: Note) -> None:
        """Add a note to the offer."""
        offer = self.press.message
        asked = offer.content if offer is not None else ""
        words = "\n".join(filter(None, (asked, self._words(session, note))))
        await with_retries(lambda: self.press.edit_original_response(content=words))
