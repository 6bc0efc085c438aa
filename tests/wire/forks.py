"""Starts a program by forking a process that has its modules already.

A start of the bot spends nine tenths of its processor time, 1.3 of 1.5 s, on imports, on solving
the boards of nine cells and on reading its languages, and each test of a start or a kill needs one.
So one process for each that tests does all that, `python -m tests.wire.forks`, and every start is a
fork of it: a process of its own with a folder, settings and a log of its own, and nothing else in
common. Linux alone can do that and tell of the end.

Workers of the bot are copies of a process as well (`bot.pool.template`), which takes a second of
processor time to start. Those that are started here share one, but for what has kernels of its own
or says OWN_WORKERS.

It reads lines of JSON: what to start, which it answers with the number of the process; or the
number of one that has ended, which it answers with the exit code.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import runpy
import select
import subprocess
import sys
from functools import cache
from importlib import import_module
from multiprocessing import forkserver
from pathlib import Path
from signal import Signals
from typing import Final, cast

from bot.pool.worker import start_method
from bot.show.text import load_languages
from engine import remember

POSSIBLE: Final = hasattr(os, "fork") and hasattr(os, "pidfd_open")
_APPENDED: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT
_MODULES: Final = ("bot.__main__", "bot.run.serve", "bot.client.gateway")
"""What the bot imports as it starts."""
OWN_WORKERS: Final = "OWN_WORKERS"
"""Names the setting for workers that descend from the program, as those of a real bot do."""
_KERNELS: Final = "NUMBA_CACHE_DIR"


class Fork:
    """A program that was started, told of as asyncio tells of a subprocess."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._returncode: int | None = None
        self._descriptor = os.pidfd_open(pid)

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        if self._returncode is None and select.select([self._descriptor], [], [], 0)[0]:
            os.close(self._descriptor)
            self._returncode = _ask(self.pid)
        return self._returncode

    def send_signal(self, signal: Signals) -> None:
        """Send a signal, if it runs."""
        if self.returncode is None:
            os.kill(self.pid, signal)

    async def wait(self) -> int:
        """Wait for the end; the exit code."""
        while (code := self.returncode) is None:
            ended, loop = asyncio.Event(), asyncio.get_running_loop()
            loop.add_reader(self._descriptor, ended.set)
            try:
                await ended.wait()
            finally:
                loop.remove_reader(self._descriptor)
        return code


def start(module: str, argument: str, folder: Path, environ: dict[str, str], log: Path) -> Fork:
    """Run a module in a folder with these settings; what it writes is added to the log."""
    return Fork(_ask([module, argument, str(folder), environ, str(log)]))


@cache
def _parent() -> subprocess.Popen[str]:
    """The process that is forked; it ends when this one does."""
    parent = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is meant for the test
    )
    atexit.register(parent.communicate)
    return parent


def _ask(question: object) -> int:
    """Ask that process; its answer, which takes no longer than a fork."""
    told, answers = _parent().stdin, _parent().stdout
    assert told is not None
    assert answers is not None
    told.write(f"{json.dumps(question)}\n")
    told.flush()
    return int(answers.readline())


def _answer(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def _become(argument: str, folder: str, environ: dict[str, str], log: str) -> None:
    """Be what a process is that has just been started."""
    os.setsid()
    os.chdir(folder)
    server = cast("forkserver.ForkServer", vars(forkserver)["_forkserver"])
    if OWN_WORKERS in environ or environ.get(_KERNELS) != os.environ.get(_KERNELS):
        server.__init__()  # type: ignore[misc] # as in a new process
    else:  # it is no child of this process, which is what would be looked for
        server.ensure_running = lambda: None  # type: ignore[method-assign] # it has no public way
    os.environ.clear()
    os.environ.update(environ)
    sys.path[:0] = environ["PYTHONPATH"].split(os.pathsep)
    nothing, written = os.open(os.devnull, os.O_RDONLY), os.open(log, _APPENDED, 0o600)
    for descriptor, source in enumerate((nothing, written, written)):
        os.dup2(source, descriptor)
    sys.argv = [sys.executable, argument]


def _serve() -> None:
    """Answer questions until there are no more; a fork returns from here as its program does."""
    for module in _MODULES:
        import_module(module)
    remember()  # the bot finds that done, and the languages read
    load_languages()
    start_method()  # names what the process that workers are copies of imports
    forkserver.ensure_running()
    gc.freeze()  # no fork, nor its end, has to go through what all have
    for line in sys.stdin:
        question = json.loads(line)
        if isinstance(question, int):
            _answer(os.waitstatus_to_exitcode(os.waitpid(question, 0)[1]))
            continue
        module, *rest = question
        if pid := os.fork():
            _answer(pid)
            continue
        _become(*rest)
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return


if __name__ == "__main__":
    _serve()
