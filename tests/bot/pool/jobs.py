"""Jobs for workers, here or in a cluster, that work slowly or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from time import process_time, sleep

SHORT = 0.3
"""Seconds that a test allows to a job that hangs or is slow."""


def compute(seconds: float) -> None:
    """Use the processor for so many seconds."""
    end = process_time() + seconds
    while process_time() < end:
        pass


def compute_for_ever() -> None:
    """A defect: a loop that never ends."""
    compute(float("inf"))


def work_slowly() -> int:
    """A job as on a machine that gives it little: far beyond its time, but not its CPU time."""
    for _ in range(20):
        compute(0.005)
        sleep(4 * SHORT / 20)
    return os.getpid()


def wait_for(path: Path) -> None:
    """Wait until there is a file."""
    while not path.exists():
        sleep(0.01)


def meet(folder: Path, step: str, count: int) -> None:
    """Wait until so many processes are at this step."""
    folder.mkdir(exist_ok=True)
    (folder / f"{os.getpid()}.{step}").touch()
    while len(list(folder.glob(f"*.{step}"))) < count:
        sleep(0.01)
