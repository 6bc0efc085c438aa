"""`python -m bot check` and `python -m bot emojis`: what the bot needs, and its emoji on Discord.

The check prints a line for each part, and changes nothing, neither in the database nor on Discord.
The upload adds the emoji of boards that the application does not have yet.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final, Literal
from urllib.parse import urlsplit

import aiohttp
import discord

from bot.client.application import listed
from bot.client.gateway import UNKNOWN_TOKEN
from bot.config import Settings
from bot.edge.discord_internals.answers import guard_answers, reading
from bot.edge.discord_internals.connections import silence_voice_warnings
from bot.edge.discord_internals.servers import use_addresses
from bot.edge.sending.messages import with_retries
from bot.edge.sending.refusals import UNSENT, reason
from bot.errors import EngineUnavailable, SettingsError, StoreUnavailable, UploadFailed
from bot.match.players import level_word
from bot.pool.thinker import Thinker
from bot.run.version import build_name, program_name
from bot.show import emoji, text
from bot.show.emoji import TILE_EMOJI, missing_tiles
from bot.show.render import images
from bot.show.text.language import Sentence
from bot.store.migrations import NEWEST, STEPS, UNFINISHED
from bot.store.schema.opening import LATER, PARTIAL, revision
from bot.web.server import has_activity
from engine import Limit, Position, Rules, is_compiled

Status = Literal["ok", "note", "fail"]
"""The outcome of a check. A note is worth knowing, but does not stop the bot."""

_SECONDS: Final = 20.0
"""How long Discord may take to answer."""
_PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot needs in a server: exactly what README.md lists."""
_QUESTION: Final = Position.from_moves(Rules.parse("tictactoe"), [5])
"""The position that the workers are asked about."""

_NO_REDIRECT: Final = (
    "no redirect in the developer portal, page OAuth2: boards cannot open in Discord"
)
_FOUND: Final = Sentence("The application owns {there} of the {all} emoji of boards.")
_UPLOADED: Final = Sentence("{there} of {all}: uploaded {name}, {sign}")
_COMPLETE: Final = Sentence(
    "All {all} emoji are there. A bot that is running shows them after a restart."
)
_REFUSED: Final = Sentence(
    "Discord did not take {name}: {reason}. {there} of {all} emoji are there; "
    "run the same command again for the rest."
)
_UNLISTED: Final = Sentence("Discord did not list the emoji of the application: {reason}.")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of the check of one part."""

    part: str
    status: Status
    words: str

    def __str__(self) -> str:
        return f"{self.status:<5} {self.part:<9} {self.words}"


async def check(settings: Settings) -> AsyncIterator[CheckResult]:
    """Check one part after the other."""
    yield CheckResult("version", "ok", f"kinarow {build_name()}")
    yield CheckResult("settings", "ok", _summary(settings))
    for doubt in settings.doubts:
        yield CheckResult("doubt", "note", doubt)
    yield (token := _token(settings))
    yield await _database(settings)
    if settings.cluster is None and not await asyncio.to_thread(is_compiled):
        words = "the engine is being compiled, once on this machine: about half a minute"
        yield CheckResult("engine", "note", words)
    yield await _workers(settings)
    if settings.web is not None:
        yield _boards(settings)
    if token.status == "ok":
        use_addresses(settings.api_url, settings.gateway_url)
        async for result in _discord(settings):
            yield result


def _summary(settings: Settings) -> str:
    return (
        f"prefix {settings.prefix}, level {level_word(settings.level)}, "
        f"{settings.move_seconds:g} s a move, {settings.shards}"
    )


def _token(settings: Settings) -> CheckResult:
    try:
        settings.require_token()
    except SettingsError as error:
        return CheckResult("token", "fail", str(error))
    return CheckResult("token", "ok", "has the shape of one")


async def _database(settings: Settings) -> CheckResult:
    try:
        found = await revision(settings.database_url)
    except StoreUnavailable as error:
        return CheckResult("database", "fail", str(error))
    if found is None:
        return CheckResult("database", "ok", f"{settings.database_url} will be made at the start")
    if found not in STEPS:
        words = PARTIAL if found == UNFINISHED else LATER
        return CheckResult("database", "fail", f"{settings.database_url} {words}")
    if found != NEWEST:
        words = f"{settings.database_url} will be brought from {found} to {NEWEST} at the start"
        return CheckResult("database", "note", words)
    return CheckResult("database", "ok", f"{settings.database_url} is up to date")


def _boards(settings: Settings) -> CheckResult:
    """Whether people can open the pages of boards from where they are."""
    if settings.web_url is None:
        words = f"WEB_URL is not set: links lead to http://{settings.web}"
        return CheckResult("boards", "note", f"{words}, which other machines may not reach")
    if not settings.web_url.startswith("https://"):
        return CheckResult("boards", "note", f"{settings.web_url} is not https: others can listen")
    inside = " and opens inside Discord" if settings.client_secret is not None else ""
    if inside and not has_activity():
        return CheckResult("boards", "note", "`make activity` has not built what opens in Discord")
    return CheckResult("boards", "ok", f"{settings.web_url} leads to {settings.web}{inside}")


async def _workers(settings: Settings) -> CheckResult:
    start = perf_counter()
    try:
        cluster, tls = settings.cluster, settings.cluster_tls
        async with Thinker.open(settings.workers, cluster, tls=tls) as thinker:
            await thinker.jobs.wait_until_ready()
            await thinker.analyse(_QUESTION, Limit(seconds=1.0))
            words = f"{thinker.jobs.location}, first answer after {perf_counter() - start:.1f} s"
            away = settings.cluster is not None and not thinker.jobs.in_cluster
            trouble = thinker.jobs.trouble
    except (EngineUnavailable, SettingsError) as error:
        return CheckResult("workers", "fail", str(error))
    if away:
        why = "" if trouble is None else f"; {trouble}"
        return CheckResult("workers", "note", f"no cluster at {settings.cluster}: {words}{why}")
    return CheckResult("workers", "ok", words)


async def _discord(settings: Settings) -> AsyncIterator[CheckResult]:
    """Check what only Discord knows: the token, the intents, and the emoji."""
    try:
        async with asyncio.timeout(_SECONDS), _logged_in(settings.require_token()) as client:
            info = await client.application_info()
            owned = [name for name, _ in await listed(client)]
        with reading("GET /oauth2/applications/@me"):
            results = [_install(info), _intents(info.flags)]
            if settings.client_secret is not None and not info.redirect_uris:
                results.append(CheckResult("activity", "note", _NO_REDIRECT))
    except discord.LoginFailure:
        yield CheckResult("discord", "fail", UNKNOWN_TOKEN)
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        yield CheckResult("discord", "fail", f"cannot be reached: {_unreached(settings, error)}")
        return
    yield CheckResult("discord", "ok", f"knows the token: {info.name}")
    yield CheckResult("invite", "ok", _invite(info.id, settings.client_url))
    for result in results:
        yield result
    yield await asyncio.to_thread(_emoji, owned)


def _unreached(settings: Settings, error: Exception) -> str:
    """Why Discord cannot be reached, in one line."""
    unheard = isinstance(error, aiohttp.ServerConnectionError | aiohttp.ClientResponseError)
    plain = settings.api_url is not None and settings.api_url.startswith("http://")
    hint = f": is {settings.api_url} rather https?" if plain and unheard else ""
    return f"{reason(error)}{hint}"


def _invite(application: int, web: str) -> str:
    """Return the link that invites the bot, with the permissions that it needs and no others."""
    scopes = ("bot", "applications.commands")
    link = discord.utils.oauth_url(application, permissions=_PERMISSIONS, scopes=scopes)
    return web + urlsplit(link)._replace(scheme="", netloc="").geturl()


def _install(info: discord.AppInfo) -> CheckResult:
    """Whether people may add the bot to servers, and to their accounts."""
    off = "%s: off in the developer portal, page Installation"
    if info.user_integration_config is None:  # an older application says neither
        return CheckResult("install", "note", off % "User Install")
    if info.guild_integration_config is None:
        return CheckResult("install", "note", off % "Guild Install")
    return CheckResult("install", "ok", "people may add it to servers and to their accounts")


def _intents(flags: discord.ApplicationFlags) -> CheckResult:
    if flags.gateway_message_content or flags.gateway_message_content_limited:
        return CheckResult("intents", "ok", "the Message Content Intent is on")
    words = "the Message Content Intent is off: people play by slash commands and buttons"
    return CheckResult("intents", "note", words)


def _emoji(owned: list[str]) -> CheckResult:
    lacking = len(missing_tiles(owned, images.edition(images.emoji_images())))
    if not lacking:
        return CheckResult("emoji", "ok", f"all {len(TILE_EMOJI)} are there")
    words = f"{lacking} of {len(TILE_EMOJI)} are not there: {program_name()} emojis"
    return CheckResult("emoji", "note", words)


@asynccontextmanager
async def _logged_in(token: str) -> AsyncIterator[discord.Client]:
    """Log in a client without connecting it to the gateway."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        guard_answers(client)
        await client.login(token)
        yield client


