"""A machine without memory or threads: the program says so in one line and ends."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.monitoring import exhaustion
from bot.monitoring.exhaustion import check_machine, shortage
from bot.monitoring.logs import set_up
from tests.bot.gateway import TOKEN
from tests.bot.waiting import POSIX
from tests.soon import PATIENCE

ROOT = Path(__file__).parents[3]
NO_THREAD = RuntimeError("can't start new thread")
THREADLESS = """
import sys, threading
import bot.__main__
import bot.monitoring.exhaustion as exhaustion
import bot.run.serve

def refuse(*_):
    raise RuntimeError("can't start new thread")

exhaustion.start_new_thread, bot.run.serve._ROUND = refuse, 0.1
if sys.argv[1] == "at the start":
    threading.Thread.start = refuse
sys.exit(bot.__main__.main(["run"]))
"""
"""The program where no thread can be had, or none any more after the start."""


def raised(error: BaseException, cause: BaseException | None = None) -> BaseException:
    """An error as it is caught, that another one has led to."""
    try:
        raise error from cause
    except type(error) as caught:
        return caught


@pytest.mark.parametrize(
    "error, words",
    [
        (MemoryError(), "no more memory for the bot: MemoryError"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "no more memory for the bot: [Errno 12]"),
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "no more processes"),
        (NO_THREAD, "no more threads for the bot: can't start new thread"),
        (raised(ValueError("a picture"), MemoryError()), "no more memory for the bot: MemoryError"),
    ],
)
def test_a_shortage_is_named(error: Exception, words: str) -> None:
    """Also where it has led to another error."""
    assert words in (shortage(error) or "")


@pytest.mark.parametrize("error", [ValueError("x"), RuntimeError("defect"), OSError("gone")])
def test_no_other_error_is_one(error: Exception) -> None:
    """Those are told as before."""
    assert shortage(error) is None


def test_a_machine_is_asked_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system refuses one, so does the look."""
    check_machine()

    def refuse(_work: object, _arguments: object) -> None:
        raise NO_THREAD

    monkeypatch.setattr(exhaustion, "start_new_thread", refuse)
    with pytest.raises(RuntimeError) as caught:
        check_machine()
    assert shortage(caught.value) is not None


def test_a_shortage_takes_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Its traceback is nobody's mistake; that of anything else stays."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        set_up("INFO")
        logging.getLogger("bot").error("a move of %s", "alice", exc_info=raised(MemoryError()))
        brief = capsys.readouterr().err
        logging.getLogger("bot").error("a move", exc_info=raised(KeyError()))
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    said = "a move of alice: this machine has no more memory for the bot: MemoryError"
    assert brief.endswith(f"{said}\n")
    assert len(brief.splitlines()) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_thread_that_never_begins_is_a_shortage(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for without end."""
    monkeypatch.setattr(exhaustion, "start_new_thread", lambda _work, _arguments: 0)
    monkeypatch.setattr(exhaustion, "_PATIENCE", 0.0)
    with pytest.raises(MemoryError):
        check_machine()


@POSIX
@pytest.mark.parametrize("when", ["at the start", "later"])
def test_a_program_without_threads_ends_with_one_line(tmp_path: Path, when: str) -> None:
    """And with a code that says that it failed; later it is noticed in the next round."""
    environ = {
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "API_URL": "http://127.0.0.1:9",
        "GATEWAY_URL": "ws://127.0.0.1:9",
        "ENGINE": "local:1",
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'games.db'}",
        **{key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ},
    }
    ended = subprocess.run(
        [sys.executable, "-c", THREADLESS, when],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    told = [line for line in ended.stderr.splitlines() if "no more threads" in line]
    assert told == ["this machine has no more threads for the bot: can't start new thread"]
    assert ended.stderr.splitlines()[-1] == told[0]
