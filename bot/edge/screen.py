"""Where a game is shown: a channel, or the answer to a command or a press."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager, nullcontext, suppress
from enum import Enum, auto
from functools import partial
from typing import Any, Final, Protocol

import discord

from bot.edge.board_buttons import offer_view
from bot.edge.bot import GameBot
from bot.edge.sending.answers import (
    Changeable,
    acknowledge,
    answer,
    change_pressed,
    give_meanwhile,
    send_answer,
)
from bot.edge.sending.messages import (
    Edit,
    Layout,
    Under,
    as_send,
    channel_errors,
    edited,
    is_old,
    nonce_of,
    send_as_taken,
    send_page,
)
from bot.edge.sending.refusals import REFUSED, UNSENT, cannot_change, is_expired
from bot.errors import ChannelClosed
from bot.match.notes import Note
from bot.match.session import PLAYED_OUT, ChannelId, MessageId, Session, UserId
from bot.show import text
from bot.show.page import Page
from engine import sheet_of

_ROWS_ON_A_PHONE: Final = 7
"""Boards of up to so many rows are seen whole above the keyboard of a phone."""
_UPDATES: Final = (
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
"""The first answers after which a press can change the message that was pressed."""


class Into(Enum):
    """Where the answer to a press goes."""

    NEW = auto()
    """Into new messages."""
    PRESSED = auto()
    """In place of the message that was pressed."""
    ALONE = auto()
    """In place of the message that was pressed, which only one person sees."""
    OFFER = auto()
    """Into new messages, and the offer that was pressed loses its buttons."""


class ScreenPlace(Protocol):
    """What a screen asks of the place where it is (bot/edge/places.py)."""

    @property
    def bot(self) -> GameBot:
        """The bot that shows the game."""

    @property
    def target(self) -> object:
        """What a person did, or the channel itself."""

    @property
    def press(self) -> discord.Interaction[Any] | None:
        """The interaction to answer; None for what was typed, or done by the bot itself."""

    @property
    def here(self) -> Any:
        """The channel as a Discord object."""

    @property
    def outside(self) -> bool:
        """Whether the bot is not a member there."""

    @property
    def prefix(self) -> str:
        """The prefix of commands there."""

    def styled(self, session: Session) -> Session:
        """The session in the style in which it is shown there."""

    async def board(
        self, session: Session, notes: Iterable[Note], *, replies: bool
    ) -> tuple[Page, Under]:
        """The page and the buttons of a board."""


class Screen:
    """A channel, a thread, or the answer to a command or a press.

    With `private` the first answer to a slash command is for one person alone. With `words` these
    stand in place of an offer that was pressed.
    """

    def __init__(
        self,
        place: ScreenPlace,
        into: Into = Into.NEW,
        *,
        hurried: bool = True,
        private: bool = False,
        words: str | None = None,
    ) -> None:
        self._place = place
        self._bot = place.bot
        self._into = into
        self._private = private
        self._offer = {"view": None} if words is None else {"view": None, "content": words}
        self._first: asyncio.Task[None] | None = None
        """The first answer, where it only says to wait: begun once."""
        self.press: Final[discord.Interaction[Any] | None] = place.press
        """The press or slash command that is answered; None for what was typed."""
        slash = self.press is not None and self.press is not place.target
        self.hurried: Final = hurried and slash and into is Into.NEW
        """Whether it answers a slash command: within three seconds, and with a new message."""
        self.channel: Final[Any] = place.here
        """The channel in which the game is shown, where everybody reads."""
        self.outside: Final[bool] = place.outside
        """Whether the bot is not a member there: then it can only post answers."""

    @property
    def can_whisper(self) -> bool:
        """Whether somebody can be shown an answer that nobody else sees."""
        return self.press is not None

    @property
    def hears_replies(self) -> bool:
        """Whether Discord shows the bot what a reply to the board says, if it mentions the bot.

        It never does for a reply to the answer of a command or a press.
        """
        if self._into is not Into.PRESSED or self.press is None:
            return self.press is None
        pressed = self.press.message
        return pressed is not None and pressed.interaction_metadata is None

    # The first answer.

    def acknowledge(self) -> None:
        """Begin to tell Discord that a press was heard; all others see the answer."""
        press = self.press
        if press is not None and not self.hurried:
            is_offer = self._into is Into.OFFER
            self._answer(
                lambda: change_pressed(press, **self._offer) if is_offer else acknowledge(press)
            )

    def hold(self) -> None:
        """Begin to tell Discord that the answer takes a while: that gives fifteen minutes."""
        if self.press is not None and self.hurried:
            self._answer(partial(acknowledge, self.press, ephemeral=self._private))
        else:
            self.acknowledge()

    def _answer(self, give: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if self._first is None:
            self._first = give_meanwhile(give())

    async def _answered(self) -> None:
        """Wait until the first answer was given, if it was begun."""
        if self._first is not None:
            await self._first

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Show meanwhile that an answer comes. Nothing waits for that, or fails with it."""
        if self.press is not None:
            self.hold()
            yield
            return
        typing = asyncio.create_task(self._type())
        try:
            yield
        finally:
            typing.cancel()

    async def _type(self) -> None:
        with suppress(*UNSENT):
            async with self.channel.typing():
                await asyncio.Event().wait()

    # Words and pages.

    async def post(
        self, page: Page, buttons: Under | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page, shown once for each nonce; raises ChannelClosed.

        If it is too late for an answer, the channel itself gets it.
        """
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        nonce = nonce or secrets.token_hex(8)
        if self.press is None:
            return await send_page(self.channel, page, buttons, nonce)
        self._note_pressed(self.press)
        await self._answered()
        return await send_answer(self.press, page, buttons, nonce)

    async def whisper(self, page: Page, view: Under | None = None) -> discord.Message | None:
        """Send a page only to the person who acted. It stands below the board for them."""
        press = self.press
        assert press is not None, "only who presses or uses a slash command can be told"
        await self._answered()
        sent = await send_as_taken(
            page,
            view,
            lambda page, view: answer(press, lambda: as_send(page, view), private=True),
        )
        channel, reader = ChannelId(self.channel.id), UserId(press.user.id)
        self._bot.traffic.whispered(channel, MessageId(sent.id), reader)
        return sent

    async def change(
        self, page: Page, buttons: Under, nonce: str | None = None
    ) -> MessageId | None:
        """Replace the message that was pressed by a page, and return the message that shows it.

        It is posted anew if Discord would limit the change, and for one person alone if that
        message is gone (then None is returned). A message of components stays one.
        """
        press = self.press
        assert press is not None, "only a press has such a message"
        self._note_pressed(press)
        await self._answered()
        pressed, edit, alone = press.message, press.edit_original_response, self._into is Into.ALONE
        if not alone and (pressed is None or is_old(pressed.created_at, press.created_at)):
            return await self.post(page, buttons, nonce)
        stays = pressed is not None and pressed.flags.components_v2
        under = Layout.of(buttons) if stays and isinstance(buttons, discord.ui.View) else buttons
        try:
            with nullcontext() if alone else channel_errors(self.channel):
                message = await edited(edit, page, under)
        except REFUSED as error:
            if not cannot_change(error) and not is_expired(error):
                raise
            if not alone:
                return await self.post(page, buttons, nonce)
            await self.whisper(page, buttons)
            return None
        is_pressed = pressed is not None and press.response.type in _UPDATES
        return MessageId(pressed.id if is_pressed and pressed is not None else message.id)

    def _note_pressed(self, press: discord.Interaction[Any]) -> None:
        """Note that the message that was pressed can be changed by this press."""
        if self.outside and press.message is not None and press.response.type in _UPDATES:
            self._bot.tokens.note(MessageId(press.message.id), press, pressed=True)

    # Games.

    async def ready(self) -> None:
        """Wait until Discord allows one more change in the channel; answers are not counted."""
        if not self.hurried and not self.outside and self._into is not Into.PRESSED:
            await self._bot.traffic.wait(ChannelId(self.channel.id))

    async def tell(self, session: Session, note: Note) -> None:
        """Tell a note to everybody, without a board: under the offer that was pressed, if any."""
        words, press = self._words(session, note), self.press
        if self._into is not Into.OFFER or press is None:
            await self.post(Page(words))
            return
        asked = press.message.content if press.message is not None else ""
        await self._answered()
        await change_pressed(press, content="\n".join(filter(None, (asked, words))))

    def _words(self, session: Session, note: Note) -> str:
        return text.notes([note], self._place.styled(session), self._place.prefix)

    async def whisper_note(self, session: Session, note: Note) -> None:
        """Tell a note only to the person who acted, in their language; a failure is ignored.

        Not before `show`: Discord shows the first answer to a deferred command to everybody.
        """
        press = self.press
        assert press is not None, "only who presses or uses a slash command can be told"
        with suppress(*UNSENT), text.privately():
            words = self._words(session, note)
            await answer(press, lambda: {"content": words}, private=True)

    async def announce(self, session: Session, note: Note) -> None:
        """Tell a note to everybody in the channel, whoever sees the answer; a failure is ignored.

        It does not answer a press or a command, whose first answer may be for one person alone.
        """
        send = self.channel.send
        if self.outside:
            assert self.press is not None, "only an interaction comes from there"
            send = self.press.followup.send
        with suppress(*UNSENT):
            await send(self._words(session, note))

    async def replace(self, message: Changeable, page: Page, buttons: Under) -> None:
        """Replace a message by a page; raises ChannelClosed."""
        edit: Edit = message.edit
        try:
            with channel_errors(self.channel):
                await edited(edit, page, buttons)
        except REFUSED as error:
            if not cannot_change(error) and not is_expired(error):
                raise
            await self.post(page, buttons)

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Change the living board, if it is near; else post one with notes under it.

        Nobody would see an end by a command, such as a resignation, in a board above that command.
        """
        page, view = await self._place.board(session, notes, replies=self.hears_replies)
        if self._into is Into.PRESSED and self.press is not None:
            message = await self.change(page, view, nonce_of(session))
            assert message is not None, "everybody sees it"
            pressed = self.press.message
            return message if pressed and pressed.id == message else self._posted(message)
        if not self.hurried:
            self._bot.traffic.sent(ChannelId(self.channel.id))
            by_word = session.ending not in {None, *PLAYED_OUT}
            small = sheet_of(session.rules).rows <= _ROWS_ON_A_PHONE
            if (
                living is not None
                and not again
                and self._is_near(living, last=by_word, small=small)
                and await self._changed(living, page, view)
            ):
                return living
        try:
            return self._posted(await self.post(page, view, None if again else nonce_of(session)))
        except discord.RateLimited:  # a board far above is better than none
            if living is None or self.hurried or not await self._changed(living, page, view):
                raise
            return living

    def _posted(self, board: MessageId) -> MessageId:
        """Note that a board is at the bottom of the channel now."""
        if self.outside:
            assert self.press is not None, "only an interaction comes from there"
            self._bot.tokens.note(board, self.press)
        self._bot.traffic.posted(ChannelId(self.channel.id), board)
        return board

    def _is_near(self, board: MessageId, *, last: bool, small: bool) -> bool:
        """Whether a board may be changed where it is."""
        traffic, channel = self._bot.traffic, ChannelId(self.channel.id)
        near = self.outside or traffic.is_near(channel, board, last=last, small=small)
        return near and not is_old(discord.utils.snowflake_time(board), self._bot.clock.now())

    async def _changed(self, board: MessageId, page: Page, view: Under) -> bool:
        """Change a board in place. Returns False where that cannot be."""
        edit = self._editor(board)
        if edit is None:
            return False
        try:
            with channel_errors(self.channel):
                await edited(edit, page, view)
        except REFUSED as error:
            if not cannot_change(error):
                raise
            return False
        except ChannelClosed:  # a press can be answered where the bot may do nothing else
            if self.press is None:
                raise
            return False
        return True

    def _editor(self, board: MessageId) -> Edit | None:
        """A function that changes a board of the channel; None if nothing can."""
        if self.outside:
            return self._bot.tokens.editor(board)
        edit: Edit = self.channel.get_partial_message(board).edit
        return edit

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        offer = text.offer(self._place.styled(session), self._place.prefix)
        return await self.post(Page(offer), offer_view(session), nonce_of(session, "offer"))