async def upload(client: discord.Client, token: str, say: Callable[[str], None]) -> None:
    """Log in, upload the missing tiles, and report each one with `say`.

    Tiles of other editions stay, because running bots use them. Raises SettingsError for a
    wrong token. Raises UploadFailed if Discord refuses a tile; another run continues there.
    """
    guard_answers(client)
    names = await _names(client, token)
    drawings = await asyncio.to_thread(images.emoji_images)
    edition = images.edition(drawings)
    missing = emoji.missing_tiles(names, edition)
    whole = len(TILE_EMOJI)
    found = whole - len(missing)
    say(_FOUND.format(there=found, all=whole))
    for before, tile in enumerate(missing, found):
        name = tile.name(edition)
        create = partial(client.create_application_emoji, name=name, image=drawings[tile])
        try:
            await with_retries(create)
        except UNSENT as error:
            refusal = _REFUSED.format(name=name, reason=_reason(error), there=before, all=whole)
            raise UploadFailed(refusal) from error
        say(_UPLOADED.format(name=name, sign=tile, there=before + 1, all=whole))
    say(_COMPLETE.format(all=whole))


async def _names(client: discord.Client, token: str) -> list[str]:
    try:
        await client.login(token)
        return [name for name, _ in await listed(client)]
    except discord.LoginFailure:
        raise SettingsError(UNKNOWN_TOKEN) from None
    except UNSENT as error:
        raise UploadFailed(_UNLISTED.format(reason=_reason(error))) from error


def _reason(error: Exception) -> str:
    """Describe an error on one line."""
    if isinstance(error, discord.HTTPException):
        return " ".join(error.text.split()) or type(error).__name__
    return reason(error)


async def upload_emoji(settings: Settings, say: Callable[[str], None]) -> None:
    """Upload the missing emoji of boards. Raises SettingsError and UploadFailed."""
    token = settings.require_token()
    silence_voice_warnings()
    use_addresses(settings.api_url, settings.gateway_url)
    with text.speaking(settings.language):
        async with discord.Client(intents=discord.Intents.none()) as client:
            await upload(client, token, say)
