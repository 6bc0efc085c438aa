"""The command `!ttt puzzle`."""

from __future__ import annotations

import asyncio
from functools import partial

from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup
from bot.edge.places import Context, player, scope_at
from bot.errors import Problem, UserError
from bot.features.puzzle.buttons import PuzzleCog, puzzle_view
from bot.features.puzzle.page import puzzle_page
from bot.features.puzzle.service import Puzzles
from bot.match import grammar


class PuzzleCommands(TttGroup):
    """The command that shows the puzzle of the day and takes answers."""

    puzzles: Puzzles
    puzzle_answers: PuzzleCog

    @subcommand(TttGroup.ttt)
    @app_commands.describe(move="your answer; without one, the puzzle is shown")
    async def puzzle(self, ctx: Context, *, move: str = "") -> None:
        """The puzzle of the day, the same for all in this server."""
        if move.strip():
            await self._take_answer(ctx, _move(move))
        else:
            await self._show(ctx)

    async def _show(self, ctx: Context) -> None:
        screen, scope = self.screen(ctx), scope_at(ctx)
        async with screen.thinking():
            daily = await self.puzzles.today(scope)
            solvers = await self.puzzles.solvers(scope, daily.day)
            prefix = self.prefix(ctx)
            draw = partial(
                puzzle_page, daily, solvers, prefix, may_attach=screen.capabilities.files
            )
            await screen.post(await asyncio.to_thread(draw), puzzle_view(daily))

    async def _take_answer(self, ctx: Context, move: str) -> None:
        """Take an answer. The result is private for a slash command, public for a typed one."""
        if ctx.interaction is not None:
            await ctx.interaction.response.defer(ephemeral=True, thinking=True)
            daily = await self.puzzles.today(scope_at(ctx))
            await self.puzzle_answers.answer_privately(ctx.interaction, daily, move)
            return
        screen = self.screen(ctx)
        async with screen.thinking():
            daily = await self.puzzles.today(scope_at(ctx))
            await self.puzzle_answers.answer_publicly(
                screen, scope_at(ctx), daily, player(ctx.author), move
            )


def _move(word: str) -> str:
    move = grammar.move_text(word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word.strip()[:30])
    return move
