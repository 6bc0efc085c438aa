"""One process a shard: a second one waits a moment, and then gives way."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.errors import ShardTaken
from bot.match.guilds import WHOLE, Shards
from bot.match.session import MessageId
from bot.store import Store, shards
from bot.store.database import transaction
from tests.bot.postgres import Databases
from tests.bot.waiting import POSIX

ROOT = Path(__file__).parents[3]
HOLD = """
import asyncio, sys
from bot.match.guilds import WHOLE
from bot.store import Store

async def main(url):
    async with Store.open(url) as store, store.shards.claim(WHOLE):
        print("held", flush=True)
        await asyncio.sleep(3600)

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for another to end."""
    monkeypatch.setattr(shards, "_PATIENCE", 0.4)


@pytest_asyncio.fixture
async def store(any_migrated_url: str) -> AsyncIterator[Store]:
    """An empty store, of each kind in turn."""
    async with Store.open(any_migrated_url) as store:
        yield store


def of_four(*ids: int) -> Shards:
    """Some of four shards."""
    return Shards(4, frozenset(ids))


async def cut_off(store: Store) -> None:
    """End every connection that holds a claim on PostgreSQL, as a server that goes down does."""
    query = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    async with transaction(store.database) as connection:
        assert {*(await connection.execute(text(query))).all()} == {(True,)}


async def holder(database_url: str) -> asyncio.subprocess.Process:
    """Another process that has claimed shard 0."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD, database_url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    return process


async def test_a_shard_is_claimed_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The second claim says that it waits, and fails; other shards are free."""
    async with store.shards.claim(of_four(0, 1)) as check:
        with caplog.at_level(logging.WARNING), pytest.raises(ShardTaken, match="shard 1"):
            async with store.shards.claim(of_four(1)):
                raise AssertionError("claimed")
        assert "waiting for its end" in caplog.text
        async with store.shards.claim(of_four(2)):
            await check()


async def test_all_count_shards_alike(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """A process with another count is refused while one runs, whatever its shards."""
    async with store.shards.claim(of_four(0)), store.shards.claim(of_four(1)):
        for other in (WHOLE, Shards(8, frozenset((7,)))):
            with pytest.raises(ShardTaken, match=f"another SHARD_COUNT than {other.count}"):
                async with store.shards.claim(other):
                    raise AssertionError("claimed")
        async with store.shards.claim(of_four(3)):
            pass
    assert "waiting for its end" in caplog.text
    for later in (WHOLE, Shards(8, frozenset((7,))), of_four(3)):
        async with store.shards.claim(later):
            pass


@pytest.mark.parametrize("count", [1, 2, 8])
async def test_a_new_number_of_shards_skips_nothing(store: Store, count: int) -> None:
    """None counts as having heard more than the old shard that heard least."""
    async with store.shards.claim(of_four(0, 1, 2, 3)):
        heard = {shard: MessageId(1_000 + 10 * shard) for shard in range(4)}
        await store.shards.mark_heard(heard)
    async with store.shards.claim(of_four(2)):
        assert await store.shards.heard_until(3) == 1_030
    async with store.shards.claim(Shards(count, frozenset((0,)))):
        for shard in range(8):
            known = shard < min(count, 4)
            assert await store.shards.heard_until(shard) == (1_000 if known else None)


def modes(folder: Path) -> dict[str, int]:
    """Who may do what with each file of a folder."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


@POSIX
async def test_nobody_else_reads_the_files(tmp_path: Path) -> None:
    """Neither the database nor what stands beside it; one that is there stays as it is."""
    before = tmp_path / "before.db"
    before.touch(mode=0o644)
    before.chmod(0o644)
    for name in ("before.db", "new.db"):
        url = f"sqlite+aiosqlite:///{tmp_path / name}"
        async with Store.open(url) as store, store.shards.claim(WHOLE):
            await store.shards.mark_heard({0: MessageId(1)})
            found = modes(tmp_path)
            beside = {f"{name}-wal", f"{name}-shm", f"{name}-shards", f"{name}-shard0"}
            assert {name, *beside} <= found.keys()
    assert found.pop("before.db") == 0o644
    assert set(found.values()) == {0o600}


async def test_a_claim_ends_with_its_block(store: Store) -> None:
    """Whoever comes next has the shard, also after an error."""
    with pytest.raises(KeyError):
        async with store.shards.claim(WHOLE):
            raise KeyError
    async with store.shards.claim(WHOLE):
        pass


@POSIX
async def test_a_killed_process_leaves_its_claim_at_once(
    store: Store, any_migrated_url: str
) -> None:
    """No time has to pass before the next one may start."""
    process = await holder(any_migrated_url)
    with pytest.raises(ShardTaken):
        async with store.shards.claim(WHOLE):
            raise AssertionError("claimed")
    process.send_signal(signal.SIGKILL)
    await process.wait()
    async with store.shards.claim(WHOLE) as check:
        await check()


@POSIX
async def test_a_process_that_hangs_keeps_its_claim(store: Store, any_migrated_url: str) -> None:
    """One that stands still for a while is not taken for dead."""
    process = await holder(any_migrated_url)
    process.send_signal(signal.SIGSTOP)
    with pytest.raises(ShardTaken):
        async with store.shards.claim(WHOLE):
            raise AssertionError("claimed")
    process.kill()
    await process.wait()


async def test_a_claim_that_lost_its_connection_is_renewed(postgres: Databases) -> None:
    """The next check takes it again, and others are kept away as before."""
    url = postgres.new()
    async with Store.open(url) as store, Store.open(url) as other:
        async with store.shards.claim(WHOLE) as check:
            await cut_off(other)
            await check()
            with pytest.raises(ShardTaken):
                async with other.shards.claim(WHOLE):
                    raise AssertionError("claimed")
            await check()
        async with other.shards.claim(WHOLE):
            pass


async def test_a_claim_may_be_lost_with_its_connection(postgres: Databases) -> None:
    """Where another process has taken the shard meanwhile, the check says so."""
    url = postgres.new()
    async with (
        Store.open(url) as store,
        Store.open(url) as other,
        store.shards.claim(WHOLE) as check,
    ):
        await cut_off(other)
        async with other.shards.claim(WHOLE) as others:
            with pytest.raises(ShardTaken, match="shard 0"):
                await check()
            await others()


async def test_a_database_in_memory_needs_no_claim() -> None:
    """No other process can open it."""
    async with (
        Store.open("sqlite+aiosqlite://") as store,
        store.shards.claim(WHOLE),
        store.shards.claim(WHOLE),
    ):
        assert await store.live() == []
