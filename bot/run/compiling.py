"""The progress of compiling in a terminal; and `kinarow compile`, which compiles in advance."""

from __future__ import annotations

import asyncio
from typing import TextIO

from bot.pool.thinker import Thinker
from engine import ALL_KERNELS, PRESETS, Pace, compile_all, is_compiled, kernels_of

_STEP = 10
"""Percent between two lines, if a line cannot be overwritten."""
_PAUSE = 0.5
"""Seconds between two looks."""


def compile_in_advance(out: TextIO) -> bool:
    """Compile the engine if needed; return whether it is compiled now."""
    line = ProgressLine(out)
    if not is_compiled():
        line.show(Pace())
        compile_all(line.show)
    done = is_compiled()
    line.end("Every game is ready." if done else "The engine could not be compiled.")
    return done


async def watch(thinker: Thinker, out: TextIO, begin: asyncio.Event, *, quiet: bool) -> None:
    """Report the progress of compiling until it is done; `quiet` only says what is compiled next.

    It waits for `begin`: the line is overwritten, so nothing else may be printed in between.
    """
    await begin.wait()
    line = ProgressLine(out, quiet=quiet)
    while not thinker.jobs.is_ready:
        line.show(thinker.jobs.kernels.pace)
        await asyncio.sleep(_PAUSE)
    line.end("Every game is ready.")


class ProgressLine:
    """One line of progress: overwritten in a terminal, else printed now and then."""

    def __init__(self, out: TextIO, *, quiet: bool = False) -> None:
        self._out = out
        self._quiet = quiet
        self._over = out.isatty() and not quiet
        self._shown = ("", 0)

    def show(self, pace: Pace) -> None:
        """Print it, unless there is nothing new."""
        game, kernels = "Connect Four", kernels_of(PRESETS["connect4"])
        if kernels <= pace.done:
            game, kernels = "every other game", ALL_KERNELS
        if kernels <= pace.done:
            return
        progress = pace.towards(kernels)
        shown, percent = self._shown
        step = 1 if self._over else _STEP
        if shown == game and (self._quiet or progress.percent < percent + step):
            return
        self._shown = game, progress.percent
        self._write(
            f"Getting {game} ready, about {progress.seconds} s, {progress.percent} %", last=False
        )

    def end(self, words: str) -> None:
        """Say at last that it has ended."""
        self._write(words, last=True)

    def _write(self, words: str, *, last: bool) -> None:
        if self._over:
            self._out.write(f"\r{words:<60}" + ("\n" if last else ""))
        else:
            self._out.write(f"{words}\n")
        self._out.flush()
