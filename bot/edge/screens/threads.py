"""Opens threads for games."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import discord

from bot.edge.screens.messages import GameChannel
from bot.edge.sending import channel_errors, with_retries

_NEEDED: Final = ("create_public_threads", "send_messages_in_threads")
"""The permissions for a thread, the more important first."""
_DAY: Final = 1_440
"""The minutes after which Discord puts a quiet thread out of sight. Who writes brings it back."""


def thread_home(channel: GameChannel) -> discord.TextChannel | None:
    """The channel in which threads for games of a channel are opened; None if it can have none."""
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        return parent if isinstance(parent, discord.TextChannel) else None
    return channel if isinstance(channel, discord.TextChannel) else None


def lacking_for_threads(home: discord.TextChannel) -> str | None:
    """The permission that the bot lacks to open threads in a channel, as Discord shows it."""
    allowed = home.permissions_for(home.guild.me)
    lacking = next((name for name in _NEEDED if not getattr(allowed, name)), None)
    return None if lacking is None else lacking.replace("_", " ").title()


async def add_thread(
    home: discord.TextChannel, name: str, typed: discord.Message | None = None
) -> discord.Thread:
    """Open a thread in a channel, below a message if that was typed for it."""
    if typed is not None:
        return await typed.create_thread(name=name, auto_archive_duration=_DAY)
    kinds = discord.ChannelType
    kind = kinds.news_thread if home.is_news() else kinds.public_thread
    return await home.create_thread(name=name, type=kind, auto_archive_duration=_DAY)


async def open_thread(
    home: discord.TextChannel, name: str, taken: frozenset[int], since: datetime
) -> discord.Thread:
    """Open a thread with retries, or return the one that an interrupted try has opened.

    `taken` are threads that belong to others, and `since` is when the first try can have been.
    Raises ChannelClosed.
    """
    for thread in home.threads:
        opened = thread.created_at
        if (
            (thread.name, thread.owner_id) == (name, home.guild.me.id)
            and thread.id not in taken
            and (opened is None or opened >= since)
        ):
            return thread
    with channel_errors(home):
        return await with_retries(
            lambda: add_thread(home, name),
            lambda: next((t for t in home.threads if t.name == name and t.id not in taken), None),
        )
