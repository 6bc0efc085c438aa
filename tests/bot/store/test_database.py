"""What a crash leaves, and a database that is gone, stands still or was spoilt."""

import asyncio
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import IntegrityError, StatementError

from bot.errors import StoreUnavailable, UnreadableGame
from bot.match.session import Bot, moves
from bot.store import Store
from bot.store.schema.opening import connect
from engine import Level
from tests.bot.postgres import Databases, Server
from tests.bot.store.matches import ALICE, CHANNEL, NOW, match, play, same
from tests.bot.waiting import POSIX

ROOT = Path(__file__).parents[3]


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_migrated_url


async def test_a_restart_changes_nothing(database_url: str) -> None:
    """A store that is closed and opened again has every game as it was."""
    async with Store.open(database_url) as store:
        session = await play(store, await store.create(match()), 5, 1)
    async with Store.open(database_url) as store:
        assert same(await store.load(CHANNEL), session)
        assert same(await play(store, session, 9), await store.load(CHANNEL))


async def test_closing_lets_a_save_end(database_url: str) -> None:
    """What is being stored when the store is closed is kept, and its connection closed."""
    async with Store.open(database_url) as store:
        session = await store.create(match())
        saves = [asyncio.create_task(store.save(session, moves.play(session, ALICE.id, 5)))]
        await asyncio.sleep(0)
    saved = await saves[0]
    async with Store.open(database_url) as store:
        assert same(await store.load(CHANNEL), saved)


SAVE_AND_DIE = """
import asyncio, os, signal, sys
from sqlalchemy import Engine, event
from bot.match.session import ChannelId, moves
from bot.store import Store
from bot.store.database import SqliteEngine

async def main(url, moment):
    async with Store.open(url) as store:
        session = await store.load(ChannelId(10))
        die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        if moment == "before the commit":
            event.listen(Engine, "commit", die)
            async def die_in_turn(engine, raw):
                async with engine._turn:
                    die()
            SqliteEngine._commit = die_in_turn
        await store.save(session, moves.play(session, session.to_move.id, 1))
        die()

asyncio.run(main(*sys.argv[1:]))
"""


@POSIX
@pytest.mark.parametrize("moment,moves", [("before the commit", (5,)), ("after the save", (5, 1))])
async def test_a_process_killed(
    store: Store, database_url: str, moment: str, moves: tuple[int, ...]
) -> None:
    """Killed before the commit the old game stands; killed after `save` returned, the new one."""
    session = await play(store, await store.create(match()), 5)
    killed = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SAVE_AND_DIE, database_url, moment, cwd=ROOT
    )
    assert await killed.wait() == -signal.SIGKILL
    loaded = await store.load(CHANNEL)
    assert loaded is not None
    assert loaded.position.moves == moves
    assert loaded.version == session.version + len(moves) - 1
    await play(store, loaded, 9)


async def tamper(database_url: str, statement: str) -> None:
    """Change a database behind the store's back."""
    engine = connect(database_url)
    async with engine.begin() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


async def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    """A folder that is missing is the store's failure, said as one."""
    with pytest.raises(StoreUnavailable, match="unable to open"):
        async with Store.open(f"sqlite+aiosqlite:///{tmp_path}/missing/games.db"):
            raise AssertionError("opened")


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    """Where nobody listens the store says so, without the password."""
    url = f"postgresql+asyncpg://bot:hunter2@/kinarow?host={tmp_path}"
    with pytest.raises(StoreUnavailable, match="fails") as caught:
        async with Store.open(url):
            raise AssertionError("opened")
    assert "hunter2" not in str(caught.value)


async def test_a_database_that_is_not_there(postgres: Databases) -> None:
    """A server without the database named is the store's failure as well."""
    url = make_url(postgres.new()).set(database="nowhere")
    with pytest.raises(StoreUnavailable, match="nowhere"):
        async with Store.open(url):
            raise AssertionError("opened")


