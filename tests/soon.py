"""Waiting in tests that have no event loop."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 600.0
"""Seconds after which what a test waits for counts as never coming, on however busy a machine.
Nothing waits that long in a passing test."""


def soon(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never comes"
        time.sleep(0.01)
