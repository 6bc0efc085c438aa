"""The log: each line with the channel and the game it is about, none with a secret."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, TypeVar

T = TypeVar("T")

_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_RECONNECTS: Final = "Attempting a reconnect"
_GONE: Final = "[secret]"
_SECRETS: Final = (
    # A bot's token: its id, a timestamp and a signature, joined by dots.
    (re.compile(r"(?<![\w-])[\w-]{18,80}\.[\w-]{6,20}\.[\w-]{27,}", re.ASCII), _GONE),
    # What lets anybody answer an interaction, or write through a webhook: part of an address.
    (re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?\"']+"), rf"/\1/\2/{_GONE}"),
    # The same in what the gateway sends: "token": "...".
    (re.compile(r"""(["'](?:token|resume_token)["']\s*:\s*)(["']).*?\2"""), rf"\1\2{_GONE}\2"),
    # The password in the address of a database.
    (re.compile(r"(\w://[^\s:/@]*):[^\s@/]+@"), rf"\1:{_GONE}@"),
)

_place: ContextVar[tuple[int, int | None] | None] = ContextVar("place", default=None)


def set_log_context(channel: int, game: int | None = None) -> None:
    """From here on the lines of this task are about a channel, and its game if it is known."""
    _place.set((channel, game))


def with_log_context(function: Callable[[], T]) -> Callable[[], T]:
    """A function whose lines are about what this task is about, whichever thread calls it.

    It takes nothing else of the task's context along, such as a simulated clock.
    """
    place = _place.get()

    def run() -> T:
        before = _place.set(place)
        try:
            return function()
        finally:
            _place.reset(before)

    return run


def redacted(text: str) -> str:
    """A text without the secrets that it may hold.

    >>> redacted("POST https://discord.com/api/v10/webhooks/1/aW50ZXJhY3Rpb24/messages")
    'POST https://discord.com/api/v10/webhooks/1/[secret]/messages'
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class RedactingFormatter(logging.Formatter):
    """Writes lines, tracebacks included, with their place and without secrets."""

    def __init__(self, *secrets: str) -> None:
        super().__init__(_FORM)
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        line = redacted(super().format(record))
        for secret in self._secrets:
            line = line.replace(secret, _GONE)
        return line

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging has it
        """The first line, with its place."""
        return super().formatMessage(record) + _told_place()


def shorten_reconnect(record: logging.LogRecord) -> bool:
    """Change a record of discord.py's connecting again: the error stands for its traceback.

    A filter that lets every record pass.
    """
    if record.exc_info and str(record.msg).startswith(_RECONNECTS):
        record.msg = f"{record.getMessage()}: {record.exc_info[1]!r}"
        record.args, record.exc_info = (), None
    return True


def set_up(level: str, *secrets: str) -> None:
    """Log to stderr, for the whole program; `secrets` are never shown, wherever they stand."""
    logs = logging.StreamHandler()
    logs.setFormatter(RedactingFormatter(*secrets))
    logs.addFilter(shorten_reconnect)
    logging.basicConfig(level=level, handlers=[logs], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _told_place() -> str:
    match _place.get():
        case None:
            return ""
        case (channel, None):
            return f" [channel {channel}]"
        case (channel, game):
            return f" [channel {channel}, game {game}]"
