"""What was stored a moment ago is known, and no older version of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import lately
from bot.lately import Lately
from bot.session import ChannelId, GameId
from tests.bot.builders import session

FIRST = replace(session(), game=GameId(1), version=1)
SECOND = replace(session([5]), game=GameId(1), version=2)
NEXT = replace(session(), game=GameId(2))


async def test_the_newest_is_known() -> None:
    """In whatever order those who have stored something come to say so."""
    known = Lately()
    for stored in (FIRST, SECOND, FIRST):
        assert known.kept(stored) is stored
    assert known.find(FIRST.channel) == SECOND
    known.kept(NEXT)
    known.kept(SECOND)
    assert known.find(FIRST.channel) == NEXT


async def test_what_is_being_changed_is_not_known() -> None:
    """Nor what was never stored here."""
    known = Lately()
    known.kept(FIRST)
    known.forget(FIRST.channel)
    assert known.find(FIRST.channel) is None
    assert known.find(ChannelId(0)) is None


async def test_only_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """After that, whoever has changed it is heard."""
    known = Lately()
    known.kept(FIRST)
    assert known.find(FIRST.channel) == FIRST
    monkeypatch.setattr(lately, "_MOMENT", -1.0)
    assert known.find(FIRST.channel) is None


async def test_no_more_than_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The channel that was quiet for longest goes first."""
    monkeypatch.setattr(lately, "_SIZE", 2)
    known = Lately()
    games = [replace(FIRST, channel=ChannelId(channel)) for channel in (1, 2, 3)]
    for game in (games[0], games[1], games[0], games[2]):
        known.kept(game)
    found = [known.find(game.channel) is not None for game in games]
    assert found == [True, False, True]
