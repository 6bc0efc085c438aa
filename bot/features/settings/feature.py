"""The settings of a server. Anyone can look; members who may manage the server can change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import discord

from bot.edge.act import Act
from bot.edge.buttons import View, doing, menu, option, view_of
from bot.edge.channels import check_writable, lacking_for_threads, missing
from bot.edge.places import CommandChannels, Place, Way
from bot.edge.ways import Chosen, Options, choices, command, flag, offered_games, offered_levels
from bot.errors import UserError
from bot.features.settings import text as settings_text
from bot.features.settings.grammar import EVERYTHING, RESET, apply_changes, parse_settings
from bot.features.settings.values import (
    GuildChannels,
    SettingChange,
    SettingsProblem,
    SettingsRequest,
)
from bot.match.guilds import PERSONAL, Preferences, Setting
from bot.match.session import ChannelId
from bot.show.languages import CODES, NAMES, plain_name
from bot.show.text.words import CHANGE
from bot.store.guild_settings import GuildSettingsCache

_ALIASES: Final = ("language", "lang", "prefix", "channels", "channel")
"""Settings that are commands as well, such as `!ttt language deutsch`: people type them that
way."""

Switch = Literal["on", "off", "default"]


class SettingsOptions(Options):
    """The options of `/ttt settings`."""

    prefix: str | None = flag("what commands begin with")
    game: str | None = flag("what is played by default")
    level: str | None = flag("how strong Kinarow plays by default: a name, or 1200; default")
    style: Literal["emoji", "text", "image", "light", "default"] | None = flag(
        "how new boards are drawn"
    )
    channels: str | None = flag("where games may be played: #a #b, add #c, remove #c, or all")
    language: str | None = flag("the language here; auto: as in everyone's Discord")
    idle: str | None = flag("when a game that nobody touches may be replaced: 12h, 2d")
    puzzle: str | None = flag("where the day's puzzle is posted and when, in UTC: #a 09:00; off")
    threads: Switch | None = flag("whether each game begins in a thread of its own")
    strict: Switch | None = flag("on: people play each other without hints, coach and takebacks")
    casual: Switch | None = flag("on: games aren't rated, unless someone asks for a rated one")
    history: Switch | None = flag("whether a line of the moves stays where a board was")
    reset: str | None = flag("back to the default settings")

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


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Shows and changes the settings of servers."""

    cache: GuildSettingsCache

    @command(
        "settings",
        allowed=CommandChannels.ANY,
        slash=True,
        complete={"language": "languages", "level": "levels", "game": "games"},
        aliases=["set", *_ALIASES],
    )
    @choices(reset=[EVERYTHING, *(setting.value for setting in Setting)])
    async def settings(self, act: Act, *, options: SettingsOptions) -> None:
        """The settings of this server, and how to change them."""
        act.check_member()
        word = act.called
        request = parse_settings(f"{word} {options.typed}") if word in _ALIASES else options.request
        _check_settings(act, request)
        if not request.changes:
            shown = self._overview(act, request), self._menu(act, request)
            await (act.reply if act.way is Way.PRESS else act.say)(*shown)
            return
        names, before, after = await self._change(act, request)
        with act.answering():  # the change may have changed the language too
            troubles = _troubles(act)
            await act.say(
                settings_text.settings_changed(names, before, after, act.settings, troubles)
            )

    def _overview(self, act: Act, request: SettingsRequest) -> str:
        return settings_text.settings(
            self.cache.chosen(act.scope),
            act.settings,
            act.prefix,
            may_change=_may_change(act),
            menu=act.bot.taken_buttons.taken,
            personal=act.guild is None,
            shown=request.shown,
            troubles=_troubles(act),
        )

    def _menu(self, act: Act, request: SettingsRequest) -> View | None:
        """The settings to change, or what one may be changed to; None for who may not change it."""
        if not _may_change(act):
            return None
        chosen, current = self.cache.chosen(act.scope), act.settings
        if request.shown[1:] or not request.shown:
            settings = request.shown or (PERSONAL if act.guild is None else tuple(Setting))
            lines = {one: settings_text.setting_label(one, chosen, current) for one in settings}
            words = {line: one.value for one, line in lines.items()}
            return view_of([menu(CHANGE, _options(words))])
        (setting,) = request.shown
        values = {shown: f"{setting.value} {word}" for shown, word in _values(setting, act).items()}
        return view_of([menu(CHANGE, _options(values))]) if values else None

    async def _change(
        self, act: Act, request: SettingsRequest
    ) -> tuple[list[Setting], Preferences, Preferences]:
        """Change settings: which, and how they were and are now."""
        if not _may_change(act):
            raise UserError(SettingsProblem.MAY_NOT_SET)
        before = self.cache.chosen(act.scope)
        after = await self.cache.change(
            act.scope,
            act.person.id if act.guild is None else None,
            partial(apply_changes, changes=request.changes, channels=_channels(act)),
        )
        return [name for name, _ in request.changes], before, after

    async def languages(self, _place: Place, typed: str, _chosen: Chosen) -> dict[str, str]:
        """The languages whose name contains what was typed."""
        wanted = plain_name(typed)
        return {NAMES[code]: code for name, code in CODES.items() if wanted in name}

    async def levels(self, place: Place, typed: str, _chosen: Chosen) -> dict[str, str]:
        """The levels whose name contains what was typed, with their strength on the usual board."""
        return offered_levels(typed, "", place.settings)

    async def games(self, _place: Place, typed: str, _chosen: Chosen) -> dict[str, str]:
        """The games whose name contains what was typed."""
        return offered_games(typed)


def _values(setting: Setting, act: Act) -> dict[str, str]:
    """What a setting may be changed to, by what is shown; none where anything may be typed."""
    match setting:
        case Setting.GAME:
            return offered_games("")
        case Setting.LEVEL:
            return offered_levels("", "", act.settings)
        case _:
            return settings_text.setting_values(setting)


def _options(words: Mapping[str, str]) -> Iterator[discord.SelectOption]:
    """An option for each thing to do, by what is shown: the words after `settings`."""
    for shown, asked in words.items():
        yield option(shown, doing(f"settings {asked}"))


def _troubles(act: Act) -> dict[Setting, UserError]:
    """Why settings cannot do what they say: no thread can be opened, and no puzzle be posted."""
    home = act.here if isinstance(act.here, discord.TextChannel) else None
    lacking = home and act.settings.threads and lacking_for_threads(home)
    found = {Setting.THREADS: missing(lacking, home)} if lacking else {}
    post, guild = act.settings.puzzle, act.server
    channel = post and guild and guild.get_channel_or_thread(post.channel)
    if isinstance(channel, discord.abc.Messageable):
        try:
            check_writable(channel)
        except UserError as error:
            found[Setting.PUZZLE] = error
    return found


def _may_change(act: Act) -> bool:
    """Whether a person may change the settings. In direct messages everybody may."""
    return act.guild is None or act.permissions.manage_guild


def _check_settings(act: Act, request: SettingsRequest) -> None:
    """Raise UserError for settings that do not exist in direct messages."""
    asked = [*request.shown, *(setting for setting, value in request.changes if value != RESET)]
    for setting in asked:
        if setting not in PERSONAL:
            act.check_in_server(setting.value)


def _channels(act: Act) -> GuildChannels:
    """The channels of a server where people can write, and the channel of the command."""
    if act.server is None:
        return GuildChannels()
    kinds = (discord.abc.Messageable, discord.ForumChannel)
    names = {ChannelId(c.id): c.name for c in act.server.channels if isinstance(c, kinds)}
    return GuildChannels(names, act.parent or act.channel)
