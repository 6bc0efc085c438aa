"""Transactions that share a commit: each is whole, and each waits for the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import make_url, text

from bot.errors import StoreUnavailable
from bot.store.database import Database, SqliteEngine, reading, transaction
from bot.store.schema.opening import connect
from tests.bot.waiting import POSIX

ROOT = Path(__file__).parents[3]
CLOSE_WHILE_READ = """
import asyncio, sys
from bot.store import Store

async def read(store):
    while True:
        await store.waiting()

async def main(url):
    for _ in range(30):
        async with Store.open(url) as store:
            readers = [asyncio.create_task(read(store)) for _ in range(3)]
            await asyncio.sleep(0.001)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)

asyncio.run(main(sys.argv[1]))
"""


@pytest_asyncio.fixture
async def engine(database_url: str) -> AsyncIterator[Database]:
    """A file with one table of numbers."""
    engine = connect(database_url)
    async with transaction(engine) as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    yield engine
    await engine.dispose()


async def write(engine: Database, *numbers: int) -> None:
    """Write numbers in one transaction, with a breath between them."""
    async with transaction(engine) as connection:
        for number in numbers:
            insertion = text("INSERT INTO numbers VALUES (:number)")
            await connection.execute(insertion, {"number": number})
            await asyncio.sleep(0)


async def read(engine: Database) -> list[int]:
    """The numbers that are kept."""
    async with reading(engine) as connection:
        return list(await connection.scalars(text("SELECT number FROM numbers ORDER BY 1")))


async def test_one_that_fails_takes_no_other_with_it(engine: Database) -> None:
    """Of transactions that come together each is kept whole or not at all."""
    both = [write(engine, 1, 2), write(engine, 3, 1), write(engine, 4)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert [type(result).__name__ for result in results] == [
        "NoneType",
        "ConflictError",
        "NoneType",
    ]
    assert await read(engine) == [1, 2, 4]


async def test_a_transaction_is_not_read_before_its_end(engine: Database) -> None:
    """Others see a transaction after its end, and nothing of it before."""
    async with transaction(engine) as connection:
        await connection.execute(text("INSERT INTO numbers VALUES (1)"))
        assert await read(engine) == []
    assert await read(engine) == [1]


async def test_a_commit_that_fails_fails_all_who_wait_for_it(engine: Database) -> None:
    """Nobody is told that something was kept which was not, and the next one may be kept."""
    file = raw(engine)
    file.execute(
        "CREATE TABLE others (number INTEGER REFERENCES numbers DEFERRABLE INITIALLY DEFERRED)"
    )
    dangling = [write(engine, 1), refer(engine, 7), write(engine, 2)]
    results = await asyncio.gather(*dangling, return_exceptions=True)
    assert all(isinstance(result, StoreUnavailable) for result in results)
    assert await read(engine) == []
    await write(engine, 3)
    assert await read(engine) == [3]


async def refer(engine: Database, number: int) -> None:
    """Write what the commit refuses, unless that number is there."""
    async with transaction(engine) as connection:
        await connection.execute(text(f"INSERT INTO others VALUES ({number})"))


def raw(engine: Database) -> sqlite3.Connection:
    """The connection that writes, as Python's own driver knows it."""
    assert isinstance(engine, SqliteEngine)
    assert engine._writer is not None, "something was written"
    return engine._writer.raw


async def test_many_share_a_commit(engine: Database) -> None:
    """A hundred transactions at once take a few commits, not a hundred."""
    commits: list[str] = []
    raw(engine).set_trace_callback(commits.append)
    await asyncio.gather(*(write(engine, number) for number in range(100)))
    raw(engine).set_trace_callback(None)
    assert commits.count("COMMIT") < 10
    assert await read(engine) == list(range(100))


async def test_one_that_is_cancelled_is_undone(engine: Database) -> None:
    """A transaction that is broken off leaves nothing, and no lock."""
    task = asyncio.create_task(write(engine, 1, 2, 3))
    for _ in range(5):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await write(engine, 4)
    assert 4 in await read(engine)
    assert await read(engine) in ([4], [1, 2, 3, 4])


async def test_another_process_that_writes_is_waited_for(
    engine: Database, database_url: str
) -> None:
    """What comes meanwhile is written after it, and the event loop goes on."""
    path = make_url(database_url).database
    assert path is not None
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(write(engine, 1))
        for _ in range(5):
            await asyncio.sleep(0.01)
        assert not writing.done()
        other.execute("INSERT INTO numbers VALUES (2)")
        other.execute("COMMIT")
        await writing
    assert await read(engine) == [1, 2]


