"""A copy of a database to try something on: `kinarow check --rehearse`.

An SQLite file is copied beside itself, and the copy is deleted at the end. For PostgreSQL the host
gives the address of a copy.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa

from bot.errors import StoreUnavailable
from bot.store.database import reading
from bot.store.schema.backups import back_up
from bot.store.schema.opening import connect

_ROOM: Final = 3
"""How many times the room of the database is wanted: a step may write all of it anew."""
_OTHERS: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
"""How many others are connected to a database of PostgreSQL."""
_NO_COPY: Final = (
    "PostgreSQL copies with tools of its own: createdb, then pg_dump | psql, "
    "then `check --rehearse URL` with the address of that copy"
)


@asynccontextmanager
async def copied(source: sa.URL, copy: sa.URL | None) -> AsyncIterator[sa.URL]:
    """The URL of a copy: the one that is given, or one that is made for as long as it is needed.

    Raises StoreUnavailable where none can be made, or what is given is no copy.
    """
    if copy is not None:
        await _check_unused(source, copy)
        yield copy
        return
    if source.get_backend_name() != "sqlite":
        raise StoreUnavailable(_NO_COPY)
    with _folder_beside(source.database or "") as made:
        file = f"{made}/copy.db"
        await asyncio.to_thread(back_up, source, Path(file))
        yield source.set(database=file)


def _folder_beside(database: str) -> TemporaryDirectory[str]:
    """A folder for a copy of a file. Raises StoreUnavailable where there is no room for one."""
    file = Path(database).absolute()
    try:
        needed = _ROOM * file.stat().st_size
        if disk_usage(file.parent).free < needed:
            raise StoreUnavailable(f"{file.parent} lacks {needed / 1e6:.0f} MB of room for a copy")
        return TemporaryDirectory(prefix="rehearsal-", dir=file.parent)
    except OSError as error:
        raise StoreUnavailable(f"{file} cannot be copied: {error.strerror}") from error


async def _check_unused(source: sa.URL, copy: sa.URL) -> None:
    """Raise StoreUnavailable if what is given as a copy is the database, or somebody uses it."""
    if _is_same(copy, source):
        raise StoreUnavailable(f"{copy} is the database itself: wanted a copy, which is changed")
    if copy.get_backend_name() == "sqlite":
        return
    engine = connect(copy)
    try:
        async with reading(engine) as connection:
            if await connection.scalar(sa.text(_OTHERS)):
                raise StoreUnavailable(f"{copy} is in use: wanted a copy, which is changed")
    finally:
        await engine.dispose()


def _is_same(copy: sa.URL, source: sa.URL) -> bool:
    """Whether two URLs name one database; of a file, by whatever way."""
    files = [Path(url.database or "").resolve() for url in (copy, source)]
    both = {url.get_backend_name() for url in (copy, source)} == {"sqlite"}
    return copy == source or (both and files[0] == files[1])
