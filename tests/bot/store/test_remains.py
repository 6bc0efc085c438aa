"""The bytes of the files that SQLite writes, after somebody is erased."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert

from bot.client.services import COMPANIONS, DELETIONS
from bot.features.coach import coach_choices
from bot.match.session import Bot, Coach, GuildId, Person, UserId
from bot.store import Store
from bot.store.database import SqliteEngine, transaction
from bot.store.remains import Remains
from bot.store.schema import opening
from bot.store.tables import ratings
from engine import Level
from tests.bot.builders import BOB
from tests.bot.store.test_erase import LEAVER, remember
from tests.bot.store.test_results import played
from tests.soon import PATIENCE

FOREIGN = GuildId(77)
CROWD = [
    Person(UserId(Random(at).getrandbits(61)), f"Player number {at}") for at in range(100, 120)
]


@pytest.fixture(autouse=True)
def until_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """An erasure waits for the end, however busy the machine is."""
    monkeypatch.setattr("bot.store.remains._WAIT", PATIENCE)


@pytest.fixture(autouse=True)
def as_built_for_pypi(monkeypatch: pytest.MonkeyPatch) -> None:
    """An SQLite that keeps deleted bytes unless it is told otherwise, as some are built."""
    prepare = opening._prepare_sqlite

    def open_so(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA secure_delete=OFF").close()
        prepare(connection)

    monkeypatch.setattr(opening, "_prepare_sqlite", open_so)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where all files of the database are."""
    (found := tmp_path / "data").mkdir()
    return found


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    """The store in a folder."""
    url = f"sqlite+aiosqlite:///{folder / 'games.db'}"
    async with Store.open(url, DELETIONS, COMPANIONS) as store:
        yield store


def traces(folder: Path, person: Person = LEAVER) -> dict[str, int]:
    """How often a person is found in each file: by name, and by id as a text and as a number.

    SQLite writes a number of that size in eight bytes, or as a key in nine of seven bits each.
    """
    number = person.id
    key = bytes((number >> shift & 0x7F) | 0x80 for shift in range(57, 0, -7))
    forms = (
        *(person.name.encode(), str(number).encode()),
        *(number.to_bytes(8, "big"), key + bytes([number & 0xFF])),
    )
    found = {file.name: file.read_bytes() for file in folder.iterdir()}
    return {
        name: sum(map(content.count, forms))
        for name, content in found.items()
        if any(form in content for form in forms)
    }


async def rate(store: Store, people: Sequence[Person]) -> None:
    """Rate people on many servers in no order, so that rows move from page to page."""
    random = Random(1)
    rows = [
        {"scope_id": random.getrandbits(61), "rules": "3x3x3", "user_id": person.id}
        | {"name": person.name, "mu": 25.0, "sigma": 8.0, "games": 1}
        for person in tuple(people) * 100
    ]
    random.shuffle(rows)
    async with transaction(store.database) as connection:
        await connection.execute(insert(ratings), rows)


async def test_no_byte_of_any_file_tells_of_who_was_erased(folder: Path) -> None:
    """Neither at once, nor after the end."""
    async with opened(folder) as store:
        await remember(store)
        assert {"games.db", "games.db-wal"} & traces(folder).keys()
        assert traces(folder, BOB)
        await store.forget(LEAVER.id)
        assert traces(folder) == {}
    assert traces(folder) == {}
    assert traces(folder, BOB)


