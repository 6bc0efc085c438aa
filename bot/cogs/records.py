"""The commands about people: `!ttt stats`, `top`, `puzzle`, `privacy` and `forget`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot import grammar, text
from bot.cogs.answer import subcommand
from bot.cogs.group import Context, TttGroup, user_of
from bot.cogs.options import Options
from bot.cogs.people import PeopleCog
from bot.cogs.places import Where, scope_at
from bot.cogs.puzzles import PuzzleCog
from bot.record import PLACES
from bot.session import BOT_NAME, UserId
from bot.views import forget_view


class StatsOptions(Options):
    """The options of `/ttt stats`."""

    member: discord.User | None = commands.flag(
        default=None, description="whose; without one, yours"
    )
    game: str | None = commands.flag(default=None, description="one game, such as connect4")

    @property
    def words(self) -> str:
        """What was typed, or the options as a person would have typed them."""
        if self.typed:
            return self.typed
        member = self.member.mention if self.member else None
        return " ".join(word for word in (member, self.game) if word)


class RecordCommands(TttGroup):
    """What is remembered of people, and what they do every day."""

    people: PeopleCog
    puzzles: PuzzleCog

    @subcommand(TttGroup.ttt)
    async def stats(self, ctx: Context, *, options: StatsOptions) -> None:
        """Results and ratings, yours or a member's, and between the two of you."""
        member, rules = grammar.parse_stats(options.words)
        records, scope, asker = self.games.records, scope_at(ctx), user_of(ctx)
        if member == ctx.me.id:
            found = await records.versus(scope, asker, None, rules)
            await ctx.send(text.versus(ctx.author.display_name, BOT_NAME, found))
            return
        user = UserId(asker if member is None else member)
        name = await self.people.name(ctx, user)
        answer = [text.stats(name, await records.stats(scope, user, rules), rules)]
        if user != asker:
            found = await records.versus(scope, asker, user, rules)
            answer.append(text.versus(ctx.author.display_name, name, found))
        await self.tell(ctx, "\n".join(answer))

    @subcommand(TttGroup.ttt)
    @app_commands.describe(game="such as connect4; without one, what is played most here")
    async def top(self, ctx: Context, *, game: str = "") -> None:
        """The best of this server at a game, and your place among them."""
        records, scope = self.games.records, scope_at(ctx)
        rules = grammar.parse_top(game) or await records.favourite(scope) or self.customs(ctx).game
        table = await records.top(scope, rules, user_of(ctx), PLACES)
        await self.tell(ctx, text.table(table, self.prefix(ctx), shared=ctx.guild is not None))

    @subcommand(TttGroup.ttt)
    @app_commands.describe(move="your answer; without one, the puzzle is shown")
    async def puzzle(self, ctx: Context, *, move: str = "") -> None:
        """The puzzle of the day, the same for all in this server."""
        if move.strip():
            await self.puzzles.answer_command(ctx, move)
        else:
            await self.puzzles.show(ctx)

    @subcommand(TttGroup.ttt, Where.ANYWHERE)
    async def privacy(self, ctx: Context) -> None:
        """What is stored about you."""
        await self.tell(ctx, text.privacy(self.prefix(ctx)), ephemeral=True)

    @subcommand(TttGroup.ttt, Where.ANYWHERE)
    async def forget(self, ctx: Context) -> None:
        """Have everything that is stored about you erased."""
        await ctx.send(text.forget_question(), view=forget_view(user_of(ctx)), ephemeral=True)
