"""The process that compiles: as many stages side by side as this machine has room for."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Final

from filelock import FileLock

from engine.compiling import STAGES, Stage, compiled_kernels, load, report
from engine.kernels import cache

COPIES_WELL: Final = sys.platform == "linux"
"""Whether a process with threads can be copied."""
_CGROUP: Final = Path("/sys/fs/cgroup")
_FIRST: Final = 300 << 20
"""The bytes that compiling takes, one stage after the other."""
_EACH: Final = 150 << 20
"""The bytes that each stage takes beyond that where they are compiled side by side."""


def side_by_side() -> int:
    """How many stages to compile at a time; Linux alone tells."""
    return max(1, min(_processors(), (_free_memory() - _FIRST) // _EACH))


def _processors() -> int:
    allowed = len(os.sched_getaffinity(0))
    with suppress(OSError, ValueError):  # another kind of machine, or no limit: "max"
        quota, period = (_CGROUP / "cpu.max").read_text().split()
        allowed = min(allowed, int(quota) // int(period))
    return allowed


def _free_memory() -> int:
    """The bytes that are free for this process, in its container or service too."""
    free = 0
    with suppress(OSError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) << 10
    for group in _groups():
        with suppress(OSError, ValueError):
            most = int((group / "memory.max").read_text())
            used = int((group / "memory.current").read_text())
            free = min(free, most - used)
    return free


def _groups() -> list[Path]:
    """The control groups of this process, from its own upwards."""
    with suppress(OSError):
        own = Path("/proc/self/cgroup").read_text().strip().rpartition("::")[2]
        place = _CGROUP / own.lstrip("/")
        return [place, *(one for one in place.parents if one.is_relative_to(_CGROUP))]
    return []


LOCK: Final = "kinarow.lock"
"""The name of the file beside the compiled kernels that is locked."""
_NICENESS: Final = 10
"""The niceness of the compiler: people may be playing on the same processor."""
_PAUSE: Final = 0.25
"""Seconds between two looks at how far compiling is."""


def run() -> None:
    """Compile what is missing, once no other process does; nothing where nothing can be kept."""
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
    """Compile the stages that are missing, each in a process of its own where possible.

    So each gives its memory back at its end, and as many run side by side as there is room for.
    """
    missing = [stage for stage in STAGES if stage.name not in compiled_kernels()]
    if not missing:
        return
    first, *others = missing
    _compile_stage(first)  # what compiling any stage needs is in memory from here on
    if COPIES_WELL:
        _compile_in_children(others, side_by_side())
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
    """Report again and again how far compiling is, whichever process does it."""
    said = b""
    while True:
        said = _say(said)
        sleep(_PAUSE)


def _say(said: bytes = b"") -> bytes:
    """Report it unless that was the last report; returns the report made now."""
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
