"""Uploads the emoji of boards that the application on Discord does not have yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import discord

from bot.client.gateway import UNKNOWN_TOKEN
from bot.client.own_emoji import listed
from bot.edge.discord_internals import guard_answers
from bot.edge.sending import UNSENT, with_retries
from bot.errors import SettingsError, UploadFailed
from bot.show import emoji, uploads
from bot.show.emoji import TILE_EMOJI
from bot.show.render import tileset


async def upload(client: discord.Client, token: str, say: Callable[[str], None]) -> None:
    """Log in, upload the missing tiles, and report each one with `say`.

    Tiles of other editions stay, because running bots use them. Raises SettingsError for a
    wrong token. Raises UploadFailed if Discord refuses a tile; another run continues there.
    """
    guard_answers(client)
    names = await _names(client, token)
    drawings = await asyncio.to_thread(tileset.images)
    edition = tileset.edition(drawings)
    missing = emoji.missing_tiles(names, edition)
    found = len(TILE_EMOJI) - len(missing)
    say(uploads.emoji_found(found, len(TILE_EMOJI)))
    for before, tile in enumerate(missing, found):
        name = tile.name(edition)
        create = partial(client.create_application_emoji, name=name, image=drawings[tile])
        try:
            await with_retries(create)
        except UNSENT as error:
            refusal = uploads.emoji_refused(name, _reason(error), before, len(TILE_EMOJI))
            raise UploadFailed(refusal) from error
        say(uploads.emoji_uploaded(name, str(tile), before + 1, len(TILE_EMOJI)))
    say(uploads.emoji_complete(len(TILE_EMOJI)))


async def _names(client: discord.Client, token: str) -> list[str]:
    try:
        await client.login(token)
        return [name for name, _ in await listed(client)]
    except discord.LoginFailure:
        raise SettingsError(UNKNOWN_TOKEN) from None
    except UNSENT as error:
        raise UploadFailed(uploads.emoji_unlisted(_reason(error))) from error


def _reason(error: Exception) -> str:
    """Describe an error on one line."""
    words = error.text if isinstance(error, discord.HTTPException) else str(error)
    return " ".join(words.split()) or type(error).__name__
