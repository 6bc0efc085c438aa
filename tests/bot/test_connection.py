"""The line to Discord: each way in which it fails for good is said as what it is."""

from __future__ import annotations

from collections.abc import AsyncIterator
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
