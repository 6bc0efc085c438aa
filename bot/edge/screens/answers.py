"""The interactions that can still be answered, where the bot may do nothing else.

Outside its servers the bot can post and change messages only with the token of an interaction,
which lives for fifteen minutes. A message can be changed with the token that made it, or with that
of the newest press under it. Tokens are secrets: they are kept in memory, and never logged.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

import discord

from bot.edge.places import Interaction
from bot.match.session import ChannelId, MessageId

_LIFETIME: Final = 870.0
"""Seconds for which an interaction can be answered, with half a minute to spare."""
_KEPT: Final = 10_000
"""How many messages are remembered."""

Edit = Callable[..., Awaitable[discord.Message]]
"""Changes a message, with the arguments of `discord.Message.edit`."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """The interaction with which a message in a channel can be changed."""

    press: Interaction
    channel: ChannelId
    since: float
    pressed: bool
    """Whether the message was pressed, and not made in answer."""


class Answers:
    """The messages that the bot can change, though it may do nothing else in their channels."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._answers: OrderedDict[MessageId, _Answer] = OrderedDict()
        """By message, those that were made or pressed last at the end."""

    def note(self, message: MessageId, press: Interaction, *, pressed: bool = False) -> None:
        """Note that an interaction has made a message, or was a press that can change it."""
        channel = ChannelId(press.channel_id or 0)
        self._answers.pop(message, None)
        self._answers[message] = _Answer(press, channel, self._clock(), pressed)
        while len(self._answers) > _KEPT or not self._lives(next(iter(self._answers.values()))):
            self._answers.popitem(last=False)

    def editor(self, message: MessageId) -> Edit | None:
        """What changes a message; None if that cannot be done any more."""
        answer = self._answers.get(message)
        if answer is None or not self._lives(answer):
            return None
        press = answer.press
        if answer.pressed:
            return press.edit_original_response
        return lambda **changes: press.followup.edit_message(message, **changes)

    def newest(self, channel: ChannelId) -> Interaction | None:
        """The newest interaction of a channel that can still be answered; None if there is none."""
        answers = reversed(self._answers.values())
        found = next((answer for answer in answers if answer.channel == channel), None)
        return found.press if found is not None and self._lives(found) else None

    def _lives(self, answer: _Answer) -> bool:
        return self._clock() - answer.since < _LIFETIME
