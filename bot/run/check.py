"""`python -m bot check`: whether everything that the bot needs is there, one line each.

Changes nothing: neither the database nor Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Final, Literal

import aiohttp
import discord

from bot.client.gateway import UNKNOWN_TOKEN
from bot.config import Settings
from bot.edge.application_emoji import listed
from bot.errors import EngineUnavailable, SettingsError, StoreUnavailable
from bot.pool.thinker import Thinker
from bot.show.emoji import TILE_EMOJI, missing_tiles
from bot.show.render import tileset
from bot.store.database import revisions
from engine import Limit, Position, Rules

Verdict = Literal["ok", "note", "fail"]

_SECONDS: Final = 20.0
"""For Discord to answer."""
_QUESTION: Final = Position.from_moves(Rules.parse("tictactoe"), [5])


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part was found; a note is worth knowing but stops nothing."""

    part: str
    verdict: Verdict
    words: str

    def __str__(self) -> str:
        return f"{self.verdict:<5} {self.part:<9} {self.words}"


async def check(settings: Settings) -> AsyncIterator[Finding]:
    """Look at one part after the other."""
    yield Finding("settings", "ok", _told(settings))
    yield (token := _token(settings))
    yield await _database(settings)
    yield await _workers(settings)
    if token.verdict == "ok":
        async for finding in _discord(settings.require_token()):
            yield finding


def _told(settings: Settings) -> str:
    return (
        f"prefix {settings.prefix}, level {settings.level.value}, "
        f"{settings.move_seconds:g} s a move, {settings.shards}"
    )


def _token(settings: Settings) -> Finding:
    try:
        settings.require_token()
    except SettingsError as error:
        return Finding("token", "fail", str(error))
    return Finding("token", "ok", "has the shape of one")


async def _database(settings: Settings) -> Finding:
    try:
        found, newest = await revisions(settings.database_url)
    except StoreUnavailable as error:
        return Finding("database", "fail", str(error))
    if found is None:
        return Finding("database", "ok", f"{settings.database_url} will be made at the start")
    if found != newest:
        words = f"{settings.database_url} will be brought from {found} to {newest} at the start"
        return Finding("database", "note", words)
    return Finding("database", "ok", f"{settings.database_url} is up to date")


async def _workers(settings: Settings) -> Finding:
    start = perf_counter()
    try:
        async with Thinker.open(settings.workers, settings.cluster) as thinker:
            await thinker.wait_until_ready()
            await thinker.analyse(_QUESTION, Limit(seconds=1.0))
            words = f"{thinker.location}, first answer after {perf_counter() - start:.1f} s"
            away = settings.cluster is not None and not thinker.in_cluster
    except (EngineUnavailable, SettingsError) as error:
        return Finding("workers", "fail", str(error))
    if away:
        return Finding("workers", "note", f"no cluster at {settings.cluster}: {words}")
    return Finding("workers", "ok", words)


async def _discord(token: str) -> AsyncIterator[Finding]:
    """What only Discord can tell: whether the token is right, the intents, the emoji."""
    try:
        async with asyncio.timeout(_SECONDS), _logged_in(token) as client:
            info = await client.application_info()
            owned = [name for name, _ in await listed(client)]
    except discord.LoginFailure:
        yield Finding("discord", "fail", UNKNOWN_TOKEN)
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield Finding("discord", "fail", f"cannot be reached: {error or type(error).__name__}")
        return
    yield Finding("discord", "ok", f"knows the token: {info.name}")
    yield _intents(info.flags)
    yield await asyncio.to_thread(_emoji, owned)


def _intents(flags: discord.ApplicationFlags) -> Finding:
    if flags.gateway_message_content or flags.gateway_message_content_limited:
        return Finding("intents", "ok", "the Message Content Intent is on")
    words = "the Message Content Intent is off: people play by slash commands and buttons"
    return Finding("intents", "note", words)


def _emoji(owned: list[str]) -> Finding:
    lacking = len(missing_tiles(owned, tileset.edition(tileset.images())))
    if not lacking:
        return Finding("emoji", "ok", f"all {len(TILE_EMOJI)} are there")
    words = f"{lacking} of {len(TILE_EMOJI)} are not there: python -m bot emojis"
    return Finding("emoji", "note", words)


@asynccontextmanager
async def _logged_in(token: str) -> AsyncIterator[discord.Client]:
    """A client that knows its application but is not connected to the gateway."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        yield client
