"""What it takes to compile the engine: `python -m benchmarks.compiling` begins with an empty cache.

On one core, and on two if there are as many, each run in a process of its own. For each stage it
says when it was done; memory is that of all processes together, what they share counted once.
Processor times grow by a third or more while other programs keep it busy. Only Linux reports all
this.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from engine import Pace

_PAUSE: Final = 0.1
"""Seconds between two looks at the memory."""
_COMPILE: Final = "from engine.compiler import run; run()"


@dataclass
class Costs:
    """What one run took."""

    cores: int
    stages: dict[str, float] = field(default_factory=dict)
    """Seconds after which each stage was done."""
    wall: float = 0.0
    cpu: float = 0.0
    """Seconds of the processor."""
    memory: float = 0.0
    """Megabytes at the most."""

    def row(self) -> str:
        """A row of the table."""
        stages = ", ".join(f"{name} {when:.0f} s" for name, when in self.stages.items())
        return (
            f"| {self.cores} | {self.wall:.0f} s | {self.cpu:.1f} s "
            f"| {self.memory:.0f} MB | {stages} |"
        )


def measured(cores: int) -> Costs:
    """Compile everything on so many cores."""
    costs = Costs(cores)
    allowed = os.sched_getaffinity(0)
    with TemporaryDirectory(prefix="kinarow-") as folder:
        os.sched_setaffinity(0, sorted(allowed)[:cores])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = monotonic()
        with subprocess.Popen(
            [sys.executable, "-c", _COMPILE],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            os.sched_setaffinity(0, allowed)
            ended = threading.Event()
            watcher = threading.Thread(target=_watch, args=(process.pid, costs, ended))
            watcher.start()
            pace = Pace()
            assert process.stdout is not None, "it is a pipe"
            for line in process.stdout:
                pace.hear(line)
                for name in pace.done - costs.stages.keys():
                    costs.stages[name] = monotonic() - begun
            ended.set()
            watcher.join()
            assert process.wait() == 0, "it has compiled everything"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    costs.wall = monotonic() - begun
    costs.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return costs


def _watch(pid: int, costs: Costs, ended: threading.Event) -> None:
    """Note the peak memory of a process and those it has started."""
    while not ended.wait(_PAUSE):
        costs.memory = max(costs.memory, sum(map(_memory, _family(pid))))


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has ended
        return
    for child in children:
        yield from _family(int(child))


def _memory(pid: int) -> float:
    """The megabytes of a process; of what it shares with others, its part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compiling")
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2], help="1 2 by default")
    most = len(os.sched_getaffinity(0))
    print("| cores | wall | processor | memory | there after |")
    print("|--:|--:|--:|--:|---|")
    for cores in parser.parse_args().cores:
        if cores <= most:
            print(measured(cores).row(), flush=True)


if __name__ == "__main__":
    main()
