"""What the tests of each file cost in processor time, and an end for a test that hangs.

At the end of a run of many files the ten dearest are named. With `--most-cpu SECONDS` the run fails
if it took more. Time of processors counts, since that does not depend on what else the
machine does; that of programs which a test has started is in it.
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
        self._before = self._spent = 0.0
        self._measures = False

    def pytest_collection_finish(self) -> None:
        """Begin to measure: to find the tests is the cost of none."""
        self._before = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Let a test end, and measure after the last one of a file.

        To ask the system after each test takes a fiftieth of the time of all.
        """
        self._measures = nextitem is None or nextitem.path != item.path
        faulthandler.dump_traceback_later(self._longest, exit=True, file=self._stderr)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
        """Send what the tests of a file have cost with the last report of the last one."""
        if call.when == "teardown" and self._measures:
            spent = cpu_seconds()
            item.user_properties.append((_CPU, spent - self._before))
            self._before = spent

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a file has cost."""
        cost = dict(report.user_properties).get(_CPU)
        if isinstance(cost, float):
            self._by_file[report.nodeid.partition("::")[0]] += cost

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail where a run was too dear. The processes that ran them have ended."""
        self._spent = cpu_seconds()
        if self._spent > self._most and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the dearest files, where many ran."""
        if len(self._by_file) > _NAMED:
            terminalreporter.write_sep("=", f"{self._spent:.0f} s of processor time")
            for name in sorted(self._by_file, key=self._by_file.__getitem__)[: -_NAMED - 1 : -1]:
                terminalreporter.write_line(f"{self._by_file[name]:6.1f} s {name}")
        if self._spent > self._most:
            words = f"ERROR: that is more than {self._most:.0f} s: make the dearest files cheaper"
            terminalreporter.write_line(words, red=True)
