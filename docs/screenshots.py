"""The screenshots beside this file, made anew: `python -m docs.screenshots [name...]`.

Plays each scene in the page of `python -m bot play` and photographs what it leads to, with
the Chromium of the machine: `pip install -e '.[dev,pictures]'`, and Debian's `chromium`.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import FloatRect, Page, ViewportSize, async_playwright

from bot.client.bot import open_bot
from bot.config import Settings
from bot.local.page import preview
from bot.local.terminal import Terminal
from bot.local.world import MEMBERS, World, open_world
from bot.match.session import BOT_NAME, ChannelId
from engine import Limit, analyse

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 660
"""Pixels of a screenshot across."""
_WINDOW: Final = ViewportSize(width=WIDTH, height=1_600)
_MARGIN: Final = 8
_NAMES: Final = (BOT_NAME, *MEMBERS)
_COLOURS: Final = 128
"""In a picture, so that it stays small."""
_MESSAGES: Final = "#channel-message-list > *"
_READY: Final = "() => window.simcordPreview && window.simcordPreview.ready"
_STILL: Final = 500
"""Milliseconds in which a page may not change before it is photographed."""
_LOADED: Final = "() => [...document.images].every(image => image.complete && image.naturalWidth)"


@dataclass(frozen=True)
class Scene:
    """Lines as `bot.local.terminal` takes them, and how many messages to show.

    The last one shown is the newest of Kinarow's: a board changes in place, above what was typed
    since.
    """

    lines: tuple[str, ...]
    shown: int


def between(game: str, moves: str) -> tuple[str, ...]:
    """A game of alice, who begins, and bob."""
    speakers = ("", "bob: ")
    played = (f"{speakers[ply % 2]}{move}" for ply, move in enumerate(moves.split()))
    return (f"!ttt start {game} @bob x", "bob: [Accept]", *played)


_BEST: Final = "the best move"
_DISCS: Final = "4 4 4 4 4 2 6 5 5 5 6"
_MORE_DISCS: Final = "5 6 6 3 3 2 3 3"
_STONES: Final = "h8 i8 i7 g9 j8 h7 k9 g6 h9 j7 g8 f8 i9 j9"
_FOULS: Final = "g8 g9 i8 i10 h9 f10 h10 h12 j7 e11 j6 k5 l6 j5 i6 k10"
"""Then X may play neither k6, two fours, nor h8, two open threes."""
_LAID: Final = ("h8", "i9", "g10")

SCENES: Final = {
    "tictactoe": Scene(("!ttt start x hard", "5", "!ttt hint"), 4),
    "connect4": Scene(between("connect4", f"{_DISCS} {_MORE_DISCS}"), 1),
    "numbers": Scene(between("9x9x5", "41 32 40 42 50 31 49 51 33"), 1),
    "gomoku": Scene(between("gomoku", _STONES), 1),
    "renju": Scene(between("renju", _FOULS), 1),
    "swap2": Scene(("!ttt start gomoku swap2 @bob x", "bob: [Accept]", *_LAID), 1),
    "hint-all": Scene((*between("connect4", _DISCS), "bob: !ttt hint all"), 2),
    "review": Scene((*between("connect4", f"{_DISCS} {_MORE_DISCS}"), "!ttt review"), 1),
    "challenge": Scene(("!ttt start 4x4 @bob x",), 2),
}
FILM: Final = "game"
"""The name of the one that moves."""
_FILMED: Final = ("!ttt start connect4 x easy", _BEST, _BEST, "!ttt hint")
"""How it begins; it goes on with the best moves up to the end."""
_HEIGHT: Final = 440
_FRAME: Final = 1_400
_LAST_FRAME: Final = 5_000
"""Pixels of the film from its bottom up, and milliseconds of its frames."""


async def main(names: list[str]) -> None:
    """Make the screenshots of these names, of all without any."""
    logging.getLogger("discord").setLevel(logging.ERROR)  # the simulated Discord has no voice
    with TemporaryDirectory(prefix="kinarow-") as folder:
        settings = Settings.read({"MOVE_SECONDS": "3"})
        for name in names or (*SCENES, FILM):
            database = settings.database_url.set(database=f"{folder}/{name}.db")
            own = replace(settings, database_url=database)
            drawn = await (film(own) if name == FILM else photograph(own, SCENES[name]))
            path = FOLDER / f"{name}.{'gif' if name == FILM else 'png'}"
            path.write_bytes(drawn)
            print(f"{path.name}: {len(drawn):,} bytes")


async def photograph(settings: Settings, scene: Scene) -> bytes:
    """A scene as PNG, from a server of its own."""
    async with open_bot(settings) as bot, open_world(bot) as world:
        terminal = Terminal(world, echo=False)
        for line in scene.lines:
            await terminal.take(line)
        async with _opened(world) as page:
            return await _photograph(page, scene.shown)


async def film(settings: Settings) -> bytes:
    """A game against the bot as GIF, a frame a line."""
    async with open_bot(settings) as bot, open_world(bot) as world:
        terminal, channel = Terminal(world, echo=False), ChannelId(world.channel.id)
        lines, frames = list(_FILMED), list[Image.Image]()
        async with await preview(world) as shown, _opened_at(shown.url) as page:
            while lines or await bot.services.games.turns.find(channel):
                line = lines.pop(0) if lines else _BEST
                if line == _BEST:
                    position = (await bot.services.games.turns.live(channel)).position
                    line = str(analyse(position, Limit(seconds=5.0)).best)
                await terminal.take(line)
                await shown.refresh()
                frames.append(await _bottom(page))
    file = BytesIO()
    durations = [_FRAME] * (len(frames) - 1) + [_LAST_FRAME]
    first, *others = (frame.quantize(_COLOURS, dither=Image.Dither.NONE) for frame in frames)
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


async def _end(page: Page) -> int:
    """How many messages there are up to the newest of Kinarow's.

    A message shows its author unless it follows another of the same: then it has their lines alone.
    """
    written = await page.locator(_MESSAGES).all_inner_texts()
    authors, author = list[str](), ""
    for words in written:
        author = next((name for name in _NAMES if words.startswith(f"{name}\n")), author)
        authors.append(author)
    return len(authors) - authors[::-1].index(BOT_NAME)


async def _bottom(page: Page) -> Image.Image:
    """The newest message of Kinarow's and what is above it, in a picture of one size."""
    await _settled(page)
    last = await page.locator(_MESSAGES).nth(await _end(page) - 1).bounding_box()
    assert last is not None
    bottom = max(last["y"] + last["height"] + _MARGIN, _HEIGHT)
    clip = FloatRect(x=0, y=bottom - _HEIGHT, width=WIDTH, height=_HEIGHT)
    return Image.open(BytesIO(await page.screenshot(clip=clip))).convert("RGB")


