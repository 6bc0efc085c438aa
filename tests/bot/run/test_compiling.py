"""`kinarow compile`, and the line that says how far compiling is."""

from __future__ import annotations

import asyncio
import io
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.pool.thinker import Thinker
from bot.run.compiling import ProgressLine, watch
from engine import Pace
from engine.compiling import report
from tests.bot.waiting import POSIX, is_alive, until
from tests.cold import COMPILED, cold_machine
from tests.soon import soon

ROOT = Path(__file__).parents[3]


class Terminal(io.StringIO):
    """Where a line can be written over."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def tell(line: ProgressLine, **parts: float) -> None:
    """Show what a report says, with `gravity` and the other stages as they are."""
    pace = Pace()
    stages = {"gravity": 0.0, "windows": 0.0, "proofs": 0.0, "shapes": 0.0}
    pace.hear(report(stages | parts).decode())
    line.show(pace)


def test_a_log_gets_a_line_now_and_then() -> None:
    """Not one for each percent; first Connect Four, then the rest."""
    out = io.StringIO()
    line = ProgressLine(out)
    for part in (0.0, 0.01, 0.9, 0.91):
        tell(line, gravity=part)
    tell(line, gravity=1.0, windows=1.0)
    line.end("Every game is ready.")
    first, second, third, last = out.getvalue().splitlines()
    assert first == "Getting Connect Four ready, about 10 s, 0 %"
    assert second.endswith("36 %")
    assert third.startswith("Getting every other game ready, about ")
    assert last == "Every game is ready."


def test_a_terminal_has_one_line() -> None:
    """It is written over, and ends with the end."""
    out = Terminal()
    line = ProgressLine(out)
    tell(line, gravity=0.0)
    tell(line, gravity=0.1)
    line.end("Every game is ready.")
    assert out.getvalue().count("\r") == 3
    assert out.getvalue().count("\n") == 1


def test_compiling_is_quiet_in_a_terminal() -> None:
    """Only what is compiled next is said."""
    out = Terminal()
    line = ProgressLine(out, quiet=True)
    for part in (0.0, 0.5, 0.9):
        tell(line, gravity=part)
    assert out.getvalue() == "Getting Connect Four ready, about 10 s, 0 %\n"


@COMPILED
def test_compiled_kernels_are_ready_at_once() -> None:
    """The command says so, and needs no settings."""
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "compile"], cwd=ROOT, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Every game is ready.\n", "")


@COMPILED
async def test_the_page_tells_its_address_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is written over: nothing is said until what comes before it has been."""
    out, address = Terminal(), asyncio.Event()
    with cold_machine(tmp_path, monkeypatch):
        async with Thinker.open(1) as thinker:
            watching = asyncio.create_task(watch(thinker, out, address, quiet=False))
            await asyncio.wait({watching}, timeout=0.6)
            assert out.getvalue() == ""
            address.set()
            await until(lambda: out.getvalue().startswith("\rGetting Connect Four ready"))
            watching.cancel()


@COMPILED
@POSIX
def test_it_can_be_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends it and all it has begun, with a word and no traceback."""
    with (
        cold_machine(tmp_path, monkeypatch) as cold,
        subprocess.Popen(
            [sys.executable, "-m", "bot", "compile"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            text=True,
        ) as program,
    ):
        soon(lambda: bool(cold.compilers()))
        (compiler,) = cold.compilers()
        program.send_signal(signal.SIGINT)
        assert program.wait() == 130
        soon(lambda: not is_alive(compiler))
        assert program.stdout is not None
        assert program.stdout.readline() == "Getting Connect Four ready, about 10 s, 0 %\n"
        assert program.stderr is not None
        assert program.stderr.read() == "\nBroken off: next time it goes on from there.\n"
