"""Requests of our own: a page of messages, and slash commands as Discord has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord.ext import commands

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


_GROUP: Final = "ttt"
_ORDER: Final = (
    *("help", "privacy", "forget", "settings", "puzzle", "stats", "top", "explore", "review"),
    *("replay", "load", "style", "coach", "start", "play", "hint", "board", "undo", "swap", "vote"),
    *("draw", "resign", "stop", "rematch", "games"),
)
"""The commands below `/ttt` as Discord has them. In another order it would be told of them anew,
and an upload empties the lists that clients keep."""


async def known_commands(bot: commands.Bot) -> list[dict[str, Any]]:
    """Return the commands that Discord has, as it writes them, with their translations."""
    assert bot.application_id is not None, "it has logged in"
    path = "/applications/{application_id}/commands"
    route = discord.http.Route("GET", path, application_id=bot.application_id)
    found = await bot.http.request(route, params={"with_localizations": "true"})
    with reading(f"GET {path}"):
        return [
            {**command, "name": str(command["name"]), "type": int(command["type"])}
            for command in listed(found)
        ]


async def command_payloads(bot: commands.Bot) -> list[dict[str, Any]]:
    """Return the slash commands of a bot, as they are uploaded."""
    translator = bot.tree.translator
    assert translator is not None, "the bot has set one"
    payloads = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    for payload in payloads:
        if payload["name"] == _GROUP:
            payload["options"].sort(key=lambda option: _ORDER.index(option["name"]))
    return payloads


async def upload_commands(bot: commands.Bot, payloads: Sequence[Mapping[str, Any]]) -> None:
    """Upload commands, which take the place of all that Discord has."""
    assert bot.application_id is not None, "it has logged in"
    taken = [dict(payload) for payload in payloads]
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=taken)
