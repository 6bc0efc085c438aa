"""One process a shard: who comes second waits a moment, and then gives way."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from pathlib import Path

import pytest

from bot.errors import ShardTaken
from bot.store import Store, claims

ROOT = Path(__file__).parents[2]
HOLD = """
import asyncio, sys
from bot.store import Store

async def main(url):
    async with Store.open(url) as store, store.claim([0]):
        print("held", flush=True)
        await asyncio.sleep(3600)

asyncio.run(main(sys.argv[1]))
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for another to end."""
    monkeypatch.setattr(claims, "_PATIENCE", 0.4)


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
    async with store.claim([0, 1]) as check:
        with caplog.at_level(logging.WARNING), pytest.raises(ShardTaken, match="shard 1"):
            async with store.claim([1]):
                raise AssertionError("claimed")
        assert "waiting for its end" in caplog.text
        async with store.claim([2]):
            await check()


async def test_a_claim_ends_with_its_block(store: Store) -> None:
    """Whoever comes next has the shard, also after an error."""
    with pytest.raises(KeyError):
        async with store.claim([0]):
            raise KeyError
    async with store.claim([0]):
        pass


async def test_a_killed_process_leaves_its_claim_at_once(store: Store, database_url: str) -> None:
    """No time has to pass before the next one may start."""
    process = await holder(database_url)
    with pytest.raises(ShardTaken):
        async with store.claim([0]):
            raise AssertionError("claimed")
    process.send_signal(signal.SIGKILL)
    await process.wait()
    async with store.claim([0]) as check:
        await check()


async def test_a_process_that_hangs_keeps_its_claim(store: Store, database_url: str) -> None:
    """One that stands still for a while is not taken for dead."""
    process = await holder(database_url)
    process.send_signal(signal.SIGSTOP)
    with pytest.raises(ShardTaken):
        async with store.claim([0]):
            raise AssertionError("claimed")
    process.kill()
    await process.wait()


async def test_a_database_in_memory_needs_no_claim() -> None:
    """No other process can open it."""
    async with Store.open("sqlite+aiosqlite://") as store, store.claim([0]), store.claim([0]):
        assert await store.live() == []
