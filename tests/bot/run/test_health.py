"""What is wrong is told apart, and logged once."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.monitoring.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.run.health import Health
from bot.store import Store
from bot.store import sqlite as engine

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
