"""The commands `!ttt review`, `!ttt replay` and `!ttt load`."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, guild_of, user_of
from bot.edge.places import Context, asker_at, may_write, player
from bot.edge.screens import ChannelScreen
from bot.edge.sending import UNSENT
from bot.errors import Problem, UserError
from bot.features.review.buttons import ReviewCog
from bot.features.review.grammar import LARGEST_FILE, file_text, parse_load, parse_replay
from bot.features.review.page import finished_page
from bot.features.review.service import FinishedGames
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import Pairing, Session, Terms
from bot.pool.cooldowns import Cost
from engine import Position

_NUMBER: Final = "the number of a finished game; without one, the last one in this channel"


class ReviewCommands(TttGroup):
    """Commands that review and replay finished games, and continue from a code."""

    games: Games
    reviews: ReviewCog
    finished_games: FinishedGames

    @subcommand(TttGroup.ttt, cost=Cost.GAME)
    @app_commands.describe(game=_NUMBER)
    async def review(self, ctx: Context, *, game: str = "") -> None:
        """Every mistake of a finished game, and what was best."""
        await self.reviews.post_review(ctx, await self._finished(ctx, game))

    @subcommand(TttGroup.ttt, cost=Cost.GAME)
    @app_commands.describe(
        game="the number of a finished game, else the last one here; sgf or psq: as a file"
    )
    async def replay(self, ctx: Context, *, game: str = "") -> None:
        """A finished game as a moving picture with its code, or as a file."""
        asked = parse_replay(game)
        session = await self.reviews.find(ctx, asked.game)
        if asked.form is None:
            await self.reviews.post_replay(ctx, session)
        else:
            await self.reviews.post_record(ctx, session, asked.form)

    @subcommand(TttGroup.ttt, cost=Cost.SEARCH)
    @app_commands.describe(
        code="what stands under a finished game, such as 3x3x3:5-1-9",
        file="a game of gomoku as SGF, or as PSQ of Piskvork",
    )
    async def load(
        self, ctx: Context, file: discord.Attachment | None = None, *, code: str = ""
    ) -> None:
        """Go on from the code or the file of a game, against Kinarow."""
        may_write(ctx.channel, ctx.me)
        screen = self.screen(ctx)
        position = await self._loaded(ctx, screen, file, code)
        if position.outcome is not None:
            style = await self.style_of(ctx, user_of(ctx))
            can = screen.capabilities
            draw = partial(finished_page, position, style, self.prefix(ctx), capabilities=can)
            await screen.post(await self.drawn(ctx, draw))
            return
        settings = self.guild_settings(ctx)
        terms = Terms(position.rules, position.side, style=await self.style_of(ctx, user_of(ctx)))
        asker, bot = player(ctx.author), settings.bot_on(position.rules)
        match = Pairing(channel_of(ctx), guild_of(ctx), asker, bot, terms)
        await self.games.begin(screen, match, position)

    async def _loaded(
        self, ctx: Context, screen: ChannelScreen, file: discord.Attachment | None, code: str
    ) -> Position:
        """Read a code at once, and a file in a worker, for it may be long. Raises UserError."""
        found = parse_load(code) if file is None else await _text_in(file)
        if isinstance(found, Position):
            return found
        async with screen.thinking():
            return await self.finished_games.read(asker_at(ctx), found)

    async def _finished(self, ctx: Context, number: str) -> Session:
        """Return the finished game that a command names. Raises UserError."""
        return await self.reviews.find(ctx, grammar.parse_game_number(number))


async def _text_in(file: discord.Attachment) -> str:
    """Fetch the text of a file that somebody has sent. Raises UserError if that cannot be."""
    if file.size > LARGEST_FILE:
        raise UserError(Problem.NOT_A_RECORD)
    try:
        return file_text(await file.read())
    except UNSENT as error:
        raise UserError(Problem.NOT_A_RECORD) from error
