"""What people say, among all that appears in a channel as a message."""

from __future__ import annotations

from typing import Final

import discord

_SPOKEN: Final = frozenset((discord.MessageType.default, discord.MessageType.reply))


def is_speech(message: discord.Message) -> bool:
    """Whether a person wrote this message.

    Discord writes others in people's names, whose content they chose: the name of a thread, the
    number of their boosts. What comes by a webhook may carry anybody's id.
    """
    written = message.type in _SPOKEN and message.webhook_id is None
    return written and not message.author.bot
