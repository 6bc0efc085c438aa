"""Uploads the slash commands to Discord, in the background of a bot that plays already.

Discord is asked first what it has: of what has not changed it is told nothing, since each upload
empties the lists of commands that clients keep, and new commands are limited to 200 a day.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord.ext import commands

from bot.edge.discord_internals import (
    command_payloads,
    known_commands,
    reading,
    upload_commands,
)
from bot.edge.sending import UNSENT, is_full_of_commands, is_refused_for_good, reason
from bot.edge.upkeep import pauses

log = logging.getLogger(__name__)

_FIRST_RETRY_DELAY: Final = 60.0
"""Seconds before the first retry of a failed upload. Each further delay is longer."""
_LONGEST_RETRY_DELAY: Final = 3600.0
"""The longest delay in seconds, used at once if Discord refuses: it takes 200 commands a day."""
_ENTRY_POINT: Final = 4
"""The type of the command that opens an activity. An upload without it is refused."""
_MEANT: Final = (
    *("name", "type", "description", "name_localizations", "description_localizations"),
    *("options", "choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("nsfw", "dm_permission", "default_member_permissions", "contexts", "integration_types"),
)
"""What a command says of itself. Discord adds its own, such as an id and a version."""
_DEFAULTS: Final[Mapping[str, tuple[list[int], ...]]] = {
    "contexts": ([0, 1, 2],),
    "integration_types": ([0], [0, 1]),
}
"""What Discord may have made of something that a command did not say."""


class SlashCog(commands.Cog):
    """Uploads the slash commands of its bot. Until then Discord keeps those it has."""

    def __init__(self, bot: commands.Bot) -> None:
        self._bot = bot
        self._upload: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start the upload: neither the login nor the games wait for it."""
        self._upload = asyncio.create_task(self._sync_with_retries())

    async def cog_unload(self) -> None:
        """Stop the upload. The next start does it."""
        if self._upload is not None:
            self._upload.cancel()

    async def _sync_with_retries(self) -> None:
        delays = pauses(_FIRST_RETRY_DELAY, _LONGEST_RETRY_DELAY)
        while True:
            try:
                await self._sync()
            except UNSENT as error:
                delay = _LONGEST_RETRY_DELAY if is_refused_for_good(error) else next(delays)
                words = "Discord did not take the slash commands, and is told again in %g min: %s"
                log.warning(words, delay / 60, _reason(error))
                await asyncio.sleep(delay)
            else:
                return

    async def _sync(self) -> None:
        known = await known_commands(self._bot)
        ours = await command_payloads(self._bot)
        with reading("GET /applications/{application_id}/commands"):
            entry_points = [command for command in known if command["type"] == _ENTRY_POINT]
            same = are_same(ours, [command for command in known if command not in entry_points])
        if same:
            log.info("Discord has the slash commands already")
            return
        await upload_commands(self._bot, [*ours, *entry_points])
        log.info("Discord has taken the slash commands")


def are_same(ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]) -> bool:
    """Whether Discord's commands say what ours say, in whatever order."""
    said, known = _by_name(ours), _by_name(theirs)
    for name, command in said.items():
        for key, defaults in _DEFAULTS.items():
            if key not in command and known.get(name, {}).get(key) in defaults:
                del known[name][key]
    return said == known


def _by_name(commands: Sequence[Mapping[str, Any]]) -> dict[tuple[str, int], Any]:
    return {(command["name"], command["type"]): _meaning(command) for command in commands}


def _meaning(said: Any) -> Any:
    """Return what a part of a command means, without what goes without saying."""
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
