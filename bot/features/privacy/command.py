"""The commands `!ttt privacy` and `!ttt forget`."""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.places import CommandChannels, Context
from bot.features.privacy.buttons import forget_view
from bot.features.privacy.text import forget_question, privacy


class PrivacyCommands(TttGroup):
    """The commands that say what is stored, and erase it."""

    @subcommand(TttGroup.ttt, CommandChannels.ANY)
    async def privacy(self, ctx: Context) -> None:
        """What is stored about you."""
        await self.tell(ctx, privacy(self.prefix(ctx)), ephemeral=True)

    @subcommand(TttGroup.ttt, CommandChannels.ANY)
    async def forget(self, ctx: Context) -> None:
        """Have everything that is stored about you erased."""
        self.check_buttons()
        await ctx.send(forget_question(), view=forget_view(user_of(ctx)), ephemeral=True)
