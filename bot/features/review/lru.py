"""A bounded cache that drops what was used the longest time ago."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """The last `size` values that were kept or asked for (least recently used goes first)."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None if it is not remembered.

        >>> cache = LruCache(2)
        >>> for key in "abc":
        ...     _ = cache.keep(key, key.upper())
        >>> cache.get("a"), cache.get("b")
        (None, 'B')
        """
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: K, value: V) -> V:
        """Remember a value, and return it."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._size:
            self._values.popitem(last=False)
        return value
