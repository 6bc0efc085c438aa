"""The commands `!ttt privacy` and `!ttt forget`."""

from __future__ import annotations

from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.places import CommandChannels, Context
from bot.edge.sending import acknowledge
from bot.features.privacy.buttons import PrivacyCog, forget_view
from bot.features.privacy.text import CONFIRMED, forget_question, forgotten, privacy
from bot.show import text


class PrivacyCommands(TttGroup):
    """The commands that say what is stored, and erase it."""

    eraser: PrivacyCog

    @subcommand(TttGroup.ttt, CommandChannels.ANY)
    async def privacy(self, ctx: Context) -> None:
        """What is stored about you."""
        await self.tell(ctx, privacy(self.prefix(ctx)), ephemeral=True)

    @subcommand(TttGroup.ttt, CommandChannels.ANY)
    @app_commands.describe(confirm="erase: yes, all of it")
    async def forget(self, ctx: Context, *, confirm: str = "") -> None:
        """Have everything that is stored about you erased."""
        user = user_of(ctx)
        if confirm.strip().lower() == CONFIRMED:
            if ctx.interaction is not None:
                await acknowledge(ctx.interaction, ephemeral=True)
            await self.eraser.erase(user)
            with text.privately():
                await ctx.send(forgotten(), ephemeral=True)
        elif self.bot.buttons:
            question = forget_question(self.prefix(ctx))
            await ctx.send(question, view=forget_view(user), ephemeral=True)
        else:
            await ctx.send(forget_question(self.prefix(ctx)), ephemeral=True)
