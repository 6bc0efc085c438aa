"""The channels in which games are played: found, opened as threads, their languages and rights."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Final, Protocol

import discord
from discord.ext import commands

from bot.edge.discord_internals.requests import page_after
from bot.edge.sending.answers import Interaction
from bot.edge.sending.messages import channel_errors, is_adrift, with_retries
from bot.edge.sending.refusals import is_in_time_out, is_unknown_person, takes_no_thread
from bot.errors import ChannelClosed, Problem, UserError
from bot.match.session import ChannelId, GameId, GuildId, MessageId, Person, UserId, scope_of
from bot.pool.bounds import BoundedDict
from bot.show import text
from bot.store.guild_settings import GuildSettingsCache

AnyChannel = discord.abc.Messageable | discord.abc.GuildChannel | discord.abc.PrivateChannel | None

_NEEDED: Final = ("view_channel", "send_messages", "embed_links", "attach_files")
"""The permissions that the bot needs to show boards, the most important first."""
_NEEDED_FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""The permissions for a thread, the more important first."""
_LONGEST_NAME: Final = 100
"""The most characters of a name in the database. Discord's names have up to 32."""
_REMEMBERED: Final = 10_000
"""The number of channels for which the language of the last slash command is remembered."""
_DAY: Final = 1_440
"""Minutes after which Discord hides a quiet thread. A new message brings it back."""

GameChannel = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
)
"""Where games are played."""


async def channel_with(bot: commands.Bot, channel: ChannelId) -> GameChannel:
    """Return a channel by its id.

    Raises ChannelClosed if it is gone, hidden from the bot, or of a kind in which nobody writes.
    """
    with channel_errors():
        found = bot.get_channel(channel) or await bot.fetch_channel(channel)
    if not isinstance(found, GameChannel):
        raise ChannelClosed(f"nobody writes in channel {channel}: it is a {type(found).__name__}")
    return found


async def is_next(
    bot: commands.Bot, channel: discord.abc.Messageable, before: MessageId, message: MessageId
) -> bool:
    """Whether a message is the next one after another, but for those of the bot.

    Discord is asked, so that it is the same after a restart. False if it does not say.
    """
    lost: list[int] = []
    try:
        page = await page_after(channel, before, lambda unread, _: lost.append(unread))
    except (discord.HTTPException, discord.ClientException):  # of the second: see `is_adrift`
        return False
    others = (one.id for one in page.messages if one.author != bot.user)
    return not lost and next(others, None) == message


class Played(Protocol):
    """Which game it is, and where it is played: a Session, a LiveGame and a WaitingGame say so."""

    @property
    def game(self) -> GameId | None:
        """The id of the game; None for a channel in which one may begin."""

    @property
    def channel(self) -> ChannelId:
        """The channel of the game."""

    @property
    def guild(self) -> GuildId | None:
        """The server of the channel; None in direct messages."""


async def open_channel(
    bot: commands.Bot,
    note_closed: Callable[[ChannelId], Awaitable[None]],
    game: Played,
    *,
    writing: bool = True,
) -> GameChannel:
    """Return the channel of a game. Raises ChannelClosed, and notes that, if it is closed.

    What the gateway has told is not requested again: that the bot has left the server, or may not
    see the channel, or may not write there if it wants to. An outage (`is_out`) closes nothing.
    """
    guild = None if game.guild is None else bot.get_guild(game.guild)
    try:
        if game.guild is not None and guild is None:
            raise ChannelClosed(f"the bot is not in server {game.guild}")
        channel = await channel_with(bot, game.channel)
        if may_not_play(channel, writing=writing):
            raise ChannelClosed(f"the bot may not play in channel {game.channel}")
    except ChannelClosed:
        if not is_out(bot, game.guild):
            await note_closed(game.channel)
        raise
    return channel


def is_out(bot: commands.Bot, server: GuildId | None) -> bool:
    """Whether Discord calls a server unavailable: then none of its channels counts as closed."""
    guild = None if server is None else bot.get_guild(server)
    return guild is not None and guild.unavailable


