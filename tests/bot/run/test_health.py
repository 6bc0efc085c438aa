"""What is wrong is told apart, and logged once."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import namedtuple
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from bot.config import Address
from bot.errors import SettingsError, StoreUnavailable
from bot.monitoring.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.run import health as health_module
from bot.run.health import Health, serve_http
from bot.run.version import build_name
from bot.store import Store
from bot.store import database as engine
from tests.bot.builders import session
from tests.bot.streams import connect, leave
from tests.ports import free_port
from tests.soon import PATIENCE

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the games are."""
    return tmp_path / "games.db"


@pytest.fixture
def metrics() -> Metrics:
    """Numbers of a process that is connected."""
    metrics = Metrics((0, 1))
    for shard in (0, 1):
        metrics.gateway("connect", shard, online=True)
    return metrics


@pytest_asyncio.fixture
async def health(file: Path, thinker: Thinker, metrics: Metrics) -> AsyncIterator[Health]:
    """Looks at a database of its own."""
    async with Store.open(f"sqlite+aiosqlite:///{file}") as store:
        yield Health(store, thinker, metrics)


def move(file: Path, place: Path) -> None:
    """Move a file."""
    file.rename(place)


def copy_in_place(file: Path) -> None:
    """Put a copy of a file where it is."""
    content = file.read_bytes()
    file.unlink()
    file.write_bytes(content)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged of it."""
    return [r.getMessage() for r in caplog.records if r.name == "bot.run.health"]


async def test_a_file_that_was_moved_is_not_written_to(
    health: Health, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite would go on in it; moved back it is the same again."""
    caplog.set_level("INFO")
    away = file.with_name("away.db")
    assert await health.look() == {}
    move(file, away)
    for _ in range(3):
        assert (await health.look())["database"].endswith(
            f"the file {file.name} was moved or deleted while the bot has it open"
        )
    move(away, file)
    assert await health.look() == {}
    (wrong, well) = lines(caplog)
    assert wrong.startswith("not well: the database ")
    assert well == "all is well again"


async def test_another_file_in_its_place_is_not_the_database(health: Health, file: Path) -> None:
    """Such as one that somebody has copied there."""
    copy_in_place(file)
    assert "database" in await health.look()


