"""What cogs that do not come in through the door know of a place, as `Place` and `Act` tell it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

import discord
from discord.ext import commands

from bot.edge.act import Act, Place, late_screen
from bot.edge.bot import GameBot
from bot.edge.places import CommandChannels, Source, asker_at
from bot.edge.places import Place as Target
from bot.edge.screens import PressScreen, ScreenOptions
from bot.errors import Problem, UserError
from bot.match.guilds import GuildSettings
from bot.match.session import BoardStyle, ChannelId, Session, UserId
from bot.pool.cooldowns import Cost
from bot.show import text

T = TypeVar("T")


class GameCog(commands.Cog):
    """A cog that knows the settings of each server, and where games may be played."""

    def __init__(self, bot: GameBot) -> None:
        self.bot = bot

    @classmethod
    def of(cls, press: discord.Interaction[Any]) -> Self:
        """Return the cog of this class of the bot that a press arrives at."""
        cog = press.client.get_cog(cls.__name__)
        assert isinstance(cog, cls), f"the bot has a {cls.__name__}"
        return cog

    def guild_settings(self, place: Target) -> GuildSettings:
        """The settings of the server where something happens."""
        return Place(self.bot, place).settings

    async def style_of(self, place: Target, user: UserId) -> BoardStyle:
        """How boards are drawn for a person there: as they have chosen, else their server."""
        return await self.bot.chosen_style(user) or self.guild_settings(place).style

    async def seen_by(self, user: UserId, session: Session) -> Session:
        """A match in the style in which a person sees what is meant for them alone."""
        return session.seen_by(user, await self.bot.chosen_style(user))

    def reads(self, place: Target) -> bool:
        """Whether the bot reads messages there that do not mention it."""
        return Place(self.bot, place).reads

    def check_buttons(self) -> None:
        """Raise UserError where messages have no buttons, for what cannot be done without."""
        if not self.bot.buttons:
            raise UserError(Problem.NO_BUTTONS)

    def prefix(self, place: Target) -> str:
        """The prefix of commands there: `/` where the bot reads only mentions."""
        return Place(self.bot, place).prefix

    def screen_options(self, place: Target) -> ScreenOptions:
        """The options of a screen there."""
        return Place(self.bot, place).screen_options

    def late_screen(self, channel: ChannelId) -> PressScreen | None:
        """A screen for what comes late, where the bot can only answer; None if it is too late."""
        return late_screen(self.bot, channel)

    async def drawn(self, place: Target, draw: Callable[[], T]) -> T:
        """Draw something for whoever did something in a place, apart from the event loop.

        Raises EngineUnavailable as `Studio.draw` does.
        """
        return await self.bot.studio.draw(text.in_current_language(draw), asker_at(place))

    def charge(self, source: Source, cost: Cost) -> None:
        """Take a cost from the allowance of the asker. Raises UserError if they have to wait."""
        Act(self.bot, source).charge(cost)

    def may_play(self, place: Target) -> bool:
        """Whether games may be played there: in the channels that a server has chosen."""
        return Place(self.bot, place).may_play

    async def check_channel(
        self, source: Source, allowed: CommandChannels = CommandChannels.PLAYABLE
    ) -> None:
        """Raise UserError if a command may not be used there. It names the channels for games."""
        await Act(self.bot, source).check_channel(allowed)
