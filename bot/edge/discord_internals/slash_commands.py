"""Slash commands as Discord has them, and as the bot uploads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord.ext import commands

from bot.edge.discord_internals.answers import listed, reading

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
