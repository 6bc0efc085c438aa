"""Commands as they come in: what stands before a typed one, how they are answered and counted.

Before a typed command stands the prefix of the server, or a mention of the bot. For those who run
the bot its commands are counted, its connections, and how long people wait.
"""

from __future__ import annotations

import secrets
from copy import copy
from time import perf_counter
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.places import Place
from bot.edge.sending.answers import answer, answer_in_channel
from bot.edge.sending.messages import with_retries
from bot.edge.ways import GROUP
from bot.match import grammar
from bot.monitoring.metrics import Metrics
from bot.show import text

_BEGAN: Final = "began"
"""The key in the extras of an interaction for the time at which it came."""
MESSAGE: Final = "message"
_SLASH: Final = "slash"


def prefixes(bot: GameBot, message: discord.Message) -> list[str]:
    """The prefix as it was set, and capitalised, because keyboards capitalise first letters."""
    return _spellings(Place(bot, message).settings.prefix)


def _spellings(prefix: str) -> list[str]:
    return list(dict.fromkeys((prefix, prefix.capitalize(), prefix.upper(), prefix.lower())))


def as_command(bot: GameBot, message: discord.Message) -> discord.Message:
    """A message as a command is read: in English, with `!ttt` for a mention of the bot.

    `@Kinarow start hilfe` becomes `!ttt help start`, and `!ttt leicht` becomes `!ttt start easy`.
    """
    place = Place(bot, message)
    typed = _mention_as_command(bot, message, place.settings.prefix)
    content = grammar.help_first(_in_english(place, typed), GROUP)
    if content == message.content:
        return message
    read = copy(message)
    read.content = content
    return read


def _in_english(place: Place, content: str) -> str:
    """Put the words after `!ttt` into English, whatever language they are in."""
    settings = place.settings
    before = next(filter(content.startswith, _spellings(settings.prefix)), None)
    name, *typed = content.removeprefix(before or "").split(maxsplit=1)[:2] or [""]
    if before is None or name.lower() != GROUP or not typed:
        return content
    with place.speaking():
        language = text.spoken_language()
    words = grammar.asked_for(typed[0], language, place.bot.asked, settings.game)
    return content if words == typed[0] else f"{before}{GROUP} {words}"


def _mention_as_command(bot: GameBot, message: discord.Message, prefix: str) -> str:
    """What a message says, with the prefix and the group's name for a mention at its start.

    The bot's role counts too: it has the same name, and people often pick it by mistake.
    """
    assert bot.user is not None, "messages come after the login"
    mentions = [f"<@{bot.user.id}>", f"<@!{bot.user.id}>"]
    if message.guild is not None and (role := message.guild.self_role) is not None:
        mentions.append(role.mention)
    content = message.content
    for mention in mentions:
        if content.startswith(mention):
            words = content.removeprefix(mention).split(maxsplit=1)
            group = [] if words and words[0].lower() == GROUP else [GROUP]
            content = prefix + " ".join([*group, *words])
    return content


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

    @commands.Cog.listener()
    async def on_command(self, ctx: commands.Context[Any]) -> None:
        """Somebody typed a command. Slash commands arrive too, and are counted once done."""
        if ctx.command is not None and ctx.interaction is None:
            self._metrics.commanded(ctx.command.qualified_name, MESSAGE)

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
