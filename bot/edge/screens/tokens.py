"""The tokens of interactions with which the bot can change messages where it is no member.

Outside its servers the bot can post and change messages only with the token of an interaction,
which lives for fifteen minutes. A message can be changed with the token that made it, or with that
of the newest press under it. Tokens are secrets: they are kept in memory, and never logged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.bounded import BoundedDict
from bot.edge.places import Interaction
from bot.edge.screens.messages import Edit
from bot.match.session import ChannelId, MessageId

_LIFETIME: Final = 870.0
"""Seconds for which an interaction can be answered, with half a minute to spare."""
_KEPT: Final = 10_000
"""How many messages are remembered."""


@dataclass(frozen=True, slots=True)
class _Token:
    """The token of an interaction (`press`), with which one message in a channel can be changed."""

    press: Interaction
    channel: ChannelId
    since: float
    pressed: bool
    """Whether the message was pressed, and not made in answer."""


class Tokens:
    """The newest token of each message."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._tokens: BoundedDict[MessageId, _Token] = BoundedDict(_KEPT)
        """By message, those that were made or pressed last at the end."""

    def note(self, message: MessageId, press: Interaction, *, pressed: bool = False) -> None:
        """Note that an interaction has made a message, or was a press that can change it."""
        channel = ChannelId(press.channel_id or 0)
        self._tokens[message] = _Token(press, channel, self._clock(), pressed)
        while not self._lives(next(iter(self._tokens.values()))):
            self._tokens.popitem(last=False)

    def editor(self, message: MessageId) -> Edit | None:
        """What changes a message; None if that cannot be done any more."""
        token = self._tokens.get(message)
        if token is None or not self._lives(token):
            return None
        press = token.press
        if token.pressed:
            return press.edit_original_response
        return lambda **changes: press.followup.edit_message(message, **changes)

    def newest(self, channel: ChannelId) -> Interaction | None:
        """The newest interaction of a channel that can still be answered; None if there is none."""
        tokens = reversed(self._tokens.values())
        found = next((token for token in tokens if token.channel == channel), None)
        return found.press if found is not None and self._lives(found) else None

    def _lives(self, token: _Token) -> bool:
        return self._clock() - token.since < _LIFETIME
