"""The commands `!ttt stats` and `!ttt top`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.options import Options
from bot.edge.places import Context, is_alone, member_at, scope_at
from bot.features.stats import text as stats_text
from bot.match import grammar
from bot.match.results import LEADERBOARD_SIZE
from bot.match.session import BOT_NAME, UserId
from bot.store.results import Results


class StatsOptions(Options):
    """The options of `/ttt stats`."""

    member: discord.User | None = commands.flag(
        default=None, description="whose; without one, yours"
    )
    game: str | None = commands.flag(default=None, description="one game, such as connect4")

    @property
    def words(self) -> str:
        """The typed words, or the chosen options as words."""
        if self.typed:
            return self.typed
        member = self.member.mention if self.member else None
        return " ".join(word for word in (member, self.game) if word)


class StatsCommands(TttGroup):
    """The commands for results, ratings and the leaderboard."""

    results: Results

    @subcommand(TttGroup.ttt)
    async def stats(self, ctx: Context, *, options: StatsOptions) -> None:
        """Results and ratings, yours or a member's, and between the two of you."""
        member, rules = grammar.parse_stats(options.words)
        results, scope, asker = self.results, scope_at(ctx), user_of(ctx)
        if member == ctx.me.id:
            found = await results.versus(scope, asker, None, rules)
            await ctx.send(stats_text.versus(ctx.author.display_name, BOT_NAME, found))
            return
        user = UserId(asker if member is None else member)
        name = await _name(ctx, user)
        answer = [stats_text.stats(name, await results.stats(scope, user, rules), rules)]
        if user != asker:
            found = await results.versus(scope, asker, user, rules)
            answer.append(stats_text.versus(ctx.author.display_name, name, found))
        await self.tell(ctx, "\n".join(answer))

    @subcommand(TttGroup.ttt)
    @app_commands.describe(game="such as connect4; without one, what is played most here")
    async def top(self, ctx: Context, *, game: str = "") -> None:
        """The best of this server at a game, and your place among them."""
        results, scope = self.results, scope_at(ctx)
        rules = (
            grammar.parse_top(game)
            or await results.favourite(scope)
            or self.guild_settings(ctx).game
        )
        leaderboard = await results.top(scope, rules, user_of(ctx), LEADERBOARD_SIZE)
        shared = not is_alone(ctx)
        await self.tell(ctx, stats_text.leaderboard(leaderboard, self.prefix(ctx), shared=shared))


async def _name(ctx: Context, user: UserId) -> str:
    """Return a person's name in this server. Raises UserError if they are not a member."""
    if user == ctx.author.id:
        return ctx.author.display_name
    return (await member_at(ctx, user)).display_name
