"""What the application has at Discord: emoji of its own for boards, and its slash commands.

The bot first asks Discord which commands it has, and uploads only what has changed: each upload
empties the lists that clients keep, and new commands are limited to 200 a day.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.discord_internals.answers import reading
from bot.edge.discord_internals.requests import command_payloads, known_commands, upload_commands
from bot.edge.sending.refusals import UNSENT, is_full_of_commands, is_refused_for_good, reason
from bot.edge.tasks import TaskCog, pauses
from bot.edge.ways import GROUP
from bot.show import text
from bot.show.emoji import owned_emoji

log = logging.getLogger(__name__)

_FIRST_UPLOAD_DELAY: Final = 60.0
"""Seconds before the first retry of a failed upload. Each further delay is longer."""
_FIRST_EMOJI_DELAY: Final = 5.0
"""Seconds before the emoji are first looked for again. Each further delay is longer."""
_LONGEST_DELAY: Final = 3600.0
"""The longest delay in seconds. Some servers of Discord's protocol know no such emoji; and an
upload that is refused is tried again after that at once, since 200 commands a day are taken."""
_ENTRY_POINT: Final = 4
"""The type of the command that opens an activity. An upload without it is refused."""
_NAME_LOCATIONS: Final = frozenset(
    (
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
        app_commands.TranslationContextLocation.choice_name,
    )
)
_MEANT: Final = (
    *("name", "type", "description", "name_localizations", "description_localizations"),
    *("options", "choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("nsfw", "dm_permission", "default_member_permissions", "contexts", "integration_types"),
)
"""What a command says about itself. Discord adds more, such as an id and a version."""
_DEFAULTS: Final[Mapping[str, tuple[list[int], ...]]] = {
    "contexts": ([0, 1, 2],),
    "integration_types": ([0], [0, 1]),
}
"""What Discord may have filled in for something that a command did not say."""


async def listed(client: discord.Client) -> list[tuple[str, int]]:
    """The names and ids of all the application's emoji."""
    return [(str(found.name), found.id) for found in await client.fetch_application_emojis()]


class RetryingCog(TaskCog):
    """Does something once, and retries it until it succeeds.

    That is after pauses that grow, or as soon as Discord is back after it was away.
    """

    def __init__(self, first: float, until_done: Callable[[], Coroutine[None, None, None]]) -> None:
        super().__init__()
        self._first = first
        self._until_done = until_done
        self._delays = pauses(first, _LONGEST_DELAY)
        self._was_away = False
        self._resting: asyncio.Task[None] | None = None
        """What waits for the next try."""

    @commands.Cog.listener()
    async def on_shard_disconnect(self, _shard_id: int) -> None:
        """Note that Discord is away."""
        self._was_away = True

    @commands.Cog.listener("on_shard_connect")
    @commands.Cog.listener("on_shard_resumed")
    async def on_connected(self, _shard_id: int) -> None:
        """If Discord was away, end the pause, and begin with the first one again."""
        if not self._was_away:
            return
        self._was_away = False
        self._delays = pauses(self._first, _LONGEST_DELAY)
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
            self._begin()

    def _begin(self) -> None:
        self._tasks.start(self._until_done())

    async def _rest(self, seconds: float) -> None:
        """Wait for so long, or until Discord is back."""
        self._resting = asyncio.current_task()
        await asyncio.sleep(seconds)
        self._resting = None


class OwnEmojiCog(RetryingCog):
    """Tells the bot which emoji it owns. Until then boards use Unicode emoji."""

    def __init__(self, bot: GameBot) -> None:
        super().__init__(_FIRST_EMOJI_DELAY, self._find_until_found)
        self._bot = bot

    async def cog_load(self) -> None:
        """Find the emoji before the first board is drawn. The login waits for one try."""
        if not await self._find():
            self._tasks.start(self._find_later())

    async def _find_later(self) -> None:
        await self._rest(next(self._delays))
        await self._find_until_found()

    async def _find_until_found(self) -> None:
        while not await self._find():
            await self._rest(next(self._delays))

    async def _find(self) -> bool:
        """Find the emoji. Returns whether they could be listed."""
        try:
            self._bot.owned = owned_emoji(await listed(self._bot))
        except UNSENT as error:
            log.warning("boards are drawn without emoji of their own for now: %s", reason(error))
            return False
        return True


class SlashTranslator(app_commands.Translator):
    """Translates the descriptions of the slash commands, from the same catalogues as the answers.

    Names stay English: people type them, and the help names them. Menu names are only pressed.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description in the language of a client, or None if it stays English."""
        in_menu = isinstance(context.data, app_commands.ContextMenu)
        if context.location in _NAME_LOCATIONS and not in_menu:
            return None
        return text.translation(string.message, locale.value)


class SlashCog(RetryingCog):
    """Uploads the slash commands of its bot. Until then Discord keeps those it has."""

    def __init__(self, bot: commands.Bot, order: Sequence[str]) -> None:
        super().__init__(_FIRST_UPLOAD_DELAY, self._sync_with_retries)
        self._bot = bot
        self._order = order

    async def cog_load(self) -> None:
        """Start the upload: neither the login nor the games wait for it."""
        self._begin()

    async def _sync_with_retries(self) -> None:
        while True:
            try:
                await self._sync()
            except UNSENT as error:
                for_good = is_refused_for_good(error)
                delay = _LONGEST_DELAY if for_good else next(self._delays)
                words = "Discord did not take the slash commands, and is told again in %g min: %s"
                log.warning(words, delay / 60, _reason(error))
                await (asyncio.sleep if for_good else self._rest)(delay)
            else:
                return

    async def _sync(self) -> None:
        known = await known_commands(self._bot)
        ours = await command_payloads(self._bot, GROUP, self._order)
        with reading("GET /applications/{application_id}/commands"):
            entry_points = [command for command in known if command["type"] == _ENTRY_POINT]
            same = are_same(ours, [command for command in known if command not in entry_points])
        if same:
            log.info("Discord has the slash commands already")
            return
        await upload_commands(self._bot, [*ours, *entry_points])
        log.info("Discord has taken the slash commands")


def are_same(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Whether Discord's commands say the same as ours, in whatever order."""
    said, known = _by_name(ours), _by_name(theirs)
    for name, command in said.items():
        for key, defaults in _DEFAULTS.items():
            if key not in command and known.get(name, {}).get(key) in defaults:
                del known[name][key]
    return said == known


def _by_name(commands: Sequence[Mapping[str, Any]]) -> dict[tuple[str, int], Any]:
    return {(command["name"], command["type"]): _meaning(command) for command in commands}


def _meaning(said: Any) -> Any:
    """Return what a part of a command means, without what is the default."""
    if isinstance(said, list):
        return [_meaning(part) for part in said]
    if not isinstance(said, Mapping) or not said.keys() & set(_MEANT):  # a word, or translations
        return said
    meant = {key: _meaning(said[key]) for key in _MEANT if key in said}
    return {key: value for key, value in meant.items() if not _goes_without(key, value)}


def _goes_without(key: str, value: Any) -> bool:
    if key == "dm_permission":
        return value is None or value is True
    return value is None or value is False or value in ({}, [], "")


def _reason(error: Exception) -> str:
    if is_full_of_commands(error):
        return "it takes 200 new ones a day, and has had them. Those that it has go on working"
    return reason(error)
