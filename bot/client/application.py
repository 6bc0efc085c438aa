"""What the application has at Discord, emoji and slash commands, and commands as they come in.

Discord is asked first which commands it has: of what has not changed it is told nothing, since each
upload empties the lists that clients keep, and new commands are limited to 200 a day.

Before a typed command stands the prefix of the server, or a mention of the bot. For those who run
the bot its commands are counted, its connections, and how long people wait.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from time import perf_counter
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.discord_internals.answers import reading
from bot.edge.discord_internals.requests import command_payloads, known_commands, upload_commands
from bot.edge.sending.answers import answer, answer_in_channel
from bot.edge.sending.refusals import (
    UNSENT,
    is_full_of_commands,
    is_refused_for_good,
    reason,
    with_retries,
)
from bot.edge.upkeep import BackgroundTasks, pauses
from bot.edge.ways import GROUP
from bot.match import grammar
from bot.match.guilds import GuildSettings
from bot.match.session import ChannelId, GuildId, scope_of
from bot.monitoring.metrics import Metrics
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


class OwnEmojiCog(commands.Cog):
    """Tells the bot which emoji it owns. Until then boards use Unicode emoji."""

    def __init__(self, bot: GameBot) -> None:
        self._bot = bot
        self._tasks = BackgroundTasks()

    async def cog_load(self) -> None:
        """Find the emoji before the first board is drawn. The login waits for one try."""
        if not await self._find():
            self._tasks.start(self._find_later())

    async def cog_unload(self) -> None:
        """Cancel what is left."""
        await self._tasks.end()

    async def _find_later(self) -> None:
        for pause in pauses(_FIRST_EMOJI_DELAY, _LONGEST_DELAY):
            await asyncio.sleep(pause)
            if await self._find():
                return

    async def _find(self) -> bool:
        """Find the emoji. Returns whether they could be listed."""
        try:
            self._bot.owned = owned_emoji(await listed(self._bot))
        except UNSENT as error:
            log.warning("boards are drawn without emoji of their own for now: %s", reason(error))
            return False
        return True


class SlashCog(commands.Cog):
    """Uploads the slash commands of its bot. Until then Discord keeps those it has."""

    def __init__(self, bot: commands.Bot, order: Sequence[str]) -> None:
        self._bot = bot
        self._order = order
        self._tasks = BackgroundTasks()

    async def cog_load(self) -> None:
        """Start the upload: neither the login nor the games wait for it."""
        self._tasks.start(self._sync_with_retries())

    async def cog_unload(self) -> None:
        """Stop the upload. The next start does it."""
        await self._tasks.end()

    async def _sync_with_retries(self) -> None:
        delays = pauses(_FIRST_UPLOAD_DELAY, _LONGEST_DELAY)
        while True:
            try:
                await self._sync()
            except UNSENT as error:
                delay = _LONGEST_DELAY if is_refused_for_good(error) else next(delays)
                words = "Discord did not take the slash commands, and is told again in %g min: %s"
                log.warning(words, delay / 60, _reason(error))
                await asyncio.sleep(delay)
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


_BEGAN: Final = "began"
"""The key in the extras of an interaction for the time at which it came."""
_MESSAGE: Final = "message"
_SLASH: Final = "slash"


def prefixes(bot: GameBot, message: discord.Message) -> list[str]:
    """The prefix as it was set, and capitalised, because keyboards capitalise first letters."""
    prefix = _prefix_of(bot, message)
    return list(dict.fromkeys((prefix, prefix.capitalize(), prefix.upper(), prefix.lower())))


def _prefix_of(bot: GameBot, message: discord.Message) -> str:
    """The prefix of commands in the server of a message."""
    return _settings(bot, message).prefix


def _settings(bot: GameBot, message: discord.Message) -> GuildSettings:
    """The settings where a message was written."""
    guild = GuildId(message.guild.id) if message.guild else None
    return bot.guild_settings.of(scope_of(ChannelId(message.channel.id), guild))


def as_command(bot: GameBot, message: discord.Message) -> discord.Message:
    """A message as a command is read: in English, with `!ttt` for a mention of the bot.

    `@Kinarow start hilfe` becomes `!ttt help start`, and `!ttt leicht` becomes `!ttt start easy`.
    """
    return _with_help_first(_in_english(bot, _mention_as_command(bot, message)))


def _in_english(bot: GameBot, message: discord.Message) -> discord.Message:
    """Put the words after `!ttt` into English, whatever language they are in."""
    before = next((one for one in prefixes(bot, message) if message.content.startswith(one)), None)
    name, *typed = message.content.removeprefix(before or "").split(maxsplit=1)[:2] or [""]
    if before is None or name.lower() != GROUP or not typed:
        return message
    channel = ChannelId(message.channel.id)
    with bot.languages.in_channel(channel, message.channel):
        language, usual = text.spoken_language(), _settings(bot, message).game
    words = grammar.asked_for(typed[0], language, bot.asked, usual)
    if words == typed[0]:
        return message
    message = copy(message)
    message.content = f"{before}{GROUP} {words}"
    return message


def _mention_as_command(bot: GameBot, message: discord.Message) -> discord.Message:
    """Replace a mention at the start of a message by the prefix and the group's name.

    The bot's role counts too: it has the same name, and people often pick it by mistake.
    """
    assert bot.user is not None, "messages come after the login"
    mentions = [f"<@{bot.user.id}>", f"<@!{bot.user.id}>"]
    if message.guild is not None and (role := message.guild.self_role) is not None:
        mentions.append(role.mention)
    for mention in mentions:
        if message.content.startswith(mention):
            words = message.content.removeprefix(mention).split(maxsplit=1)
            group = [] if words and words[0].lower() == GROUP else [GROUP]
            message = copy(message)
            message.content = _prefix_of(bot, message) + " ".join([*group, *words])
    return message


def _with_help_first(message: discord.Message) -> discord.Message:
    """Turn `!ttt start help` into `!ttt help start`."""
    if (content := grammar.help_first(message.content, GROUP)) != message.content:
        message = copy(message)
        message.content = content
    return message


class AnsweringContext(commands.Context[Any]):
    """A typed command or a slash command.

    What is for one person alone never goes to the channel, however late or broken the answer is.
    """

    async def send(self, content: str | None = None, **parts: Any) -> discord.Message:
        """Send a message that appears once. `ephemeral` counts for slash commands only."""
        private, nonce = parts.pop("ephemeral", False), parts.pop("nonce", secrets.token_hex(8))
        message = {"content": content, **parts}
        press = self.interaction
        if press is None:
            post = super().send
            return await with_retries(lambda: post(**message, nonce=nonce))
        if private:
            return await answer(press, lambda: message, private=True)
        return await answer_in_channel(press, lambda: message, nonce)


def note_begin(interaction: discord.Interaction[Any]) -> None:
    """Note when a slash command came."""
    interaction.extras[_BEGAN] = perf_counter()


class MetersCog(commands.Cog):
    """Counts connections to Discord, and their losses, of each shard; commands; and their time."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def message_answered(self, began: float) -> None:
        """A message that was a move or a command has had its answer."""
        self._metrics.answered(_MESSAGE, perf_counter() - began)

    @commands.Cog.listener()
    async def on_command(self, ctx: commands.Context[Any]) -> None:
        """Somebody typed a command. Slash commands arrive too, and are counted once done."""
        if ctx.command is not None and ctx.interaction is None:
            self._metrics.commanded(ctx.command.qualified_name, _MESSAGE)

    @commands.Cog.listener()
    async def on_app_command_completion(
        self,
        interaction: discord.Interaction[Any],
        command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    ) -> None:
        """A slash command has had its answer."""
        self._metrics.commanded(command.qualified_name, _SLASH)
        if (began := interaction.extras.get(_BEGAN)) is not None:
            self._metrics.answered(_SLASH, perf_counter() - began)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """A connection was made."""
        self._metrics.gateway("connect", shard_id, online=True)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """A lost connection goes on without a gap."""
        self._metrics.gateway("resume", shard_id, online=True)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """The connection was lost, or an attempt to make one failed."""
        self._metrics.gateway("disconnect", shard_id, online=False)
