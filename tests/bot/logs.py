"""The log of this process, which a program that is run in it sets up anew."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.monitoring import logs

_LOGGERS = (None, "bot", "engine", "discord", "alembic")


@contextmanager
def as_before() -> Iterator[None]:
    """Set back, after a `with` block, where lines are written, which, and of what place.

    A level that is left lower would hide from later tests what they wait for.
    """
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(one, one.handlers[:], one.level) for one in loggers]
    disabled = logging.root.manager.disable
    logging.disable(logging.NOTSET)
    place = logs._context.set(None)
    try:
        yield
    finally:
        logs._context.reset(place)
        logging.disable(disabled)
        for one, handlers, level in before:
            one.handlers[:] = handlers
            one.setLevel(level)
