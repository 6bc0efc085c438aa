"""The emoji that the application owns on Discord."""

from __future__ import annotations

import discord


async def listed(client: discord.Client) -> list[tuple[str, int]]:
    """The names and ids of the application's emoji, whosever they are."""
    return [(str(found.name), found.id) for found in await client.fetch_application_emojis()]
