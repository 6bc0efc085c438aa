"""Telling what has been met before."""

from __future__ import annotations


class Once:
    """Knows the last `size` ids it was asked about."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._met: dict[int, None] = {}

    def is_new(self, id_: int) -> bool:
        """Whether an id is met for the first time.

        >>> once = Once(2)
        >>> [once.is_new(id_) for id_ in (1, 1, 2, 3, 1)]
        [True, False, True, True, True]
        """
        if id_ in self._met:
            return False
        self._met[id_] = None
        if len(self._met) > self._size:
            del self._met[next(iter(self._met))]
        return True
