"""The least that discord.py can do: a bot that repeats what it hears.

    python -m benchmarks.echo http://127.0.0.1:PORT

It sends as many requests for a message as Kinarow does for a move: a message in answer, and an
edit of the message before it. It stores nothing.
"""

from __future__ import annotations

import sys

import discord

from benchmarks.kinarow import PATIENCE
from bot.edge.discord_internals.servers import use_addresses
from tests.wire.launcher import hurry
from tests.wire.payloads import TOKEN


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


if __name__ == "__main__":
    url = sys.argv[1]
    use_addresses(url, url.replace("http", "ws", 1))
    hurry(PATIENCE)
    Echo().run(TOKEN, log_handler=None)
