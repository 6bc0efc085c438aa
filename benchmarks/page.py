"""What an act in the page of `play` costs as the conversation grows.

    python -m benchmarks.page [--save]

The real bot in SimCord, and a tab without the browser: it sends messages, presses buttons, and
reads what the page shows after each. The CPU time of an act once hundreds of messages are there
over that of an act among the first few is the figure to watch: the times depend on the machine.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from benchmarks import results
from bot.client.bot import open_bot
from bot.config import Settings
from bot.local.page import preview
from bot.local.world import open_world
from tests.bot.local.browser import Browser, browse

FEW: Final = 3
MANY: Final = (100, 300)
REPEATS: Final = 5
_ACTS: Final = {
    "talk": ("lovely weather",) * 4,
    "3x3": ("!ttt start 3x3 x easy", "5", "[Hint]", "!ttt stop"),
    "10x10": ("!ttt start 10x10x5 x easy", "45", "[Hint]", "!ttt stop"),
}


async def act(tab: Browser, line: str) -> None:
    """Send a message, or press a button whose label stands in brackets."""
    await (tab.press(line[1:-1]) if line.startswith("[") else tab.say(line))


async def cost(tab: Browser, lines: Sequence[str]) -> float:
    """Milliseconds of CPU time an act."""
    start = process_time()
    for line in lines:
        await act(tab, line)
    return 1000 * (process_time() - start) / len(lines)


async def costs(settings: Settings, lines: Sequence[str]) -> list[float]:
    """The cost of an act after a few messages, and after each number of many."""
    found = []
    async with open_bot(settings) as bot, open_world(bot) as world, await preview(world) as page:
        messages = world.env.backend.messages
        async with browse(page) as tab:
            for count in (FEW, *MANY):
                while len(messages.get(world.channel.id, {})) < count:
                    await act(tab, "hello" if count == FEW else lines[0])
                    for line in () if count == FEW else lines[1:]:
                        await act(tab, line)
                found.append(await cost(tab, lines))
    return found


async def main() -> None:
    """Print the table."""
    logging.getLogger("discord").setLevel(logging.ERROR)
    print(f"{'CPU an act':12}" + "".join(f"{f'after {count}':>14}" for count in (FEW, *MANY)))
    rows = []
    with TemporaryDirectory(prefix="kinarow-bench-") as folder:
        settings = Settings.read({"MOVE_SECONDS": "0.05"})
        for name, lines in _ACTS.items():
            rounds = []
            for number in range(REPEATS + 1):
                database = settings.database_url.set(database=f"{folder}/{name}-{number}.db")
                rounds.append(await costs(replace(settings, database_url=database), lines))
            medians = [median(column) for column in zip(*rounds[1:], strict=True)]
            print(f"{name:12}" + "".join(f"{value:11.1f} ms" for value in medians), end="")
            print("".join(f"{value / medians[0]:8.2f}" for value in medians[1:]))
            counts = (f"after {count}" for count in (FEW, *MANY))
            rows.append({"acts": name, **dict(zip(counts, medians, strict=True))})
    results.save("page", rows)


if __name__ == "__main__":
    asyncio.run(main())
