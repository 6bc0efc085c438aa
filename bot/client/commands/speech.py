"""Tells messages that people wrote from all other messages in a channel, and moves from talk."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import discord

from bot.match import grammar

_SPOKEN: Final = frozenset((discord.MessageType.default, discord.MessageType.reply))

_SLIP: Final = timedelta(seconds=15)
"""How long after they wrote it somebody may still mend what they wrote."""


def is_speech(message: discord.Message) -> bool:
    """Whether a person wrote this message.

    Discord posts system messages in the names of people, with content that they chose: such as
    the name of a new thread. A message from a webhook may carry the id of anybody.
    """
    written = message.type in _SPOKEN and message.webhook_id is None
    return written and not message.author.bot


def bare_word(message: discord.Message, me: discord.ClientUser | None) -> str | None:
    """The move or the choice that a message is and no more; None if it is anything else.

    A number that replies to somebody's message answers that, and is talk. One that replies to the
    bot is said to it.
    """
    if message.reference is not None and not _replies_to(message, me):
        return None
    return grammar.move_text(message.content) or grammar.choice_text(message.content)


def is_withheld(message: discord.Message, me: discord.ClientUser | None) -> bool:
    """Whether a message is a reply to one of the bot, and Discord does not tell what it says.

    Without the message content intent so it is if the reply does not mention the bot. One to an
    answer to a command or a press never does, and another only if its author wants that.
    """
    return _replies_to(message, me) and not (message.content or message.stickers)


def _replies_to(message: discord.Message, me: discord.ClientUser | None) -> bool:
    replied = message.reference.resolved if message.reference is not None else None
    return isinstance(replied, discord.Message) and replied.author == me


def is_mended(message: discord.Message) -> bool:
    """Whether its author has changed a message right after it was written.

    Discord also reports a change when it shows what a link in the message leads to.
    """
    edited = message.edited_at
    return edited is not None and edited - message.created_at <= _SLIP
