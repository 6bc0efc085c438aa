"""What stands before a typed command: the prefix of the server, or a mention of the bot."""

from __future__ import annotations

from copy import copy
from typing import Final

import discord

from bot.edge.bot import GameBot
from bot.match import grammar
from bot.match.session import ChannelId, GuildId, scope_of

GROUP: Final = "ttt"
"""The name of the command group."""


def prefixes(bot: GameBot, message: discord.Message) -> list[str]:
    """The prefix as it was set, and in other cases, because keyboards capitalise first letters."""
    prefix = _prefix_of(bot, message)
    return list(dict.fromkeys((prefix, prefix.capitalize(), prefix.upper(), prefix.lower())))


def _prefix_of(bot: GameBot, message: discord.Message) -> str:
    """The prefix of commands in the server of a message."""
    guild = GuildId(message.guild.id) if message.guild else None
    return bot.guild_settings.of(scope_of(ChannelId(message.channel.id), guild)).prefix


def as_command(bot: GameBot, message: discord.Message) -> discord.Message:
    """A message as a command is read: a mention of the bot stands for `!ttt`, and `help` is first.

    `@Kinarow start help` becomes `!ttt help start`.
    """
    return _with_help_first(_mention_as_command(bot, message))


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
