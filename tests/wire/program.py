"""The bot as a process of its own: started, watched, killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Final

from tests.soon import PATIENCE
from tests.wire import forks
from tests.wire.forks import Fork
from tests.wire.payloads import TOKEN

LAUNCHER: Final = "tests.wire.launcher"
ROOT: Final = Path(__file__).parents[2]
_KEPT: Final = ("PATH", "HOME", "SYSTEMROOT", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT")


async def start(
    module: str, argument: str, folder: Path, environ: dict[str, str], log: Path, *, fork: bool
) -> asyncio.subprocess.Process | Fork:
    """Run a module in a folder with these settings; what it writes is added to the log.

    A `fork`, where the system can do that, begins quickly. What is measured begins by itself: a
    fork shares memory with others, and has imported what it may not need.
    """
    if fork and forks.POSSIBLE:
        return forks.start(module, argument, folder, environ, log)
    with log.open("ab") as file:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            argument,
            cwd=folder,
            env=environ,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,  # Ctrl-C is meant for the test
        )


async def run(module: str, argument: str, folder: Path, environ: dict[str, str]) -> tuple[int, str]:
    """Run a module until it ends: its exit code, and what it has written."""
    log = folder / f"{module}.log"
    process = await start(module, argument, folder, environ, log, fork=True)
    async with asyncio.timeout(PATIENCE):
        return await process.wait(), log.read_text()


class Program:
    """`python -m bot run` in a folder of its own, connected to a Discord at `url`."""

    def __init__(self, url: str, folder: Path, module: str = LAUNCHER, **environ: str) -> None:
        self._url = url
        self._module = module
        self._environ = environ
        self.log = folder / "bot.log"
        """Everything that every run has logged, at DEBUG unless `environ` says otherwise."""
        self.database = folder / "games.db"
        self._process: asyncio.subprocess.Process | Fork | None = None

    async def start(self) -> None:
        """Start a process; it takes a moment to connect."""
        kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
        environ = {
            **kept,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "API_URL": self._url,
            "GATEWAY_URL": self._url.replace("http", "ws", 1),
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "ENGINE": "local:1",
            "LEVEL": "perfect",
            "MOVE_SECONDS": "0.05",
            "LOG_LEVEL": "DEBUG",
            **self._environ,
        }
        folder = self.log.parent
        fork = self._module == LAUNCHER
        self._process = await start(self._module, self._url, folder, environ, self.log, fork=fork)

    @property
    def pid(self) -> int:
        """The process that runs."""
        assert self._process is not None, "it was started"
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process has not ended."""
        return self._process is not None and self._process.returncode is None

    async def kill(self) -> None:
        """End it as a loss of power does."""
        await self.end(signal.SIGKILL)

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        assert self._process is not None, "it was started"
        if self.running:
            self._process.send_signal(how)
        return await self.ended()

    async def ended(self) -> int:
        """Wait for the end; the exit code."""
        assert self._process is not None, "it was started"
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()

    def logged(self) -> str:
        """What every run has logged so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""
