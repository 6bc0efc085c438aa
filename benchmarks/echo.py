"""The bot to compare with: bare discord.py that answers `echo ...` and hears all else.

python -m benchmarks.echo http://127.0.0.1:PORT
"""

from __future__ import annotations

import os
import sys

import discord

from benchmarks.kinarow import PATIENCE
from tests.wire.launcher import turn


class Echo(discord.Client):
    """Says again what it is told to."""

    async def on_message(self, message: discord.Message) -> None:
        """Echo a message of a person's."""
        if not message.author.bot and message.content.startswith("echo"):
            await message.channel.send(message.content)


if __name__ == "__main__":
    turn(sys.argv[1], PATIENCE)
    intents = discord.Intents.default()
    intents.message_content = True
    Echo(intents=intents).run(os.environ["DISCORD_TOKEN"], log_handler=None)
