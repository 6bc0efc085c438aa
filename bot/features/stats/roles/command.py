"""The typed command `!ttt roles`. The slash command is `/roles`, see `RolesCog`."""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup
from bot.edge.places import CommandChannels, Context
from bot.features.stats.roles.cog import RolesCog


class RolesCommands(TttGroup):
    """The command for roles that are given for ratings."""

    rating_roles: RolesCog

    @subcommand(TttGroup.ttt, CommandChannels.ANY, with_app_command=False)
    async def roles(self, ctx: Context, *, words: str = "") -> None:
        """Roles that Kinarow gives to whoever has a rating: `roles @Master 1600 connect4`."""
        await ctx.send(await self.rating_roles.answer(ctx, words))
