"""The channels that games are played in, by their ids."""

from __future__ import annotations

from bot.edge.cog import GameBot, channel_with
from bot.edge.screens import GameChannel
from bot.errors import ChannelClosed
from bot.games.games import Games
from bot.match.session import ChannelId


async def open_channel(bot: GameBot, games: Games, channel: ChannelId) -> GameChannel:
    """The channel of a game; raises ChannelClosed, and the second time the game is over."""
    try:
        return await channel_with(bot, channel)
    except ChannelClosed:
        await games.found_closed(channel)
        raise
