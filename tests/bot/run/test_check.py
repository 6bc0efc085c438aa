"""What `python -m bot check` finds, offline and against a small Discord."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import discord
import pytest
import pytest_asyncio
from aiohttp import web
from discord.gateway import DiscordWebSocket
from sqlalchemy import text

from bot.config import Settings
from bot.errors import SettingsError, StoreUnavailable, UploadFailed
from bot.run.check import _boards, check, upload_emoji
from bot.show.emoji import TILE_EMOJI
from bot.show.render import images
from bot.store import migrate
from bot.store.schema.opening import connect
from bot.web.server import has_activity
from tests.bot.gateway import APPLICATION, TOKEN, USER, Gateway, answer, taken_for_discord
from tests.bot.tls import certificate, encrypted
from tests.thorough import thorough

pytestmark = pytest.mark.usefixtures("kernels_as_needed")

GUIDE = Path(__file__).parents[3] / "docs/hosting.md"
MESSAGE_CONTENT = 1 << 18
"""The flag of an application that may read what people type."""

SETTINGS: Final = Settings.read({"DISCORD_TOKEN": TOKEN})
FIRST_ID: Final = 10**18
LIMITED: Final = {"message": "You are being rate limited.", "retry_after": 0.01, "global": False}


async def findings(**environ: str) -> dict[str, tuple[str, str]]:
    """Verdict and words by part."""
    settings = Settings.read({"ENGINE": "local:1", **environ})
    return {found.part: (found.status, found.words) async for found in check(settings)}


async def test_without_a_token(database_url: str) -> None:
    """All but Discord is looked at; nothing is made in the database."""
    found = await findings(DATABASE_URL=database_url, PREFX="!")
    assert found.pop("doubt") == ("note", "PREFX is no setting: PREFIX is")
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
        await connection.execute(text("UPDATE alembic_version SET version_num = '0027'"))
    await engine.dispose()
    _, words = (await findings(DATABASE_URL=any_database_url))["database"]
    assert "will be brought from 0027" in words


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


@pytest.mark.thorough
async def test_a_certificate_that_is_not_trusted(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line names the host and what is wrong, and another that https is wanted."""
    changed = ((discord.http.Route, "BASE"), (discord.errors, "_flatten_error_dict"))
    for kind, name in (*changed, (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(kind, name, getattr(kind, name))  # what the settings change
    common = {"DATABASE_URL": database_url, "DISCORD_TOKEN": TOKEN}
    async with encrypted(certificate(tmp_path)) as port:
        found = await findings(API_URL=f"https://localhost:{port}", **common)
        plain = await findings(API_URL=f"http://localhost:{port}", **common)
    why = f"the certificate of localhost:{port} is not trusted: self-signed certificate"
    assert found["discord"] == ("fail", f"cannot be reached: {why}")
    assert plain["discord"][1].endswith(f"is http://localhost:{port} rather https?")


@pytest.mark.thorough
async def test_a_cluster_that_is_not_trusted(database_url: str, tmp_path: Path) -> None:
    """Its certificate is told as what it is; the bot thinks here."""
    ours, theirs = certificate(tmp_path, "kinarow"), certificate(tmp_path)
    files = dict.fromkeys(("ENGINE_TLS_CA", "ENGINE_TLS_CERT", "ENGINE_TLS_KEY"), str(ours))
    async with encrypted(theirs) as port:
        address = f"tls://localhost:{port}"
        found = await findings(DATABASE_URL=database_url, ENGINE=address, **files)
    why = f"the certificate of localhost:{port} is not trusted: self-signed certificate"
    assert found["workers"][0] == "note"
    assert found["workers"][1].endswith(f"the cluster at {address} cannot be used: {why}")


@pytest.mark.parametrize("flags", [0, *thorough(MESSAGE_CONTENT)])
async def test_the_check_reports_name_intent_and_emoji(
    gateway: Gateway, database_url: str, flags: int
) -> None:
    """The application's name, its intent, and how many of its emoji are there.

    The link is that of the guide.
    """
    gateway.application["flags"] = flags
    edition = images.edition(images.emoji_images())
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
async def test_the_check_reports_where_the_bot_may_be_installed(
    gateway: Gateway, database_url: str, config: dict[str, object], words: str
) -> None:
    """The switches of the developer portal, as Discord tells them."""
    gateway.application["integration_types_config"] = config
    found = await findings(DATABASE_URL=database_url, DISCORD_TOKEN=TOKEN)
    assert found["install"] == ("ok" if len(config) == 2 else "note", words)


async def test_an_activity_needs_a_redirect(gateway: Gateway, database_url: str) -> None:
    """Discord gives no codes to an application without one."""
    given = {"DATABASE_URL": database_url, "DISCORD_TOKEN": TOKEN}
    given |= {"WEB": "127.0.0.1:8090", "DISCORD_CLIENT_SECRET": "x" * 32}
    status, words = (await findings(**given))["activity"]
    assert (status, "no redirect" in words) == ("note", True)
    gateway.application["redirect_uris"] = ["https://127.0.0.1"]
    assert "activity" not in await findings(**given)


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


def test_the_check_names_what_boards_in_the_browser_lack() -> None:
    """Where they lead to, who can listen, and whether what opens inside Discord is there."""

    def told(**more: str) -> tuple[str, str]:
        found = _boards(Settings.read({"WEB": "127.0.0.1:8090", **more}))
        return found.status, found.words

    url = "https://boards.example.org"
    assert told()[1].startswith("WEB_URL is not set: links lead to http://127.0.0.1:8090")
    assert told(WEB_URL="http://x.example")[1] == "http://x.example is not https: others can listen"
    assert told(WEB_URL=url) == ("ok", f"{url} leads to 127.0.0.1:8090")
    inside = told(WEB_URL=url, DISCORD_CLIENT_SECRET="x" * 32)
    if has_activity():
        assert inside == ("ok", f"{url} leads to 127.0.0.1:8090 and opens inside Discord")
    else:
        assert inside == ("note", "`make activity` has not built what opens in Discord")


class Portal:
    """An application and its emoji, as Discord keeps them."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.images: dict[str, bytes] = {}
        self.faults: dict[int, list[web.Response]] = {}
        """Answers in place of an upload, by how many emoji are there."""
        self.known = True
        self.list_fault: web.Response | None = None
        self.app = web.Application()
        self.app.router.add_get("/users/@me", self._user)
        self.app.router.add_get("/oauth2/applications/@me", self._application)
        self.app.router.add_get("/applications/1/emojis", self._list)
        self.app.router.add_post("/applications/1/emojis", self._create)

    async def _user(self, _request: web.Request) -> web.Response:
        return answer(USER) if self.known else refusal(401, {"message": "401: Unauthorized"})

    async def _application(self, _request: web.Request) -> web.Response:
        return answer(APPLICATION)

    async def _list(self, _request: web.Request) -> web.Response:
        if self.list_fault is not None:
            return self.list_fault
        items = [emoji(name, FIRST_ID + i) for i, name in enumerate(self.names)]
        return answer({"items": items})

    async def _create(self, request: web.Request) -> web.Response:
        if faults := self.faults.get(len(self.names)):
            return faults.pop(0)
        sent = await request.json()
        self.names.append(sent["name"])
        kind, _, encoded = sent["image"].partition(",")
        assert kind == "data:image/png;base64"
        self.images[sent["name"]] = base64.b64decode(encoded)
        return answer(emoji(sent["name"], FIRST_ID + len(self.names)))


def emoji(name: str, number: int) -> dict[str, Any]:
    """An emoji as Discord tells of it."""
    return {"id": str(number), "name": name, "animated": False, "roles": [], "managed": False}


def refusal(status: int, body: object, **headers: str) -> web.Response:
    """Another answer than the one that was hoped for."""
    body = json.dumps(body).encode()
    return web.Response(status=status, body=body, content_type="application/json", headers=headers)


@pytest_asyncio.fixture
async def portal(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Portal]:
    """An application without emoji, where discord.py looks for Discord."""
    portal = Portal()
    async with taken_for_discord(portal.app, monkeypatch):
        yield portal


async def uploaded() -> list[str]:
    """What an upload says."""
    said: list[str] = []
    await upload_emoji(SETTINGS, said.append)
    return said


async def test_everything_is_uploaded_once(portal: Portal) -> None:
    """Each tile under its name with its drawing, one line each; a second run has nothing to do."""
    said = await uploaded()
    edition = images.edition(images.emoji_images())
    assert portal.images == {t.name(edition): data for t, data in images.emoji_images().items()}
    assert said[0] == "The application owns 0 of the 164 emoji of boards."
    assert said[1] == f"1 of 164: uploaded x{edition}, ❌"
    assert said[-2] == f"164 of 164: uploaded t144{edition}, 144"
    assert said[-1].startswith("All 164 emoji are there.")
    assert await uploaded() == [
        "The application owns 164 of the 164 emoji of boards.",
        said[-1],
    ]
    assert len(portal.names) == 164


async def test_other_emoji_are_left_alone(portal: Portal) -> None:
    """An older edition, which a bot may still show, and whatever else there is."""
    others = ["party_parrot", *(tile.name("__") for tile in TILE_EMOJI)]
    portal.names += others
    said = await uploaded()
    assert portal.names[: len(others)] == others
    assert len(portal.names) == len(others) + 164
    assert said[0] == "The application owns 0 of the 164 emoji of boards."


async def test_a_limit_is_waited_for(portal: Portal) -> None:
    """Discord may ask to wait, and may fail for a moment."""
    portal.faults[3] = [refusal(429, LIMITED, Via="1.1 google") for _ in range(2)]
    portal.faults[5] = [refusal(503, {"message": "upstream"})]
    await uploaded()
    assert len(set(portal.names)) == len(portal.names) == 164


async def test_an_upload_that_was_broken_off_is_gone_on_with(portal: Portal) -> None:
    """One line says why it ended and what to do; the next run uploads the rest."""
    portal.faults[100] = [refusal(400, {"message": "Maximum number\nof emojis", "code": 30008})]
    with pytest.raises(UploadFailed) as caught:
        await uploaded()
    (line,) = str(caught.value).splitlines()
    assert "Maximum number of emojis" in line
    assert "100 of 164 emoji are there; run the same command again" in line
    said = await uploaded()
    assert said[0] == "The application owns 100 of the 164 emoji of boards."
    assert len(said) == 1 + 64 + 1
    assert len(set(portal.names)) == len(portal.names) == 164


async def test_without_a_list_nothing_is_uploaded(portal: Portal) -> None:
    """Whoever may not see the emoji learns it in one line."""
    portal.list_fault = refusal(403, {"message": "Missing Access", "code": 50001})
    with pytest.raises(UploadFailed, match=r"did not list the emoji.*: Missing Access"):
        await uploaded()
    assert portal.names == []


@pytest.mark.parametrize("body", [{}, [], None, "emoji", {"items": [{}]}])
async def test_a_list_that_cannot_be_read(portal: Portal, body: object) -> None:
    """One line says so, and nothing is uploaded."""
    portal.list_fault = answer(body)
    with pytest.raises(UploadFailed, match=r"did not list the emoji.*cannot be read"):
        await uploaded()
    assert portal.names == []


async def test_a_token_that_nobody_knows_is_not_shown(portal: Portal) -> None:
    """The line names the setting and nothing more."""
    portal.known = False
    with pytest.raises(SettingsError) as caught:
        await uploaded()
    assert str(caught.value) == "DISCORD_TOKEN: Discord does not know this token"


async def test_an_unreachable_discord_takes_one_line(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing listens there: no traceback, and nothing about the token."""
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    with pytest.raises(UploadFailed, match="did not list the emoji") as caught:
        await uploaded()
    assert TOKEN not in str(caught.value)
    assert portal.names == []
