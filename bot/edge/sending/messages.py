"""How a page becomes a message of Discord."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from io import BytesIO
from typing import Any, Final, TypeVar

import discord
from discord.ext import commands

from bot.edge.sending.answers import answer_in_channel
from bot.edge.sending.refusals import refuses_files
from bot.edge.sending.retries import channel_errors, reason, with_retries
from bot.match.session import MessageId, Session
from bot.show.emoji import OwnedEmoji
from bot.show.page import Page
from bot.show.style import Capabilities

T = TypeVar("T")
Edit = Callable[..., Awaitable[discord.Message]]
"""Changes a message, with the arguments of `discord.Message.edit`."""

log = logging.getLogger(__name__)

_YOUNG: Final = timedelta(minutes=50)
"""Discord limits how often a message older than an hour may be edited."""


async def send_page(
    channel: discord.abc.Messageable, page: Page, buttons: discord.ui.View | None, nonce: str
) -> MessageId:
    """Send a page to a channel, shown once for each nonce; raises ChannelClosed."""
    with channel_errors(channel):
        # With a nonce discord.py also asks Discord to enforce it: a retry posts nothing new.
        send = partial(channel.send, nonce=nonce, view=buttons or discord.ui.View())
        sent = await send_or_in_words(
            page, lambda page: with_retries(lambda: send(**as_send(page)))
        )
        return MessageId(sent.id)


async def send_answer(
    press: discord.Interaction[Any], page: Page, buttons: discord.ui.View | None, nonce: str
) -> MessageId:
    """Answer a press or a slash command with a page for everybody; raises ChannelClosed.

    If that is too late, the page is posted in the channel.
    """
    with channel_errors(press):
        sent = await send_or_in_words(
            page,
            lambda page: answer_in_channel(press, lambda: as_answer(page, buttons), nonce),
        )
        return MessageId(sent.id)


async def send_or_in_words(page: Page, send: Callable[[Page], Awaitable[T]]) -> T:
    """Send a page; if its file is refused, send it again with words in its place."""
    try:
        return await send(page)
    except discord.HTTPException as error:
        if page.attachment is None or not refuses_files(error):
            raise
        log.info("a page is sent without its file: %s", reason(error))
    return await send(page.in_words())


async def edited(edit: Edit, page: Page, buttons: discord.ui.View) -> discord.Message:
    """Put a page in place of a message."""
    return await with_retries(lambda: edit(**as_edit(page), view=buttons))


def capabilities_at(
    target: discord.abc.Messageable | discord.Interaction[Any], owned: OwnedEmoji
) -> Capabilities:
    """What the bot may send there; its own emoji need no permission."""
    allowed = _permissions(target)
    return Capabilities(
        allowed.attach_files, allowed.embed_links, owned, allowed.read_message_history
    )


def _permissions(target: discord.abc.Messageable | discord.Interaction[Any]) -> discord.Permissions:
    """The bot's permissions there; all in direct messages."""
    if isinstance(target, commands.Context) and target.interaction is not None:
        target = target.interaction  # the context says yes everywhere
    match target:
        case discord.Interaction() if target.guild_id is not None:
            return target.app_permissions
        case commands.Context():
            return target.bot_permissions
        case discord.abc.GuildChannel() | discord.Thread():
            me = _own_member(target.guild)
            return discord.Permissions.all() if me is None else target.permissions_for(me)
        case _:
            return discord.Permissions.all()


def _own_member(guild: discord.Guild) -> discord.Member | None:
    """The bot's own member; None in an unavailable guild, unlike what discord.py's types say."""
    return guild.me


def is_old(posted: datetime, now: datetime) -> bool:
    """Whether a message is so old that Discord limits its edits, or soon will be."""
    return now - posted > _YOUNG


def as_send(page: Page) -> dict[str, Any]:
    """A page as the arguments of a send, made anew for each try: a file is read only once."""
    return {"content": page.content, "files": files_of(page), "embeds": embeds_of(page)}


def as_answer(page: Page, buttons: discord.ui.View | None) -> dict[str, Any]:
    """A page with its buttons as the arguments of an answer."""
    return {**as_send(page), "view": buttons or discord.ui.View()}


def as_edit(page: Page) -> dict[str, Any]:
    """A page as the arguments of an edit, which removes what it does not name."""
    return {"content": page.content, "attachments": files_of(page), "embeds": embeds_of(page)}


def embeds_of(page: Page) -> list[discord.Embed]:
    """The embed of a page, if it has one."""
    return [discord.Embed(description=page.embed)] if page.embed else []


def files_of(page: Page) -> list[discord.File]:
    """The file of a page, if it has one."""
    if (attachment := page.attachment) is None:
        return []
    return [discord.File(BytesIO(attachment.data), attachment.name, description=attachment.alt)]


def nonce_of(session: Session, what: str = "board") -> str:
    """The nonce of the first post of a version, whoever posts it and however often.

    It is the same for a process that takes over the game after another died between posting and
    storing that. Discord remembers a nonce of up to 25 characters for some minutes.
    """
    version = (what, session.channel, session.game, session.version, session.touched.isoformat())
    return blake2b(repr(version).encode(), digest_size=12).hexdigest()
