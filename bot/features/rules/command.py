"""The typed command `!ttt rules`."""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of
from bot.edge.places import CommandChannels, Context
from bot.features.rules.text import rules_of
from bot.games.games import Games
from bot.match import grammar


class RulesCommands(TttGroup):
    """The command that tells how a game is won."""

    games: Games

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME, with_app_command=False)
    async def rules(self, ctx: Context, *, game: str = "") -> None:
        """How a game is played and won: the one that is on here, the usual one, or another."""
        session = None if game.strip() else await self.games.find(channel_of(ctx))
        if session is not None:
            await ctx.send(
                rules_of(session.rules, swap=session.swap, swap2=session.swap2 is not None)
            )
        else:
            usual = self.guild_settings(ctx).game
            await ctx.send(rules_of(grammar.parse_game(game) if game.strip() else usual))
