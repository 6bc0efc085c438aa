"""Picks the language of each answer, and translates the slash commands."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.match.session import ChannelId, GuildId, scope_of
from bot.pool.bounds import BoundedDict
from bot.show import text
from bot.store.guild_settings import GuildSettingsCache

if TYPE_CHECKING:  # a place asks for its language
    from bot.edge.places import Place

AnyChannel = discord.abc.Messageable | discord.abc.GuildChannel | discord.abc.PrivateChannel | None

_REMEMBERED: Final = 10_000
"""The number of channels for which the language of the last slash command is remembered."""
_NAME_LOCATIONS: Final = frozenset(
    (
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
        app_commands.TranslationContextLocation.choice_name,
    )
)


class Languages:
    """The language of each answer; `text.pick` chooses among the candidates.

    A language that the server has set in the bot's settings always wins. Otherwise a slash command
    is answered in the language of the person who used it. Later answers in the same channel keep
    that language, because typed messages and timers have none, and a board that changed its
    language with each press would be hard to read. A private answer to a press is in the language
    of the person who pressed. In direct messages a press counts like a command.

    The languages of channels are forgotten when the process ends. Before the next slash command
    the server's preferred language is used, or the setting LANGUAGE.
    """

    def __init__(self, default: str, guild_settings: GuildSettingsCache) -> None:
        self._default = default
        self._guild_settings = guild_settings
        self._used: BoundedDict[int, str] = BoundedDict(_REMEMBERED)
        """The language of the last slash command of each channel, the newest at the end."""

    def answering(self, place: Place) -> AbstractContextManager[None]:
        """Set the languages of an answer: one for the channel, one for the person alone."""
        channel, press, server = place.channel, place.press, place.server
        if press is None:
            return text.speaking(self._spoken(channel, server))
        locale = press.locale.value
        if place.alone or press is not place.target:
            self._used[channel] = locale
        return text.speaking(self._spoken(channel, server), self._picked(channel, locale, server))

    def on_page(self, place: Place, locale: str) -> AbstractContextManager[None]:
        """Set the languages of an answer on a page that a person reads in a language."""
        channel, server = place.channel, place.server
        return text.speaking(self._spoken(channel, server), self._picked(channel, locale, server))

    def in_channel(self, channel: ChannelId, place: AnyChannel) -> AbstractContextManager[None]:
        """Set the language of a channel to which the bot writes by itself."""
        return text.speaking(self._spoken(channel, getattr(place, "guild", None)))

    def _spoken(self, channel: int, guild: discord.Guild | None) -> str:
        return self._picked(channel, self._used.get(channel), guild)

    def _picked(self, channel: int, locale: str | None, guild: discord.Guild | None) -> str:
        scope = scope_of(ChannelId(channel), GuildId(guild.id) if guild else None)
        chosen = self._guild_settings.chosen(scope).language
        return text.pick(chosen, locale, _preferred(guild), self._default)


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


def _preferred(guild: discord.Guild | None) -> str | None:
    """The language that a server has chosen in Discord, or None.

    Only community servers can choose. All others have American English, which says nothing.
    """
    if guild is None:
        return None
    locale = guild.preferred_locale
    chosen = locale is not discord.Locale.american_english or "COMMUNITY" in guild.features
    return locale.value if chosen else None
