"""The puzzle of the day: shown to all, answered by command, press or reply."""

from __future__ import annotations

import asyncio
from datetime import date
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from bot import grammar, text
from bot.attempt import DailyPuzzle
from bot.cogs.answer import GameCog, answered
from bot.cogs.people import player
from bot.cogs.places import scope_at
from bot.cogs.screen import ChannelScreen, PressScreen
from bot.errors import Problem, UserError
from bot.page import Page
from bot.puzzle_page import answer_page, puzzle_page, standing_page
from bot.session import Person, ScopeId
from bot.views import answer_view, puzzle_view, standing_view

Context = commands.Context[Any]
Interaction = discord.Interaction[Any]


class PuzzleCog(GameCog):
    """Everybody solves the puzzle on their own; what they find out stays theirs where it can."""

    async def show(self, ctx: Context) -> None:
        """Post today's puzzle."""
        screen, scope = ChannelScreen(ctx, self.manner(ctx)), scope_at(ctx)
        async with screen.thinking():
            daily = await self.games.puzzles.today(scope)
            solvers = await self.games.puzzles.solvers(scope, daily.day)
            prefix = self.prefix(ctx)
            draw = partial(puzzle_page, daily, solvers, prefix, may_attach=screen.means.files)
            await screen.post(await asyncio.to_thread(draw), puzzle_view(daily))

    async def answer_command(self, ctx: Context, word: str) -> None:
        """Take an answer: privately from a slash command, aloud from a message."""
        move = _move(word)
        if ctx.interaction is not None:
            await ctx.interaction.response.defer(ephemeral=True, thinking=True)
            daily = await self.games.puzzles.today(scope_at(ctx))
            await self._answer_privately(ctx.interaction, daily, move)
        else:
            screen = ChannelScreen(ctx, self.manner(ctx))
            async with screen.thinking():
                daily = await self.games.puzzles.today(scope_at(ctx))
                await self._answer_aloud(screen, scope_at(ctx), daily, player(ctx.author), move)

    async def take_reply(self, message: discord.Message, day: date, word: str) -> None:
        """Take a move that replies to the puzzle of a day as an answer."""
        if not self.may_play(message):
            return
        scope = scope_at(message)
        daily = await self.games.puzzles.check(scope, day)
        screen = ChannelScreen(message.channel, self.manner(message))
        await self._answer_aloud(screen, scope, daily, player(message.author), word)

    @answered
    async def answer(self, press: Interaction, day: date, found: int, move: int) -> None:
        """Take a press as an answer, or show the position where that is another one by now."""
        await press.response.defer(ephemeral=True, thinking=True)
        daily = await self.games.puzzles.check(scope_at(press), day)
        attempt = await self.games.puzzles.attempt(scope_at(press), day, player(press.user))
        if attempt.found == found:
            await self._answer_privately(press, daily, str(move))
        else:
            await self._show_standing(press, daily)

    @answered
    async def standing(self, press: Interaction, day: date) -> None:
        """Show whoever presses how far they are."""
        await press.response.defer(ephemeral=True, thinking=True)
        await self._show_standing(press, await self.games.puzzles.check(scope_at(press), day))

    async def _show_standing(self, press: Interaction, daily: DailyPuzzle) -> None:
        desk, screen = self.games.puzzles, PressScreen(press, self.manner(press))
        attempt = await desk.attempt(scope_at(press), daily.day, player(press.user))
        may_attach = screen.means.files
        draw = partial(standing_page, daily, attempt, desk.next_at(), may_attach=may_attach)
        with text.privately():
            await screen.whisper(await asyncio.to_thread(draw), answer_view(daily, attempt.found))

    async def _answer_privately(self, press: Interaction, daily: DailyPuzzle, word: str) -> None:
        desk, screen = self.games.puzzles, PressScreen(press, self.manner(press))
        answer = await desk.answer(scope_at(press), daily, player(press.user), word)
        draw = partial(answer_page, answer, desk.next_at(), may_attach=screen.means.files)
        view = answer_view(daily, answer.after.found)
        with text.privately():
            await screen.whisper(await asyncio.to_thread(draw), view)

    async def _answer_aloud(
        self, screen: ChannelScreen, scope: ScopeId, daily: DailyPuzzle, person: Person, word: str
    ) -> None:
        answer = await self.games.puzzles.answer(scope, daily, person, word)
        await screen.post(Page(text.puzzle_answered_aloud(answer)), standing_view(daily.day))


def _move(word: str) -> str:
    move = grammar.move_text(word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word.strip()[:30])
    return move
