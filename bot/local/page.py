"""The bot in a web page on this machine that looks like Discord."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

import simcord

from bot.client.bot import Kinarow
from bot.errors import SettingsError
from bot.local.drawings import Drawings
from bot.local.history import limit_history
from bot.local.kept import KeptChannel
from bot.local.server import Server, send_mentions, take_turns
from bot.local.simcord_internals import set_media_worker, set_server
from bot.local.world import MEMBERS, World, open_world
from bot.show.render import tileset

_PAGE_MEMBERS: Final = MEMBERS[:2]
_PAUSE: Final = 0.25
"""Seconds between two checks of the bot's timers and of new messages."""


async def play_in_page(
    bot: Kinarow, port: int | None, kept: KeptChannel, opened: asyncio.Event
) -> None:
    """Serve the page until Ctrl-C. `opened` is set when its address has been printed."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the program by itself
            loop.add_signal_handler(name, stopped.set)
    async with open_world(bot, kept) as world:
        changed = asyncio.Event()
        world.env.backend.subscribers.append(lambda _event, _payload: changed.set())
        async with _opened(await preview(world, port), port) as page:
            print(f"Kinarow is playing at {page.url}")
            print("Type !ttt start there. Ctrl-C here ends it.", flush=True)
            opened.set()
            refresher = asyncio.create_task(_refresh(world, page, changed))
            waits = [asyncio.create_task(w) for w in (stopped.wait(), page.wait_closed())]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for task in (refresher, *waits):
                task.cancel()
            await asyncio.gather(refresher, *waits, return_exceptions=True)


async def preview(world: World, port: int | None = None) -> simcord.Preview:
    """Make the page of the simulated channel. The caller opens it."""
    drawings = await asyncio.to_thread(tileset.images)
    page = world.env.preview(
        world.channel,
        viewers=[world.members[name] for name in _PAGE_MEMBERS],
        layout="channel",
        port=port,
        assets={world.addresses[t]: (f"{t.key}.png", data) for t, data in drawings.items()},
    )
    set_media_worker(page, Drawings(drawings.values()))
    set_server(page, Server(page, port or 0))
    limit_history(page)
    take_turns(page, world.turn)
    send_mentions(page, world.mentions)
    return page


@asynccontextmanager
async def _opened(preview: simcord.Preview, port: int | None) -> AsyncIterator[simcord.Preview]:
    async with AsyncExitStack() as stack:
        try:
            page = await stack.enter_async_context(preview)
        except (simcord.SetupError, OSError) as error:
            raise SettingsError(f"no page at port {port}: {error}") from error
        yield page


async def _refresh(world: World, page: simcord.Preview, changed: asyncio.Event) -> None:
    """Refresh the page when something changes on its own, such as after the end of a vote."""
    while True:
        try:
            async with world.turn:
                await world.pass_time()
                if changed.is_set():
                    changed.clear()
                    await page.refresh()
                world.keep()
        except (simcord.SetupError, TimeoutError):  # the bot is not done yet: look again
            changed.set()
        await asyncio.sleep(_PAUSE)
