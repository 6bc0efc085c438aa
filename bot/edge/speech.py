"""Tells messages that people wrote from all other messages in a channel."""

from __future__ import annotations

from typing import Final

import discord

_SPOKEN: Final = frozenset((discord.MessageType.default, discord.MessageType.reply))


def is_speech(message: discord.Message) -> bool:
    """Whether a person wrote this message.

    Discord posts system messages in the names of people, with content that they chose: such as
    the name of a new thread. A message from a webhook may carry the id of anybody.
    """
    written = message.type in _SPOKEN and message.webhook_id is None
    return written and not message.author.bot
