"""The emoji that the application owns on Discord."""

from __future__ import annotations

import discord

from bot.edge.discord_internals import readable


async def listed(client: discord.Client) -> list[tuple[str, int]]:
    """The names and ids of the application's emoji, whosever they are. Raises UNSENT."""
    with readable("the list of emoji"):
        return [(found.name, found.id) for found in await client.fetch_application_emojis()]
