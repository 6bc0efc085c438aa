"""`kinarow check --rehearse` tries the start after an upgrade on a copy of a database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.__main__ import main
from bot.config import Settings
from bot.errors import StoreUnavailable
from bot.match.session import GameId
from bot.run.rehearsal import _failures, rehearse
from bot.store import migrate
from bot.store.database import transaction
from bot.store.migrations import NEWEST, take_steps
from bot.store.schema.copies import copied
from bot.store.schema.opening import connect, revision
from tests.bot.logs import as_before
from tests.bot.postgres import Databases
from tests.bot.store.test_upgrades import REVISIONS, keep_games
from tests.thorough import thorough

pytestmark = pytest.mark.usefixtures("kernels_as_needed")


async def make(url: str, version: str = NEWEST) -> None:
    """Make a database of a version, with a live game and one that has ended."""
    engine = connect(url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda c: take_steps(c, version))
        await connection.run_sync(keep_games)
    await engine.dispose()


async def change(url: str, words: str) -> None:
    """Change something in a database by hand."""
    engine = connect(url)
    async with transaction(engine) as connection:
        await connection.execute(sa.text(words))
    await engine.dispose()


async def found(url: str, copy: str | None = None) -> dict[str, tuple[str, str]]:
    """Verdict and words by part."""
    settings = Settings.read({"DATABASE_URL": url, "ENGINE": "local:1"})
    given = None if copy is None else sa.make_url(copy)
    async with copied(settings.database_url, given) as made:
        tried = replace(settings, database_url=made)
        return {one.part: (one.status, one.words) async for one in rehearse(tried)}


@pytest.mark.parametrize("version", [REVISIONS[0], NEWEST, *thorough(*REVISIONS[1:-1:4])])
async def test_each_earlier_version_is_rehearsed_on_a_copy(
    database_url: str, tmp_path: Path, version: str
) -> None:
    """All of its games are read, drawn and answered; the database stays as it is, and alone."""
    await make(database_url, version)
    told = await found(database_url)
    assert {status for status, _ in told.values()} == {"ok"}
    assert [told[part][1] for part in ("games", "boards", "moves")] == [
        "all 1 read",
        "all 1 drawn",
        "all 1 answered",
    ]
    assert (version in told["upgrade"][1]) == (version != NEWEST)
    assert await revision(database_url) == version
    assert not await asyncio.to_thread(lambda: list(tmp_path.glob("rehearsal-*")))


@pytest.mark.parametrize(
    "fault, part",
    [
        ("UPDATE games SET rules = 'hopscotch'", "games"),
        ("UPDATE games SET style = 'marble'", "games"),
        ("UPDATE moves SET move = 5 WHERE ply = 2", "games"),
        ("UPDATE games SET rules = '3x3x2'", "moves"),
    ],
)
async def test_the_rehearsal_names_a_game_that_would_fail(
    database_url: str, fault: str, part: str
) -> None:
    """A game that cannot be read or answered any more, and why; the rest goes on."""
    await make(database_url)
    await change(database_url, fault)
    told = await found(database_url)
    assert [name for name, (status, _) in told.items() if status == "fail"] == [part]
    done = {"games": "read", "moves": "answered"}[part]
    assert told[part][1].startswith(f"1 of 1 not {done}: game 1: ")


def test_a_board_that_cannot_be_drawn_keeps_no_other_from_being_drawn() -> None:
    """Each is tried, and what went wrong is kept with its game."""
    drawn = list[int]()

    def draw(number: int) -> None:
        if number == 2:
            raise AssertionError("a page of 2100 characters")
        drawn.append(number)

    failed = _failures({GameId(number): partial(draw, number) for number in (1, 2, 3)})
    assert (drawn, failed) == ([1, 3], {GameId(2): "a page of 2100 characters"})


async def test_a_step_that_fails_is_told(database_url: str) -> None:
    """The upgrade itself, of a database that somebody has changed by hand."""
    await make(database_url, REVISIONS[0])
    await change(database_url, "DROP TABLE moves")
    status, words = (await found(database_url))["upgrade"]
    assert status == "fail"
    assert words.startswith(f"from {REVISIONS[0]} to {NEWEST}: ")


def test_the_exit_code_says_whether_all_went_well(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 where it did, 1 where something failed, 2 for a wrong setting."""
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("ENGINE", "local:1")
    with as_before():
        assert main(["check", "--rehearse"]) == 1
        asyncio.run(make(database_url))
        assert main(["check", "--rehearse"]) == 0
        assert main(["check", "--rehearse", database_url]) == 1
        asyncio.run(change(database_url, "UPDATE games SET rules = 'hopscotch'"))
        assert main(["check", "--rehearse"]) == 1
        assert "fail  games     1 of 1 not read: game 1: " in capsys.readouterr().out
        assert main(["check", "--rehearse", "mysql://kinarow@db/kinarow"]) == 2


@pytest.mark.thorough
async def test_a_copy_in_postgresql_is_given(postgres: Databases) -> None:
    """The database itself, and one that somebody uses, are no copy; nothing is changed there."""
    live, copy = postgres.new(), postgres.new()
    for url in (live, copy):
        await make(url, REVISIONS[0])
    with pytest.raises(StoreUnavailable, match="pg_dump"):
        await found(live)
    with pytest.raises(StoreUnavailable, match="is the database itself"):
        await found(live, live)
    engine: Any = connect(copy)
    async with engine.connect():
        with pytest.raises(StoreUnavailable, match="is in use"):
            await found(live, copy)
    await engine.dispose()
    told = await found(live, copy)
    assert {status for status, _ in told.values()} == {"ok"}
    assert (await revision(live), await revision(copy)) == (REVISIONS[0], NEWEST)


async def test_a_later_version_is_no_database_to_try(database_url: str) -> None:
    """Nor is a file that is none of ours."""
    await migrate(database_url)
    await change(database_url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match="of a later version"):
        await found(database_url)
