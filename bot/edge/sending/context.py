"""The context of a command, whose answers are sent with retries."""

from __future__ import annotations

import secrets
from typing import Any

import discord
from discord.ext import commands

from bot.edge.sending.answers import answer, answer_in_channel
from bot.edge.sending.retries import with_retries


class AnsweringContext(commands.Context[Any]):
    """A typed command or a slash command.

    What is for one person alone never goes to the channel, however late or broken the answer is.
    """

    async def send(self, content: str | None = None, **parts: Any) -> discord.Message:
        """Send a message that appears once. `ephemeral` counts for slash commands only."""
        private, nonce = parts.pop("ephemeral", False), parts.pop("nonce", secrets.token_hex(8))
        message = {"content": content, **parts}
        press = self.interaction
        if press is None:
            post = super().send
            return await with_retries(lambda: post(**message, nonce=nonce))
        if private:
            return await answer(press, lambda: message, private=True)
        return await answer_in_channel(press, lambda: message, nonce)
