"""A round of the load ends with the last answer, however slow the bot is."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import load
from benchmarks.load import Speaker, play
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload
from tests.wire.rooms import Room


class _Late(Loopback):
    """A Discord without a bot, where each answer comes a moment after the round."""

    def say(self, room: Room, words: str, by: str = "alice", **more: Any) -> Payload:
        """Post a message, and an answer later."""
        asyncio.get_running_loop().call_later(0.5, self._answer, room)
        return super().say(room, words, by, **more)

    def _answer(self, room: Room) -> None:
        for heard in self.listeners:
            heard(room, {"content": "5"})


async def test_a_late_answer_is_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who is never answered would say nothing in the rounds after it, and at last nobody would."""
    monkeypatch.setattr(load, "_LAST_ANSWERS", 0.0)
    discord = _Late()
    speakers = {discord.room().id: Speaker() for _ in range(3)}
    program: Any = SimpleNamespace(pid=os.getpid(), database=tmp_path / "none.db")
    rounds = [await play(discord, program, 3 / load.RATE, speakers) for _ in range(2)]
    assert [one.messages for one in rounds] == [3, 3]
    assert not discord.listeners
