"""The lines that show the progress of compiling, kept up to date for those who wait."""

from __future__ import annotations

from contextvars import Context, copy_context
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from bot.edge.sending.answers import Changeable
from bot.edge.sending.refusals import UNSENT
from bot.edge.tasks import TaskCog
from bot.errors import EngineCompiling, Problem, UserError
from bot.pool.thinker import Thinker
from bot.show import text

_PAUSE: Final = 5.0
"""Seconds between two changes of a line: Discord allows five changes in a channel in that time."""
_MOST: Final = 20
"""How many lines are kept up to date at a time: together they take four requests a second."""


@dataclass(eq=False)
class _Line:
    """A line that somebody was told, and what it says now."""

    message: Changeable
    kernels: frozenset[str]
    prefix: str
    percent: int
    changed: float = field(default_factory=monotonic)
    context: Context = field(default_factory=copy_context)
    """Knows the language in which it was told."""
    is_changing: bool = False


class ProgressCog(TaskCog):
    """Keeps up to date what people were told about the progress of compiling."""

    def __init__(self, thinker: Thinker) -> None:
        super().__init__()
        self._thinker = thinker
        self._lines: list[_Line] = []

    async def cog_load(self) -> None:
        """Listen for the progress of compiling."""
        self._listening.append(self._thinker.jobs.kernels.when_progress(self._look_at_all))

    def follow(self, message: Changeable, error: EngineCompiling, prefix: str) -> None:
        """Keep a line up to date, in the current language, until what it waits for is there."""
        if len(self._lines) < _MOST:
            line = _Line(message, error.kernels, prefix, error.percent)
            self._lines.append(line)
            self._look_at(line)  # more may have been compiled while it was sent

    def _look_at_all(self) -> None:
        for line in tuple(self._lines):
            self._look_at(line)

    def _look_at(self, line: _Line) -> None:
        """Begin to change a line if it is time and it is out of date."""
        if line.is_changing or line not in self._lines:
            return
        progress = self._thinker.jobs.progress(line.kernels)
        if progress is None:
            self._lines.remove(line)
        elif progress.percent <= line.percent or monotonic() - line.changed < _PAUSE:
            return
        else:
            line.percent, line.changed = progress.percent, monotonic()
        line.is_changing = True
        seconds = None if progress is None else progress.seconds
        line.context.run(lambda: self._tasks.start(self._change(line, seconds)))

    async def _change(self, line: _Line, seconds: int | None) -> None:
        """The words for how long it still takes; None means that it is done."""
        if seconds is None:
            words = str(text.COMPILED)
        else:
            problem = Problem.ENGINE_COMPILING
            error = UserError(problem, percent=line.percent, seconds=seconds)
            words = text.problem(error, line.prefix)
        try:
            await line.message.edit(content=words)
        except UNSENT:  # such as a line that somebody has deleted
            if line in self._lines:
                self._lines.remove(line)
        line.is_changing = False
        self._look_at(line)
