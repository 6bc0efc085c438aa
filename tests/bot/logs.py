"""The log of this process, which a program that is run in it sets up anew."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

_LOGGERS = (None, "bot", "engine", "discord", "alembic")


@contextmanager
def as_before() -> Iterator[None]:
    """Set back, after a `with` block, where lines are written and which.

    A level that is left lower would hide from later tests what they wait for.
    """
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(one, one.handlers[:], one.level) for one in loggers]
    disabled = logging.root.manager.disable
    try:
        yield
    finally:
        logging.disable(disabled)
        for one, handlers, level in before:
            one.handlers[:] = handlers
            one.setLevel(level)
