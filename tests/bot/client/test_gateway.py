"""The line to Discord: each way in which it fails for good is said as what it is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import aiohttp
import aiohttp.web
import discord
import pytest
import pytest_asyncio
import yarl

from bot.client import connections
from bot.client import gateway as connection
from bot.client.connections import keep_connected
from bot.client.gateway import stay_connected
from bot.edge.discord_internals import connections as connecting
from bot.edge.discord_internals.answers import guard_answers
from bot.edge.discord_internals.connections import shards_of
from bot.edge.discord_internals.limits import LONGEST_WAIT, ClosedRoutes
from bot.edge.discord_internals.requests import known_commands
from bot.errors import GatewayClosed, SettingsError
from bot.monitoring.metrics import InFlight
from bot.store import Store
from tests.ports import free_port
from tests.soon import PATIENCE
from tests.wire.faults import Break, Refusal
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN

WRONG_TOKEN = TOKEN.replace("a", "b")


@pytest.fixture
def in_flight() -> InFlight:
    """Nothing that the end waits for."""
    return InFlight()


@pytest_asyncio.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    """A small Discord that discord.py takes for the real one."""
    server = Loopback()
    await server.start()
    gateway = yarl.URL(server.gateway.url)
    monkeypatch.setattr(discord.http.Route, "BASE", server.url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    yield server
    await server.stop()


class Listening(discord.Client):
    """Connects as the bot does, and tells when a session has begun."""

    def __init__(self, **shards: Any) -> None:
        super().__init__(intents=discord.Intents.none(), **shards)
        guard_answers(self)
        self.connected = asyncio.Event()
        self.heard: list[object] = []
        """The names of the events that were heard."""

    async def on_socket_event_type(self, event: object) -> None:
        """Something is told."""
        self.heard.append(event)

    async def on_connect(self) -> None:
        """A session has begun."""
        self.connected.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected."""
        await keep_connected(self)


class ListeningInShards(Listening, discord.AutoShardedClient):
    """The same with two connections."""

    def __init__(self) -> None:
        super().__init__(shard_ids=[0, 1], shard_count=2)


KINDS = [Listening, ListeningInShards]
"""A client of one connection, and one of several."""


async def connect(in_flight: InFlight, token: str = TOKEN) -> None:
    """Connect for as long as Discord lets it."""
    await stay_connected(Listening(), in_flight, token)


async def test_a_token_that_nobody_knows(server: Loopback, in_flight: InFlight) -> None:
    """Refused at the login, the setting is named."""
    with pytest.raises(SettingsError, match="DISCORD_TOKEN: Discord does not know this token"):
        await connect(in_flight, WRONG_TOKEN)


async def test_a_token_that_was_replaced(server: Loopback, in_flight: InFlight) -> None:
    """Refused by the gateway, it is the same mistake."""
    server.gateway.refusal = 4004
    with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
        await connect(in_flight)


async def test_a_gateway_that_hangs_up_for_good(server: Loopback, in_flight: InFlight) -> None:
    """What discord.py does not try again ends with Discord's code."""
    server.gateway.refusal = 4010
    with pytest.raises(GatewayClosed, match="4010"):
        await connect(in_flight)


async def test_an_intent_that_is_not_granted(server: Loopback, in_flight: InFlight) -> None:
    """Whoever asks for less may try again: that is passed on."""
    server.gateway.refusal = 4014
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await connect(in_flight)


@asynccontextmanager
async def connected(
    in_flight: InFlight, kind: Callable[[], Listening] = Listening
) -> AsyncIterator[Listening]:
    """A client that is connected in the end, and leaves with the block."""
    client = kind()
    line = asyncio.create_task(stay_connected(client, in_flight, TOKEN))
    try:
        async with asyncio.timeout(PATIENCE):
            await client.connected.wait()
        yield client
    finally:
        line.cancel()
        await asyncio.wait({line})
    assert line.cancelled()
    assert client.is_closed()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried soon."""
    monkeypatch.setattr(connections, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(connections, "_LONGEST_PAUSE", 0.02)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bot has logged of the line."""
    names = {"bot.client.gateway", "bot.client.connections"}
    return [record.getMessage() for record in caplog.records if record.name in names]


