"""The whole program against a small gateway on this machine."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from http import HTTPStatus
from random import Random

import pytest
from aiohttp import ClientError, ClientSession

from bot.client import application
from bot.client.bot import Kinarow, open_bot
from bot.client.hearing import ShardStates
from bot.client.services import FEATURES, GamesConfig, Services
from bot.config import Settings
from bot.edge.ways import GROUP, ways_of
from bot.match.messages import LARGEST
from bot.match.session import GuildId
from bot.pool.thinker import Thinker
from bot.run.serve import serve
from bot.store import Store
from engine import Limit
from tests.bot.gateway import ENTRY_POINT, TOKEN, Gateway
from tests.bot.waiting import POSIX, until
from tests.ports import free_port
from tests.soon import PATIENCE
from tests.thorough import thorough

pytestmark = [POSIX, pytest.mark.usefixtures("kernels_as_needed")]

MENUS = (
    "Block challenges",
    "Challenge",
    "Explore this position",
    "Hint",
    "Load this game",
    "Review",
    "Statistics",
)
"""The commands in the menus of people and of messages."""
BESIDE = {way.name for feature in FEATURES for way, _ in ways_of(feature) if way.beside}
OURS = sorted({GROUP, *BESIDE, *MENUS})
"""All slash commands, those below the group as one."""


async def test_without_the_intent_the_bot_connects_again_and_says_so(
    gateway: Gateway, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Refused what people type, it asks for the rest, logs one line, and leaves in order."""
    settings = Settings.read(
        {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": database_url, "ENGINE": "local:1"}
    )
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as program:
        program.create_task(serve(settings))
        await gateway.ready.wait()
        os.kill(os.getpid(), signal.SIGTERM)
    asked = [{name for name, on in intents if on} for intents in gateway.asked]
    used = {"guilds", "guild_messages", "dm_messages"}
    assert asked == [used | {"message_content"}, used]
    assert gateway.close_codes[-1] == 1000
    (line,) = [r.getMessage() for r in caplog.records if "Intent" in r.getMessage()]
    assert "slash commands, buttons and mentions" in line


async def test_a_bot_of_one_connection_hears_of_all_servers(database_url: str) -> None:
    """As in `play`, where the settings may be those of a process with some shards."""
    environ = {"DATABASE_URL": database_url, "SHARD_COUNT": "4", "SHARD_IDS": "2"}
    async with open_bot(Settings.read({**environ, "ENGINE": "local:1"})) as bot:
        assert {bot.services.backlog.shards.of(GuildId(number << 22)) for number in range(8)} == {0}
        assert bot.settings.shards.first


@pytest.fixture
def environ(database_url: str) -> dict[str, str]:
    """The settings of a bot that tells how it is."""
    return {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": database_url,
        "ENGINE": "local:1",
        "HTTP": f"127.0.0.1:{free_port()}",
    }


@asynccontextmanager
async def serving(environ: dict[str, str]) -> AsyncIterator[ClientSession]:
    """The program, from when it is well to when it is ended by a signal."""
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as program:
        program.create_task(serve(Settings.read(environ)))
        async with ClientSession(f"http://{environ['HTTP']}") as client:
            status = 0
            while status != HTTPStatus.OK:
                await asyncio.sleep(0.02)  # a loop without a pause leaves the engine little time
                with suppress(ClientError):
                    async with client.get("/health") as health:
                        status = health.status
            yield client
        os.kill(os.getpid(), signal.SIGTERM)


async def test_a_process_plays_in_its_own_shards(gateway: Gateway, environ: dict[str, str]) -> None:
    """It connects as that shard, and leaves the commands to the first process."""
    gateway.refuses = False
    async with serving({**environ, "SHARD_COUNT": "4", "SHARD_IDS": "2"}):
        pass
    assert gateway.shards == [[2, 4]]
    assert gateway.synced == 0
    assert gateway.close_codes == [1000]


SYNC_AGAIN = "Discord did not take the slash commands, and is told again in"


def told_of_sync(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has of syncs that failed."""
    found = (record.getMessage() for record in caplog.records)
    return [line for line in found if line.startswith(SYNC_AGAIN)]


@pytest.mark.parametrize(
    "status, code", [(503, 0), *thorough((400, 30034), (403, 0), (429, 0), (404, 10002))]
)
async def test_a_sync_that_fails_is_left_for_later(
    gateway: Gateway,
    environ: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    status: int,
    code: int,
) -> None:
    """The bot plays without, says so in a line, and tells its slash commands once it can."""
    monkeypatch.setattr(application, "_FIRST_UPLOAD_DELAY", 0.01)
    monkeypatch.setattr(application, "_LONGEST_DELAY", 0.02)
    gateway.refuses = False
    gateway.sync_refusals = [(status, code)] * 3
    async with serving(environ):
        await until(lambda: gateway.synced == 1)
    assert len(told_of_sync(caplog)) == 3
    assert sorted(command["name"] for command in gateway.commands) == OURS


async def test_a_list_of_commands_that_cannot_be_read_is_asked_for_again(
    gateway: Gateway,
    environ: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One that has not the form of Discord's is a failure of that moment."""
    monkeypatch.setattr(application, "_FIRST_UPLOAD_DELAY", 0.01)
    gateway.refuses = False
    gateway.commands = [{}]
    async with serving(environ):
        await until(lambda: bool(told_of_sync(caplog)))
        gateway.commands = []
        await until(lambda: gateway.synced == 1)


@pytest.mark.parametrize(
    "status, minutes", [*thorough((400, "60 min"), (503, "1 min"), (429, "1 min"))]
)
async def test_a_sync_that_waits_holds_nothing(
    gateway: Gateway,
    environ: dict[str, str],
    caplog: pytest.LogCaptureFixture,
    status: int,
    minutes: str,
) -> None:
    """The program is there and ends while the next try, rare after a refusal, is far away."""
    gateway.refuses = False
    gateway.sync_refusals = [(status, 50240)] * 10
    async with serving(environ):
        await until(lambda: bool(told_of_sync(caplog)))
    (line,) = told_of_sync(caplog)
    assert minutes in line
    assert gateway.close_codes == [1000]


@pytest.mark.thorough
async def test_the_command_that_opens_an_activity_stays(
    gateway: Gateway, environ: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Discord refuses a sync without it: it is sent along, beside all our own commands."""
    launch = {"id": "7", "type": ENTRY_POINT, "name": "launch", "description": "", "handler": 2}
    retired = {"id": "8", "type": 1, "name": "retired", "description": "no more"}
    gateway.refuses = False
    gateway.commands = [launch, retired]
    async with serving(environ):
        await until(lambda: gateway.synced == 1)
    assert launch in gateway.commands
    assert {command["name"] for command in gateway.commands} == {*OURS, "launch"}
    assert told_of_sync(caplog) == []


@pytest.mark.thorough
async def test_commands_that_discord_has_are_not_sent_again(
    gateway: Gateway, environ: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """A second start tells Discord nothing; one after a change of a single word does."""
    caplog.set_level("INFO")
    gateway.refuses = False
    async with serving(environ):
        await until(lambda: gateway.synced == 1)
    gateway.as_discord_tells_them()
    async with serving(environ):
        await until(lambda: "Discord has the slash commands already" in caplog.text)
    assert gateway.synced == 1
    described = next(one for one in gateway.commands if "description_localizations" in one)
    described["description_localizations"]["de"] = "anders"
    async with serving(environ):
        await until(lambda: gateway.synced == 2)


@pytest.mark.thorough
async def test_a_full_day_is_told(
    gateway: Gateway,
    environ: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Discord takes 200 new commands a day; its number alone would say that to nobody."""
    gateway.refuses = False
    gateway.sync_refusals = [(400, 30034)]
    async with serving(environ):
        await until(lambda: bool(told_of_sync(caplog)))
    (line,) = told_of_sync(caplog)
    assert "60 min: it takes 200 new ones a day" in line


async def test_health_and_metrics_are_served_where_asked_for(
    gateway: Gateway, environ: dict[str, str]
) -> None:
    """With HTTP set the bot tells how it is, for as long as it runs."""
    async with serving(environ) as client, client.get("/metrics") as answered:
        page = await answered.text()
    assert 'kinarow_gateway_events_total{event="connect"} 1.0' in page
    assert "kinarow_loop_lag_seconds_count" in page


async def test_a_bot_that_is_closed_hears_of_no_more_games(store: Store, thinker: Thinker) -> None:
    """Another bot takes over its services where Discord refuses what people type."""
    config = GamesConfig(Limit(seconds=0.05))
    services = Services.of(store, thinker, config, lambda: datetime.now(UTC), Random(7))
    async with Kinarow(Settings.read({}), services) as bot:
        await bot.add_cog(bot.votes)
        await bot.add_cog(bot.old_boards)
        assert services.turns.polled
        assert services.turns.boards.replaced
    assert not services.turns.polled
    assert not services.turns.boards.replaced


def test_an_id_that_cannot_be_stored_is_not_noted_as_heard() -> None:
    """Or nothing is noted on that shard any more, and the next round ends the program."""
    states = ShardStates(lambda _: True)
    states[0].connected = True
    for id_ in (5, LARGEST + 1):
        states[0].hear(id_)
    assert states.news(Counter()) == {0: 5}
