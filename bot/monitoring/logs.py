"""Logging: lines, as text or JSON, name their channel and game, but no secrets and no people.

If the machine has no more memory or threads for the program, one line says so and the program ends:
it could go on for a while, but deaf in some parts.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import sys
import threading
import traceback
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from bot.monitoring.output import drain
from bot.monitoring.people import without_people

T = TypeVar("T")

_OWN: Final = ("bot", "engine")
"""The loggers that may go into detail. Others would quote what people write."""
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_REDACTED: Final = "[secret]"
_TRACEBACK: Final = "Traceback (most recent call last):"
_SECRETS: Final = (
    # A bot's token: its id, a timestamp and a signature, joined by dots.
    (re.compile(r"(?<![\w-])[\w-]{18,80}\.[\w-]{6,20}\.[\w-]{27,}", re.ASCII), _REDACTED),
    # The token of an interaction or a webhook, which is a part of its URL.
    (re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?\"']+"), rf"/\1/\2/{_REDACTED}"),
    # A token in JSON of the gateway: "token": "...".
    (re.compile(r"""(["'](?:token|resume_token)["']\s*:\s*)(["']).*?\2"""), rf"\1\2{_REDACTED}\2"),
    # The password in the URL of a database, which may have any signs in it; and in any other URL.
    (re.compile(r"(\bpostgres\w*(?:\+\w+)?://[^\s:/@]*):\S+@"), rf"\1:{_REDACTED}@"),
    (re.compile(r"(\w://[^\s:/@]*):[^\s@/]+@"), rf"\1:{_REDACTED}@"),
)

_context: ContextVar[tuple[int, int | None] | None] = ContextVar("context", default=None)

EXHAUSTED: Final = "this machine has no more %s for the bot: %s"
_NO_THREAD: Final = "can't start new thread"
"""What Python says with a RuntimeError."""
_NO_MEMORY: Final = "Cannot allocate memory"
"""What the system says, also as quoted by others."""
_SPARE: Final = 16 << 20
"""Bytes that the program must still be able to get: a picture takes some."""
START: Final = 160 << 20
"""Those that it takes to get ready: with 300 MB of address space in all it fails, with 350 it
plays. A part that finds none in between may leave the others waiting for it."""
_PATIENCE: Final = 5.0
"""Seconds for a thread to begin."""


def set_log_context(channel: int, game: int | None = None) -> None:
    """Set the channel, and the game if it is known, that the next log lines of this task name."""
    _context.set((channel, game))


def with_log_context(function: Callable[[], T]) -> Callable[[], T]:
    """Wrap a function for another thread, so that its log lines name the same channel and game.

    It carries no other context variable of the task, such as a simulated clock.
    """
    context = _context.get()

    def run() -> T:
        before = _context.set(context)
        try:
            return function()
        finally:
            _context.reset(before)

    return run


def redacted(text: str) -> str:
    """Return a text without the secrets in it.

    >>> redacted("POST https://discord.com/api/v10/webhooks/1/aW50ZXJhY3Rpb24/messages")
    'POST https://discord.com/api/v10/webhooks/1/[secret]/messages'
    """
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


def one_traceback(error: BaseException) -> str:
    """The traceback of an error, with a line for each error that led to it.

    For an error from another process the frames there come last; Python writes that process's
    traceback and this one's one after another.
    """
    whole = traceback.TracebackException.from_exception(error)
    frames, causes = "".join(whole.stack.format()), ""
    cause = _cause(error)
    while cause is not None:
        message = str(cause).strip('\n"')
        if message.startswith(_TRACEBACK):
            frames += "".join(message.splitlines(keepends=True)[1:-1])
        else:
            causes += f"caused by: {cause!r}\n"
        cause = _cause(cause)
    last = "".join(whole.format_exception_only())
    return f"{_TRACEBACK}\n{frames}{last}{causes}".rstrip("\n")


def _cause(error: BaseException) -> BaseException | None:
    """The error that led to an error, or during which it was raised."""
    return error.__cause__ or (None if error.__suppress_context__ else error.__context__)


class RedactingFormatter(logging.Formatter):
    """Formats log lines and tracebacks, with channel and game, without secrets and people."""

    def __init__(self, *secrets: str) -> None:
        super().__init__(_FORMAT)
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        return self._without_secrets(super().format(record))

    def _without_secrets(self, text: str) -> str:
        text = redacted(text)
        for secret in self._secrets:
            text = text.replace(secret, _REDACTED)
        return without_people(text)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - as logging has it
        """Format an error as one traceback, with a line for each error that led to it."""
        return one_traceback(ei[1])

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging has it
        """Format the first line of a record, with channel and game."""
        return super().formatMessage(record) + _context_suffix()


class JsonFormatter(RedactingFormatter):
    """Formats each record as an object of JSON on one line, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._without_secrets(record.getMessage()),
        }
        channel, game = _context.get() or (None, None)
        if channel is not None:
            line["channel"] = str(channel)  # as a number it is too large for JavaScript
        if game is not None:
            line["game"] = str(game)
        if record.exc_info:
            line["error"] = self._without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def shorten_shortage(record: logging.LogRecord) -> bool:
    """Log an error in one line if the machine ran out of something: that is nobody's defect.

    This is a logging filter that lets every record pass.
    """
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and (words := shortage(error)) is not None:
        record.msg, record.args, record.exc_info = f"{record.getMessage()}: {words}", (), None
    return True


