"""Compiling in another process: to begin it, to hear how far it is, to end it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path

from engine.compiling.progress import Pace
from engine.compiling.stages import ALL, compiled_kernels, load

Tell = Callable[[Pace], object]
"""A callback that gets to know how far compiling is, a few times a second."""


def is_compiled(needed: Collection[str] = ALL) -> bool:
    """Whether this machine has these kernels already; never where no folder can keep them."""
    return compiled_kernels().issuperset(needed)


def warm_up(needed: Collection[str] = ALL) -> None:
    """Compile or load all that a search needs, so that the first one is as fast as any."""
    if not is_compiled(needed) and sys.executable:
        compile_all()  # what is not compiled there is compiled here
    load(needed)


def compile_all(tell: Tell | None = None) -> bool:
    """Compile what is not compiled yet, in another process; whether that was done."""
    with Compilation() as compilation:
        pace = Pace()
        for line in compilation.reports():
            pace.hear(line)
            if tell is not None:
                tell(pace)
        return compilation.wait()


class Compilation:
    """A process that compiles what is not compiled yet; it never outlives this one."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from engine.compiling.process import run; run()"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Compilation:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def reports(self) -> Iterator[str]:
        """What it says while it compiles, or waits for another that does: lines for `Pace`."""
        assert self._process.stdout is not None, "it is a pipe"
        with suppress(ValueError):  # closed meanwhile, by another thread
            yield from self._process.stdout

    def wait(self) -> bool:
        """Wait for its end, however long that takes; whether all was compiled."""
        for _ in self.reports():
            pass
        return self._process.wait() == 0

    def stop(self) -> None:
        """End it at once; what has been compiled so far is kept."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None, "it is one"
            pipe.close()