@asynccontextmanager
async def _opened(world: World) -> AsyncIterator[Page]:
    async with await preview(world) as shown, _opened_at(shown.url) as page:
        yield page


@asynccontextmanager
async def _opened_at(url: str) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = await browser.new_page(viewport=_WINDOW)
        await page.goto(url)
        await page.wait_for_function(_READY)
        yield page
        await browser.close()


async def _settled(page: Page) -> None:
    """Wait until all pictures are there and the page changes no more, on however slow a machine."""
    before, now = "", " "
    while before != now:
        await page.wait_for_timeout(_STILL)
        await page.wait_for_function(_LOADED)
        before, now = now, await page.inner_html("body")


async def _photograph(page: Page, shown: int) -> bytes:
    await _settled(page)
    messages = page.locator(_MESSAGES)
    end = await _end(page)
    boxes = [await messages.nth(i).bounding_box() for i in range(end - shown, end)]
    tops = [box["y"] for box in boxes if box]
    bottom = max(box["y"] + box["height"] for box in boxes if box)
    top = min(tops) - _MARGIN
    clip = FloatRect(x=0, y=top, width=WIDTH, height=bottom + _MARGIN - top)
    picture = Image.open(BytesIO(await page.screenshot(clip=clip))).convert("RGB")
    file = BytesIO()
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
