"""How a page becomes a message of Discord."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from io import BytesIO
from typing import Any, Final

import discord
from discord.ext import commands

from bot.edge.sending import channel_errors, with_retries
from bot.match.session import MessageId, Session
from bot.show.emoji import OwnedEmoji
from bot.show.page import Page
from bot.show.style import Capabilities

_YOUNG: Final = timedelta(minutes=50)
"""Discord limits how often a message older than an hour may be edited."""


async def send_page(
    channel: discord.abc.Messageable, page: Page, buttons: discord.ui.View | None, nonce: str
) -> MessageId:
    """Send a page to a channel, shown once for each nonce; raises ChannelClosed."""
    with channel_errors(channel):
        # With a nonce discord.py also asks Discord to enforce it: a retry posts nothing new.
        send = partial(channel.send, nonce=nonce, view=buttons or discord.ui.View())
        return MessageId((await with_retries(lambda: send(**as_send(page)))).id)


def capabilities_at(
    target: discord.abc.Messageable | discord.Interaction[Any], owned: OwnedEmoji
) -> Capabilities:
    """What the bot may send where it is about to write; its own emoji need no permission."""
    allowed = _permissions(target)
    return Capabilities(allowed.attach_files, allowed.embed_links, owned)


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
    """The bot's own member; None in a guild that is unavailable, other than discord.py says."""
    return guild.me


def is_old(posted: datetime, now: datetime) -> bool:
    """Whether a message is so old that Discord limits its edits, or soon will be."""
    return now - posted > _YOUNG


def as_send(page: Page) -> dict[str, Any]:
    """A page as the arguments of a send, made anew for each try: a file is read only once."""
    return {"content": page.content, "files": _files(page), "embeds": embeds_of(page)}


def as_edit(page: Page) -> dict[str, Any]:
    """A page as the arguments of an edit, which takes away what it does not name."""
    return {"content": page.content, "attachments": _files(page), "embeds": embeds_of(page)}


def embeds_of(page: Page) -> list[discord.Embed]:
    """The embed of a page, if it has one."""
    return [discord.Embed(description=page.embed)] if page.embed else []


def _files(page: Page) -> list[discord.File]:
    if (attachment := page.attachment) is None:
        return []
    return [discord.File(BytesIO(attachment.data), attachment.name, description=attachment.alt)]


def nonce(session: Session) -> str:
    """What Discord knows the first sight of a version by, whoever posts it and however often.

    It is the same for a process that takes the game up after another died between posting
    and noting that it had. Discord remembers a nonce of up to 25 characters for some minutes.
    """
    version = (session.channel, session.game, session.version, session.touched.isoformat())
    return blake2b(repr(version).encode(), digest_size=12).hexdigest()
