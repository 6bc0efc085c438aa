"""The commands `!ttt stats` and `!ttt top`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.options import Options
from bot.edge.places import Context, member_at, player, scope_at
from bot.features.stats import text as stats_text
from bot.match import grammar
from bot.match.results import LEADERBOARD_SIZE
from bot.match.session import BOT_NAME, Person, ScopeId
from bot.pool.cooldowns import Cost
from bot.store.results import Results
from engine import Rules


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

    @subcommand(TttGroup.ttt, cost=Cost.SEARCH)
    async def stats(self, ctx: Context, *, options: StatsOptions) -> None:
        """Results and ratings, yours or a member's, and between the two of you."""
        member, rules = grammar.parse_stats(options.words)
        asker = player(ctx.author)
        if member == ctx.me.id:
            about = None
        elif member in {None, asker.id}:
            about = asker
        else:
            about = player(await member_at(ctx, member))
        await self.tell(ctx, await told(self.results, scope_at(ctx), asker, about, rules))

    @subcommand(TttGroup.ttt, cost=Cost.SEARCH)
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
        shared = ctx.guild is not None
        await self.tell(ctx, stats_text.leaderboard(leaderboard, self.prefix(ctx), shared=shared))


async def told(
    results: Results, scope: ScopeId, asker: Person, about: Person | None, rules: Rules | None
) -> str:
    """What is known of a person, or between who asks and Kinarow if it is about None."""
    if about is None:
        found = await results.versus(scope, asker.id, None, rules)
        return stats_text.versus(asker.name, BOT_NAME, found)
    words = stats_text.stats(about.name, await results.stats(scope, about.id, rules), rules)
    if about.id == asker.id:
        return words
    found = await results.versus(scope, asker.id, about.id, rules)
    return "\n".join((words, stats_text.versus(asker.name, about.name, found)))
