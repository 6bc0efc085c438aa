"""What `python -m bot check` finds, offline and against a small Discord."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import web
from alembic import command
from sqlalchemy import text

from bot.config import Settings
from bot.errors import StoreUnavailable
from bot.run.check import check
from bot.show.emoji import TILE_EMOJI
from bot.show.render import tileset
from bot.store import migrate
from bot.store.database import alembic_config, connect
from tests.bot.gateway import APPLICATION, TOKEN, Gateway
from tests.thorough import thorough

GUIDE = Path(__file__).parents[3] / "docs/hosting.md"
MESSAGE_CONTENT = 1 << 18
"""The flag of an application that may read what people type."""


async def findings(**environ: str) -> dict[str, tuple[str, str]]:
    """Verdict and words by part."""
    settings = Settings.read({"ENGINE": "local:1", **environ})
    return {found.part: (found.status, found.words) async for found in check(settings)}


async def test_without_a_token(database_url: str) -> None:
    """All but Discord is looked at; nothing is made in the database."""
    found = await findings(DATABASE_URL=database_url)
    assert {part: status for part, (status, _) in found.items()} == {
        "version": "ok",
        "settings": "ok",
        "token": "fail",
        "database": "ok",
        "workers": "ok",
    }
    assert "will be made" in found["database"][1]
    assert "will be made" in (await findings(DATABASE_URL=database_url))["database"][1]


@pytest.mark.thorough
async def test_a_database_that_is_up_to_date(any_database_url: str) -> None:
    """A migrated database is ready; one of an earlier version will be brought up to date."""
    await migrate(any_database_url)
    assert (await findings(DATABASE_URL=any_database_url))["database"][1].endswith("is up to date")
    engine = connect(any_database_url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda c: command.downgrade(alembic_config(c), "base"))
    await engine.dispose()
    assert "will be made" in (await findings(DATABASE_URL=any_database_url))["database"][1]


@pytest.mark.thorough
async def test_a_database_of_a_later_version(any_database_url: str) -> None:
    """The start would fail: the line says so, and what to do."""
    await migrate(any_database_url)
    engine = connect(any_database_url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    status, words = (await findings(DATABASE_URL=any_database_url))["database"]
    assert status == "fail"
    assert "was written by a later version of Kinarow" in words
    with pytest.raises(StoreUnavailable, match="later version"):
        await migrate(any_database_url)


@pytest.mark.thorough
async def test_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    """The line names it, without its password."""
    url = f"postgresql+asyncpg://bot:hunter2@/kinarow?host={tmp_path}"
    status, words = (await findings(DATABASE_URL=url))["database"]
    assert status == "fail"
    assert "hunter2" not in words


@pytest.mark.thorough
async def test_a_cluster_that_is_not_there(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot would think here: worth knowing, but it plays."""
    monkeypatch.setattr("bot.pool.cluster.CONTACT", 0.2)
    found = await findings(DATABASE_URL=database_url, ENGINE="tcp://127.0.0.1:9")
    assert found["workers"][0] == "note"
    assert "no cluster at tcp://127.0.0.1:9: 2 processes" in found["workers"][1]


@pytest.mark.parametrize("flags", [0, *thorough(MESSAGE_CONTENT)])
async def test_what_discord_says(gateway: Gateway, database_url: str, flags: int) -> None:
    """The application's name, its intent, and how many of its emoji are there.

    The link is that of the guide.
    """
    gateway.application["flags"] = flags
    edition = tileset.edition(tileset.images())
    gateway.emoji = [tile.name(edition) for tile in TILE_EMOJI[: -5 if flags == 0 else None]]
    found = await findings(DATABASE_URL=database_url, DISCORD_TOKEN=TOKEN)
    assert found["token"][0] == "ok"
    assert found["discord"] == ("ok", "knows the token: Kinarow")
    link = found["invite"][1]
    assert link.startswith("https://discord.com/oauth2/authorize?client_id=1&scope=bot+app")
    assert link in GUIDE.read_text(encoding="utf-8")
    assert found["intents"][0] == ("ok" if flags else "note")
    assert found["emoji"][0] == ("ok" if flags else "note")
    assert TOKEN not in str(found)


@pytest.mark.parametrize(
    "config, words",
    [
        ({"0": {}, "1": {}}, "people may add it to servers and to their accounts"),
        ({"0": {}}, "User Install: off in the developer portal, page Installation"),
        *thorough(
            ({"1": {}}, "Guild Install: off in the developer portal, page Installation"),
            ({}, "User Install: off in the developer portal, page Installation"),
        ),
    ],
)
async def test_where_it_may_be_installed(
    gateway: Gateway, database_url: str, config: dict[str, object], words: str
) -> None:
    """The switches of the developer portal, as Discord tells them."""
    gateway.application["integration_types_config"] = config
    found = await findings(DATABASE_URL=database_url, DISCORD_TOKEN=TOKEN)
    assert found["install"] == ("ok" if len(config) == 2 else "note", words)


@pytest.mark.parametrize(
    "application",
    [
        {},
        *thorough({"id": None}, {**APPLICATION, "flags": "many"}),
        {**APPLICATION, "integration_types_config": 7},
    ],
)
async def test_an_application_that_cannot_be_read(
    gateway: Gateway, database_url: str, application: dict[str, object]
) -> None:
    """What answers is not Discord, and the line says which answer it is."""
    gateway.application = application
    status, words = (await findings(DATABASE_URL=database_url, DISCORD_TOKEN=TOKEN))["discord"]
    asked = "the answer to GET /oauth2/applications/@me cannot be read"
    assert (status, words) == ("fail", f"cannot be reached: {asked}")


@pytest.mark.thorough
async def test_a_token_that_discord_does_not_know(gateway: Gateway, database_url: str) -> None:
    """A token of the right shape may still be an old one."""
    gateway.refusal = web.HTTPUnauthorized
    found = await findings(DATABASE_URL=database_url, DISCORD_TOKEN=TOKEN)
    assert found["discord"] == ("fail", "DISCORD_TOKEN: Discord does not know this token")
    assert "intents" not in found
