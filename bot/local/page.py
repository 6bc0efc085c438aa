"""The bot in a web page on this machine that looks like Discord.

SimCord's page is adapted: it stays at the end, does one action at a time, knows mentions, and shows
our emoji without SimCord's check of images, which starts one process after another.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from secrets import token_hex
from typing import Any, Final

import simcord

from bot.client.bot import Kinarow
from bot.config import Address
from bot.errors import SettingsError
from bot.local import simcord_internals as internals
from bot.local.history import limit_history
from bot.local.kept import KeptChannel
from bot.local.world import MEMBERS, Mentions, World, open_world
from bot.show.render import images
from bot.show.render.images import PIXELS
from bot.web.server import serve_boards

_PAGE_MEMBERS: Final = MEMBERS[:2]
_PAUSE: Final = 0.25
"""Seconds between two checks of the bot's timers and of new messages."""

_SCRIPT_PATH: Final = "/app.js"
"""The script of SimCord to which ours is added. The page would not load a new file."""

FOLLOW_SCRIPT: Final = """
// SimCord stops following once a message and its pictures come in two steps, as boards do.
{
  const timeline = document.getElementById("channel-timeline");
  const list = document.getElementById("channel-message-list");
  let following = true;
  let before = 0;
  let touched = -Infinity;
  const end = () => timeline.scrollHeight - timeline.clientHeight;
  const touch = () => { touched = performance.now(); };
  timeline.addEventListener("wheel", touch, { passive: true });
  timeline.addEventListener("touchmove", touch, { passive: true });
  timeline.addEventListener("keydown", touch);
  timeline.addEventListener("pointerdown", (press) => { if (press.target === timeline) touch(); });
  timeline.addEventListener("scroll", () => {
    const byHand = performance.now() - touched < 1000;
    if (end() - timeline.scrollTop < 8) following = true;
    else if (byHand && timeline.scrollTop < before) following = false;
    else if (!byHand && following) timeline.scrollTop = end();
    before = timeline.scrollTop;
  }, { passive: true });
  const on = (id, event, follows) => document.getElementById(id)
    .addEventListener(event, () => { following = follows; });
  on("channel-composer", "submit", true);
  on("new-messages", "click", true);
  on("history-older", "click", false);
  on("message-picker", "click", false);
  const follow = () => {
    // one frame after SimCord has restored its own scroll position
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (following) timeline.scrollTop = end();
    }));
  };
  const resized = new ResizeObserver(follow);
  resized.observe(list);
  resized.observe(timeline);
  // new messages may replace old ones of the same height, which is no resize
  new MutationObserver(follow).observe(list, { childList: true });
}
"""
"""A script for the page: keeps the end of the conversation in view, unless a person scrolls up."""


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
        await world.greet()
        changed = asyncio.Event()
        world.env.backend.subscribers.append(lambda _event, _payload: changed.set())
        boards = serve_boards(bot, Address("127.0.0.1", _free_port()), None, token_hex())
        async with boards, _opened(await preview(world, port), port) as page:
            print(f"Kinarow is playing at {page.url}")
            print("Press Play there, or type !ttt start. Ctrl-C here ends it.", flush=True)
            opened.set()
            refresher = asyncio.create_task(_refresh(world, page, changed))
            waits = [asyncio.create_task(w) for w in (stopped.wait(), page.wait_closed())]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for task in (refresher, *waits):
                task.cancel()
            await asyncio.gather(refresher, *waits, return_exceptions=True)


async def preview(world: World, port: int | None = None) -> simcord.Preview:
    """Make the page of the simulated channel. The caller opens it."""
    drawings = await asyncio.to_thread(images.emoji_images)
    page = world.env.preview(
        world.channel,
        viewers=[world.members[name] for name in _PAGE_MEMBERS],
        layout="channel",
        port=port,
        assets={world.addresses[t]: (f"{t.key}.png", data) for t, data in drawings.items()},
    )
    internals.set_media_worker(page, Drawings(drawings.values()))
    internals.set_server(page, Server(page, port or 0))
    limit_history(page)
    take_turns(page, world.turn)
    send_mentions(page, world.mentions)
    return page


def _free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


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


class Server(internals.PageServer):
    """Serves the page with FOLLOW_SCRIPT."""

    def addition(self, path: str) -> str:
        """Return our script for the file of SimCord that it is added to."""
        return FOLLOW_SCRIPT if path == _SCRIPT_PATH else ""


def take_turns(page: simcord.Preview, turn: asyncio.Lock) -> None:
    """Let each action in a page wait for a lock, and apply it to the newest revision of the page.

    SimCord refuses an action during a refresh, or one that was sent just before it, and then the
    page accepts no more. To use the newest revision is safe: the id of a button names its board.
    """

    async def wait(
        act: internals.Action, context_id: str | None, body: Mapping[str, Any]
    ) -> dict[str, Any]:
        async with turn:
            if isinstance(body, Mapping):
                body = {**body, "published_revision": internals.revision_of(page, context_id)}
            return await act(context_id, body)

    internals.wrap_action(page, wait)


def send_mentions(page: simcord.Preview, mentions: Mentions) -> None:
    """Let names that people type in a message or a command's options be mentions.

    Not in a form: Discord's client sends what is typed there unchanged.
    """

    async def send(
        act: internals.Action, context_id: str | None, body: Mapping[str, Any]
    ) -> dict[str, Any]:
        if isinstance(body, Mapping):
            body = {**body, **_sent(body, mentions)}
        return await act(context_id, body)

    internals.wrap_action(page, send)


def _sent(body: Mapping[str, Any], mentions: Mentions) -> dict[str, Any]:
    """What changes of an act: its words, or the options of a command that is sent."""
    match body:
        case {"kind": "send_message" | "edit_message", "content": str(words)}:
            return {"content": mentions.typed(words)}
        case {"kind": "run_command", "options": {**options}}:
            typed = {n: mentions.typed(v) for n, v in options.items() if isinstance(v, str)}
            return {"options": {**options, **typed}}
    return {}


class Drawings(internals.MediaWorker):
    """Accepts our own drawings unchecked; checks all other images as SimCord does.

    So the 144 tiles of a 12x12 board appear in a second instead of half a minute.
    """

    def __init__(self, drawings: Collection[bytes]) -> None:
        super().__init__()
        self._drawings = frozenset(drawings)

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> internals.MediaInfo:
        """Return the facts about an image that the page needs to show it."""
        if blob not in self._drawings:
            return await super().validate(key, blob, media_time=media_time)
        return internals.MediaInfo(
            format="PNG",
            width=PIXELS,
            height=PIXELS,
            frames=1,
            decoded_bytes=4 * PIXELS**2,
            normalized=blob,
            content_type="image/png",
            capture=blob,
            poster=blob,
        )
