"""Files that people send, from a server that says one thing and sends another."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web

from bot.errors import Problem
from tests.bot.discord.world import sentence
from tests.wire.payloads import Payload, snowflake
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

PART = b"5" * 65_536
ENDLESS = 3_000
"""Parts of a file that is far larger than all buffers between two programs."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that is connected."""
    async with open_world(tmp_path_factory.mktemp("wire")) as world:
        await world.connect()
        yield world


async def test_a_file_is_not_read_further_than_its_size_may_be(world: World) -> None:
    """It is said to have 100 bytes, and has 200 million: the answer is that it is too long."""
    sent = list[int]()

    async def serve(request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse()
        try:
            await response.prepare(request)
            for _ in range(ENDLESS):
                await response.write(PART)
                sent.append(len(PART))
        except ConnectionError:
            pass
        return response

    runner = web.ServerRunner(web.Server(serve))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/game.txt"
    room = world.discord.room()
    world.discord.say(room, "!ttt load", attachments=[attached(url)])
    await world.until(lambda: len(room.log) > 0)
    await runner.cleanup()
    assert room.said == [sentence(Problem.TOO_LONG_A_GAME)]
    assert len(sent) < ENDLESS / 2


def attached(url: str) -> Payload:
    """A file of 100 bytes, as its message tells."""
    return {
        "id": str(snowflake()),
        "filename": "game.txt",
        "size": 100,
        "url": url,
        "proxy_url": url,
        "content_type": "text/plain",
    }