FAILURES = (Refusal(503), Refusal(403), Refusal(429), Break.RESET)


@pytest.mark.parametrize("step", ["/users/@me", "/oauth2/applications/@me", "/"])
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("kind", KINDS)
async def test_a_first_connection_is_tried_until_it_succeeds(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    impatient: None,
    step: str,
    failure: Refusal | Break,
    kind: Callable[[], Listening],
) -> None:
    """Whether a request of the login fails or the gateway, each try that does is told in a line."""
    fault = server.fail(f"GET {step}", failure, 2)
    async with connected(in_flight, kind):
        assert fault.met == 2
    assert server.gateway.identified >= 1
    assert 1 <= len(told(caplog)) <= 2  # aiohttp itself tries once more where a line breaks
    for line in told(caplog):
        assert line.startswith("Discord cannot be reached, and is tried again in 0.0")


class Heeding(Listening):
    """The same, which heeds long limits as the bot does."""

    def __init__(self) -> None:
        routes, trace = ClosedRoutes(), aiohttp.TraceConfig()
        routes.listen(trace)
        super().__init__(http_trace=trace, max_ratelimit_timeout=LONGEST_WAIT)
        guard_answers(self, closed=routes)


async def test_a_gateway_that_is_busy_for_hours_closes_no_route(
    server: Loopback, in_flight: InFlight, impatient: None
) -> None:
    """It is tried again soon, and all requests are sent meanwhile."""
    fault = server.fail("GET /", Refusal(429, retry_after=7_200.0, page=True), 2)
    async with connected(in_flight, Heeding) as client:
        assert fault.met == 2
        await client.application_info()


ODD = (
    *("{}", "[]", "null", "7", '"hello"', "<html>502</html>", "", '{"id": null}'),
    pytest.param("[" * 30_000, id="nested too deep"),
)
"""Answers that are none."""


@pytest.mark.parametrize("step", ["/users/@me", "/oauth2/applications/@me"])
@pytest.mark.parametrize("body", ODD)
async def test_an_answer_at_the_login_that_cannot_be_read(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    impatient: None,
    step: str,
    body: str,
) -> None:
    """It is asked for again, and each time told in a line."""
    fault = server.fail(f"GET {step}", Refusal(200, body=body), 2)
    async with connected(in_flight):
        assert fault.met == 2
    assert len(told(caplog)) == 2
    for line in told(caplog):
        assert line.endswith(f"s: the answer to GET {step} cannot be read")


@pytest.mark.parametrize(
    "starts",
    [
        *("many", None, [], {}),
        *({"remaining": "3"}, {"remaining": -1}, {"remaining": None}, {"total": 0}),
        *({"reset_after": "soon"}, {"reset_after": -1}, {"reset_after": float("nan")}),
        *({"max_concurrency": "x"}, {"max_concurrency": None}, {"max_concurrency": [1]}),
    ],
    ids=str,
)
async def test_a_limit_of_sessions_that_makes_no_sense(
    server: Loopback, store: Store, starts: Any
) -> None:
    """It is as good as none: nothing is waited for, and the buckets stay."""
    few = {"total": 1_000, "remaining": 1, "reset_after": 86_400_000, "max_concurrency": 1}
    server.gateway.starts = few | starts if starts and isinstance(starts, dict) else starts
    async with Listening() as client:
        await client.login(TOKEN)
        identifies = connection.Identifies(client, store.shards)
        async with asyncio.timeout(PATIENCE):
            await identifies.wait()
            await identifies.take_turn(0, initial=False)


@pytest.mark.parametrize("body", [*ODD, '{"url": 7, "shards": null}'])
async def test_an_unreadable_count_of_sessions_stops_nothing(
    server: Loopback, store: Store, body: str
) -> None:
    """Whatever is said instead."""
    fault = server.fail("GET /gateway/bot", Refusal(200, body=body))
    async with Listening() as client:
        await client.login(TOKEN)
        await connection.Identifies(client, store.shards).wait()
    assert fault.met == 1


def test_no_session_is_waited_for_longer_than_a_day() -> None:
    """Then there are all of them again."""
    limit = {"total": 1_000, "remaining": 0, "reset_after": 1e15, "max_concurrency": 1}
    assert connection.pause_before_session(limit) == 86_400.0  # type: ignore[arg-type] # as a server says


