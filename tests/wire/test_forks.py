"""A program that is started by a fork has a folder, settings, a log and an end of its own."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.wire import forks

pytestmark = pytest.mark.skipif(not forks.POSSIBLE, reason="this system cannot fork and tell")


def begin(folder: Path, code: str) -> forks.Fork:
    """Start a program of a few lines."""
    (folder / "toy_program.py").write_text(code)
    environ = {"PYTHONPATH": str(folder), "TOY": "7"}
    return forks.start("toy_program", "argument", folder, environ, folder / "log")


async def test_it_has_what_it_was_given_and_nothing_else(tmp_path: Path) -> None:
    """Its words stand in its log, and its exit code is told."""
    code = "import os, sys\nprint(os.getcwd(), sorted(os.environ), sys.argv[1:])\nsys.exit(3)"
    program = begin(tmp_path, code)
    assert await program.wait() == 3
    assert program.returncode == 3
    told = (tmp_path / "log").read_text()
    assert told == f"{tmp_path} ['PYTHONPATH', 'TOY'] ['argument']\n"


async def test_it_is_killed_as_any_program(tmp_path: Path) -> None:
    """It runs until then, and a signal for one that has ended reaches nobody."""
    program = begin(tmp_path, "import time\ntime.sleep(600)")
    assert program.returncode is None
    program.send_signal(signal.SIGKILL)
    assert await program.wait() == -signal.SIGKILL
    program.send_signal(signal.SIGKILL)


async def test_an_error_stands_in_the_log(tmp_path: Path) -> None:
    """With its traceback; the next program starts as if nothing had been."""
    assert await begin(tmp_path, "1 / 0").wait() == 1
    assert "ZeroDivisionError" in (tmp_path / "log").read_text()
    assert await begin(tmp_path, "").wait() == 0
