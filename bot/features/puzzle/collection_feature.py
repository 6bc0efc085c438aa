"""Puzzles of the collection, one after another without end, and runs against the clock.

A run is one message that only its person sees, and that changes with each answer. The id of a
button in it names the run by its beginning, the puzzle and the move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.edge.act import Act
from bot.edge.buttons import view_of
from bot.edge.sending.messages import Under
from bot.edge.ways import box, press, reply
from bot.features.puzzle import buttons, collection_text
from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.collection_service import EndlessPuzzles, Runs
from bot.features.puzzle.page import Words, position_page, wrong_overlay
from bot.features.puzzle.taste import ANY, TASTE, Asked, Taste
from bot.features.puzzle.values import Attempt, PuzzleAnswer, RunView, Trial, TrialAnswer
from bot.match import grammar
from bot.pool.bounds import Cost
from bot.show import text
from bot.show.overlay import NOTHING
from bot.show.page import BoardParts, Page, compose_page
from engine import Position

_PUZZLE: Final = rf"(?P<asked>[0-9]+{TASTE})"
_FOUND: Final = r"(?P<found>[0-9]+)"
_STEP: Final = rf"(?P<begun>[0-9]+):(?P<puzzle>[0-9]+):{_FOUND}"


@dataclass(frozen=True, slots=True)
class Endless:
    """Shows puzzles of the collection and takes answers, each for one person alone."""

    puzzles: EndlessPuzzles

    @press(rf"ttt:more:next:{_PUZZLE}")
    async def following(self, act: Act, asked: Asked) -> None:
        """Show a person their next puzzle."""
        await self.go_on(act, asked.taste)

    async def go_on(self, act: Act, taste: Taste = ANY) -> None:
        """Show a person a puzzle to their taste: alone, unless they have typed the command."""
        async with act.thinking(private=True):
            await self._show(act, await self.puzzles.next(act.person, taste))

    @press(rf"ttt:more:mine:{_PUZZLE}")
    async def progress(self, act: Act, asked: Asked) -> None:
        """Show a person how far they are with a puzzle."""
        await act.later(private=True)
        await self._show(act, await self.puzzles.trial(asked, act.person))

    @press(rf"ttt:more:move:{_PUZZLE}:{_FOUND}:(?P<move>[0-9]+)")
    async def answer(self, act: Act, asked: Asked, found: int, move: str) -> None:
        """Take a press as an answer. If the button is old, show the position instead."""
        trial = await self.puzzles.trial(asked, act.person)
        if trial.attempt.found != found or trial.attempt.over:
            await act.later(private=True)
            await self._show(act, trial)
        else:
            await self._take(act, asked, move, trial.attempt)

    @press(rf"ttt:more:answer:{_PUZZLE}")
    async def ask(self, act: Act, asked: Asked) -> None:
        """Open a box for the next move of a person. Raises UserError if there is none."""
        trial = await self.puzzles.trial(asked, act.person)
        found = trial.attempt.found
        trial.attempt.check_open()
        position = trial.rated.puzzle.after(found)
        await buttons.open_answer_box(act, position, f"ttt:morebox:{asked}:{found}")

    @box(rf"ttt:morebox:{_PUZZLE}:{_FOUND}")
    async def written(self, act: Act, asked: Asked, found: int, written: str) -> None:
        """Take what was written into a box."""
        await self.answer(act, asked, found, grammar.required_move(written))

    @reply(rf"ttt:more:[a-z]+:{_PUZZLE}(?::[0-9]+:[0-9]+)?")
    async def replied(self, act: Act, asked: Asked, written: str) -> None:
        """Take a move in a reply to a puzzle as an answer. In a server nobody sees how it went."""
        if act.may_play:
            await act.hide()
            await self._take(act, asked, written)

    @press(rf"ttt:more:solution:{_PUZZLE}")
    async def solution(self, act: Act, asked: Asked) -> None:
        """Show a person the solution."""
        solved = await self.puzzles.give_up(asked, act.person)
        act.acknowledge()
        puzzle = solved.trial.rated.puzzle
        last = puzzle.after(puzzle.moves - 1).play(puzzle.line[-1])
        await self._show(act, solved.trial, last, partial(collection_text.solution, solved))

    @press(rf"ttt:more:wrong:{_PUZZLE}:{_FOUND}:(?P<move>[0-9]+)", cost=Cost.SEARCH)
    async def why_wrong(self, act: Act, asked: Asked, found: int, move: int) -> None:
        """Show a person what punishes their wrong answer. If the button is old, the position."""
        await act.later(private=True)
        trial = await self.puzzles.trial(asked, act.person)
        if trial.attempt.found != found or trial.attempt.over:
            await self._show(act, trial)
            return
        answered = await self.puzzles.why_wrong(asked, act.person, move, act.channel)
        await self._show_answer(act, answered)

    @press(rf"ttt:more:why:{_PUZZLE}", cost=Cost.SEARCH)
    async def why(self, act: Act, asked: Asked) -> None:
        """Tell a person why the first move is right."""
        await act.later(private=True)
        start, explanation = await self.puzzles.explain(asked.number, act.person, act.channel)
        style = await buttons.seen_style(act, start.rules)

        def answered() -> Page:
            words = text.recommendation(start, explanation, style)
            return compose_page(act.bot.owned, BoardParts(), words)

        await act.whisper(answered)

    async def _take(self, act: Act, asked: Asked, word: str, before: Attempt | None = None) -> None:
        place = act.scope, act.channel
        answered = await self.puzzles.answer(
            asked, act.person, word, place, act.acknowledge, before
        )
        if not act.can_whisper:
            words = puzzle_text.answer_taken(act.person.name)
            await act.say(Page(words), buttons.trial_taken_view(asked))
            return
        await self._show_answer(act, await self.puzzles.with_punishment(answered, act.channel))

    async def _show_answer(self, act: Act, answered: TrialAnswer) -> None:
        """Show a person the result of an answer."""
        answer = answered.answer
        after = Trial(answered.rated, answer.after, answered.taste)
        words = partial(collection_text.result, answered)
        await self._show(act, after, answer.position, words, answer)

    async def _show(
        self,
        act: Act,
        trial: Trial,
        position: Position | None = None,
        words: Words | None = None,
        answer: PuzzleAnswer | None = None,
    ) -> None:
        """Show a person a puzzle, or a position and words: alone if Discord can do that."""
        shown = partial(self._drawn, act, trial, position, words, answer)
        if act.press is None:
            await act.say(*await shown())
        else:
            await act.whisper(shown)

    async def _drawn(
        self,
        act: Act,
        trial: Trial,
        position: Position | None,
        words: Words | None,
        answer: PuzzleAnswer | None,
    ) -> tuple[Page, Under]:
        """A puzzle at the person's stage, or a position and words, with its buttons."""
        wanted, heading = await buttons.wanted_style(act), ""
        if position is None or words is None:
            position = trial.rated.puzzle.after(trial.attempt.found)
            heading = collection_text.heading(trial.rated)
            words = partial(collection_text.progress, trial)
        over = trial.attempt.over
        overlay = NOTHING if answer is None else wrong_overlay(answer)
        draw = partial(position_page, position, heading, words, wanted, overlay, over=over)
        wrong = None if answer is None else answer.askable
        rows = partial(buttons.trial_rows, trial, wrong, wanted)
        return await act.shown(act.drawing(draw), rows)


