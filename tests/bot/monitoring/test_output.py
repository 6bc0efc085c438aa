"""What is written to stderr is passed on by a thread, however slowly anybody reads."""

from __future__ import annotations

import io
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

import pytest

from bot.monitoring import output
from bot.monitoring.output import Output, passed_on
from tests.soon import soon


@pytest.fixture
def pipe() -> Iterator[tuple[int, TextIO]]:
    """The reader's end of a pipe that holds little, and the writer's."""
    reader, writer = os.pipe()
    with open(writer, "w", encoding="utf-8", closefd=False) as stream:
        yield reader, stream
    os.close(reader)


def read(reader: int, size: int) -> str:
    """Read so many bytes."""
    found = b""
    while len(found) < size:
        found += os.read(reader, size - len(found))
    return found.decode()


def fill(stream: TextIO) -> int:
    """Write into a pipe until it takes no more; how many bytes that were."""
    os.set_blocking(stream.fileno(), False)
    size = 0
    with suppress(BlockingIOError):
        while True:
            size += os.write(stream.fileno(), b"." * 1_024)
    os.set_blocking(stream.fileno(), True)
    return size


LINES = [f"line {number:05}\n" for number in range(20_000)]
"""Three times what a pipe holds."""


def test_lines_are_passed_on_whole_and_in_order(pipe: tuple[int, TextIO]) -> None:
    """All that were written before anybody read, and those in parts."""
    reader, stream = pipe
    written = Output(stream)
    for line in LINES:
        written.write(line)
    for part in ("Z", "ü", "rich"):
        print(part, end="", file=written)
    written.flush()
    whole = "".join(LINES) + "Zürich"
    assert read(reader, len(whole.encode())) == whole


def test_log_lines_that_nobody_reads_are_dropped_and_counted(
    pipe: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits; once it is read again one line says how many are left out, and it goes on."""
    monkeypatch.setattr(output, "_MOST_HELD", 100_000)
    reader, stream = pipe
    size = fill(stream)
    written = Output(stream)
    for line in LINES:
        written.write(line)
    read(reader, size)
    kept = 100_000 // len(LINES[0])
    assert read(reader, kept * len(LINES[0])) == "".join(LINES[:kept])
    soon(lambda: bool(caplog.records))
    (told,) = caplog.messages
    assert told.startswith(f"{len(LINES) - kept} lines are left out here")
    written.write("again\n")
    assert read(reader, 6) == "again\n"


def test_the_end_does_not_wait_for_a_reader_that_stands_still(pipe: tuple[int, TextIO]) -> None:
    """What waits then is lost; else all is passed on before."""
    reader, stream = pipe
    size = fill(stream)
    written = Output(stream)
    for line in LINES:
        written.write(line)
    assert not written.end()
    read(reader, size + len("".join(LINES)))
    assert written.end()
    written.write("last\n")
    stream.flush()
    assert read(reader, 5) == "last\n"


def test_the_end_does_not_wait_long_for_a_reader_that_is_slow(
    pipe: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that takes a little at each look would keep the program going for minutes."""
    reader, stream = pipe
    quarters, taken = iter(range(1_000_000)), list[bytes]()
    written = Output(stream)
    for line in LINES:
        written.write(line)

    def take_some(_: float) -> None:
        before = written._passed
        while written._held and written._passed == before:
            with suppress(BlockingIOError):
                taken.append(os.read(reader, 4_096))
            time.sleep(0.01)  # the other thread's turn, or all would be taken before it

    os.set_blocking(reader, False)
    monkeypatch.setattr(output, "monotonic", lambda: next(quarters) / 4)
    monkeypatch.setattr(output, "sleep", take_some)
    assert not written.end()
    os.set_blocking(reader, True)
    read(reader, len("".join(LINES)) - len(b"".join(taken)))


def test_all_is_passed_on_without_a_thread(
    pipe: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be no memory for it, of which it says nothing."""
    monkeypatch.setattr(output, "start_new_thread", lambda *_: 0)
    reader, stream = pipe
    written = Output(stream)
    written.write("why the program ends\n")
    assert written.end()
    assert read(reader, 21) == "why the program ends\n"


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_a_stderr_that_is_no_file_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch, stream: TextIO | None
) -> None:
    """A program without a stderr, or one in which another program has put its own."""
    monkeypatch.setattr(sys, "stderr", stream)
    with passed_on():
        assert sys.stderr is stream


def test_everything_that_is_written_to_stderr_is_passed_on(
    pipe: tuple[int, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log, and what Python itself writes there."""
    reader, stream = pipe
    monkeypatch.setattr(sys, "stderr", stream)
    with passed_on():
        logging.StreamHandler().emit(logging.makeLogRecord({"msg": "one"}))
        sys.stderr.write("two\n")
        sys.excepthook(ValueError, ValueError("three"), None)
    assert sys.stderr is stream
    assert read(reader, 26) == "one\ntwo\nValueError: three\n"