def set_up(level: str, *secrets: str, as_json: bool = False) -> None:
    """Set up logging to stderr for the whole program. Texts in `secrets` are never logged."""
    logs = logging.StreamHandler()
    logs.setFormatter((JsonFormatter if as_json else RedactingFormatter)(*secrets))
    logs.addFilter(shorten_shortage)
    others = max(logging.INFO, logging.getLevelNamesMapping()[level])
    logging.basicConfig(level=others, handlers=[logs], force=True)
    for name in _OWN:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def say_last(words: str, defect: Exception | None = None) -> None:
    """Say on stderr why the program ends: in a bare line, or as an object where the log has those.

    A defect is logged with its traceback.
    """
    handlers = logging.getLogger().handlers
    if defect or any(isinstance(handler.formatter, JsonFormatter) for handler in handlers):
        logging.disable(logging.NOTSET)
        logging.getLogger("bot").critical("%s", words, exc_info=defect)
    else:
        print(without_people(redacted(words)), file=sys.stderr)  # noqa: T201 - to whoever has typed the command


def _context_suffix() -> str:
    match _context.get():
        case None:
            return ""
        case (channel, None):
            return f" [channel {channel}]"
        case (channel, game):
            return f" [channel {channel}, game {game}]"


def shortage(error: BaseException) -> str | None:
    """Say in one line what the machine ran out of when an error was raised, if that is why."""
    for found in _chain(error):
        words = " ".join(str(found).split()) or type(found).__name__
        if isinstance(found, RuntimeError) and str(found) == _NO_THREAD:
            return EXHAUSTED % ("threads", words)
        if isinstance(found, BlockingIOError) and found.errno == errno.EAGAIN:
            return EXHAUSTED % ("processes", words)
        no_memory = isinstance(found, OSError) and found.errno == errno.ENOMEM
        if isinstance(found, MemoryError) or no_memory or _NO_MEMORY in words:
            return EXHAUSTED % ("memory", words)
    return None


def end_with_threads() -> None:
    """From now on end the program, with one line, if a thread finds no more memory or threads.

    Whoever waits for that thread waits for ever, and so would a clean end; what is stored counts.
    """
    sys.unraisablehook = _ending_first(sys.unraisablehook)  # of one that has not begun
    threading.excepthook = _ending_first(threading.excepthook)


def _ending_first(hear: Callable[[Any], object]) -> Callable[[Any], None]:
    """What hears of an error in a thread, but for a shortage: that ends the program."""

    def end(failure: Any) -> None:
        try:
            lack = None if failure.exc_value is None else shortage(failure.exc_value)
            if lack is None:
                hear(failure)
                return
            say_last(lack)
            drain()
        except MemoryError:
            pass  # there is none for the line either
        os._exit(1)

    return end


def check_machine(spare: int = _SPARE) -> None:
    """Raise MemoryError if so many bytes cannot be had, or RuntimeError if no thread can."""
    bytes(spare)  # asked for, not written to: that takes a tenth of a second
    began = allocate_lock()
    began.acquire()
    # Thread.start waits for ever for a thread that finds no memory as it begins.
    start_new_thread(began.release, ())
    if not began.acquire(timeout=_PATIENCE):
        raise MemoryError("a thread did not begin")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, and those that led to it."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
