"""The application's emoji on Discord: which it owns, and the upload of those it lacks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import discord

from bot import emoji, text
from bot.cogs.screen import UNSENT, persist
from bot.emoji import TILES
from bot.errors import UploadFailed
from bot.render import tileset


async def listed(client: discord.Client) -> list[tuple[str, int]]:
    """The names and ids of the application's emoji, whosever they are."""
    return [(found.name, found.id) for found in await client.fetch_application_emojis()]


async def upload(client: discord.Client, say: Callable[[str], None]) -> None:
    """Upload the tiles that the application lacks, and say so one by one.

    `client` must have logged in. Drawings of another edition are left alone: bots that
    are running show them. Raises UploadFailed, after which a further run goes on.
    """
    drawings = await asyncio.to_thread(tileset.images)
    edition = tileset.edition(drawings)
    missing = emoji.missing(await _names(client), edition)
    found = len(TILES) - len(missing)
    say(text.emoji_found(found, len(TILES)))
    for before, tile in enumerate(missing, found):
        name = tile.name(edition)
        create = partial(client.create_application_emoji, name=name, image=drawings[tile])
        try:
            await persist(create)
        except UNSENT as error:
            refusal = text.emoji_refused(name, _reason(error), before, len(TILES))
            raise UploadFailed(refusal) from error
        say(text.emoji_uploaded(name, str(tile), before + 1, len(TILES)))
    say(text.emoji_complete(len(TILES)))


async def _names(client: discord.Client) -> list[str]:
    try:
        return [name for name, _ in await listed(client)]
    except UNSENT as error:
        raise UploadFailed(text.emoji_unlisted(_reason(error))) from error


def _reason(error: Exception) -> str:
    """An error in a few words, on one line."""
    words = error.text if isinstance(error, discord.HTTPException) else str(error)
    return " ".join(words.split()) or type(error).__name__
