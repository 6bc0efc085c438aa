"""Requests as Discord describes them: every test with a `world` has its own checked at the end."""

from __future__ import annotations

import pytest
from simcord.types import HttpLogEntry

from tests.bot.discord.description import Description


def request(method: str, path: str, body: object = None) -> HttpLogEntry:
    """A request as SimCord logs it."""
    return HttpLogEntry(method, path, {}, body, None)


@pytest.fixture
def described(description: Description | None) -> Description:
    """The description; skips where it is missing."""
    if description is None:
        pytest.skip("no discord-openapi.json beside the repository")
    return description


@pytest.mark.parametrize(
    "wrong",
    [
        request("POST", "/channels/1/messages", {"content": 5}),
        request("POST", "/channels/1/messages", {"content": "x" * 4001}),
        request("POST", "/channels/1/messages", {"components": [{"type": 99}]}),
        request("POST", "/channels/1/typing", {"content": "x"}),
        request("POST", "/channels/1/letters", {"content": "x"}),
        request("POST", "/interactions/1/token/callback", {"type": 99}),
    ],
    ids=lambda wrong: f"{wrong.path} {str(wrong.json)[:20]}",
)
def test_the_check_finds_requests_that_discord_refuses(
    described: Description, wrong: HttpLogEntry
) -> None:
    """A wrong type, too much text, an unknown component, a body or path that is not there."""
    assert list(described.objections([wrong]))


def test_the_check_accepts_requests_that_discord_takes(described: Description) -> None:
    """Messages, presses and typing, well formed."""
    requests = [
        request("POST", "/channels/1/messages", {"content": "x", "nonce": "ab"}),
        request("PATCH", "/channels/1/messages/2", {"content": "y"}),
        request("POST", "/interactions/1/token/callback", {"type": 6}),
        request("POST", "/channels/1/typing"),
        request("GET", "/users/@me"),
    ]
    assert list(described.objections(requests)) == []
