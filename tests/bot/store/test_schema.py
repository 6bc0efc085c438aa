"""Backups of a database in use: what is committed comes back. And where none may be written."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import sys
from asyncio import to_thread
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import make_url

from bot.errors import StoreUnavailable
from bot.match.session import moves
from bot.store import Store
from bot.store.schema.backups import back_up, restore
from bot.store.schema.opening import lack_of_place, migrate, revision
from tests.bot.builders import session

NOBODY = 65534
"""Somebody whom permissions bind, on most systems."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the backup goes."""
    return tmp_path / "backup.db"


async def test_a_backup_comes_back_while_the_bot_runs(database_url: str, file: Path) -> None:
    """The open store goes on with the games of the backup, and what it had is kept."""
    url = make_url(database_url)
    async with Store.open(url) as store:
        first = await store.create(session())
        assert await to_thread(back_up, url, file) == f"{file} has 1 game"
        moved = await store.save(first, moves.play(first, first.people[0].id, 5))
        assert (await store.find(first.game)) == moved
        told = await to_thread(restore, url, file)
        assert "has 1 game; what it had is in" in told
        assert (await store.find(first.game)) == first
        await store.save(first, moves.play(first, first.people[0].id, 9))
    kept = Path(str(url.database) + "-before-restore")
    with closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM moves").fetchone() == (1,)
    if sys.platform != "win32":
        assert (await to_thread(file.stat)).st_mode & 0o077 == 0


async def test_a_restore_loses_nothing_that_it_replaces(database_url: str, file: Path) -> None:
    """A second restore keeps what it replaces under another name, and says under which."""
    url = make_url(database_url)
    async with Store.open(url) as store:
        await store.create(session())
        await to_thread(back_up, url, file)
        for channel in (2, 3):
            await store.create(session(channel=channel))
        told = [await to_thread(restore, url, file) for _ in range(3)]
    kept = [re.search(r"what it had is in (\S+)\.", words) for words in told]
    paths = [found[1] for found in kept if found]
    assert paths == [f"{url.database}-before-restore{number}" for number in ("", "-2", "-3")]
    for path, count in zip(paths, (3, 1, 1), strict=True):
        with closing(sqlite3.connect(path)) as before:
            assert before.execute("SELECT count(*) FROM games").fetchone() == (count,)


async def test_a_backup_takes_the_place_of_a_later_version(database_url: str, file: Path) -> None:
    """That is how a downgrade goes: the later database is kept, whole."""
    url = make_url(database_url)
    async with Store.open(url) as store:
        await store.create(session())
        await to_thread(back_up, url, file)
    with closing(sqlite3.connect(str(url.database))) as later:
        later.execute("UPDATE alembic_version SET version_num = '9999'")
        later.execute("CREATE TABLE of_later (number INTEGER)")
        later.commit()
    assert "before-restore" in await to_thread(restore, url, file)
    async with Store.open(url) as store:
        assert await store.count_live() == 1
    with closing(sqlite3.connect(f"{url.database}-before-restore")) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


async def test_a_backup_is_restored_where_nothing_is(
    database_url: str, file: Path, tmp_path: Path
) -> None:
    """On a new machine there is no database yet; what an older restore kept is not its own."""
    async with Store.open(database_url) as store:
        await store.create(session())
        await to_thread(back_up, make_url(database_url), file)
    elsewhere = make_url(f"sqlite+aiosqlite:///{tmp_path / 'new.db'}")
    await to_thread((tmp_path / "new.db-before-restore").touch)
    assert "what it had" not in await to_thread(restore, elsewhere, file)
    if sys.platform != "win32":
        assert (await to_thread((tmp_path / "new.db").stat)).st_mode & 0o077 == 0
    async with Store.open(elsewhere) as store:
        assert await store.count_live() == 1