def may_not_play(channel: Any, *, writing: bool = True) -> bool:
    """Whether permissions, rather than a time-out, keep the bot out of a channel."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    me: discord.Member | None = channel.guild.me
    if me is None or is_adrift(channel):
        return False
    allowed, in_thread = channel.permissions_for(me), isinstance(channel, discord.Thread)
    may_write = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    if allowed.view_channel and (may_write or not writing):
        return False
    # the first is by the host's clock, as are the permissions
    return not (me.is_timed_out() or is_in_time_out(me))


def thread_home(channel: GameChannel) -> discord.TextChannel | None:
    """The channel in which threads for games of a channel are opened; None if it can have none."""
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        return parent if isinstance(parent, discord.TextChannel) else None
    return channel if isinstance(channel, discord.TextChannel) else None


def lacking_for_threads(home: discord.TextChannel) -> str | None:
    """The permission that the bot lacks to open threads in a channel, as Discord shows it."""
    allowed = home.permissions_for(home.guild.me)
    lacking = next((name for name in _NEEDED_FOR_THREADS if not getattr(allowed, name)), None)
    return None if lacking is None else lacking.replace("_", " ").title()


async def add_thread(
    home: discord.TextChannel, name: str, typed: discord.Message | None = None
) -> discord.Thread:
    """Open a thread in a channel, below the message that asked for it if that takes one."""
    if typed is not None:
        try:
            return await typed.create_thread(name=name, auto_archive_duration=_DAY)
        except discord.HTTPException as error:
            if not takes_no_thread(error):
                raise
    kinds = discord.ChannelType
    kind = kinds.news_thread if home.is_news() else kinds.public_thread
    return await home.create_thread(name=name, type=kind, auto_archive_duration=_DAY)


async def open_thread(
    home: discord.TextChannel, name: str, taken: frozenset[int], since: datetime
) -> discord.Thread:
    """Open a thread with retries, or return the one that an interrupted try has opened.

    `taken` are threads that belong to others, and `since` is the earliest time of the first try.
    Raises ChannelClosed.
    """
    for thread in home.threads:
        opened = thread.created_at
        if (
            (thread.name, thread.owner_id) == (name, home.guild.me.id)
            and thread.id not in taken
            and (opened is None or opened >= since)
        ):
            return thread
    with channel_errors(home):
        return await with_retries(
            lambda: add_thread(home, name),
            lambda: next((t for t in home.threads if t.name == name and t.id not in taken), None),
        )


def check_writable(channel: Any) -> None:
    """Raise UserError if the bot may not write in a channel. It names the missing permission."""
    lacking = _lacking(channel)
    if lacking and lacking[0].startswith(("view", "send")):
        raise missing(lacking[0], channel)


def refused(channel: Any) -> UserError:
    """The error for a channel that Discord calls closed. It names a permission that is missing."""
    lacking = _lacking(channel)
    return missing(lacking[0], channel) if lacking else UserError(Problem.DISCORD_DOWN)


def missing(permission: str, channel: Any) -> UserError:
    """The error for a permission that the bot lacks in a channel."""
    shown = permission.replace("_", " ").title()
    name = getattr(channel, "name", None) or ""
    return UserError(Problem.MISSING_PERMISSION, permission=shown, channel=name)


def may_view(channel: Any) -> bool:
    """Whether the bot sees a channel, as far as it knows."""
    return "view_channel" not in _lacking(channel)


def _lacking(channel: Any) -> list[str]:
    """The permissions that the bot lacks in a channel, the most important first."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or is_adrift(channel):
        return []
    me: object = channel.guild.me
    if not isinstance(me, discord.Member) or not channel.guild.roles:
        return []  # a server without the bot shows no roles
    allowed = channel.permissions_for(me)
    if isinstance(channel, discord.Thread):
        needed = tuple(n.replace("send_messages", "send_messages_in_threads") for n in _NEEDED)
    else:
        needed = _NEEDED
    return [name for name in needed if not getattr(allowed, name)]


def player(user: discord.User | discord.Member) -> Person:
    """A Discord user as a player, with a name that every database takes.

    JSON can say half a character, which UTF-8 cannot, and NUL, which PostgreSQL does not store.
    """
    name = user.display_name.encode(errors="replace").decode().replace("\0", "?")
    return Person(UserId(user.id), name[:_LONGEST_NAME])


def named_in(press: Interaction) -> Iterator[discord.User | discord.Member]:
    """The people whom an interaction names: who uses it, its options, and who is in its message."""
    yield press.user
    for _, option in press.namespace:
        if isinstance(option, discord.User | discord.Member):
            yield option
    if press.message is not None:
        yield from press.message.mentions
        if (asked := press.message.interaction_metadata) is not None:
            yield asked.user


async def member_of(guild: discord.Guild | None, user: UserId) -> discord.Member:
    """Return a member by id. Raises UserError if the server has no such member."""
    if guild is None:
        raise UserError(Problem.NO_SUCH_MEMBER)
    try:
        return guild.get_member(user) or await guild.fetch_member(user)
    except discord.HTTPException as error:
        if not is_unknown_person(error):
            raise
        raise UserError(Problem.NO_SUCH_MEMBER) from error


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

    def answering(
        self,
        channel: ChannelId,
        server: discord.Guild | None,
        locale: str,
        *,
        from_now_on: bool = False,
    ) -> AbstractContextManager[None]:
        """Set the languages of an answer: one for the channel, one for the person alone.

        The person reads in the language `locale`; `from_now_on` the channel keeps it.
        """
        if from_now_on:
            self._used[channel] = locale
        return text.speaking(self.of(channel, server), self.of(channel, server, locale))

    def in_channel(self, channel: ChannelId, place: AnyChannel) -> AbstractContextManager[None]:
        """Set the language of a channel to which the bot writes by itself."""
        return text.speaking(self.of(channel, getattr(place, "guild", None)))

    def of(self, channel: ChannelId, guild: discord.Guild | None, locale: str | None = None) -> str:
        """The language of a channel, or of a person there whose client has one."""
        chosen = self._guild_settings.chosen(
            scope_of(channel, GuildId(guild.id) if guild else None)
        ).language
        locale = locale or self._used.get(channel)
        return text.pick(chosen, locale, _preferred(guild), self._default)


def _preferred(guild: discord.Guild | None) -> str | None:
    """The language that a server has chosen in Discord, or None.

    Only community servers can choose. All others have American English, which says nothing.
    """
    if guild is None:
        return None
    locale = guild.preferred_locale
    chosen = locale is not discord.Locale.american_english or "COMMUNITY" in guild.features
    return locale.value if chosen else None