@pytest.mark.parametrize("body", [*ODD, '{"items": [{}]}', '{"items": [{"id": "x", "name": 1}]}'])
async def test_a_list_of_emoji_or_commands_that_cannot_be_read(server: Loopback, body: str) -> None:
    """It is an answer that got lost."""
    server.fail(r"GET /applications/\d+/.*", Refusal(200, body=body), 2)
    async with Listening() as client:
        await client.login(TOKEN)
        with pytest.raises(aiohttp.ClientPayloadError):
            await client.fetch_application_emojis()
        asked: Any = client
        if body not in ("", "[]"):
            with pytest.raises(aiohttp.ClientPayloadError):
                await known_commands(asked)


async def test_a_gateway_that_hangs_up_before_its_hello(
    server: Loopback, in_flight: InFlight, caplog: pytest.LogCaptureFixture, impatient: None
) -> None:
    """It is tried again, which costs no identify of the thousand a day; the log says why."""
    server.gateway.rebuffs = 2
    async with connected(in_flight):
        pass
    assert server.gateway.identified == 1
    for line in told(caplog):
        assert line.endswith(" s: the gateway has hung up or fallen silent")
    assert len(told(caplog)) == 2


async def test_a_client_that_somebody_closes_ends_the_program(
    server: Loopback, in_flight: InFlight
) -> None:
    """An end that nobody has asked the program for is an error, though discord.py has none."""
    client = Listening()
    line = asyncio.create_task(stay_connected(client, in_flight, TOKEN))
    async with asyncio.timeout(PATIENCE):
        await client.connected.wait()
        await client.close()
        with pytest.raises(GatewayClosed, match="nobody told it to end"):
            await line


async def test_a_request_without_the_token_right_for_it(
    server: Loopback, in_flight: InFlight
) -> None:
    """A token that is replaced in the middle of a login is the same mistake as a wrong one."""
    server.fail("GET /oauth2/applications/@me", Refusal(401))
    with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
        await connect(in_flight)