async def test_nothing_is_overwritten(database_url: str, file: Path) -> None:
    """A backup of yesterday stays as it is, and one that fails leaves nothing."""
    url = make_url(database_url)
    with pytest.raises(StoreUnavailable, match="there is no database"):
        await to_thread(back_up, url, file)
    async with Store.open(url):
        await to_thread(file.write_text, "yesterday")
        with pytest.raises(StoreUnavailable, match="overwrites nothing"):
            await to_thread(back_up, url, file)
        with pytest.raises(StoreUnavailable, match="cannot copy"):
            await to_thread(back_up, url, file.parent / "nowhere/backup.db")
    assert await to_thread(file.read_text) == "yesterday"


async def test_a_file_that_is_no_backup_changes_nothing(database_url: str, file: Path) -> None:
    """Neither a text, nor another program's database, nor one of a later version."""
    url = make_url(database_url)
    async with Store.open(url) as store:
        await store.create(session())
        await to_thread(back_up, url, file)
        with pytest.raises(StoreUnavailable, match="there is no file"):
            await to_thread(restore, url, file.parent / "nowhere")
        other = file.parent / "other"
        await to_thread(other.write_text, "no database")
        with pytest.raises(StoreUnavailable, match="no backup of Kinarow's"):
            await to_thread(restore, url, other)
        with closing(sqlite3.connect(file)) as backup:
            backup.execute("UPDATE alembic_version SET version_num = '9999'")
            backup.commit()
        with pytest.raises(StoreUnavailable, match="later version"):
            await to_thread(restore, url, file)
        assert await store.count_live() == 1


@pytest.mark.parametrize(
    "address, where",
    [
        ("kinarow:hunter2@db/games", "--host db --username kinarow --dbname games"),
        ("kinarow:hunter2@db:5433/games", "--host db --port 5433 --username kinarow"),
        ("kinarow:hunter2@/games?host=/run/pg", "--host /run/pg --username kinarow"),
    ],
)
def test_postgresql_has_its_own_tools(file: Path, address: str, where: str) -> None:
    """The sentence names them, and where the database is, without the password."""
    url = make_url(f"postgresql+asyncpg://{address}")
    for copy, tool in ((back_up, "pg_dump"), (restore, "pg_restore")):
        with pytest.raises(StoreUnavailable, match=tool) as raised:
            copy(url, file)
        assert "hunter2" not in str(raised.value)
        assert where in str(raised.value)


def test_a_database_in_memory_has_no_copies(file: Path) -> None:
    """There is no file to copy, and none is made."""
    for copy in (back_up, restore):
        with pytest.raises(StoreUnavailable, match="is in memory"):
            copy(make_url("sqlite+aiosqlite://"), file)
    assert not any(file.parent.iterdir())


def test_a_database_needs_a_folder_and_is_none(tmp_path: Path) -> None:
    """A path that leads nowhere, or to a folder, is told before anything is started."""
    lacks = [
        lack_of_place(make_url(f"sqlite+aiosqlite:///{path}"))
        for path in (tmp_path / "no/games.db", tmp_path, tmp_path / "games.db", ":memory:")
    ]
    assert lacks == [
        f"there is no folder {tmp_path / 'no'}",
        f"{tmp_path} is a folder",
        None,
        None,
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
@pytest.mark.parametrize("kept", ["", "games.db"])
def test_a_database_needs_a_place_that_may_be_written(kept: str) -> None:
    """A folder or a file that can only be read is named. Root, who may do all, steps back."""
    with TemporaryDirectory() as name:
        file = Path(name, "games.db")
        url = f"sqlite+aiosqlite:///{file}"
        asyncio.run(migrate(url))
        assert asyncio.run(revision(url)) is not None
        needed = Path(name, kept)
        Path(name).chmod(0o777)
        needed.chmod(0o555)
        is_root = os.geteuid() == 0
        try:
            if is_root:
                os.seteuid(NOBODY)
            with pytest.raises(StoreUnavailable, match=re.escape(f"{needed} may not be written")):
                asyncio.run(revision(url))
        finally:
            if is_root:
                os.seteuid(0)
            Path(name).chmod(0o755)
