"""Which language is spoken where, and the slash commands in all of them."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import AbstractContextManager
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.places import Source
from bot.match.session import ChannelId, GuildId, scope_of
from bot.show import text
from bot.store.guild_settings import GuildSettingsCache

AnyChannel = discord.abc.Messageable | discord.abc.GuildChannel | discord.abc.PrivateChannel | None

_REMEMBERED: Final = 10_000
"""As many channels whose last slash command is remembered for its language."""
_NAMES: Final = frozenset(
    (
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
        app_commands.TranslationContextLocation.choice_name,
    )
)


class Languages:
    """The language of each answer, by `text.pick`.

    A slash command is answered in the language of whoever used it, unless the server has
    chosen one with us. The channel goes on in it: typed words and the clock have no language
    of their own, and a board that changed it with every press of somebody else would be hard
    to read. What one person alone is told after a press is in theirs. In direct messages
    presses count like commands.

    Which commands were used is forgotten with the process: until the next one the language
    that the server prefers, or LANGUAGE, is spoken.
    """

    def __init__(self, default: str, servers: GuildSettingsCache) -> None:
        self._default = default
        self._servers = servers
        self._used: OrderedDict[int, str] = OrderedDict()
        """The language of each channel's last slash command, the newest at the end."""

    def answering(self, source: Source) -> AbstractContextManager[None]:
        """Speak as is right for everybody there, and privately for who has done something."""
        press = source.interaction if isinstance(source, commands.Context) else source
        channel = source.channel.id if source.channel else 0
        if not isinstance(press, discord.Interaction):
            return text.speaking(self._spoken(channel, source.guild))
        locale = press.locale.value
        if press.guild_id is None or press is not source:
            self._note(channel, locale)
        own = self._picked(channel, locale, press.guild)
        return text.speaking(self._spoken(channel, press.guild), own)

    def in_channel(self, channel: ChannelId, place: AnyChannel) -> AbstractContextManager[None]:
        """Speak as is right in a channel where nobody has done anything just now."""
        return text.speaking(self._spoken(channel, getattr(place, "guild", None)))

    def _spoken(self, channel: int, guild: discord.Guild | None) -> str:
        return self._picked(channel, self._used.get(channel), guild)

    def _picked(self, channel: int, locale: str | None, guild: discord.Guild | None) -> str:
        scope = scope_of(ChannelId(channel), GuildId(guild.id) if guild else None)
        chosen = self._servers.language_of(scope)
        return text.pick(chosen, locale, _preferred(guild), self._default)

    def _note(self, channel: int, locale: str) -> None:
        self._used[channel] = locale
        self._used.move_to_end(channel)
        if len(self._used) > _REMEMBERED:
            self._used.popitem(last=False)


class SlashTranslator(app_commands.Translator):
    """What Discord's client tells of our slash commands, from the same catalogues.

    Names stay English: people type them, and the help names them.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The description in the language of a client; None where it stays English."""
        if context.location in _NAMES:
            return None
        return text.translation(string.message, locale.value)


def _preferred(guild: discord.Guild | None) -> str | None:
    """The language that a server has chosen with Discord.

    Only communities can; every other server has American English, which says nothing.
    """
    if guild is None:
        return None
    locale = guild.preferred_locale
    chosen = locale is not discord.Locale.american_english or "COMMUNITY" in guild.features
    return locale.value if chosen else None
