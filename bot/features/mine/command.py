"""The typed command `!ttt mine`. The slash command is `/mine`, see `MineCog`."""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.places import CommandChannels, Context
from bot.features.mine.buttons import MineCog, invitation_view
from bot.features.mine.text import invitation


class MineCommands(TttGroup):
    """The command that lists the games of who asks."""

    own_games: MineCog

    @subcommand(TttGroup.ttt, CommandChannels.ANY, with_app_command=False)
    async def mine(self, ctx: Context) -> None:
        """Your games everywhere: in a server behind a button, because all would read them."""
        if ctx.guild is None:
            await ctx.send(await self.own_games.listed(ctx, user_of(ctx)))
        else:
            self.check_buttons()
            await ctx.send(invitation(), view=invitation_view())
