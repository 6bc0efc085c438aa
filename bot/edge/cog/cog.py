"""What every cog knows of a place: its settings, what is allowed there, what it costs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil
from typing import Any, Self, TypeVar

import discord
from discord.ext import commands

from bot.edge.cog.bot import GameBot
from bot.edge.places import (
    CommandChannels,
    Place,
    asker_at,
    channel_at,
    ids_at,
    is_alone,
    is_outside,
    may_view,
    scope_at,
    user_at,
)
from bot.edge.screens import PressScreen, ScreenOptions
from bot.errors import Problem, UserError
from bot.match.guild_settings import GuildSettings
from bot.match.session import BoardStyle, ChannelId, Session, UserId
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.text.words import SLASH

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

    def guild_settings(self, place: Place) -> GuildSettings:
        """The settings of the server where something happens."""
        return self.bot.guild_settings.of(scope_at(place))

    async def style_of(self, place: Place, user: UserId) -> BoardStyle:
        """How boards are drawn for a person there: as they have chosen, else their server."""
        return await self.bot.chosen_style(user) or self.guild_settings(place).style

    async def seen_by(self, user: UserId, session: Session) -> Session:
        """A match in the style in which a person sees what is meant for them alone."""
        return session.seen_by(user, await self.bot.chosen_style(user))

    def reads(self, place: Place) -> bool:
        """Whether the bot reads messages there that do not mention it."""
        if is_alone(place):
            return True
        return self.bot.intents.message_content and not is_outside(place) and may_view(place)

    def check_buttons(self) -> None:
        """Raise UserError where messages have no buttons, for what cannot be done without."""
        if not self.bot.buttons:
            raise UserError(Problem.NO_BUTTONS)

    def prefix(self, place: Place) -> str:
        """The prefix of commands there: `/` where the bot reads only mentions."""
        return self.guild_settings(place).prefix if self.reads(place) else SLASH

    def screen_options(self, place: Place) -> ScreenOptions:
        """The options of a screen there."""
        bot = self.bot
        typed = self.reads(place)
        return ScreenOptions(
            self.prefix(place),
            typed,
            bot.buttons,
            bot.owned,
            bot.traffic,
            bot.studio,
            bot.told,
            bot.tokens,
            bot.clock.now,
        )

    def late_screen(self, channel: ChannelId) -> PressScreen | None:
        """A screen for what comes late, where the bot can only answer; None if it is too late."""
        press = self.bot.tokens.newest(channel)
        return None if press is None else PressScreen(press, self.screen_options(press))

    async def drawn(self, place: Place, draw: Callable[[], T]) -> T:
        """Draw something for whoever did something in a place, apart from the event loop.

        Raises EngineUnavailable as `Studio.draw` does.
        """
        return await self.bot.studio.draw(text.in_current_language(draw), asker_at(place))

    def charge(self, place: Place, cost: Cost) -> None:
        """Take a cost from the allowance of who asks. Raises UserError if they have to wait."""
        person = user_at(place)
        if person is not None and (wait := self.bot.cooldowns.take(person, cost)) > 0:
            raise UserError(Problem.TOO_FAST, seconds=ceil(wait))

    async def take_turn(self, place: Place) -> None:
        """Wait until what somebody has paid for may begin, after what they asked for before."""
        person = user_at(place)
        if person is not None and (wait := self.bot.cooldowns.turn(person)) > 0:
            await asyncio.sleep(wait)

    def may_play(self, place: Place) -> bool:
        """Whether games may be played there: in the channels that a server has chosen."""
        return self.guild_settings(place).plays_in(*ids_at(place))

    async def check_channel(
        self, place: Place, allowed: CommandChannels = CommandChannels.PLAYABLE
    ) -> None:
        """Raise UserError if a command may not be used there. It names the channels for games."""
        if allowed is CommandChannels.ANY or self.may_play(place):
            return
        if allowed is CommandChannels.WITH_GAME and await self.bot.store.load(
            ChannelId(channel_at(place).id)
        ):
            return
        chosen = self.bot.guild_settings.chosen(scope_at(place))
        raise UserError(Problem.ELSEWHERE, places=" ".join(map(str, chosen.channels)))