@dataclass(frozen=True, slots=True)
class Running:
    """Begins runs against the clock, and takes answers in them."""

    runs: Runs

    async def introduce(self, act: Act) -> None:
        """Say what a run is, with the button that begins one."""
        await act.reply(collection_text.run_introduction(), buttons.start_view())

    async def tell_best(self, act: Act) -> None:
        """Tell the best runs in a scope."""
        await act.say(collection_text.best_runs(await self.runs.top(act.scope), act.prefix))

    @press("ttt:run:start")
    async def begin(self, act: Act) -> None:
        """Begin a run of whoever presses, in a message of its own."""
        view = await self.runs.begin(act.scope, act.person)
        act.acknowledge()
        await act.whisper(partial(self._drawn, act, view))

    @press(rf"ttt:run:{_STEP}:(?P<move>[0-9]+)")
    async def answer(self, act: Act, begun: int, puzzle: int, found: int, move: str) -> None:
        """Take an answer, and show the next puzzle in place of this one."""
        step, stored = (begun, puzzle, found), partial(act.acknowledge, in_place=True)
        view = await self.runs.answer(act.scope, act.person, step, move, act.channel, stored)
        await act.show_alone(partial(self._drawn, act, view))

    @press(rf"ttt:run:{_STEP}:box")
    async def ask(self, act: Act, begun: int, puzzle: int, found: int) -> None:
        """Open the box for an answer to the open puzzle."""
        view = await self.runs.view(act.scope, act.person, begun)
        custom_id = "ttt:runbox:" + ":".join(map(str, view.run.step))
        await buttons.open_answer_box(act, view.rated.puzzle.after(view.run.found), custom_id)

    @box(rf"ttt:runbox:{_STEP}")
    async def written(self, act: Act, begun: int, puzzle: int, found: int, written: str) -> None:
        """Take what was written into a box."""
        await self.answer(act, begun, puzzle, found, grammar.required_move(written))

    async def _drawn(self, act: Act, view: RunView) -> tuple[Page, Under]:
        wanted = await buttons.wanted_style(act)
        position, can = view.rated.puzzle.after(view.run.found), act.capabilities
        rules = position.rules if view.answered is None else view.answered[0].puzzle.start.rules
        before = can.style_for(rules, wanted)
        rows = partial(buttons.run_rows, view, wanted)
        if view.over:
            return Page(collection_text.run_over(view, before)), view_of(*rows(can))
        heading = collection_text.run_heading(view, before)
        words = partial(collection_text.run_question, view)
        draw = partial(position_page, position, heading, words, wanted)
        return await act.shown(act.drawing(draw), rows)
