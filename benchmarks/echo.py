"""The least that discord.py can do: a bot that repeats what it hears.

    python -m benchmarks.echo http://127.0.0.1:PORT

It sends for a message a message in answer, and an edit of the message before it. It stores nothing.
With `LEAST` in its environment it does what no bot can leave out that plays as Kinarow does: one
request, of a message with the buttons of a board, and a commit before it and after it.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import discord

from benchmarks.kinarow import PATIENCE
from bot.edge.discord_internals.servers import use_addresses
from tests.wire.launcher import hurry
from tests.wire.payloads import TOKEN

_BUTTONS: Final = 14
"""Those under a board of tic-tac-toe."""
_CHANGES: Final = 3
"""How often a board is changed before it is posted anew."""


class Echo(discord.Client):
    """Repeats everything, as often as people speak."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.all(), max_messages=None)
        self._last: dict[int, discord.Message] = {}
        """Its latest message in each channel."""

    async def on_message(self, message: discord.Message) -> None:
        """Answer, and change the answer before."""
        if message.author == self.user:
            return
        before = self._last.get(message.channel.id)
        self._last[message.channel.id] = await message.channel.send(f"heard {message.content}")
        if before is not None:
            await before.edit(content="heard before")


class Least(discord.Client):
    """Stores what it hears, shows it, and stores that."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.all(), max_messages=None)
        self._boards: dict[int, discord.Message] = {}
        """Its latest message in each channel."""
        self._changes = Counter[int]()
        """How often each of them was changed."""
        self._thread = ThreadPoolExecutor(1)
        self._turn = asyncio.Lock()
        self._file = sqlite3.connect("games.db", isolation_level=None, check_same_thread=False)
        for words in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL"):
            self._file.execute(words)
        self._file.execute("CREATE TABLE heard (number INTEGER PRIMARY KEY, words TEXT)")

    async def on_message(self, message: discord.Message) -> None:
        """Store it, answer with a board, and store that."""
        if message.author == self.user:
            return
        await self._store(message.content)
        words, view = f"heard {message.content} in {message.id}", discord.ui.View(timeout=None)
        for tile in range(_BUTTONS):
            view.add_item(discord.ui.Button(label=str(tile), custom_id=f"{message.id}:{tile}"))
        view.stop()  # nobody presses them
        board = self._boards.get(message.channel.id)
        if board is None or self._changes[board.id] == _CHANGES:
            self._boards[message.channel.id] = await message.channel.send(words, view=view)
        else:
            self._changes[board.id] += 1
            await board.edit(content=words, view=view)
        await self._store("shown")

    async def _store(self, words: str) -> None:
        async with self._turn:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.execute("INSERT INTO heard (words) VALUES (?)", (words,))
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, self._file.execute, "COMMIT")


if __name__ == "__main__":
    url = sys.argv[1]
    use_addresses(url, url.replace("http", "ws", 1))
    hurry(PATIENCE)
    bot: discord.Client = Least() if "LEAST" in os.environ else Echo()
    bot.run(TOKEN, log_handler=None)
