"""Finds the channels of games by their ids."""

from __future__ import annotations

from typing import Any, Protocol

import discord

from bot.edge.cog import GameBot
from bot.edge.screens import GameChannel, channel_with
from bot.edge.sending import is_in_time_out
from bot.errors import ChannelClosed
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId


class Played(Protocol):
    """Which game it is, and where it is played: a Session, a LiveGame and a WaitingGame say so."""

    @property
    def game(self) -> GameId:
        """The id of the game."""

    @property
    def channel(self) -> ChannelId:
        """The channel of the game."""

    @property
    def guild(self) -> GuildId | None:
        """The server of the channel; None in direct messages."""


async def open_channel(
    bot: GameBot, games: Games, game: Played, *, writing: bool = True
) -> GameChannel:
    """Return the channel of a game. Raises ChannelClosed, and ends the game if it stays closed.

    What the gateway has told is not asked for: that the bot is not in the server any more, or may
    not see the channel, or write there if it wants to. While Discord calls a server unavailable, no
    channel of it counts as closed.
    """
    guild = None if game.guild is None else bot.get_guild(game.guild)
    try:
        if game.guild is not None and guild is None:
            raise ChannelClosed(f"the bot is not in server {game.guild}")
        channel = await channel_with(bot, game.channel)
        if is_closed(channel, writing=writing):
            raise ChannelClosed(f"the bot may not play in channel {game.channel}")
    except ChannelClosed:
        if guild is None or not guild.unavailable:
            await games.note_closed(game.channel)
        raise
    return channel


def is_closed(channel: Any, *, writing: bool = True) -> bool:
    """Whether permissions keep the bot from a channel, other than for the time of a time-out."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    me: discord.Member | None = channel.guild.me
    if me is None or is_in_time_out(me) or me.is_timed_out():
        return False  # the second is by the host's clock, as are the permissions below
    if not isinstance(channel, discord.Thread):
        allowed = channel.permissions_for(me)
        return not allowed.view_channel or (writing and not allowed.send_messages)
    if channel.parent is None:
        return False  # it has the permissions of a channel that is not known
    allowed = channel.permissions_for(me)
    return not allowed.view_channel or (writing and not allowed.send_messages_in_threads)
