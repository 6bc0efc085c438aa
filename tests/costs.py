"""What the tests of each file cost in processor time, and an end for a test that hangs.

At the end of a run of many files the ten dearest are named. With `--most-cpu SECONDS` the run fails
if the tests of `make test` took more, thorough ones not counted. Time of processors counts, since
that does not depend on what else the machine does; that of programs which a test has started is in
it.
"""

from __future__ import annotations

import faulthandler
import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.soon import PATIENCE

_NAMED: Final = 10
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1
_LONGEST: Final = 3 * PATIENCE
"""Seconds after which a test is broken off, with what each thread was doing: its own waits, of
PATIENCE at most, have all ended by then."""
_CPU: Final = "cpu seconds"
"""Under which name a report has what its test cost."""
_THOROUGH: Final = "thorough"
_PROC: Final = Path("/proc")


def children(process: int) -> Iterator[int]:
    """The processes that a process has begun, and theirs; none where the system does not tell."""
    threads: list[Path] = []
    with suppress(OSError):  # it may end while it is looked at
        threads.extend((_PROC / f"{process}/task").iterdir())
    for thread in threads:
        for child in map(int, _read(thread / "children").split()):
            yield child
            yield from children(child)


def _read(file: Path) -> str:
    """What the system tells of a thread or a process; nothing if it has just ended."""
    with suppress(OSError):
        return file.read_text()
    return ""


def _kind(item: pytest.Item) -> tuple[Path, bool]:
    """The file of a test, and whether it is a thorough one: what is measured together.

    To ask the system after each test takes a fiftieth of the time of all.
    """
    return item.path, item.get_closest_marker(_THOROUGH) is not None


def cpu_seconds() -> float:
    """The processor time of this process, and of all that it has begun."""
    spent = sum(os.times()[:4])
    for child in children(os.getpid()):
        stat = _read(_PROC / f"{child}/stat").rpartition(")")[2].split()
        spent += sum(map(int, stat[11:15])) / _TICKS
    return spent


class Costs:
    """Measures each test where it runs, and adds up where the reports come together."""

    def __init__(self, config: pytest.Config) -> None:
        self._most = float(config.getoption("--most-cpu"))
        self._longest = float(config.getini("longest") or _LONGEST)
        self._stderr = os.dup(2)  # pytest catches what is written to the usual one
        self._by_file = defaultdict[str, float](float)
        self._before = self._spent = self._of_thorough = 0.0
        self._measures = False

    def pytest_collection_finish(self) -> None:
        """Begin to measure: to find the tests is the cost of none."""
        self._before = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Let a test end, and measure after the last one of a kind in a file."""
        self._measures = nextitem is None or _kind(nextitem) != _kind(item)
        faulthandler.dump_traceback_later(self._longest, exit=True, file=self._stderr)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
        """Send what the tests of a kind have cost with the last report of the last one."""
        if call.when == "teardown" and self._measures:
            spent = cpu_seconds()
            item.user_properties += (_CPU, spent - self._before), (_THOROUGH, _kind(item)[1])
            self._before = spent

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the tests of a kind to their file."""
        told = dict(report.user_properties)
        cost = told.get(_CPU)
        if isinstance(cost, float):
            self._by_file[report.nodeid.partition("::")[0]] += cost
            self._of_thorough += cost if told[_THOROUGH] else 0.0

    @property
    def _quick(self) -> float:
        """What the tests have cost that `make test` runs."""
        return sum(self._by_file.values()) - self._of_thorough

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail where the tests were too dear. The processes that ran them have ended."""
        self._spent = cpu_seconds()
        if self._quick > self._most and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the dearest files, where many ran."""
        if len(self._by_file) > _NAMED:
            words = f"{self._spent:.0f} s of processor time, {self._quick:.0f} s in `make test`"
            terminalreporter.write_sep("=", words)
            for name in sorted(self._by_file, key=self._by_file.__getitem__)[: -_NAMED - 1 : -1]:
                terminalreporter.write_line(f"{self._by_file[name]:6.1f} s {name}")
        if self._quick > self._most:
            words = f"ERROR: that is more than {self._most:.0f} s: make the dearest files cheaper"
            terminalreporter.write_line(words, red=True)
