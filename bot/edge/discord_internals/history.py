"""The messages of a channel, page by page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import discord

from bot.edge.discord_internals.answers import listed, reading

_BATCH: Final = 100
"""The most messages that one request returns."""


class HistoryPage(NamedTuple):
    """Some messages of a channel, oldest first."""

    messages: list[discord.Message]
    newest: int | None
    """The id of the newest message of the page, even if that cannot be read."""
    is_last: bool
    """Whether there were no more messages in the channel."""


async def page_after(
    channel: discord.abc.Messageable, after: int, lost: Callable[[int, Exception], None]
) -> HistoryPage:
    """Return the next messages of a channel after an id, by one request.

    Like `Messageable.history`, but a message that cannot be read (such as a poll without its end)
    is passed over: `lost` gets its id and the error.
    """
    target = await channel._get_channel()
    state = channel._state
    found = await state.http.logs_from(target.id, _BATCH, after=after)
    with reading("GET /channels/{channel_id}/messages"):
        ids = [int(content["id"]) for content in listed(found)]
    messages = []
    for id_, content in reversed(list(zip(ids, found, strict=True))):
        try:
            messages.append(state.create_message(channel=target, data=content))
        except Exception as error:
            lost(id_, error)
    return HistoryPage(messages, ids[0] if ids else None, len(ids) < _BATCH)
