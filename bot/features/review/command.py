"""The commands `!ttt review`, `!ttt replay` and `!ttt load`."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Final

import discord
from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, guild_of
from bot.edge.places import Context, may_see, may_write, player
from bot.edge.screens import ChannelScreen
from bot.edge.sending import UNSENT
from bot.errors import EngineUnavailable
from bot.features.review import text as review_text
from bot.features.review.page import finished_page, replay_page, review_page
from bot.features.review.service import FinishedGames
from bot.games.games import Games
from bot.match import grammar
from bot.match.session import Bot, Pairing, Session, Terms
from bot.show.page import Page

_PACE: Final = 2.0
"""Seconds between two progress messages. Discord allows five edits in five seconds."""
_NUMBER: Final = "the number of a finished game; without one, the last one in this channel"


class ReviewCommands(TttGroup):
    """Commands that review and replay finished games, and continue from a code."""

    games: Games
    finished_games: FinishedGames

    @subcommand(TttGroup.ttt)
    @app_commands.describe(game=_NUMBER)
    async def review(self, ctx: Context, *, game: str = "") -> None:
        """Every mistake of a finished game, and what was best."""
        session = await self._finished(ctx, game)
        screen, progress = self.screen(ctx), _Progress(ctx, session.position.ply)
        async with screen.thinking():
            try:
                judgements = await self.finished_games.review(
                    channel_of(ctx), session, progress.tell
                )
            except EngineUnavailable:
                await progress.take_back()
                raise
            draw = partial(review_page, session, judgements, capabilities=screen.capabilities)
            await progress.end(screen, await asyncio.to_thread(draw))

    @subcommand(TttGroup.ttt)
    @app_commands.describe(game=_NUMBER)
    async def replay(self, ctx: Context, *, game: str = "") -> None:
        """A finished game as a moving picture, with its code."""
        session, screen = await self._finished(ctx, game), self.screen(ctx)
        async with screen.thinking():
            draw = partial(replay_page, session, capabilities=screen.capabilities)
            await screen.post(await asyncio.to_thread(draw))

    @subcommand(TttGroup.ttt)
    @app_commands.describe(code="what stands under a finished game, such as 3x3x3:5-1-9")
    async def load(self, ctx: Context, *, code: str = "") -> None:
        """Go on from the code of a game, against Kinarow."""
        position = grammar.parse_code(code)
        may_write(ctx.channel, ctx.me)
        screen = self.screen(ctx)
        if position.outcome is not None:
            draw = partial(
                finished_page, position, self.prefix(ctx), capabilities=screen.capabilities
            )
            await screen.post(await asyncio.to_thread(draw))
            return
        settings = self.guild_settings(ctx)
        terms = Terms(position.rules, position.side, style=settings.style)
        asker, bot = player(ctx.author), Bot(settings.level)
        match = Pairing(channel_of(ctx), guild_of(ctx), asker, bot, terms)
        await self.games.begin(screen, match, position)

    async def _finished(self, ctx: Context, number: str) -> Session:
        """Return the finished game that a command names. Raises UserError."""
        game = grammar.parse_game_number(number)
        return await self.finished_games.find(channel_of(ctx), game, partial(may_see, ctx))


class _Progress:
    """A message about the progress of a long review. The review replaces it."""

    def __init__(self, ctx: Context, moves: int) -> None:
        self._ctx = ctx
        self._moves = moves
        self._told = perf_counter()
        self._message: discord.Message | None = None

    async def tell(self, done: int) -> None:
        """Show how many moves are judged, but not too often."""
        if done == self._moves or perf_counter() - self._told < _PACE:
            return
        self._told = perf_counter()
        words = review_text.reviewing(done, self._moves)
        with suppress(*UNSENT):
            if self._message is None:
                self._message = await self._ctx.send(words)
            else:
                await self._message.edit(content=words)

    async def end(self, screen: ChannelScreen, page: Page) -> None:
        """Replace the message by the review."""
        if self._message is None:
            await screen.post(page)
        else:
            await screen.replace(self._message, page)

    async def take_back(self) -> None:
        """Delete the message, because there will be no review."""
        if self._message is not None:
            with suppress(*UNSENT):
                await self._message.delete()
