"""The command `!ttt style`, and what `!ttt board` shows besides the board."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, user_of
from bot.edge.places import CommandChannels, Context
from bot.features.personal.looks.grammar import DEFAULT, View, parse_choice
from bot.features.personal.looks.page import view_page
from bot.features.personal.looks.store import StyleStore
from bot.features.personal.looks.text import style_remembered
from bot.games.games import Games
from bot.match.session import CHOOSABLE_STYLES


class LookCommands(TttGroup):
    """The commands with which a person chooses what boards look like."""

    games: Games
    styles: StyleStore

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME)
    @app_commands.describe(
        style="text for screen readers; emoji; image; light, a bright image; default"
    )
    @app_commands.choices(
        style=[
            app_commands.Choice(name=word, value=word)
            for word in (*(style.value for style in CHOOSABLE_STYLES), DEFAULT)
        ]
    )
    async def style(self, ctx: Context, *, style: str = "") -> None:
        """How your boards are drawn from now on: emoji, text, image or light."""
        chosen, user = parse_choice(style), user_of(ctx)
        await self.styles.choose(user, chosen)
        shown = chosen or self.guild_settings(ctx).style
        if not await self.games.restyle(self.screen(ctx), channel_of(ctx), user, shown):
            await ctx.send(style_remembered(chosen), ephemeral=True)

    async def show_view(self, ctx: Context, view: View) -> None:
        """Show the board of the channel's game, or of its last one, in another way."""
        session, screen = await self.games.latest(channel_of(ctx)), self.screen(ctx)
        session = await self.seen_by(user_of(ctx), session)
        draw = partial(view_page, session, view, screen.capabilities)
        async with screen.thinking():
            await screen.post(await self.drawn(ctx, draw))