async def test_another_process_that_stays_is_an_error(
    engine: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while nobody waits any longer, and later all goes on."""
    monkeypatch.setattr("bot.store.database._PATIENCE", 0.1)
    path = make_url(database_url).database
    assert path is not None
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="locked"):
            await write(engine, 1)
    await write(engine, 2)
    assert await read(engine) == [2]


async def test_without_a_log_a_commit_waits_for_who_reads(tmp_path: Path) -> None:
    """A file system may have none. The event loop goes on meanwhile."""
    path = tmp_path / "games.db"

    def prepare(connection: sqlite3.Connection) -> None:
        connection.isolation_level = None

    engine = SqliteEngine(make_url(f"sqlite:///{path}"), prepare)
    async with transaction(engine) as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM numbers").fetchall()  # holds its lock
        writing = asyncio.create_task(write(engine, 1))
        await asyncio.sleep(0.1)
        assert not writing.done()
        other.execute("COMMIT")
        await writing
    assert await read(engine) == [1]
    await engine.dispose()


async def test_a_new_file_waits_for_who_is_about_to_write_it(tmp_path: Path) -> None:
    """SQLite itself refuses at once to write ahead in a file that is being written the old way."""
    path = tmp_path / "games.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def end() -> None:
        await asyncio.sleep(0.1)
        other.execute("COMMIT")

    ending = asyncio.create_task(end())
    engine = connect(f"sqlite+aiosqlite:///{path}")
    async with transaction(engine) as connection:
        assert await connection.scalar(text("PRAGMA journal_mode")) == "wal"
    await ending
    await engine.dispose()
    other.close()


@POSIX
@pytest.mark.parametrize("lost", ["", "-wal"])
@pytest.mark.parametrize("replaced", [False, True])
async def test_nothing_is_written_to_a_file_that_was_moved(
    engine: Database, lost: str, *, replaced: bool
) -> None:
    """Nor beside another one in its place: it is an error until the file is back."""
    await write(engine, 1)
    file = Path(f"{engine.url.database}{lost}")
    away = move(file, file.with_name("away"))
    if replaced:
        copy(away, file)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=rf"{file.name} was moved or deleted"):
            await write(engine, 2)
    move(away, file)
    await write(engine, 3)
    assert await read(engine) == [1, 3]


@POSIX
async def test_a_file_that_is_moved_in_the_middle_of_a_transaction(engine: Database) -> None:
    """It is looked for before the commit, of which all who wait hear the same."""
    file = Path(str(engine.url.database))
    away = file.with_name("away")

    async def write_and_move() -> None:
        async with transaction(engine) as connection:
            await connection.execute(text("INSERT INTO numbers VALUES (1)"))
            move(file, away)

    results = await asyncio.gather(write_and_move(), write(engine, 2), return_exceptions=True)
    assert [type(result) for result in results] == [StoreUnavailable] * 2
    move(away, file)
    await write(engine, 3)
    assert await read(engine) == [3]


@POSIX
async def test_no_other_file_is_opened_later(database_url: str) -> None:
    """The first read, which opens its own connection, does not take another file for it."""
    engine = connect(database_url)
    async with transaction(engine) as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    file = Path(str(engine.url.database))
    away = move(file, file.with_name("away"))
    with pytest.raises(StoreUnavailable, match="moved or deleted"):
        await read(engine)
    assert not exists(file)
    move(away, file)
    assert await read(engine) == []
    await engine.dispose()


def move(file: Path, to: Path) -> Path:
    """Move a file, as a person does that tidies up."""
    return file.rename(to)


def copy(file: Path, to: Path) -> None:
    """Put another file in a place, with the same content."""
    to.write_bytes(file.read_bytes())


def exists(file: Path) -> bool:
    """Whether there is such a file."""
    return file.exists()


async def test_the_first_reads_share_a_connection(database_url: str) -> None:
    """Those who read a file first, all at once, open it once."""
    opened: list[sqlite3.Connection] = []
    engine = SqliteEngine(make_url(database_url), opened.append)

    async def look() -> None:
        async with engine.read() as connection:
            await connection.execute(text("SELECT 1"))

    await asyncio.gather(*(look() for _ in range(5)))
    await engine.dispose()
    assert len(opened) == 1


async def test_a_file_may_be_closed_while_it_is_read(database_url: str) -> None:
    """Whoever still reads gets an error of Python's at most; the interpreter outlives it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLOSE_WHILE_READ, database_url, cwd=ROOT
    )
    assert await process.wait() == 0
