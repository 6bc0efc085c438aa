"""Takes an answer to a puzzle: read the move, grade it, and store the attempt that it makes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.features.puzzle.values import Attempt, PuzzleAnswer, answer_in
from bot.pool.asker import Asker
from bot.pool.thinker import Thinker
from engine import Puzzle

Load = Callable[[], Awaitable[Attempt]]
"""Returns a person's attempt as it is stored."""
Keep = Callable[[Attempt, Attempt], Awaitable[Attempt | None]]
"""Stores an attempt after an answer; None if the one before it has changed meanwhile."""


async def take_answer(
    puzzle: Puzzle,
    word: str,
    load: Load,
    keep: Keep,
    thinker: Thinker,
    asker: Asker,
) -> PuzzleAnswer:
    """Take a word as an answer. Raises UserError and EngineUnavailable; then nothing is stored.

    Of two answers in the same moment the second meets the position that the first has led to.
    """
    while True:
        before = await load()
        move = answer_in(puzzle, before, word)
        grade = await thinker.grade(puzzle, before.found, move, asker=asker)
        after = await keep(before, before.answered(puzzle, grade))
        if after is not None:
            return PuzzleAnswer(puzzle, before, move, grade, after)
