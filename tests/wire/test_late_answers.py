"""Answers that cannot be given at once: boards where the bot may only answer, and rate limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.faults import EDIT, FOLLOWUP, Refusal
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


async def test_an_answer_is_not_put_off_for_long(tmp_path: Path) -> None:
    """Where Discord asks for one wait after another an answer is tried again, then given up."""
    async with open_world(tmp_path, PUT_OFF="1") as world:
        await world.connect()
        room = await world.game()
        put_off = world.discord.fail(FOLLOWUP, Refusal(429, retry_after=29.0, via=True))
        world.discord.press(room, "Board")
        await world.next(room, 1)
        assert put_off.met == 1
        put_off = world.discord.fail(FOLLOWUP, put_off.effect, 1_000)
        world.discord.press(room, "Board")
        await world.until(lambda: "TimeoutError()" in world.program.logged())
        world.discord.faults.clear()
        await world.say(room, "5")
        assert len(await world.moves(room)) == 2