async def test_rows_that_have_moved_leave_no_copies(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite copies rows to another page, and does not overwrite the gap where they were."""
    monkeypatch.setattr("bot.store.remains._SHARE", 0)  # no erasure waits after another one
    async with opened(folder) as store:
        await rate(store, CROWD)
        for person in CROWD:
            await store.forget(person.id)
            assert traces(folder, person) == {}


async def test_a_reader_only_delays_the_emptying_of_the_log(folder: Path) -> None:
    """Another program that holds an old state keeps it in the log, which is emptied afterwards."""
    async with opened(folder) as store:
        await remember(store)
        with closing(sqlite3.connect(folder / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM games").fetchall()
            await store.forget(LEAVER.id)
            assert "games.db-wal" in traces(folder)
            other.execute("COMMIT")
        assert isinstance(store.database, SqliteEngine)
        await store.database.remains.remove()
        assert traces(folder) == {}


async def test_it_goes_on_by_itself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be done is tried again, though nothing else is stored."""
    monkeypatch.setattr("bot.store.remains._EVERY", 0.01)
    async with opened(folder) as store:
        await remember(store)
        with closing(sqlite3.connect(folder / "games.db", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM games").fetchall()
            await store.forget(LEAVER.id)
            assert traces(folder)
        await until_none(folder)


async def until_none(folder: Path) -> None:
    """Wait until nothing tells of the person."""
    async with asyncio.timeout(PATIENCE):
        while traces(folder):  # noqa: ASYNC110 - files tell nobody that they change
            await asyncio.sleep(0.01)


async def test_a_disk_without_room_for_a_copy_keeps_no_rows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole database cannot be written anew, but what is deleted is overwritten."""

    def has_room(action: int, *_: object) -> int:
        return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_ATTACH else sqlite3.SQLITE_OK

    prepare = opening._prepare_sqlite

    def open_so(connection: sqlite3.Connection) -> None:
        prepare(connection)
        connection.set_authorizer(has_room)  # a VACUUM attaches its copy

    monkeypatch.setattr(opening, "_prepare_sqlite", open_so)
    async with opened(folder) as store:
        await remember(store)
        await store.forget(LEAVER.id)
        assert traces(folder) == {}


async def test_the_next_start_does_what_a_kill_has_left(folder: Path, tmp_path: Path) -> None:
    """The file itself says that it is due: a restored backup does so too."""
    killed = tmp_path / "killed"
    with pytest.MonkeyPatch.context() as patch:

        async def nothing(_self: Remains) -> None:
            pass

        patch.setattr(Remains, "remove", nothing)
        async with opened(folder) as store:
            await rate(store, [*CROWD, LEAVER])
            await store.forget(LEAVER.id)
            copied(folder, killed)
    assert "games.db-wal" in traces(killed)
    async with opened(killed):
        await until_none(killed)


def copied(folder: Path, to: Path) -> None:
    """The files as a kill leaves them."""
    to.mkdir()
    for file in folder.iterdir():
        (to / file.name).write_bytes(file.read_bytes())


async def test_an_older_database_is_rewritten_once(folder: Path) -> None:
    """Its free pages may hold whom an earlier version has erased."""
    async with opened(folder) as store:
        await played(store, BOB, Bot(Level.EASY))
    with closing(sqlite3.connect(folder / "games.db", isolation_level=None)) as earlier:
        earlier.execute("PRAGMA secure_delete=OFF")
        earlier.execute("CREATE TABLE gone AS SELECT ? AS id, ? AS name", (LEAVER.id, LEAVER.name))
        earlier.execute("DROP TABLE gone")
        earlier.execute("PRAGMA user_version=0")
    assert traces(folder)
    async with opened(folder):
        await until_none(folder)
    written = (folder / "games.db").stat().st_mtime_ns
    async with opened(folder):
        pass
    assert (folder / "games.db").stat().st_mtime_ns == written


async def test_rows_taken_back_vanish_from_the_files_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a minute of any change, though nobody asks for an erasure."""
    monkeypatch.setattr("bot.store.remains._EVERY", 0.01)
    async with opened(folder) as store:
        choices = coach_choices(store.database)
        await choices.choose(LEAVER.id, Coach.AFTER)
        assert traces(folder)
        await choices.choose(LEAVER.id, Coach.OFF)
        await until_none(folder)


async def test_a_server_that_is_deleted_leaves_nothing(folder: Path) -> None:
    """Its games, results and ratings are in no file any more."""
    async with opened(folder) as store:
        await played(store, LEAVER, BOB, guild=FOREIGN)
        assert traces(folder)
        while await store.pruning.delete_guild_games(FOREIGN):
            pass
        await store.pruning.delete_guild(FOREIGN)
        assert traces(folder) == {}
