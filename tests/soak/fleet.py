"""The processes of the bot: started, killed, ended and watched."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.costs import children
from tests.soak.figures import Figures
from tests.wire.program import Program
from tests.wire.world import SECRETS

MOST_MEMORY: Final = 400
"""Megabytes that a process may use; 105 at the start."""
LONGEST_END: Final = 20.0
"""Seconds for an end after SIGTERM: five on an idle machine, and the database may stand still."""
_PERIOD: Final = 1.0
"""Seconds between two looks at every process."""
_TRACE: Final = re.compile(
    r"Traceback \(most recent call last\)|ERROR (?:bot\.|discord\.client: Ig).*"
)
_LONGEST_LOG: Final = 16 << 20
"""Bytes after which a log that has been read is begun anew."""


class Ship:
    """One process with some of the shards."""

    def __init__(self, name: str, program: Program) -> None:
        self.name = name
        self.program = program
        self.down = True
        """Whether it is meant to be down."""
        self.lock = asyncio.Lock()
        """Held by whoever starts or ends it."""
        self._read = 0

    async def start(self) -> None:
        """Start it."""
        await self.program.start()
        self.down = False

    async def stop(self, how: signal.Signals) -> int:
        """End it by a signal; its exit code."""
        self.down = True
        return await self.program.end(how)

    def ask(self) -> None:
        """Have it write into its log what it waits for, if it has not ended."""
        if self.program.running:
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(self.program.pid, signal.SIGUSR1)

    @property
    def workers(self) -> list[int]:
        """The processes that think for it, and the one that they are copies of."""
        return list(filter(_is_worker, children(self.program.pid)))

    @property
    def memory(self) -> int:
        """Megabytes of its own; 0 where it has just ended."""
        try:
            pages = int(Path(f"/proc/{self.program.pid}/statm").read_text().split()[1])
        except OSError:
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20

    def new_log(self) -> str:
        """What was logged since the last look."""
        log = self.program.log
        if not log.exists():
            return ""
        with log.open("rb") as file:
            file.seek(self._read)
            text = file.read()
            self._read = file.tell()
        if self._read > _LONGEST_LOG:
            os.truncate(log, 0)
            self._read = 0
        return text.decode(errors="replace")


class Fleet:
    """All processes of the bot, with the rule that none ends by itself."""

    def __init__(self, ships: list[Ship], figures: Figures) -> None:
        self.ships = ships
        self._figures = figures

    async def start(self) -> None:
        """Start all."""
        for ship in self.ships:
            await ship.start()

    async def kill(self, ship: Ship, pause: float) -> None:
        """A loss of power, and a start after a pause."""
        async with ship.lock:
            await ship.stop(signal.SIGKILL)
            await asyncio.sleep(pause)
            await ship.start()

    async def end(self, ship: Ship, pause: float) -> None:
        """An orderly end, and a start after a pause."""
        async with ship.lock:
            await self._end(ship)
            await asyncio.sleep(pause)
            await ship.start()

    async def end_all(self) -> None:
        """The end of the soak."""
        for ship in self.ships:
            async with ship.lock:
                await self._end(ship)
        self._look()

    async def kill_all(self) -> None:
        """Leave none, whatever has happened."""
        for ship in self.ships:
            if ship.program.running:
                await ship.stop(signal.SIGKILL)

    async def watch(self) -> None:
        """Look at memory, logs and whether all run, until cancelled."""
        while True:
            await asyncio.sleep(_PERIOD)
            self._look()
            for ship in self.ships:
                if not ship.down and not ship.program.running:
                    self._figures.wrong.append(f"{ship.name} has ended by itself")
                    await ship.start()

    async def _end(self, ship: Ship) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        asking = loop.call_later(LONGEST_END / 2, ship.ask)
        code = await ship.stop(signal.SIGTERM)
        seconds = loop.time() - begun
        asking.cancel()
        self._figures.ends.append(seconds)
        # One that has only just been started does not hear the signal yet.
        if code not in (0, -signal.SIGTERM) or seconds > LONGEST_END:
            self._figures.wrong.append(f"{ship.name} ended with {code} after {seconds:.0f} s")

    def _look(self) -> None:
        memory, wrong = self._figures.memory, self._figures.wrong
        for ship in self.ships:
            used = ship.memory if ship.program.running else 0
            if used > max(MOST_MEMORY, memory.get(ship.name, 0)):
                wrong.append(f"{ship.name} uses {used} MB")
            memory[ship.name] = max(used, memory.get(ship.name, 0))
            log = ship.new_log()
            found = [*_TRACE.findall(log), *(f for secret in SECRETS for f in secret.findall(log))]
            wrong.extend(f"{ship.name} has logged {each!r}" for each in found)


def _is_worker(pid: int) -> re.Match[bytes] | None:
    with suppress(OSError):  # it has just ended
        return re.search(b"spawn_main|forkserver", Path(f"/proc/{pid}/cmdline").read_bytes())
    return None
