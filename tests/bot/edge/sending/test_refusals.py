"""Discord's own code says what happened; a status alone says nothing."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.edge.sending import refusals
from bot.errors import ChannelClosed

Meaning = Callable[[Exception], bool]


def refusal(status: int, code: int | str | None = 0, **headers: str) -> discord.HTTPException:
    """What discord.py raises. Without a code the answer is no JSON, but the page of a proxy."""
    response: Any = SimpleNamespace(status=status, reason="", headers=headers)
    body: Any = "<html>no</html>" if code is None else {"code": code, "message": "no"}
    return discord.HTTPException(response, body)


MEANT: dict[Meaning, list[tuple[int, int]]] = {
    refusals.is_closed: [(404, 10003), (403, 50001), (403, 50013)],
    refusals.is_expired: [(404, 10062), (404, 10015), (401, 50027)],
    refusals.is_answered: [(400, 40060)],
    refusals.is_deleted: [(404, 10008)],
    refusals.cannot_change: [(404, 10008), (400, 30046), (400, 50083)],
    refusals.is_unknown_person: [(404, 10007), (404, 10013)],
    refusals.takes_no_messages: [(404, 10013), (403, 50007), (403, 50278)],
    refusals.is_full_of_commands: [(400, 30034), (429, 30034)],
}
ODD = [refusal(s, code) for s in (400, 401, 403, 404, 429, 500, 503) for code in (None, 0, 40333)]


@pytest.mark.parametrize("meaning", MEANT)
def test_a_code_has_a_meaning(meaning: Meaning) -> None:
    """Each of its codes says it, and no status without one of them does, nor a lost connection."""
    assert all(meaning(refusal(status, code)) for status, code in MEANT[meaning])
    assert not any(map(meaning, (*ODD, OSError())))
    assert meaning(discord.RateLimited(60.0)) is (meaning is refusals.cannot_change)  # for a while


def test_a_code_may_be_a_name() -> None:
    """Other servers of the protocol write words; a word that is unknown means nothing."""
    assert refusals.is_deleted(refusal(404, "UNKNOWN_MESSAGE"))
    assert refusals.is_closed(refusal(403, "MISSING_PERMISSIONS"))
    assert not refusals.is_deleted(refusal(404, "TEAPOT"))


@pytest.mark.parametrize(
    "error, helps",
    [
        (refusal(500), True),
        (refusal(503, None), True),
        (ConnectionResetError(), True),
        (refusal(429, None), True),
        (refusal(429, 0, **{"Retry-After": "5"}), True),
        (refusal(429, 0, **{"Retry-After": "6"}), False),
        (discord.RateLimited(60.0), False),
        (refusal(403, None), False),
        (refusal(404, 10003), False),
        (refusal(400, 40060), False),
    ],
)
def test_a_retry_helps_after_a_failure_of_the_moment(error: Exception, helps: bool) -> None:
    """Not after a refusal, and not where Discord asks for a long wait."""
    assert refusals.is_transient(error) is helps


@pytest.mark.parametrize(
    "error, refused, for_good",
    [
        (refusal(403, 50013), True, True),
        (refusal(403, "MISSING_ACCESS"), True, True),
        (refusal(403, None), True, False),
        (refusal(404, 0), True, False),
        (refusal(429, 0), False, False),
        (refusal(503, 0), False, False),
        (ChannelClosed("gone"), True, True),
        (OSError(), False, False),
    ],
)
def test_discord_alone_refuses_for_good(error: Exception, refused: bool, for_good: bool) -> None:
    """A proxy has no code; its refusals are repeated as seldom, and say nothing of the channel."""
    assert refusals.is_refused(error) is refused
    assert refusals.is_refused_for_good(error) is for_good


@pytest.mark.parametrize(
    "error, of_files",
    [
        (refusal(413, 40005), True),
        (refusal(403, 50013), True),
        (refusal(400, 50035), True),
        (refusal(403, None), True),
        (refusal(404, 10003), False),
        (refusal(403, 50001), False),
        (refusal(429, 0), False),
        (OSError(), False),
    ],
)
def test_a_refusal_may_be_of_the_files(error: Exception, of_files: bool) -> None:
    """Then the message is tried without them; not where the channel is gone."""
    assert refusals.refuses_files(error) is of_files
