"""The command `!ttt explore`."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, user_of
from bot.edge.places import Context, may_see
from bot.features.explore.buttons import ExploreCog
from bot.features.explore.grammar import parse_subject
from bot.features.explore.service import Explorer
from bot.features.explore.values import Trail, trail_of
from bot.features.review.service import FinishedGames
from bot.match.session import GameId
from bot.pool.cooldowns import Cost
from engine import Position, Rules


class ExploreCommands(TttGroup):
    """The command that shows a position with all that is known of its moves."""

    explorer: Explorer
    exploring: ExploreCog
    finished_games: FinishedGames

    @subcommand(TttGroup.ttt, cost=Cost.SEARCH)
    @app_commands.describe(
        position="a code, the number of a game, or a game such as connect4; else the last one here"
    )
    async def explore(self, ctx: Context, *, position: str = "") -> None:
        """The value of each move, and how often people here played it."""
        start, screen = await self._trail(ctx, position), self.screen(ctx)
        # before Discord is told to wait, so that a refusal can be for who asks alone
        await self.explorer.check(channel_of(ctx), user_of(ctx), start.position)
        async with screen.thinking():
            page, view = await self.exploring.explored(ctx, screen, user_of(ctx), start)
            await screen.post(page, view)

    async def _trail(self, ctx: Context, words: str) -> Trail:
        """Return the position that a command names. Raises UserError."""
        match parse_subject(words):
            case Position() as position:
                return Trail(position)
            case Rules() as rules:
                return Trail(Position.start(rules))
            case None:
                return await self.explorer.latest(channel_of(ctx), self.guild_settings(ctx).game)
            case number:
                game, see = GameId(number), partial(may_see, ctx)
                return trail_of(await self.finished_games.find(channel_of(ctx), game, see))
