"""The files of an SQLite database: who may read them, and whether they are still in place."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_OWNER: Final = 0o600
"""Only the owner may read or write."""
_LOG: Final = "-wal"
"""What SQLite adds to the name of a database for the file with the newest commits."""


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is one.

    An empty file is a new database. SQLite gives the files beside it the same permissions; if it
    made this one itself it would follow the umask, which other threads share.
    """
    with suppress(OSError):  # it exists, or SQLite will give a better error
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNER))


class OpenFiles:
    """The files of an open database, as they were when it was opened.

    SQLite itself goes on writing to a moved or deleted file, and loses it when the process ends.
    """

    def __init__(self, database: Path) -> None:
        self._files: dict[Path, os.stat_result] = {}
        log = database.with_name(database.name + _LOG)
        for path in (database, log):
            with suppress(FileNotFoundError):  # a file system may have no log
                self._files[path] = path.stat()

    def check(self) -> None:
        """Raise OSError if one of the files is gone, or another one is in its place."""
        for path, opened in self._files.items():
            try:
                is_there = os.path.samestat(path.stat(), opened)
            except FileNotFoundError:
                is_there = False
            if not is_there:
                raise FileNotFoundError(
                    f"the file {path.name} was moved or deleted while the bot has it open"
                )
