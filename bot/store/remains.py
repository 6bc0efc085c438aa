"""What SQLite leaves of deleted rows in its files, and how those traces are removed.

Deleted bytes are overwritten with zeros in the database (`secure_delete`), but copies stay in two
places. The log beside the database has the pages as they were, until others take their place. And
where SQLite has moved rows from a page to the next one, there may be copies in the gap. Emptying
the log ends the former, `VACUUM` the latter: it writes the whole database anew.

`user_version`, a number in the file itself, says whether a VACUUM is due. It is 0 in the databases
of earlier versions, and set to 0 in each commit that erases somebody. So what one process leaves
undone the next one does, and a restored backup is treated alike.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from time import monotonic, sleep
from typing import Final

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

Work = Callable[[sqlite3.Connection], bool]
"""Something done with the connection for writing."""

_REWRITTEN: Final = 1
"""The `user_version` of a file without remains in its gaps."""
_EVERY: Final = 60.0
"""Seconds after a commit in which the log is emptied."""
_SHARE: Final = 10
"""A VACUUM comes at the earliest after so many times as long as the last one took."""
_WAIT: Final = 1.0
"""Seconds for which an erasure waits for the end: Discord takes an answer to it for three."""
_TRIES: Final = 20
_BETWEEN: Final = 0.01
"""How often the log is tried to be emptied, and the seconds in between: somebody may read it."""


def mark(connection: sqlite3.Connection) -> None:
    """Note, in the open transaction, that copies of what it deletes may stay in gaps."""
    connection.execute("PRAGMA user_version=0").close()


def mark_as_new(connection: sqlite3.Connection) -> None:
    """Note, in the open transaction, that nothing was deleted from the file yet."""
    connection.execute(f"PRAGMA user_version={_REWRITTEN}").close()


class Remains:
    """Removes the remains in one database, between its transactions."""

    def __init__(self, alone: Callable[[Work], Awaitable[bool]]) -> None:
        self._alone = alone
        """Does something with the connection while no transaction is open."""
        self._changed = asyncio.Event()
        self._changed.set()  # the process before may have been killed
        self._rewritten_after = 0.0
        """When the next VACUUM may come, by the monotonic clock."""
        self._tasks: set[asyncio.Task[None]] = set()

    def note_change(self) -> None:
        """Note that a commit has put something into the log."""
        self._changed.set()

    async def remove(self) -> None:
        """Remove what can be removed now. The rest follows by itself, or at the next start."""
        done = False
        try:
            done = await self._alone(self._remove)
        except (DBAPIError, sqlite3.Error, OSError) as error:  # such as a full disk
            log.warning("what was deleted is not yet overwritten everywhere: %s", error)
        finally:
            if not done:
                self._changed.set()

    async def remove_now(self) -> None:
        """Begin to remove what can be removed, and wait a little for the end."""
        await asyncio.wait((self._start(self.remove()),), timeout=_WAIT)

    def keep(self) -> None:
        """Remove the remains now, and from now on within a minute of each change."""
        self._start(self._keep())

    async def end(self) -> None:
        """Remove the remains of the last change, and keep that no more."""
        if not self._tasks:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        if self._changed.is_set():
            await self.remove()

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep(self) -> None:
        while True:
            await self._changed.wait()
            await self.remove()
            put_off = self._rewritten_after - monotonic()
            await asyncio.sleep(min(_EVERY, put_off) if put_off > 0 else _EVERY)

    def _remove(self, connection: sqlite3.Connection) -> bool:
        """Return whether nothing is left. Called in a thread."""
        self._changed.clear()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        is_due = version < _REWRITTEN
        is_put_off = is_due and monotonic() < self._rewritten_after
        try:
            if is_due and not is_put_off:
                self._rewrite(connection)
        finally:  # the disk may have no room for a copy: most of it goes with the log
            is_empty = _empty_log(connection)
        return is_empty and not is_put_off

    def _rewrite(self, connection: sqlite3.Connection) -> None:
        began = monotonic()
        try:
            connection.execute("VACUUM").close()
            mark_as_new(connection)
        finally:
            now = monotonic()
            self._rewritten_after = now + _SHARE * (now - began)


def _empty_log(connection: sqlite3.Connection) -> bool:
    """Move what is in the log to the database. Returns False if others use it all the time."""
    for _ in range(_TRIES):
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return True
        sleep(_BETWEEN)
    return False
