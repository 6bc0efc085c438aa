"""Reads from a Discord object in which channel and server it is, and what the bot may do there."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any, Final

import discord
from discord.ext import commands

from bot.edge.sending import can_only_answer, is_unknown_person
from bot.errors import Problem, UserError
from bot.match.session import ChannelId, GuildId, Person, ScopeId, Session, UserId, scope_of
from bot.pool.queue import Asker

Context = commands.Context[Any]
Interaction = discord.Interaction[Any]
Source = Context | discord.Message | Interaction
"""What a person did: a command, a typed message or an interaction."""
Place = Source | discord.abc.Messageable
"""Something that has a channel: what a person did, or the channel itself."""

_NEEDED: Final = ("view_channel", "send_messages", "embed_links", "attach_files")
"""The permissions that the bot needs to show boards, the most important first."""

TARGET: Final = "target"
"""The key in the extras of an interaction for the person in whose menu a command was used."""


class CommandChannels(Enum):
    """The channels of a server in which a command may be used."""

    PLAYABLE = auto()
    """Those in which games may be played."""
    WITH_GAME = auto()
    """Those in which games may be played, and any with a live game, so that it can be finished."""
    ANY = auto()
    """Every channel."""


def guild_at(place: Place) -> discord.Guild | None:
    """The server of a place; None in direct messages."""
    guild: discord.Guild | None = getattr(place, "guild", None)
    return guild


def guild_id_at(place: Place) -> GuildId | None:
    """The id of the server of a place; None in direct messages."""
    guild = guild_at(place)
    return GuildId(guild.id) if guild else None


def channel_at(place: Place) -> Any:
    """The channel of a place."""
    return getattr(place, "channel", place)


def scope_at(place: Place) -> ScopeId:
    """The scope of a place: what people there share is kept by it, such as settings."""
    guild, channel = guild_at(place), channel_at(place)
    number = ChannelId(channel.id if channel else 0)
    return scope_of(number, GuildId(guild.id) if guild else None)


def user_at(place: Place) -> UserId | None:
    """Who did something there; None where nobody did, but the bot by itself."""
    user = getattr(place, "user" if isinstance(place, discord.Interaction) else "author", None)
    return None if user is None else UserId(user.id)


def asker_at(place: Place) -> Asker:
    """For whom something is done there."""
    guild, channel = guild_at(place), channel_at(place)
    return Asker(
        user_at(place),
        None if guild is None else GuildId(guild.id),
        None if channel is None else ChannelId(channel.id),
    )


def is_outside(place: Place) -> bool:
    """Whether the bot is no member there: it hears nothing, and can only answer interactions.

    So it is in group chats, in direct messages between others, and in servers that it was not
    invited to. People use it there who have added it to their account.
    """
    press = press_at(place)
    return press is not None and can_only_answer(press)


def is_hidden(place: Place) -> bool:
    """Whether Discord shows the bot's answers there only to the person who gets them.

    A server may say so of apps that were not added to the server itself.
    """
    press = press_at(place)
    if press is None or press.guild_id is None or not is_outside(place):
        return False
    return not press.is_guild_integration() and not press.permissions.use_external_apps


def is_alone(place: Place) -> bool:
    """Whether a person is alone with the bot there, in its direct messages."""
    return guild_at(place) is None and not is_outside(place)


def check_company(place: Place) -> None:
    """Raise UserError where nobody else could join a game."""
    if is_alone(place):
        raise UserError(Problem.NOBODY_ELSE)
    check_shown(place)


def check_shown(place: Place) -> None:
    """Raise UserError where only who asks sees what the bot answers."""
    if is_hidden(place):
        raise UserError(Problem.HIDDEN_ANSWERS)


def check_member(place: Place) -> None:
    """Raise UserError where the bot is no member, for what it cannot do there."""
    if is_outside(place):
        raise UserError(Problem.NOT_A_MEMBER)


def has_threads(place: Place) -> bool:
    """Whether a thread for a game can be opened there."""
    return isinstance(channel_at(place), discord.TextChannel) and not is_outside(place)


def check_untimed(place: Place, *, timed: bool) -> None:
    """Raise UserError for a time for moves or votes where nobody can keep it."""
    if timed and is_outside(place):
        raise UserError(Problem.NO_CLOCK)


def asker_of(place: Source) -> discord.User | discord.Member:
    """The person who has done something."""
    return place.user if isinstance(place, discord.Interaction) else place.author


def press_at(place: Place) -> Interaction | None:
    """The interaction by which somebody has done something; None for what was typed."""
    source = place.interaction if isinstance(place, commands.Context) else place
    return source if isinstance(source, discord.Interaction) else None


def ids_at(place: Place) -> tuple[ChannelId | None, ...]:
    """The id of the channel of a place, and of the channel that it is a thread of."""
    channel = channel_at(place)
    if channel is None:
        return ()
    return ChannelId(channel.id), getattr(channel, "parent_id", None)


def player(user: discord.User | discord.Member) -> Person:
    """A user of Discord as a player."""
    return Person(UserId(user.id), user.display_name)


async def member_at(place: Source, user: UserId) -> discord.User | discord.Member:
    """Return a person by id, as people see them there. Raises UserError if nobody has it.

    Outside its servers the bot knows only the people whom an interaction names.
    """
    press = press_at(place)
    if press is not None and (target := press.extras.get(TARGET)) is not None:
        assert isinstance(target, discord.User | discord.Member), "menus are those of people"
        if target.id == user:
            return target
    if press is None or not is_outside(place):
        return await member_of(guild_at(place), user)
    found = next((person for person in _named(press) if person.id == user), None)
    if found is None:
        raise UserError(Problem.PICK_OPPONENT)
    return found


def _named(press: Interaction) -> Iterator[discord.User | discord.Member]:
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
    """Return a member by id. Raises UserError if the server has none with it."""
    if guild is None:
        raise UserError(Problem.NO_SUCH_MEMBER)
    try:
        return guild.get_member(user) or await guild.fetch_member(user)
    except discord.HTTPException as error:
        if not is_unknown_person(error):
            raise
        raise UserError(Problem.NO_SUCH_MEMBER) from error


def may_see(source: Context | Interaction, session: Session) -> bool:
    """Whether a person may see a game: it was played here, or in a channel that they can view.

    Games of deleted or hidden channels and of private threads are only for their players.
    """
    if session.channel in ids_at(source)[:1]:
        return True
    if source.guild is None or session.guild != source.guild.id:
        return False
    asker = asker_of(source)
    place = source.guild.get_channel_or_thread(session.channel)
    if place is None or (isinstance(place, discord.Thread) and place.is_private()):
        return any(person.id == asker.id for person in session.people)
    assert isinstance(asker, discord.Member), "in a server people are members"
    return place.permissions_for(asker).view_channel


def may_write(
    channel: discord.abc.MessageableChannel, me: discord.Member | discord.ClientUser
) -> None:
    """Raise UserError if the bot may not write in a channel. It names the missing permission."""
    lacking = _lacking(channel, me)
    if lacking and lacking[0].startswith(("view", "send")):
        raise missing(lacking[0], channel)


def refused(channel: Any) -> UserError:
    """The error for a channel that Discord calls closed. It names a permission that is missing."""
    guild = getattr(channel, "guild", None)
    lacking = _lacking(channel, guild.me) if guild is not None else []
    return missing(lacking[0], channel) if lacking else UserError(Problem.DISCORD_DOWN)


def missing(permission: str, channel: Any) -> UserError:
    """The error for a permission that the bot lacks in a channel."""
    shown = permission.replace("_", " ").title()
    name = getattr(channel, "name", None) or ""
    return UserError(Problem.MISSING_PERMISSION, permission=shown, channel=name)


def _lacking(channel: Any, me: object) -> list[str]:
    """The permissions that the bot lacks in a channel, the most important first."""
    placed = isinstance(channel, discord.abc.GuildChannel | discord.Thread)
    if not placed or not isinstance(me, discord.Member):
        return []
    if not channel.guild.roles:  # a server that the bot is no member of shows none
        return []
    allowed = channel.permissions_for(me)
    if isinstance(channel, discord.Thread):
        needed = tuple(n.replace("send_messages", "send_messages_in_threads") for n in _NEEDED)
    else:
        needed = _NEEDED
    return [name for name in needed if not getattr(allowed, name)]


def may_view(place: Place) -> bool:
    """Whether the bot sees the channel of a place, as far as it knows."""
    guild = guild_at(place)
    return guild is None or "view_channel" not in _lacking(channel_at(place), guild.me)
