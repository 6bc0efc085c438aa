"""The command `!ttt settings`. Anyone can look; members who may manage the server can change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, user_of
from bot.edge.options import Options, offered_levels
from bot.edge.places import CommandChannels, Context, check_member, may_write, scope_at
from bot.errors import Problem, UserError
from bot.features.settings import text as settings_text
from bot.features.settings.grammar import (
    EVERYTHING,
    RESET,
    GuildChannels,
    SettingChange,
    SettingsRequest,
    apply_changes,
    parse_settings,
)
from bot.match.guild_settings import PERSONAL, Setting
from bot.match.session import ChannelId
from bot.show import text
from bot.show.locale import NAMES
from bot.show.locale.names import KNOWN, plain
from engine import PRESETS

_MOST_OFFERED: Final = 25
"""The most choices that Discord shows while somebody types."""
_ALIASES: Final = ("language", "lang", "prefix", "channels", "channel")
"""Settings that are commands as well, such as `!ttt language deutsch`: people ask for them so."""
_GAMES: Final = (*PRESETS, "4x4", "5x5x4", "4x6x3", "19x19 renju", "5x5 gravity", "3x3 misere")


class SettingsOptions(Options):
    """The options of `/ttt settings`."""

    prefix: str | None = commands.flag(default=None, description="what commands begin with")
    game: str | None = commands.flag(default=None, description="what is played by default")
    level: str | None = commands.flag(
        default=None, description="how strong Kinarow plays by default: a name, or 1200; default"
    )
    style: Literal["emoji", "text", "image", "light", "default"] | None = commands.flag(
        default=None, description="how new boards are drawn"
    )
    channels: str | None = commands.flag(
        default=None, description="where games may be played: #a #b, add #c, remove #c, or all"
    )
    language: str | None = commands.flag(
        default=None, description="the language here; auto: as in everybody's Discord"
    )
    idle: str | None = commands.flag(
        default=None, description="when a game that nobody touches may be replaced: 12h, 2d"
    )
    puzzle: str | None = commands.flag(
        default=None, description="where the day's puzzle is posted and when, in UTC: #a 09:00; off"
    )
    threads: Literal["on", "off", "default"] | None = commands.flag(
        default=None, description="whether each game begins in a thread of its own"
    )
    strict: Literal["on", "off", "default"] | None = commands.flag(
        default=None, description="on: people play each other without hints, coach and takebacks"
    )
    history: Literal["on", "off", "default"] | None = commands.flag(
        default=None, description="whether a line of the moves stays where a board was"
    )
    reset: (
        Literal[
            "all",
            "prefix",
            "game",
            "level",
            "style",
            "channels",
            "language",
            "idle",
            "puzzle",
            "threads",
            "strict",
            "history",
        ]
        | None
    ) = commands.flag(default=None, description="back to how Kinarow came")

    @property
    def request(self) -> SettingsRequest:
        """What the person wants to change or see. Raises UserError."""
        if self.typed:
            return parse_settings(self.typed)
        return SettingsRequest(tuple(self._changes()))

    def _changes(self) -> Iterator[SettingChange]:
        for setting in Setting:
            if (value := getattr(self, setting.value)) is not None:
                yield setting, value
            elif self.reset in {setting.value, EVERYTHING}:
                yield setting, RESET


class SettingsCommands(TttGroup):
    """The command that shows and changes the settings of a server."""

    @subcommand(TttGroup.ttt, CommandChannels.ANY, aliases=["set", *_ALIASES])
    async def settings(self, ctx: Context, *, options: SettingsOptions) -> None:
        """The settings of this server, and how to change them."""
        check_member(ctx)
        word = (ctx.invoked_with or "").lower()
        request = parse_settings(f"{word} {options.typed}") if word in _ALIASES else options.request
        _check_settings(ctx, request)
        if request.changes:
            await self._change(ctx, request)
        else:
            await ctx.send(self._overview(ctx, request))

    def _overview(self, ctx: Context, request: SettingsRequest) -> str:
        return settings_text.settings(
            self.bot.guild_settings.chosen(scope_at(ctx)),
            self.guild_settings(ctx),
            self.prefix(ctx),
            may_change=_may_change(ctx),
            personal=ctx.guild is None,
            shown=request.shown,
            troubles=self._troubles(ctx),
        )

    async def _change(self, ctx: Context, request: SettingsRequest) -> None:
        if not _may_change(ctx):
            raise UserError(Problem.MAY_NOT_SET)
        cache, scope = self.bot.guild_settings, scope_at(ctx)
        before = cache.chosen(scope)
        after = await cache.change(
            scope,
            user_of(ctx) if ctx.guild is None else None,
            partial(apply_changes, changes=request.changes, channels=_channels(ctx)),
        )
        names = [name for name, _ in request.changes]
        with self.bot.languages.answering(ctx):  # the change may have changed the language too
            await ctx.send(
                settings_text.settings_changed(
                    names, before, after, self.guild_settings(ctx), self._troubles(ctx)
                )
            )

    def _troubles(self, ctx: Context) -> dict[Setting, UserError]:
        """Where the daily puzzle cannot be posted: nobody is there to be told when it fails."""
        post = self.guild_settings(ctx).puzzle
        channel = post and ctx.guild and ctx.guild.get_channel_or_thread(post.channel)
        if not isinstance(channel, discord.abc.Messageable):
            return {}
        try:
            may_write(channel, ctx.me)
        except UserError as error:
            return {Setting.PUZZLE: error}
        return {}

    @settings.autocomplete("language")  # type: ignore[untyped-decorator] # made by `subcommand`
    async def _languages(self, press: discord.Interaction[Any], typed: str) -> list[Any]:
        """The languages whose name contains what was typed."""
        wanted = plain(typed)
        found = {code: None for name, code in KNOWN.items() if wanted in name}
        return [
            app_commands.Choice(name=NAMES[code], value=code)
            for code in list(found)[:_MOST_OFFERED]
        ]

    @settings.autocomplete("level")  # type: ignore[untyped-decorator] # made by `subcommand`
    async def _levels(self, press: discord.Interaction[Any], typed: str) -> list[Any]:
        """The levels whose name contains what was typed, with their strength on the usual board."""
        with self.bot.languages.answering(press), text.privately():
            return offered_levels(typed, "", self.guild_settings(press))

    @settings.autocomplete("game")  # type: ignore[untyped-decorator] # made by `subcommand`
    async def _games(self, press: discord.Interaction[Any], typed: str) -> list[Any]:
        """The games whose name begins with what was typed."""
        found = [game for game in _GAMES if game.startswith(typed.lower().strip())]
        return [app_commands.Choice(name=game, value=game) for game in found]


def _may_change(ctx: Context) -> bool:
    """Whether a person may change the settings. In direct messages everybody may."""
    return ctx.guild is None or ctx.permissions.manage_guild


def _check_settings(ctx: Context, request: SettingsRequest) -> None:
    """Raise UserError for settings that do not exist in direct messages."""
    asked = [*request.shown, *(setting for setting, value in request.changes if value != RESET)]
    for setting in asked:
        if ctx.guild is None and setting not in PERSONAL:
            raise UserError(Problem.NOT_FOR_ONESELF, text=setting.value)


def _channels(ctx: Context) -> GuildChannels:
    """The channels of a server where people can write, and the channel of the command."""
    if ctx.guild is None:
        return GuildChannels()
    kinds = (discord.abc.Messageable, discord.ForumChannel)
    names = {ChannelId(c.id): c.name for c in ctx.guild.channels if isinstance(c, kinds)}
    parent = getattr(ctx.channel, "parent_id", None)
    return GuildChannels(names, ChannelId(parent) if parent else channel_of(ctx))
