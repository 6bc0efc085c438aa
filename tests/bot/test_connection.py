"""The line to Discord: each way in which it fails for good is said as what it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from random import Random

import discord
import pytest
import pytest_asyncio
import yarl

from bot.connection import stay_connected
from bot.errors import SettingsError
from bot.games import Games, House
from bot.store import Store
from bot.thinker import Thinker
from engine import Limit
from tests.wire.faults import Refusal
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN

WRONG_TOKEN = TOKEN.replace("a", "b")


@pytest.fixture
def games(store: Store, thinker: Thinker) -> Games:
    """No games."""
    house = House(Limit(seconds=0.05))
    return Games(store, thinker, house, discord.utils.utcnow, Random())


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


async def connect(games: Games, token: str = TOKEN) -> None:
    """Connect for as long as Discord lets it."""
    await stay_connected(discord.Client(intents=discord.Intents.none()), games, token)


async def test_a_token_that_nobody_knows(server: Loopback, games: Games) -> None:
    """Refused at the login, the setting is named."""
    with pytest.raises(SettingsError, match="DISCORD_TOKEN: Discord does not know this token"):
        await connect(games, WRONG_TOKEN)


async def test_a_token_that_was_replaced(server: Loopback, games: Games) -> None:
    """Refused by the gateway, it is the same mistake."""
    server.gateway.refusal = 4004
    with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
        await connect(games)


async def test_a_gateway_that_hangs_up_for_good(server: Loopback, games: Games) -> None:
    """What discord.py does not try again ends with Discord's code."""
    server.gateway.refusal = 4010
    with pytest.raises(ConnectionError, match="4010"):
        await connect(games)


async def test_an_intent_that_is_not_granted(server: Loopback, games: Games) -> None:
    """Whoever asks for less may try again: that is passed on."""
    server.gateway.refusal = 4014
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await connect(games)


@pytest.mark.parametrize("status", [403, 503])
async def test_a_discord_that_is_not_there(server: Loopback, games: Games, status: int) -> None:
    """A login that fails for another reason says which."""
    server.fail("GET /users/@me", Refusal(status), 10)
    with pytest.raises(ConnectionError, match=str(status)):
        await connect(games)


async def test_a_gateway_that_is_not_there(
    server: Loopback,
    games: Games,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The login succeeds, but nothing listens where the gateway should be."""
    nowhere = yarl.URL("ws://127.0.0.1:1/")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", nowhere)
    with pytest.raises(ConnectionError, match="gateway does not answer"):
        await connect(games)


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


async def test_an_end_that_is_passed_over_is_told_again(server: Loopback, games: Games) -> None:
    """Cancelled once, the connection ends, and the client is closed behind it."""
    client = Absent()
    line = asyncio.create_task(stay_connected(client, games, TOKEN))
    await client.connecting.wait()
    line.cancel()
    await asyncio.wait({line}, timeout=10)
    assert line.cancelled()
    assert client.is_closed()
