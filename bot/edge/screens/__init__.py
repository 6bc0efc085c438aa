"""Where games are shown: a channel, the answer to a command, the answer to a press."""

from typing import Any

import discord

from bot.edge.screens.messages import (
    GameChannel,
    Played,
    channel_with,
    is_old,
    may_not_play,
    open_channel,
)
from bot.edge.screens.screen import Into, Screen, ScreenOptions

ChannelScreen = Screen
PressScreen = Screen
BaseScreen = Screen


def EditScreen(press: discord.Interaction[Any], options: ScreenOptions) -> Screen:  # noqa: N802 - as a class
    return Screen(press, options, Into.PRESSED)


def PrivateScreen(press: discord.Interaction[Any], options: ScreenOptions) -> Screen:  # noqa: N802 - as a class
    return Screen(press, options, Into.ALONE)


HintScreen = Screen


def OfferScreen(  # noqa: N802 - as a class
    press: discord.Interaction[Any], options: ScreenOptions, words: str | None = None
) -> Screen:
    return Screen(press, options, Into.OFFER, words=words)


__all__ = [
    "GameChannel",
    "Into",
    "Played",
    "Screen",
    "ScreenOptions",
    "channel_with",
    "is_old",
    "may_not_play",
    "open_channel",
]
