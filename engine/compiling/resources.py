"""What this machine has to spare for compiling: processors and memory."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

COPIES_WELL: Final = sys.platform == "linux"
"""Whether a process with threads can be copied."""
_CGROUP: Final = Path("/sys/fs/cgroup")
_FIRST: Final = 300 << 20
"""The bytes that compiling takes, one stage after the other."""
_EACH: Final = 150 << 20
"""The bytes that each stage takes beyond that where they are compiled side by side."""


def side_by_side() -> int:
    """How many stages to compile at a time; Linux alone tells."""
    return max(1, min(_processors(), (_free_memory() - _FIRST) // _EACH))


def _processors() -> int:
    allowed = len(os.sched_getaffinity(0))
    with suppress(OSError, ValueError):  # another kind of machine, or no limit: "max"
        quota, period = (_CGROUP / "cpu.max").read_text().split()
        allowed = min(allowed, int(quota) // int(period))
    return allowed


def _free_memory() -> int:
    """The bytes that are free for this process, in its container or service too."""
    free = 0
    with suppress(OSError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                free = int(line.split()[1]) << 10
    for group in _groups():
        with suppress(OSError, ValueError):
            most = int((group / "memory.max").read_text())
            used = int((group / "memory.current").read_text())
            free = min(free, most - used)
    return free


def _groups() -> list[Path]:
    """The control groups of this process, from its own upwards."""
    with suppress(OSError):
        own = Path("/proc/self/cgroup").read_text().strip().rpartition("::")[2]
        place = _CGROUP / own.lstrip("/")
        return [place, *(one for one in place.parents if one.is_relative_to(_CGROUP))]
    return []
