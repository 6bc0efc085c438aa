"""The command `!ttt coach`."""

from __future__ import annotations

from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, user_of
from bot.edge.places import CommandChannels, Context
from bot.features.personal.coach.store import CoachStore
from bot.games.coaching import Coaching
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import Coach
from bot.show import text


class CoachCommands(TttGroup):
    """The command with which a person chooses a coach."""

    games: Games
    coaching: Coaching
    coaches: CoachStore

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    @app_commands.describe(when="before or after each of your moves, or off")
    @app_commands.choices(
        when=[app_commands.Choice(name=coach.value, value=coach.value) for coach in Coach]
    )
    async def coach(self, ctx: Context, *, when: str = "") -> None:
        """A recommendation before each of your moves, or a word after it."""
        if not when.strip():
            await self._tell_coach(ctx)
            return
        coach = grammar.parse_coach(when)
        await self.coaches.choose(user_of(ctx), coach)
        if not await self.coaching.set_coach(
            self.screen(ctx), channel_of(ctx), user_of(ctx), coach
        ):
            await ctx.send(text.coach_remembered(coach), ephemeral=True)

    async def _tell_coach(self, ctx: Context) -> None:
        """Say which coach a person has, and which there are."""
        user, session = user_of(ctx), await self.games.find(channel_of(ctx))
        playing = session is not None and session.is_played_by(user)
        if session is not None and playing:
            coach = session.coach_of(session.side_of(user))
        else:
            coach = await self.coaches.chosen(user)
        told = text.coach_now(coach, self.prefix(ctx), playing=playing)
        await ctx.send(told, ephemeral=True)
