"""How a page becomes a message of Discord, and what is sent again.

No message is posted twice. discord.py itself retries after the statuses 500, 502 and 504, and after
most of 429; a request about an interaction after every status from 500 on. It does not retry other
requests after a 503, nor any after a connection reset or a 429 that did not come through Discord's
proxy.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from typing import Any, Final, TypeVar

import discord
from discord import ui
from discord.ext import commands

from bot.edge.recent import saying_without_buttons
from bot.edge.sending.refusals import (
    UNSENT,
    end_of_time_out,
    is_closed,
    is_transient,
    reason,
    refuses_files,
    refuses_layout,
    stays_layout,
)
from bot.errors import ChannelClosed
from bot.match.session import MessageId, Session
from bot.show.page import MESSAGE_LIMIT, Page, parts

T = TypeVar("T")

Words = str | Page | list[Page]
"""What a message says, or several."""
Edit = Callable[..., Awaitable[discord.Message]]
"""Changes a message, with the arguments of `discord.Message.edit`."""

log = logging.getLogger(__name__)

_MOST_WORDS: Final = 4_000
"""The most characters of all texts in a message of components (Discord's limit)."""
_YOUNG: Final = timedelta(minutes=50)
"""Discord limits how often a message older than an hour may be edited."""
_RETRY_DELAYS: Final = (0.5, 1.0, 2.0)
"""Seconds before each retry."""
_RETRY_TIMEOUT: Final = 30.0
"""Seconds after which no retry begins, because the next move of the channel waits for this one."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows of buttons that make one message of components with the words and the picture of a page.

    Such a message (Discord's Components V2) has no content and no embeds, and stays one.
    """

    rows: Sequence[Sequence[ui.Item[Any]]]
    otherwise: ui.View | None = None
    """The buttons of an ordinary message, for the page that is sent if this is refused."""

    @classmethod
    def of(cls, buttons: ui.View | None) -> Layout:
        """Make a layout of an ordinary message's buttons."""
        return cls(rows_of(buttons), buttons)

    def holds(self, page: Page) -> bool:
        """Whether the words of a page have room in such a message."""
        return len(page.content) + len(page.embed) <= _MOST_WORDS

    def with_page(self, page: Page) -> ui.LayoutView:
        """The whole message. Presses are handled by their ids, not by this view."""
        view = ui.LayoutView(timeout=None)
        above = page.above or len(page.content)
        for words in filter(None, (page.content[:above], page.embed)):
            view.add_item(ui.TextDisplay(words))
        if (file := page.attachment) is not None:
            picture = discord.MediaGalleryItem(f"attachment://{file.name}", description=file.alt)
            view.add_item(ui.MediaGallery(picture))
        if below := page.content[above:].strip("\n"):
            view.add_item(ui.TextDisplay(below))
        for row in self.rows:
            view.add_item(ui.ActionRow(*row))
        view.stop()  # or discord.py would keep it in memory to listen for presses
        return view


Under = ui.View | Layout
"""What is under a page: ordinary rows of buttons, or those of a message of components."""


def rows_of(buttons: Under | None) -> Sequence[Sequence[ui.Item[Any]]]:
    """The rows of what is under a page."""
    if isinstance(buttons, Layout):
        return buttons.rows
    items = [] if buttons is None else buttons.children
    return [list(row) for _, row in groupby(items, lambda item: item.row)]


def pages_of(words: Words) -> Iterator[Page]:
    """Words as pages: they may take several messages."""
    if isinstance(words, Page):
        yield words
    elif isinstance(words, list):
        yield from words
    else:
        yield from map(Page, parts(words, MESSAGE_LIMIT))


@contextmanager
def channel_errors(place: object = None) -> Iterator[None]:
    """Turn an HTTPException of a closed channel into ChannelClosed. Others pass as they are.

    A permission that the bot lacks in `place` only during a time-out closes nothing.
    """
    try:
        yield
    except discord.HTTPException as error:
        if not is_closed(error) or end_of_time_out(error, place) is not None:
            raise
        raise ChannelClosed(str(error.text)) from error


async def with_retries(
    send: Callable[[], Awaitable[T]], arrived: Callable[[], T | None] | None = None
) -> T:
    """Send a request, and retry it a few times if Discord or the connection fails.

    Each try must send the same. `arrived` returns the message if an earlier try succeeded and
    only its response got lost. Raises the last error if no try succeeds.
    """
    end = asyncio.get_running_loop().time() + _RETRY_TIMEOUT
    for delay in _RETRY_DELAYS:
        try:
            return await send()
        except UNSENT as error:
            if not is_transient(error) or asyncio.get_running_loop().time() > end:
                raise
        await asyncio.sleep(delay)
        if arrived is not None and (message := arrived()) is not None:
            return message
    return await send()


async def send_page(
    channel: discord.abc.Messageable, page: Page, buttons: Under | None, nonce: str
) -> MessageId:
    """Send a page to a channel, shown once for each nonce; raises ChannelClosed."""
    with channel_errors(channel):
        # With a nonce discord.py also asks Discord to enforce it: a retry posts nothing new.
        send = partial(channel.send, nonce=nonce)
        sent = await send_as_taken(
            page, buttons, lambda page, view: with_retries(lambda: send(**as_send(page, view)))
        )
        return MessageId(sent.id)


async def send_as_taken(
    page: Page,
    buttons: Under | None,
    send: Callable[[Page, Under | None], Awaitable[discord.Message]],
) -> discord.Message:
    """Send a page as far as the server takes it.

    If components are refused, or would have too many words, an ordinary message is sent, if a file
    is refused words in its place, and without its buttons a page says what is true without them.
    """
    otherwise = page.otherwise
    if isinstance(buttons, Layout) and buttons.otherwise is not None and not buttons.holds(page):
        return await send_as_taken(otherwise or page, buttons.otherwise, send)
    bare = None if otherwise is None or isinstance(buttons, Layout) else otherwise
    try:
        with saying_without_buttons(None if bare is None else bare.content):
            sent = await send(page, buttons)
    except discord.HTTPException as error:
        layout = buttons if isinstance(buttons, Layout) and refuses_layout(error) else None
        if layout is not None and layout.otherwise is not None:
            log.info("a page is sent as an ordinary message: %s", reason(error))
            page, buttons = otherwise or page, layout.otherwise
        elif page.attachment is not None and refuses_files(error):
            log.info("a page is sent without its file: %s", reason(error))
            page = page.in_words()
        else:
            raise
        return await send_as_taken(page, buttons, send)
    if bare is not None and isinstance(buttons, ui.View) and buttons.children:
        await _say_without(bare, page, sent)
    return sent


async def _say_without(bare: Page, page: Page, sent: discord.Message) -> None:
    """Correct a message whose buttons were left out in silence."""
    if not sent.components and sent.content == page.content != bare.content:
        with suppress(*UNSENT):
            await with_retries(lambda: sent.edit(content=bare.content))


async def leave_words(edit: Edit, words: str, *, layout: bool) -> None:
    """Put words in place of a page: a message of components can't have them as its content."""
    await edit(**as_edit(Page(words), Layout([]) if layout else None))


async def edited(edit: Edit, page: Page, buttons: Under | None) -> discord.Message:
    """Put a page in place of a message, as far as the server takes it."""
    change = partial(
        send_as_taken, send=lambda page, view: with_retries(lambda: edit(**as_edit(page, view)))
    )
    try:
        return await change(page, buttons)
    except discord.HTTPException as error:
        if isinstance(buttons, Layout) or not stays_layout(error):
            raise
        with suppress(*UNSENT):  # nothing else can be made of a message of components
            return await change(page, Layout.of(buttons))
        raise


def is_adrift(channel: object) -> bool:
    """Whether it is a thread of a channel that is not known: what may be done there is not, either.

    discord.py raises an error instead of saying so.
    """
    return isinstance(channel, discord.Thread) and channel.parent is None


def permissions_at(
    target: discord.abc.Messageable | discord.Interaction[Any],
) -> discord.Permissions:
    """The bot's permissions there; all in direct messages, and where they are not known."""
    if isinstance(target, commands.Context) and target.interaction is not None:
        target = target.interaction  # the context says yes everywhere
    if is_adrift(target.channel if isinstance(target, commands.Context) else target):
        return discord.Permissions.all()
    match target:
        case discord.Interaction() if target.guild_id is not None:
            return target.app_permissions
        case commands.Context():
            return target.bot_permissions
        case discord.abc.GuildChannel() | discord.Thread():
            # None in an unavailable guild, unlike what discord.py's types say
            me: discord.Member | None = target.guild.me
            return discord.Permissions.all() if me is None else target.permissions_for(me)
        case _:
            return discord.Permissions.all()


def is_old(posted: datetime, now: datetime) -> bool:
    """Whether a message is so old that Discord limits its edits, or soon will be."""
    return now - posted > _YOUNG


def as_send(page: Page, buttons: Under | None) -> dict[str, Any]:
    """A page as the arguments of a send, made anew for each try: a file is read only once."""
    file = page.attachment
    files = [discord.File(BytesIO(file.data), file.name, description=file.alt)] if file else []
    if isinstance(buttons, Layout):
        return {"files": files, "view": buttons.with_page(page)}
    embeds = [discord.Embed(description=page.embed)] if page.embed else []
    shown = {"content": page.content, "embeds": embeds}
    return {**shown, "files": files, "view": buttons or ui.View()}


def as_edit(page: Page, buttons: Under | None) -> dict[str, Any]:
    """A page as the arguments of an edit, which removes what it does not name."""
    parts = as_send(page, buttons)
    files = parts.pop("files")
    return {"content": None, "embeds": [], **parts, "attachments": files}


def nonce_of(session: Session, what: str = "board") -> str:
    """The nonce of the first post of a version, whoever posts it and however often.

    It is the same for a process that takes over the game after another died between posting and
    storing that. Discord remembers a nonce of up to 25 characters for some minutes.
    """
    version = (what, session.channel, session.game, session.version, session.touched.isoformat())
    return digest(repr(version))


def digest(words: str) -> str:
    """A nonce for what these words name, the same in every process."""
    return blake2b(words.encode(), digest_size=12).hexdigest()