async def test_a_full_disk_is_told(health: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a move cannot be stored."""
    monkeypatch.setattr(engine, "disk_usage", lambda _folder: Usage(1 << 30, 1 << 30, 5_000))
    assert (await health.look())["database"].endswith("the disk is full: 4 kB are left")


@pytest.mark.parametrize("ahead, how", [(61.2, "61 s ahead of"), (-3600.0, "3600 s behind")])
async def test_a_wrong_clock_is_told(
    health: Health, metrics: Metrics, ahead: float, how: str
) -> None:
    """It is measured by the dates of Discord's answers; a few seconds are nothing."""
    metrics.clock_ahead = lambda: ahead
    assert await health.look() == {"clock": f"the clock of this machine is {how} Discord's"}
    metrics.clock_ahead = lambda: ahead / 1_000
    assert await health.look() == {}


async def test_each_trouble_is_told_in_the_same_line(
    health: Health, metrics: Metrics, caplog: pytest.LogCaptureFixture
) -> None:
    """One line for each change, not for each look."""
    metrics.gateway("disconnect", 1, online=False)
    metrics.clock_ahead = lambda: 99.0
    await health.look()
    await health.look()
    assert lines(caplog) == [
        "not well: no connection to Discord for shard 1; "
        "the clock of this machine is 99 s ahead of Discord's"
    ]


@pytest.fixture
def one_shard() -> Metrics:
    """Numbers of a process that is connected."""
    metrics = Metrics()
    metrics.gateway("connect", 0, online=True)
    return metrics


@pytest_asyncio.fixture
async def address(store: Store, thinker: Thinker, one_shard: Metrics) -> AsyncIterator[Address]:
    """Where both are served."""
    address = Address("127.0.0.1", free_port())
    async with serve_http(address, store, thinker, one_shard, Health(store, thinker, one_shard)):
        yield address


async def get(address: Address, path: str) -> tuple[int, str]:
    """The status and the text of an answer."""
    async with aiohttp.ClientSession() as web, web.get(f"http://{address}{path}") as answer:
        return answer.status, await answer.text()


async def numbers(address: Address) -> dict[tuple[str, ...], float]:
    """Every number by its name and the values of its labels, read by Prometheus' own parser."""
    _, page = await get(address, "/metrics")
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


async def test_health_says_what_is_there(address: Address) -> None:
    """With Discord and the database there all is well."""
    status, text = await get(address, "/health")
    assert status == 200
    assert json.loads(text) == {
        "discord": True,
        "shards_offline": [],
        "database": True,
        "engine": "1 process",
        "problems": {},
    }


async def test_health_without_discord(address: Address, one_shard: Metrics) -> None:
    """A bot that has lost Discord is not well, until it is back."""
    one_shard.gateway("disconnect", 0, online=False)
    assert (await get(address, "/health"))[0] == 503
    one_shard.gateway("resume", 0, online=True)
    assert (await get(address, "/health"))[0] == 200


async def test_health_without_a_shard(store: Store, thinker: Thinker) -> None:
    """A process is well while all of its shards are connected; those that are not are named."""
    metrics = Metrics((4, 5, 6))
    address = Address("127.0.0.1", free_port())
    async with serve_http(address, store, thinker, metrics, Health(store, thinker, metrics)):
        for shard in (6, 5):
            metrics.gateway("connect", shard, online=True)
        status, text = await get(address, "/health")
        assert (status, json.loads(text)["shards_offline"]) == (503, [4])
        assert (await numbers(address))["kinarow_online",] == 0
        metrics.gateway("connect", 4, online=True)
        metrics.gateway("disconnect", 6, online=False)
        metrics.gateway("resume", 5, online=True)
        status, text = await get(address, "/health")
        assert (status, json.loads(text)["shards_offline"]) == (503, [6])
        metrics.gateway("resume", 6, online=True)
        status, text = await get(address, "/health")
        assert (status, json.loads(text)["discord"]) == (200, True)


async def test_health_asks_for_shards_whose_loss_was_not_told(
    store: Store, thinker: Thinker
) -> None:
    """A shard counts as connected while nobody has told else and it is open."""
    metrics = Metrics((4, 5, 6))
    for shard in (4, 5, 6):
        metrics.gateway("connect", shard, online=True)
    metrics.gateway("disconnect", 4, online=False)
    metrics.is_open = lambda shard: shard != 6
    address = Address("127.0.0.1", free_port())
    async with serve_http(address, store, thinker, metrics, Health(store, thinker, metrics)):
        status, text = await get(address, "/health")
        assert (status, json.loads(text)["shards_offline"]) == (503, [4, 6])
        metrics.gateway("connect", 4, online=True)
        assert (await numbers(address))["kinarow_online",] == 0


async def test_health_without_the_database(address: Address, store: Store) -> None:
    """A bot that cannot reach its games is not well; metrics go on without their number."""

    async def gone(*_now: object) -> int:
        raise StoreUnavailable("gone")

    # the database itself is shared
    store.count_live = store.probe = gone  # type: ignore[method-assign, assignment] # likewise
    status, text = await get(address, "/health")
    assert (status, '"database": false' in text) == (503, True)
    assert ("kinarow_jobs", "waiting") in await numbers(address)


async def test_metrics_count(address: Address, one_shard: Metrics, store: Store) -> None:
    """Moves, thoughts, errors, connections and live games, under the names of the docs."""
    await store.create(session())
    one_shard.moved(by_bot=False)
    one_shard.moved(by_bot=True)
    one_shard.moved(by_bot=True)
    one_shard.thought("choose", 0.3)
    one_shard.failed(StoreUnavailable("gone"))
    one_shard.answered("message", 0.3)
    one_shard.commanded("ttt start", "slash")
    one_shard.count_servers = lambda: 3
    found = await numbers(address)
    assert found["kinarow_answer_seconds_bucket", "0.5", "message"] == 1
    assert found["kinarow_commands_total", "ttt start", "slash"] == 1
    assert found["kinarow_servers",] == 3
    assert found["kinarow_store_seconds_count",] >= 1
    assert found["kinarow_build_info", build_name()] == 1
    assert found["kinarow_workers_memory_bytes",] > 0 or sys.platform != "linux"
    assert found["kinarow_moves_total", "person"] == 1
    assert found["kinarow_moves_total", "bot"] == 2
    assert found["kinarow_think_seconds_count", "choose"] == 1
    assert found["kinarow_think_seconds_bucket", "choose", "0.25"] == 0
    assert found["kinarow_think_seconds_bucket", "choose", "0.5"] == 1
    assert found["kinarow_errors_total", "StoreUnavailable"] == 1
    assert found["kinarow_gateway_events_total", "connect"] == 1
    assert found["kinarow_games_live",] == 1
    assert found["kinarow_slots",] == 1
    assert (found["kinarow_jobs", "waiting"], found["kinarow_online",]) == (0, 1)
    assert found["process_resident_memory_bytes",] > 0


async def test_the_event_loop_is_watched(address: Address, one_shard: Metrics) -> None:
    """Each probe adds how late it was."""
    watching = asyncio.create_task(one_shard.watch_loop())
    async with asyncio.timeout(PATIENCE):
        while not (await numbers(address))["kinarow_loop_lag_seconds_count",]:  # noqa: ASYNC110 - it is told by HTTP alone
            await asyncio.sleep(0.02)
    watching.cancel()


@pytest.mark.parametrize("path, status", [("/", 404), ("/health/x", 404)])
async def test_there_is_nothing_else(address: Address, path: str, status: int) -> None:
    """No other page, and none of them takes anything."""
    assert (await get(address, path))[0] == status


async def test_a_port_that_is_taken(
    address: Address, store: Store, thinker: Thinker, one_shard: Metrics
) -> None:
    """The start ends with a line that names the setting."""
    health = Health(store, thinker, one_shard)
    with pytest.raises(SettingsError, match=f"HTTP='{address}'"):
        async with serve_http(address, store, thinker, one_shard, health):
            raise AssertionError("served")


HALVES = [b"", b"GET /hea", b"GET /health HTTP/1.1\r\nHost: x\r\n"]


"""Requests that are not asked to the end."""


@pytest.mark.parametrize("said", HALVES)
async def test_half_a_request_is_cut(
    address: Address, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """A client that does not finish its request is hung up on, and others are answered."""
    with monkeypatch.context() as patch:
        patch.setattr("bot.web.connections._REQUEST_SECONDS", 0.2)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(said)
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                assert await reader.read() == b""
        writer.close()
    assert (await get(address, "/health"))[0] == 200


@pytest.mark.parametrize("said", HALVES)
async def test_idle_connections_shut_nobody_out(address: Address, said: bytes) -> None:
    """However many do: the oldest that asks nothing makes room for one more."""
    opened = [await connect(address, said) for _ in range(3 * health_module._MOST_CONNECTIONS)]
    for _ in range(3):
        assert (await get(address, "/health"))[0] == 200
    async with asyncio.timeout(PATIENCE):
        for reader, _ in opened[: health_module._MOST_CONNECTIONS]:
            with suppress(ConnectionError):
                assert await reader.read() == b""
    for _, writer in opened:
        await leave(writer)


async def test_a_connection_with_an_answer_under_way_stays(address: Address, store: Store) -> None:
    """One more than can be answered at a time is hung up on, and there is room again later."""
    asked, go_on, most = asyncio.Semaphore(0), asyncio.Event(), health_module._MOST_CONNECTIONS

    async def count() -> int:
        asked.release()
        await go_on.wait()
        return 0

    store.count_live = count  # type: ignore[method-assign] # a database that takes its time
    answers = [asyncio.create_task(get(address, "/metrics")) for _ in range(most)]
    async with asyncio.timeout(PATIENCE):
        for _ in answers:
            await asked.acquire()
        reader, writer = await connect(address, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        with suppress(ConnectionError):
            assert await reader.read() == b""
        await leave(writer)
        go_on.set()
        assert [status for status, _ in await asyncio.gather(*answers)] == [200] * most
        assert (await get(address, "/health"))[0] == 200
