"""Finds the channels of games by their ids."""

from __future__ import annotations

from bot.edge.cog import GameBot, channel_with
from bot.edge.screens import GameChannel
from bot.errors import ChannelClosed
from bot.games.games import Games
from bot.match.session import ChannelId


async def open_channel(bot: GameBot, games: Games, channel: ChannelId) -> GameChannel:
    """Return the channel of a game. Raises ChannelClosed, and ends the game if it stays closed."""
    try:
        return await channel_with(bot, channel)
    except ChannelClosed:
        await games.note_closed(channel)
        raise
