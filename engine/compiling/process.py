"""What the process that compiles does."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Sequence
from time import sleep
from typing import Final

from filelock import FileLock

from engine.compiling import resources
from engine.compiling.progress import report
from engine.compiling.stages import STAGES, Stage, compiled_kernels, load
from engine.kernels import cache

LOCK: Final = "kinarow.lock"
"""The name of the file beside the compiled kernels that is locked."""
_NICENESS: Final = 10
"""How much less than others the compiler asks of the processor: people may be playing."""
_PAUSE: Final = 0.25
"""Seconds between two looks at how far it is."""


def run() -> None:
    """Compile what is missing, once nobody else does; where nothing can be kept, nothing."""
    # Ctrl-C in a terminal reaches all processes: whoever wants this one decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    if sys.platform != "win32":
        os.nice(_NICENESS)
    if (folder := cache.folder()) is not None:
        threading.Thread(target=_tell, daemon=True).start()
        with FileLock(folder / LOCK):
            _compile()
        _say()


def _compile() -> None:
    """Compile the stages that are missing, each in a process of its own where that can be had.

    So each gives back its memory at its end, and as many go side by side as there is room for.
    """
    missing = [stage for stage in STAGES if stage.name not in compiled_kernels()]
    if not missing:
        return
    first, *others = missing
    _compile_stage(first)  # what compiling any stage needs is in memory from here on
    if resources.COPIES_WELL:
        _compile_in_children(others, resources.side_by_side())
    for stage in others:
        if not cache.is_done(stage.name):
            _compile_stage(stage)
    load([])


def _compile_stage(stage: Stage) -> None:
    from engine.kernels.numba_internals import compiled

    made = 0

    def count() -> None:
        nonlocal made
        made += 1
        cache.note(stage.name, min(0.99, made / stage.functions))

    compiled.append(count)
    try:
        load([stage.name])
    finally:
        compiled.remove(count)


def _compile_in_children(stages: Sequence[Stage], most: int) -> None:
    """Compile each stage in a copy of this process, so many at a time."""
    warnings.simplefilter("ignore", DeprecationWarning)  # the other threads only wait
    gc.freeze()  # what is shared stays shared
    running = 0
    for stage in stages:
        if running == most:
            os.wait()
            running -= 1
        if os.fork() == 0:
            _be_a_child(stage)
        running += 1
    for _ in range(running):
        os.wait()


def _be_a_child(stage: Stage) -> None:
    """Compile one stage, and end. The lock is shared: it stays taken until all have ended."""
    status = 1
    try:
        _end_with_parent()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        _compile_stage(stage)
        status = 0
    finally:
        os._exit(status)


def _tell() -> None:
    """Say again and again how far it is, whoever compiles."""
    said = b""
    while True:
        said = _say(said)
        sleep(_PAUSE)


def _say(said: bytes = b"") -> bytes:
    """Say it unless that was the last thing said; what was said now."""
    done = compiled_kernels()
    parts = {s.name: 1.0 if s.name in done else min(0.99, cache.noted(s.name)) for s in STAGES}
    if (line := report(parts)) != said:
        try:
            os.write(1, line)
        except OSError:  # nobody listens any more
            os._exit(1)
    return line


def _end_with_parent() -> None:
    threading.Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    os.read(0, 1)
    os._exit(1)