async def test_a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its package a database is refused with what to install, and no password."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreUnavailable, match="pip install asyncpg") as caught:
        async with Store.open("postgresql+asyncpg://bot:hunter2@db/kinarow"):
            raise AssertionError("opened")
    assert "hunter2" not in str(caught.value)


async def test_a_database_that_breaks(store: Store, database_url: str) -> None:
    """A table that is gone is the store's failure at the next call, whatever it is."""
    session = await store.create(match())
    await tamper(database_url, "DROP TABLE moves")
    with pytest.raises(StoreUnavailable):
        await store.load(CHANNEL)
    with pytest.raises(StoreUnavailable):
        await store.save(session, moves.play(session, ALICE.id, 5))


@pytest.mark.skipif(sys.platform != "linux", reason="finds its processes in /proc")
async def test_a_server_that_stands_still(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits longer than their patience, and all goes on where it was."""
    monkeypatch.setattr("bot.store.schema.opening.PATIENCE", 3.0)
    monkeypatch.setattr("bot.store.schema.opening.CONTACT", 3.0)
    async with Store.open(Databases(server.url).new()) as store:
        session = await store.create(match())
        server.freeze(frozen=True)
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await store.save(session, moves.play(session, ALICE.id, 5))
        server.freeze(frozen=False)
        assert same(await store.load(CHANNEL), session)
        await play(store, session, 5)


async def test_a_server_that_was_killed(server: Server) -> None:
    """What was saved is there when the server is, and no restart of ours is needed."""
    async with Store.open(Databases(server.url).new()) as store:
        session = await play(store, await store.create(match()), 5)
        server.kill()
        with pytest.raises(StoreUnavailable):
            await store.load(CHANNEL)
        server.start()
        assert same(await store.load(CHANNEL), session)


async def test_a_database_of_a_later_version(store: Store, database_url: str) -> None:
    """A schema that this version does not know is left alone."""
    await tamper(database_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match="written by a later version"):
        async with Store.open(database_url):
            raise AssertionError("opened")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET ending = 'bored'",
        "UPDATE games SET rules = '2x2'",
        "UPDATE games SET style = 'oil'",
        "UPDATE moves SET move = 10",
        "DELETE FROM moves WHERE ply = 1",
    ],
)
async def test_a_row_that_makes_no_game(
    store: Store, database_url: str, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A game that cannot be read is named, in the error and in the log."""
    session = await play(store, await store.create(match()), 5, 1)
    await tamper(database_url, change)
    with pytest.raises(UnreadableGame) as caught:
        await store.find(session.game)
    assert caught.value.game == session.game
    assert f"game {session.game} cannot be read" in caplog.text


async def test_a_row_that_makes_no_game_is_passed_over(
    store: Store, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Where all games are read, one that cannot be is named in the log, and the others come."""
    spoilt = await play(store, await store.create(match(1, o=Bot(Level.PERFECT))), 5)
    sound = await play(store, await store.create(match(2, o=Bot(Level.PERFECT))), 5)
    await tamper(database_url, f"UPDATE games SET rules = 'chess' WHERE id = {spoilt.game}")
    assert await store.live() == [sound]
    assert f"game {spoilt.game} cannot be read" in caplog.text
    for read in (store.live_games, store.waiting):
        assert [place.game for place in await read()] == [spoilt.game, sound.game]


async def test_a_broken_rule_is_not_a_conflict(store: Store) -> None:
    """Only a key that is taken is a race; a row that breaks the schema is a defect."""
    session = match(x=replace(ALICE, id=None))  # type: ignore[arg-type] # which the schema forbids
    with pytest.raises(IntegrityError):
        await store.create(session)


async def test_a_point_in_time_needs_a_zone(store: Store) -> None:
    """A time without a zone is refused rather than guessed."""
    with pytest.raises(StatementError, match="time zone"):
        await store.create(match(touched=NOW.replace(tzinfo=None)))
