"""Why a server could not be reached: told as what it is, with its host."""

from __future__ import annotations

import ssl
from pathlib import Path

import aiohttp
import discord
import pytest
import sqlalchemy as sa

from bot.edge.discord_internals.answers import guard_answers
from bot.edge.sending.refusals import UNSENT, reason
from bot.errors import StoreUnavailable
from bot.monitoring.reach import unreached
from bot.store.database import reading
from bot.store.schema.opening import connect
from tests.bot.tls import certificate, encrypted


async def told(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said where a client cannot log in at an address."""
    monkeypatch.setattr(discord.http.Route, "BASE", url)
    async with discord.Client(intents=discord.Intents.none()) as client:
        guard_answers(client)
        with pytest.raises(UNSENT) as lost:
            await client.login("token")
    return reason(lost.value)


@pytest.mark.parametrize(
    "days, name, words",
    [
        (2, "localhost", "self-signed certificate"),
        (-1, "localhost", "certificate has expired"),
        (2, "example.org", "Hostname mismatch, certificate is not valid for 'localhost'."),
    ],
)
async def test_a_certificate_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, name: str, words: str
) -> None:
    """Who has signed it, until when, for whom: not as an answer that cannot be read."""
    made = certificate(tmp_path, name, days=days)
    if words != "self-signed certificate":  # then the authority is known
        monkeypatch.setenv("SSL_CERT_FILE", str(made))
        trusting = ssl.create_default_context(cafile=str(made))
        monkeypatch.setattr("aiohttp.connector._SSL_CONTEXT_VERIFIED", trusting)
    async with encrypted(made) as port:
        found = await told(f"https://localhost:{port}", monkeypatch)
    assert found == f"the certificate of localhost:{port} is not trusted: {words}"


async def test_neighbours_of_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    """No TLS, nobody there, and a name that nobody has."""
    async with encrypted(None) as port:
        assert await told(f"https://localhost:{port}", monkeypatch) == (
            f"localhost:{port} does not speak TLS: is that the right address, and https?"
        )
    assert await told(f"https://localhost:{port}", monkeypatch) == (
        f"localhost:{port} refuses the connection: nothing listens there"
    )
    found = await told("https://nobody.invalid", monkeypatch)
    assert found.startswith("no address is known for nobody.invalid:443: ")


async def test_a_database_names_its_certificate(tmp_path: Path) -> None:
    """Its host and what is wrong, and no password."""
    error = ssl.SSLCertVerificationError("untrusted")
    error.verify_message = "self-signed certificate"
    wrapped = sa.exc.OperationalError("SELECT 1", {}, error)
    words = "the certificate of db.example:5432 is not trusted: self-signed certificate"
    assert unreached(wrapped, "db.example:5432") == words
    engine = connect("postgresql+asyncpg://bot:hunter2@localhost:1/kinarow?ssl=require")
    with pytest.raises(StoreUnavailable) as lost:
        async with reading(engine):
            pass
    await engine.dispose()
    assert "localhost:1 refuses the connection" in str(lost.value)
    assert "hunter2" not in str(lost.value)


@pytest.mark.parametrize("error", [ValueError("x"), OSError("x"), aiohttp.ClientError("x")])
def test_other_errors_say_it_themselves(error: Exception) -> None:
    """Nothing is made up."""
    assert unreached(error) is None
    assert reason(error) == "x"


def test_a_wrapped_error_that_wraps_itself_ends() -> None:
    """Each is looked at once."""
    error = OSError("x")
    error.__cause__ = error
    assert unreached(error) is None
