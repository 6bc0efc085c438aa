"""A dictionary that forgets its oldest entries, for what a process remembers for a while."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedDict(OrderedDict[K, V]):
    """Keeps the `size` entries that were set last, the newest at the end.

    >>> squares = BoundedDict[int, int](2)
    >>> for number in (1, 2, 1, 3):
    ...     squares[number] = number * number
    >>> list(squares.items())
    [(1, 1), (3, 9)]
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._size:
            self.popitem(last=False)

    def recall(self, key: K) -> V | None:
        """Return the value of a key, which counts as set now; None if there is none.

        So what is asked for is kept, and the least recently used goes first.

        >>> squares = BoundedDict[int, int](2)
        >>> squares[1], squares[2] = 1, 4
        >>> squares.recall(1)
        1
        >>> squares[3] = 9
        >>> list(squares)
        [1, 3]
        """
        if key in self:
            self.move_to_end(key)
        return self.get(key)
