"""What the program writes, passed on by a thread: a reader that stands still stops nothing.

    event loop ─ logs, warnings, tracebacks ─▶ Output ─ queue ─▶ thread ─▶ pipe, file or terminal

A write into a pipe that nobody reads waits for ever, and with it the event loop, every game, and
the end of the program. Here the thread waits. What it cannot pass on is dropped and counted.
"""

from __future__ import annotations

import io
import logging
import os
import sys
from _thread import start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from select import select
from threading import RLock
from time import monotonic, sleep
from typing import Final, TextIO

log = logging.getLogger(__name__)

_MOST_HELD: Final = 4 << 20
"""The most characters that wait to be passed on."""
_AT_ONCE: Final = 1 << 12
"""The most bytes of one write: a pipe takes them as a whole."""
_PATIENCE: Final = 1.0
"""Seconds at the end of the program for a reader that stands still."""
_LONGEST: Final = 5.0
"""Seconds there for one that reads slowly: who ends a program soon kills one that goes on."""
_LOOK: Final = 0.005
"""Seconds between two looks whether all is passed on."""
_LEFT_OUT: Final = "%d lines are left out here, since nobody read the log"


class Output(io.TextIOBase):
    """A text stream that takes whole lines, and in which nobody waits."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._file = stream.fileno()
        self._lock = RLock()
        """Held for a moment only; a signal may come meanwhile, and write too."""
        self._line = ""
        """A line that has not ended."""
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        """None at the end."""
        self._held = 0
        """How many characters wait."""
        self._passed = 0
        """How many bytes were passed on."""
        self._dropped = 0
        """How many lines were dropped since it last flowed."""
        self._passes = False
        """Whether the thread has begun."""
        self._ended = False
        start_new_thread(self._pass_on, ())  # unlike a Thread it is never waited for

    @property
    def encoding(self) -> str:  # type: ignore[override] # as of the stream
        """How the stream writes characters."""
        return self._stream.encoding

    def fileno(self) -> int:
        """The file that the lines end in."""
        return self._file

    def isatty(self) -> bool:
        """Whether that is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """It can be written to."""
        return True

    def write(self, text: str, /) -> int:
        """Take some text. It is passed on with the end of its line, or the next flush."""
        if self._ended:
            return self._stream.write(text)
        with self._lock:
            self._line += text
            if text.endswith("\n"):
                self.flush()
        return len(text)

    def flush(self) -> None:
        """Let the thread pass on what was written, unless too much waits already."""
        with self._lock:
            line, self._line = self._line, ""
            if not line:
                return
            if self._dropped or self._held + len(line) > _MOST_HELD:
                self._dropped += max(1, line.count("\n"))
                return
            self._held += len(line)
            self._lines.put(line)

    def end(self) -> bool:
        """Pass on what waits, and from now on write without the thread.

        Returns False, and goes on with it, if the reader stands still or is slow.
        """
        self.drain()
        if not self._held:
            self._ended = True
            self._lines.put(None)
        return self._ended

    def drain(self) -> None:
        """Wait until all is passed on, or until the reader has stood still or taken too long."""
        self.flush()
        passed, since = self._passed, monotonic()
        end = since + _LONGEST
        while self._held and monotonic() < min(since + _PATIENCE, end):
            sleep(_LOOK)
            if self._passed != passed:
                passed, since = self._passed, monotonic()
        if self._held and not self._passes:  # there was no memory for the thread
            self._lines.put(None)
            self._pass_on()

    def _pass_on(self) -> None:
        """Pass on line after line, and tell how many were dropped once it flows again."""
        self._passes = True
        while (line := self._lines.get()) is not None:
            with suppress(OSError):  # nobody will ever read it
                self._send(line.encode(self.encoding, "backslashreplace"))
            with self._lock:
                self._held -= len(line)
                dropped = self._dropped if self._held <= _MOST_HELD // 2 else 0
                self._dropped -= dropped
            if dropped:
                log.warning(_LEFT_OUT, dropped)

    def _send(self, left: bytes) -> None:
        while left:
            try:
                sent = os.write(self._file, left[:_AT_ONCE])
            except BlockingIOError:  # somebody has made the file such a one
                select((), (self._file,), ())
                continue
            left = left[sent:]
            self._passed += sent


@contextmanager
def passed_on() -> Iterator[None]:
    """In the block nobody waits who writes to stderr; at its end all is passed on that can be."""
    stream = sys.stderr
    try:
        output = Output(stream)
    except (AttributeError, OSError, RuntimeError, MemoryError):
        yield  # it is no file, or there is no thread: the program will say so
        return
    sys.stderr = output
    try:
        yield
    finally:
        if output.end():
            sys.stderr = stream


def drain() -> None:
    """Pass on what was written to stderr, before the program ends at once."""
    if isinstance(sys.stderr, Output):
        sys.stderr.drain()
