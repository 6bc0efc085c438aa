"""Boards that could not be shown at once, where the bot may only answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.faults import EDIT, FOLLOWUP
from tests.wire.refusals import UNKNOWN_WEBHOOK
from tests.wire.rooms import Context
from tests.wire.world import open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


async def test_a_board_follows_while_its_token_lives(tmp_path: Path) -> None:
    """Nobody presses again: the bot shows the moves by itself, in an answer."""
    async with open_world(tmp_path, ROUND="0.5") as world:
        await world.connect()
        room = world.discord.outside(Context.GROUP)
        world.discord.command(room, "play", game="tictactoe x")
        await world.next(room, 0)
        await world.until_shown(room)
        for answered in (EDIT, FOLLOWUP):
            world.discord.fail(answered, UNKNOWN_WEBHOOK)
        world.discord.press(room, "5")
        await world.until_played(room, 2)
        await world.until_shown(room)
        assert not world.discord.trespasses
