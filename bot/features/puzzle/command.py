"""The command `!ttt puzzle`."""

from __future__ import annotations

from functools import partial
from typing import Final

from discord import app_commands

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.places import Context, player, scope_at
from bot.edge.sending import acknowledge
from bot.features.puzzle import collection_text as run_text
from bot.features.puzzle.answers.buttons import puzzle_style
from bot.features.puzzle.buttons import PuzzleCog, puzzle_view
from bot.features.puzzle.collection_service import Runs
from bot.features.puzzle.endless.buttons import EndlessCog
from bot.features.puzzle.grammar import PuzzleWord, parse_puzzle
from bot.features.puzzle.page import puzzle_page
from bot.features.puzzle.run.buttons import RunCog
from bot.features.puzzle.service import Puzzles

_TOLD: Final = (PuzzleWord.SHARE, PuzzleWord.TOP)
"""What is told without buttons. Answers and how they went are for one person alone."""


class PuzzleCommands(TttGroup):
    """The command that shows puzzles and takes answers to the puzzle of the day."""

    puzzles: Puzzles
    puzzle_answers: PuzzleCog
    endless: EndlessCog
    runs: Runs
    running: RunCog

    @subcommand(TttGroup.ttt)
    @app_commands.describe(move="your answer; or more, run, share, top; without, today's puzzle")
    async def puzzle(self, ctx: Context, *, move: str = "") -> None:
        """The puzzle of the day; `more` of them, a `run` against the clock."""
        asked = parse_puzzle(move)
        if asked not in _TOLD:
            self.check_buttons()
        match asked:
            case PuzzleWord.TODAY:
                await self._show(ctx)
            case PuzzleWord.MORE:
                await self.endless.begin(ctx, self.screen(ctx))
            case PuzzleWord.RUN:
                await self.running.introduce(ctx)
            case PuzzleWord.SHARE:
                await ctx.send(await self._shared(ctx))
            case PuzzleWord.TOP:
                best = await self.runs.top(scope_at(ctx))
                await ctx.send(run_text.best_runs(best, self.prefix(ctx)))
            case str(answer):
                await self._take_answer(ctx, answer)

    async def _show(self, ctx: Context) -> None:
        screen, scope = self.screen(ctx), scope_at(ctx)
        async with screen.thinking():
            daily = await self.puzzles.today(scope)
            solvers = await self.puzzles.solvers(scope, daily.day)
            can, wanted = screen.capabilities, await puzzle_style(self, ctx, user_of(ctx))
            style = can.style_for(daily.puzzle.start.rules, wanted)
            draw = partial(puzzle_page, daily, solvers, style, capabilities=can)
            await screen.post(await self.drawn(ctx, draw), puzzle_view(daily, style))

    async def _shared(self, ctx: Context) -> str:
        scope = scope_at(ctx)
        daily = await self.puzzles.today(scope)
        return await self.puzzle_answers.shared_line(scope, daily.day, player(ctx.author))

    async def _take_answer(self, ctx: Context, move: str) -> None:
        """Take an answer. The result is private for a slash command; a typed one is hidden."""
        scope = scope_at(ctx)
        if ctx.interaction is not None:
            await acknowledge(ctx.interaction, ephemeral=True, thinking=True)
            daily = await self.puzzles.today(scope)
            await self.puzzle_answers.answer_privately(ctx.interaction, daily, move)
            return
        screen = self.screen(ctx)
        async with screen.thinking():
            daily = await self.puzzles.today(scope)
            await self.puzzle_answers.answer_typed(screen, ctx.message, daily, move)
