"""Commands as they come in: what stands before a typed one, how they are answered and counted.

A typed command begins with the prefix of the server, or with a mention of the bot. Metrics count
commands and connections, and how long people wait.
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

_BEGAN: Final = "began"
"""The key in the extras of an interaction for the time at which it came."""
MESSAGE: Final = "message"
_SLASH: Final = "slash"


def as_command(bot: GameBot, message: discord.Message) -> discord.Message:
    """A message as a command is read: in English, without a prefix; empty if it is no command.

    `@Kinarow start hilfe` becomes `ttt help start`, and `!ttt Tipp, bitte` becomes `ttt hint`.
    """
    place = Place(bot, message)
    settings, read = place.settings, copy(message)
    if (typed := _typed_after(message, bot, settings.prefix)) is None:
        read.content = ""
        return read
    language = bot.languages.of(place.channel, place.server)
    words = grammar.asked_for(typed, language, bot.asked, settings.game) if typed else ""
    read.content = f"{GROUP} {grammar.help_first(words)}"
    return read


def _typed_after(message: discord.Message, bot: GameBot, prefix: str) -> str | None:
    """The words after `!ttt`, or after a mention of the bot; None if a message begins with neither.

    The prefix may be capitalised, because keyboards capitalise first letters. The bot's role counts
    too: it has the same name, and people often pick it by mistake.
    """
    assert bot.user is not None, "messages come after the login"
    mentions = [f"<@{bot.user.id}>", f"<@!{bot.user.id}>"]
    if message.guild is not None and (role := message.guild.self_role) is not None:
        mentions.append(role.mention)
    starts = (*mentions, prefix, prefix.capitalize(), prefix.upper(), prefix.lower())
    if (start := next(filter(message.content.startswith, starts), None)) is None:
        return None
    words = message.content.removeprefix(start).lstrip()
    name, *rest = words.split(maxsplit=1) or [""]
    if name.lower() == GROUP:
        return "".join(rest)
    return words if start in mentions else None


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
    """Counts connections of each shard and their losses, and slash commands with their time."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

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
