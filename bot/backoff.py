"""Pauses between tries of what fails now and will succeed later."""

from __future__ import annotations

from collections.abc import Iterator


def backoff(first: float, longest: float) -> Iterator[float]:
    """Seconds to wait before each further try, without an end: twice as many each time.

    >>> from itertools import islice
    >>> list(islice(backoff(1.0, 5.0), 5))
    [1.0, 2.0, 4.0, 5.0, 5.0]
    """
    pause = first
    while True:
        yield min(pause, longest)
        pause = min(2 * pause, longest)
