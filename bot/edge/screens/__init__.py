"""Where games are shown: a channel, the answer to a command, the answer to a press."""

from bot.edge.screens.base import ScreenOptions
from bot.edge.screens.channel import ChannelScreen, GameChannel, channel_with
from bot.edge.screens.messages import is_old
from bot.edge.screens.press import EditScreen, HintScreen, OfferScreen, PressScreen, PrivateScreen

__all__ = [
    "ChannelScreen",
    "EditScreen",
    "GameChannel",
    "HintScreen",
    "OfferScreen",
    "PressScreen",
    "PrivateScreen",
    "ScreenOptions",
    "channel_with",
    "is_old",
]
