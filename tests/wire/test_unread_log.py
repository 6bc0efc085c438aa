"""A log that goes into a pipe which nobody reads: the bot plays, and ends when it is told to."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.bot.waiting import POSIX
from tests.wire.world import open_world

pytestmark = POSIX

DETAILS = 200
"""Messages whose frames, at DEBUG, fill any pipe several times over."""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_log_that_nobody_reads_stops_nothing(tmp_path: Path, how: signal.Signals) -> None:
    """Moves are played and shown, the end comes when it is asked for, and it is a clean one."""
    async with open_world(tmp_path) as world:
        pipe, log = tmp_path / "pipe", world.program.log
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        world.program.log = pipe
        await world.connect()
        world.program.log = log
        room = await world.game()
        for number in range(DETAILS):
            world.discord.say(room, f"message {number}", by="bob")
        for plies in (2, 4):
            legal = (await world.session(room)).position.legal
            world.discord.say(room, str(legal[0]))
            await world.until_played(room, plies)
            await world.until_shown(room)
        assert await world.program.end(how) == 0
        told = b""
        while part := os.read(reader, 1 << 16):
            told += part
        os.close(reader)
        assert b"getting ready" in told
        assert world.discord.gateway.close_codes[-1] == 1000