async def test_the_pauses_between_tries_grow(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twice as long each time, up to a bound."""
    monkeypatch.setattr(connections, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(connections, "_LONGEST_PAUSE", 0.03)
    server.fail("GET /users/@me", Refusal(503), 4)
    async with connected(in_flight):
        pass
    assert pauses(caplog) == ["0.01", "0.02", "0.03", "0.03"]


def pauses(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The seconds of each pause before a further try, as it was told; the log is emptied."""
    found = [re.findall(r"tried again in (\S+) s", line) for line in told(caplog)]
    caplog.clear()
    return [pause for pauses in found for pause in pauses]


async def hears(server: Loopback, client: Listening) -> None:
    """Wait until every connection hears what the gateway tells."""
    shards = range(len(shards_of(client)))
    client.heard.clear()
    async with asyncio.timeout(PATIENCE):
        while not all(f"PING {shard}" in client.heard for shard in shards):
            for session in server.gateway.sessions:
                session.dispatch(f"PING {session.shard}", {})
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_session_that_goes_on_makes_the_next_pause_the_first_again(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    kind: Callable[[], Listening],
) -> None:
    """However soon it is lost again; one that lasted is first tried at once."""
    monkeypatch.setattr(connections, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(connections, "_LONGEST_PAUSE", 0.04)
    async with connected(in_flight, kind) as client:
        for outage in (1, 2, 3):
            await hears(server, client)
            server.fail("GET /", Refusal(503), 3)
            server.gateway.cut(0)
            await until_resumed(server, outage)
            assert pauses(caplog) == ["0.01", "0.02", "0.04", "0.04"]
        await hears(server, client)
        monkeypatch.setattr(connections, "_GOOD", 0.0)
        server.fail("GET /", Refusal(503), 3)
        server.gateway.cut(0)
        await until_resumed(server, 4)
        assert pauses(caplog) == ["0.01", "0.02", "0.04"]


async def test_a_session_that_is_begun_anew_makes_the_next_pause_the_first_again(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    impatient: None,
) -> None:
    """As one that is resumed does."""
    monkeypatch.setattr(connections, "_LONGEST_PAUSE", 0.04)
    monkeypatch.setattr(connections, "_INVALID", (0.0, 0.0))
    server.gateway.refuse_resume = True
    async with connected(in_flight) as client:
        for outage in (1, 2):
            await hears(server, client)
            server.fail("GET /", Refusal(503), 2)
            server.gateway.cut(0)
            await until_begun(server, 1 + outage)
            assert pauses(caplog)[:3] == ["0.01", "0.02", "0.04"]


async def test_a_session_that_never_begins_is_asked_for_less_and_less(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    impatient: None,
) -> None:
    """Each try costs one of the sessions of a day, though the gateway can be reached."""
    monkeypatch.setattr(connections, "_LONGEST_UNHEARD", 0.08)
    server.gateway.refusal = 4000
    line = asyncio.create_task(connect(in_flight))
    async with asyncio.timeout(PATIENCE):
        while len(found := told(caplog)) < 5:  # noqa: ASYNC110 - the log sets no event
            await asyncio.sleep(0.01)
    line.cancel()
    await asyncio.wait({line})
    waited = [re.findall(r"tried again in (\S+) s", words)[0] for words in found[:5]]
    assert waited == ["0.01", "0.02", "0.04", "0.08", "0.08"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_session_that_discord_ends_is_replaced_after_one_to_five_seconds(
    server: Loopback,
    in_flight: InFlight,
    caplog: pytest.LogCaptureFixture,
    kind: Callable[[], Listening],
) -> None:
    """As Discord wants it, also where the connection has lasted."""
    async with connected(in_flight, kind) as client:
        await hears(server, client)
        caplog.clear()
        await server.gateway.invalidate(0)
        async with asyncio.timeout(PATIENCE):
            while not (found := pauses(caplog)):  # noqa: ASYNC110 - the log sets no event
                await asyncio.sleep(0.01)
    assert [1.0 <= float(pause) <= 5.0 for pause in found] == [True]


@asynccontextmanager
async def dead_end(says_hello: bool) -> AsyncIterator[tuple[str, list[object]]]:
    """An address where a connection is taken, and comes to nothing; who has been there."""
    visits: list[object] = []

    async def connection(request: aiohttp.web.Request) -> aiohttp.web.WebSocketResponse:
        visits.append(request)
        socket = aiohttp.web.WebSocketResponse()
        await socket.prepare(request)
        if says_hello:
            await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
            await socket.receive()
            await socket.close(code=4000)
        await socket.receive()
        return socket

    app = aiohttp.web.Application()
    app.router.add_get("/", connection)
    runner = aiohttp.web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    yield f"ws://{host}:{port}/", visits
    await runner.cleanup()


@pytest.mark.parametrize("says_hello", [False, True])
@pytest.mark.parametrize("kind", KINDS)
async def test_an_address_that_resumes_nothing_is_left_after_one_try(
    server: Loopback,
    in_flight: InFlight,
    monkeypatch: pytest.MonkeyPatch,
    impatient: None,
    says_hello: bool,
    kind: Callable[[], Listening],
) -> None:
    """Silent from the start, or hanging up: the usual address resumes the session."""
    monkeypatch.setattr(connecting, "_HELLO", 0.5)
    async with dead_end(says_hello) as (address, visits):
        server.gateway.url = address
        async with connected(in_flight, kind) as client:
            await hears(server, client)
            identified = server.gateway.identified
            server.gateway.cut(0)
            await until_resumed(server, 1)
            await hears(server, client)
            assert len(visits) == 1
            assert server.gateway.identified == identified


async def test_an_address_where_nobody_listens_is_left_after_one_try(
    server: Loopback, in_flight: InFlight, caplog: pytest.LogCaptureFixture, impatient: None
) -> None:
    """It refuses the connection, and the usual address resumes the session."""
    server.gateway.url = f"ws://127.0.0.1:{free_port()}/"
    async with connected(in_flight) as client:
        await hears(server, client)
        server.gateway.cut(0)
        await until_resumed(server, 1)
        assert len(pauses(caplog)) == 2  # after the loss, and after the try


async def test_a_session_outlives_an_outage_of_any_length(
    server: Loopback, in_flight: InFlight, impatient: None
) -> None:
    """That the gateway cannot be reached says nothing about the session."""
    async with connected(in_flight) as client:
        await hears(server, client)
        fault = server.fail("GET /", Refusal(503), 12)
        server.gateway.cut(0)
        await until_resumed(server, 1)
        assert fault.met == 12
    assert server.gateway.identified == 1


async def until_resumed(server: Loopback, times: int) -> None:
    """Wait for sessions to be resumed so often."""
    async with asyncio.timeout(PATIENCE):
        while server.gateway.resumed < times:  # noqa: ASYNC110 - a gateway sets no event
            await asyncio.sleep(0.01)


async def until_begun(server: Loopback, times: int) -> None:
    """Wait for so many sessions to have begun."""
    async with asyncio.timeout(PATIENCE):
        while server.gateway.identified < times:  # noqa: ASYNC110 - a gateway sets no event
            await asyncio.sleep(0.01)


def test_the_bot_waits_five_seconds_at_most() -> None:
    """However often Discord could not be reached."""
    assert list(islice(connections.retry_pauses(), 5)) == [1.0, 2.0, 4.0, 5.0, 5.0]


async def test_a_pause_ends_when_the_program_does(server: Loopback, in_flight: InFlight) -> None:
    """Told to end between two tries, it does, and leaves nothing open."""
    fault = server.fail("GET /users/@me", Refusal(503), 1_000)
    client = Listening()
    line = asyncio.create_task(stay_connected(client, in_flight, TOKEN))
    async with asyncio.timeout(PATIENCE):
        while fault.met == 0:  # noqa: ASYNC110 - a fault sets no event
            await asyncio.sleep(0.01)
        line.cancel()
        await asyncio.wait({line})
    assert line.cancelled()
    assert client.is_closed()


class Changed(discord.Client):
    """A library whose own mistake is of the kind that a failed connection brings about today."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Ask nothing for what nothing has."""
        try:
            raise OSError("reset")
        except OSError:
            none: Any = None
            none.renamed()


async def test_a_mistake_in_the_library_is_told_as_that(
    server: Loopback, in_flight: InFlight
) -> None:
    """It is neither tried again, nor told as a gateway that cannot be reached."""
    client = Changed(intents=discord.Intents.none())
    with pytest.raises(AttributeError, match="renamed"):
        await stay_connected(client, in_flight, TOKEN)


class Absent(discord.Client):
    """Passes over the first cancellation of its connection, as `asyncio.wait_for` once did."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none())
        self.connecting = asyncio.Event()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Wait, and then once more."""
        self.connecting.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()


async def test_an_end_that_is_passed_over_is_told_again(
    server: Loopback, in_flight: InFlight
) -> None:
    """Cancelled once, the connection ends, and the client is closed behind it."""
    client = Absent()
    line = asyncio.create_task(stay_connected(client, in_flight, TOKEN))
    await client.connecting.wait()
    line.cancel()
    await asyncio.wait({line}, timeout=PATIENCE)
    assert line.cancelled()
    assert client.is_closed()


@pytest.mark.parametrize(
    "left, seconds", [(1_000, 0.0), (101, 0.0), (100, 864.0), (2, 43_200.0), (0, 86_400.0)]
)
def test_the_last_tenth_of_the_sessions_lasts_all_day(left: int, seconds: float) -> None:
    """Each waits for its share of the time until there are more."""
    limit = {"total": 1_000, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
    assert connection.pause_before_session(limit) == seconds  # type: ignore[arg-type] # as Discord says


async def test_shards_of_a_bucket_take_turns(store: Store) -> None:
    """Whichever process they are in; those of another bucket need not wait."""
    now, pause = datetime(2026, 1, 1, tzinfo=UTC), timedelta(seconds=5)
    turns = [await store.shards.next_identify(bucket, now, pause) for bucket in (0, 0, 1, 0)]
    assert [(turn - now).total_seconds() for turn in turns] == [0, 5, 0, 10]
    later = now + timedelta(seconds=60)
    assert await store.shards.next_identify(0, later, pause) == later
    before = now - timedelta(days=1)  # the clock was wrong
    assert await store.shards.next_identify(0, before, pause) == before
