"""The kernels, compiled once on a machine: by one process, while all others wait.

    warm_up() ──▶ a process ──▶ the lock ──▶ load(), which fills the cache
                      ▲
                      └─ its standard input, which ends when whoever wants it has ended

Compiling takes more than twice the memory that thinking does: a process of its own gives it
back. The lock is one that the system takes from a holder who dies.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from engine import tablebase
from engine.engine import analyse
from engine.game.position import Position
from engine.game.rules import PRESETS, Rules
from engine.kernels import cache
from engine.thinking.limit import Limit

LOCK: Final = "kinarow.lock"
"""The name of the file beside the compiled kernels that is locked."""
_NICENESS: Final = 10
"""How much less than others the compiler asks of the processor: people may be playing."""


def is_compiled() -> bool:
    """Whether this machine has all kernels already; never where no folder can keep them."""
    return cache.is_complete()


def warm_up() -> None:
    """Compile or load all that a search needs, so that the first one is as fast as any."""
    if not is_compiled() and sys.executable:
        with Compilation() as compilation:
            compilation.wait()  # what is not compiled there is compiled here
    load()


def load() -> None:
    """Use everything once, which loads it, or compiles it in this process."""
    tablebase.remember()
    for rules in (Rules(4, 4, 4), Rules(4, 4, 4, gravity=True)):
        analyse(Position.start(rules), Limit(nodes=100))
    # beyond the early layer of the book, so that the last one is there as well
    analyse(Position.from_moves(PRESETS["connect4"], [4, 4, 4, 4, 4, 2]), Limit(nodes=100))
    analyse(Position.from_moves(PRESETS["gomoku"], [113, 114]), Limit(nodes=100), every=False)
    from engine.alphabeta import threat_space
    from engine.proofs import prover

    threat_space.warm_up()
    prover.warm_up()
    cache.mark_complete()


class Compilation:
    """A process that compiles what is not compiled yet; it never outlives this one."""

    def __init__(self) -> None:
        path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import run; run()"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
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

    def wait(self) -> bool:
        """Wait for its end, however long that takes; whether all was compiled."""
        return self._process.wait() == 0

    def stop(self) -> None:
        """End it at once; what has been compiled so far is kept."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None, "it is a pipe"
        self._process.stdin.close()


def run() -> None:
    """What that process does; where nothing can be kept, nothing."""
    from filelock import FileLock

    # Ctrl-C in a terminal reaches all processes: whoever wants this one decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_input, daemon=True).start()
    if sys.platform != "win32":
        os.nice(_NICENESS)
    if (folder := cache.folder()) is not None:
        with FileLock(folder / LOCK):
            load()


def _end_with_input() -> None:
    os.read(0, 1)
    os._exit(1)
