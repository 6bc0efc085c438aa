"""Copies an SQLite database to a file and back: `kinarow backup` and `restore`.

A copy is made while the bot may run: SQLite copies page by page what is committed, without delaying
writers. PostgreSQL has its own tools for that. Copying blocks: it is done without an event loop.
"""

from __future__ import annotations

import asyncio
import shlex
import sqlite3
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from bot.errors import StoreUnavailable
from bot.store.database import IN_MEMORY, make_private
from bot.store.migrations import STEPS
from bot.store.schema.opening import migrate

_BUSY_SECONDS: Final = 10.0
_PAGES: Final = 1_000
"""How many pages are copied at a time. Between them the bot may write."""


def back_up(url: sa.URL, file: Path) -> str:
    """Copy the database to a new file, and say what it holds. Raises StoreUnavailable."""
    source = _path(url, f"pg_dump --format custom --file {file}")
    if not source.is_file():
        raise StoreUnavailable(f"there is no database {source}")
    if file.exists():
        raise StoreUnavailable(f"{file} is there already: a backup overwrites nothing")
    _copy_to_new_file(source, file)
    return f"{file} has {_content(file)}"


def restore(url: sa.URL, file: Path) -> str:
    """Replace the database by a backup, and say what it holds now.

    What was there before is kept beside it, and so is what earlier restores have kept. Raises
    StoreUnavailable, and changes nothing, if the file is not a backup, or is of a later version.
    """
    target = _path(url, f"pg_restore --clean --if-exists {file}")
    content = _content(file)
    kept = _free_name(f"{target}-before-restore")
    if replaced := target.exists():
        _copy_to_new_file(target, kept)
    make_private(target)
    try:
        _copy(file, target)
    except sqlite3.Error as error:
        raise StoreUnavailable(f"{target} fails: {error}") from error
    asyncio.run(migrate(url))
    words = f"{target} has {content}"
    if replaced:
        words += f"; what it had is in {kept}"
    return (
        f"{words}. A bot that runs goes on with it: restart it, so that it reads all settings anew"
    )


def _free_name(wanted: str) -> Path:
    """Return the path that is wanted; if it is taken, one with a number behind it."""
    others = (Path(f"{wanted}-{number}") for number in count(2))
    return next(path for path in chain((Path(wanted),), others) if not path.exists())


def _path(url: sa.URL, tool: str) -> Path:
    """Return the path of an SQLite file. Otherwise raises StoreUnavailable, naming the tool."""
    if url.get_backend_name() != "sqlite":
        raise StoreUnavailable(f"PostgreSQL has a tool of its own for that: {tool} {_where(url)}")
    if url.database in IN_MEMORY:
        raise StoreUnavailable(f"{url} is in memory: there is no file to copy")
    return Path(url.database or "")


def _where(url: sa.URL) -> str:
    """The options of PostgreSQL's tools for the database of a URL; they ask for the password."""
    options = {
        "--host": url.host or url.query.get("host"),
        "--port": url.port,
        "--username": url.username,
        "--dbname": url.database,
    }
    return shlex.join(
        word for name, value in options.items() if value for word in (name, str(value))
    )


def _copy_to_new_file(source: Path, file: Path) -> None:
    """Copy a database to a file that only its owner reads, complete or not at all."""
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        make_private(unfinished)
        _copy(source, unfinished)
        with closing(sqlite3.connect(unfinished)) as copied:
            copied.execute("PRAGMA journal_mode=DELETE").close()  # all in the one file
        unfinished.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailable(f"cannot copy {source} to {file}: {error}") from error


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as read,
        closing(sqlite3.connect(target, timeout=_BUSY_SECONDS)) as written,
    ):
        read.backup(written, pages=_PAGES)


def _content(file: Path) -> str:
    """Say how many games a backup has. Raises StoreUnavailable if it cannot be used."""
    if not file.is_file():
        raise StoreUnavailable(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            (state,) = backup.execute("PRAGMA quick_check(1)").fetchone()
            (revision,) = backup.execute("SELECT version_num FROM alembic_version").fetchone()
            (games,) = backup.execute("SELECT count(*) FROM games").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise StoreUnavailable(f"{file} is no backup of Kinarow's: {error}") from error
    if state != "ok":
        raise StoreUnavailable(f"{file} is damaged: {state}")
    if revision not in STEPS:
        raise StoreUnavailable(f"{file} is of a later version of Kinarow: upgrade Kinarow first")
    return f"{games} game{'' if games == 1 else 's'}"
