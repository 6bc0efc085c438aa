"""A start that Discord is in no state for: the bot waits, and is there in the end."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.soon import PATIENCE
from tests.thorough import long
from tests.wire.faults import Break, Refusal
from tests.wire.test_end import MOSTLY
from tests.wire.world import World, open_world

pytestmark = pytest.mark.thorough

LOGIN = "GET /users/@me"
GATEWAY = "GET /"
SYNC = r"PUT /applications/\d+/commands"
UNTOLD = "Discord did not take the slash commands, and is told again in"
AGAIN = "Discord cannot be reached, and is tried again"


@pytest.mark.parametrize(
    "step, effect, shards",
    [
        (LOGIN, Refusal(503), "1"),
        (GATEWAY, Break.RESET, "1"),
        (GATEWAY, Break.SILENCE, "2"),
        *long((GATEWAY, Refusal(503), "2"), (LOGIN, Break.RESET, "2"), (LOGIN, Break.SILENCE, "1")),
        (LOGIN, Refusal(200, body="{}"), "1"),
        ("GET /oauth2/applications/@me", Refusal(200, body="[]"), "2"),
    ],
)
async def test_a_start_waits_for_discord(
    tmp_path: Path, step: str, effect: Refusal | Break, shards: str
) -> None:
    """Where the first tries fail a later one succeeds, and each failure takes one line."""
    async with open_world(tmp_path, SHARD_COUNT=shards) as world:
        fault = world.discord.fail(step, effect, 2)
        await world.connect()
        assert fault.met == 2
        assert await plays(world)
        log = world.program.logged()
    assert log.count(AGAIN) in (1, 2)  # aiohttp itself tries once more where a line breaks
    assert "Traceback" not in log


@pytest.mark.parametrize("shards", ["1", "2"])
async def test_answers_that_cannot_be_read_keep_no_start_up(tmp_path: Path, shards: str) -> None:
    """Without its emoji, and without knowing how many sessions are left, the bot plays."""
    async with open_world(tmp_path, SHARD_COUNT=shards) as world:
        told = Refusal(200, body='{"session_start_limit": 7}')
        faults = [
            world.discord.fail("GET /gateway/bot", told, 1_000),
            world.discord.fail(r"GET /applications/\d+/emojis", told, 1_000),
            world.discord.fail(r"GET /applications/\d+/commands", told, 1_000),
        ]
        await world.connect()
        assert await plays(world)
        await world.until(lambda: world.program.logged().count(UNTOLD) == 1)
        assert all(fault.met for fault in faults)
        assert "Traceback" not in world.program.logged()


@pytest.mark.parametrize("effect", [Refusal(503), Refusal(400, 50240), Break.SILENCE])
async def test_a_start_does_not_wait_for_slash_commands(
    tmp_path: Path, effect: Refusal | Break
) -> None:
    """Where Discord does not take them, or says nothing, the bot plays by what people type."""
    async with open_world(tmp_path) as world:
        fault = world.discord.fail(SYNC, effect, 1_000)
        await world.connect()
        assert await plays(world)
        await world.until(lambda: world.program.logged().count(UNTOLD) == 1)
        assert fault.met > 0
        assert "Traceback" not in world.program.logged()


async def plays(world: World) -> bool:
    """Whether the bot answers a move."""
    room = await world.game()
    await world.say(room, "5")
    return len(await world.moves(room)) == 2


@pytest.mark.parametrize("how", MOSTLY)
@pytest.mark.parametrize("step", [LOGIN, GATEWAY])
async def test_a_pause_between_two_tries_cannot_hold_it(
    tmp_path: Path, step: str, how: signal.Signals
) -> None:
    """Told to end while it waits to try again, the program does so in order."""
    async with open_world(tmp_path) as world:
        world.discord.fail(step, Refusal(503), 1_000)
        await world.program.start()
        await world.until(lambda: world.program.logged().count(AGAIN) == 2)
        async with asyncio.timeout(PATIENCE):
            assert await world.program.end(how) == 0
        assert "Traceback" not in world.program.logged()


async def test_the_last_sessions_of_a_day_are_spared(tmp_path: Path) -> None:
    """With few left the start waits for its share of the day, and says so in one line."""
    async with open_world(tmp_path) as world:
        world.discord.gateway.starts |= {"remaining": 3, "reset_after": 3_000}
        await world.connect()
        words = "Discord lets the bot connect 3 more times today: the next time in 1 s"
        assert world.program.logged().count(words) == 1
        assert await plays(world)


async def test_a_game_does_not_wait_for_all_servers_to_be_told_of(tmp_path: Path) -> None:
    """What was typed in a server that is known is played, though others are still to come."""
    async with open_world(tmp_path, FURTHER="2") as world:
        await world.connect()
        room = await world.game()
        await world.program.kill()
        world.discord.say(room, "5")
        world.discord.gateway.crowded = True
        await world.connect()
        await world.until_played(room, 2)
        await world.until_shown(room)
        assert world.discord.gateway.crowded
        world.discord.gateway.crowded = False


async def test_slash_commands_are_told_as_soon_as_discord_is_back(tmp_path: Path) -> None:
    """An upload that failed does not wait for the end of its pause, and pauses begin anew."""
    async with open_world(tmp_path) as world:
        fault, logged = world.discord.fail(SYNC, Refusal(503), 2), world.program.logged
        await world.connect()
        await world.until(lambda: logged().count(UNTOLD) == 1)
        world.discord.gateway.cut(0)
        await world.until(lambda: logged().count(UNTOLD) == 2)
        world.discord.gateway.cut(0)
        await world.until(lambda: "Discord has taken the slash commands" in logged())
        assert fault.met == 2
        assert logged().count(f"{UNTOLD} 1 min") == 2
