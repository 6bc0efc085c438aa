"""Short memories: ids that were seen lately, and the newest messages of the bot."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from typing import Final

import discord

_KEPT: Final = 200
"""How many messages of the bot are remembered."""


class RecentIds:
    """Knows the last `size` ids that it was asked about: numbers, or several in a tuple."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._met: dict[Hashable, None] = {}

    def __contains__(self, id_: Hashable) -> bool:
        """Whether an id was met lately, without meeting it now."""
        return id_ in self._met

    def is_new(self, id_: Hashable) -> bool:
        """Whether an id is met for the first time.

        >>> recent = RecentIds(2)
        >>> [recent.is_new(id_) for id_ in (1, 1, 2, 3, 1)]
        [True, False, True, True, True]
        """
        if id_ in self._met:
            return False
        self._met[id_] = None
        if len(self._met) > self._size:
            del self._met[next(iter(self._met))]
        return True


class OwnMessages:
    """The newest messages of the bot itself, as the gateway has told of them."""

    def __init__(self) -> None:
        self._posted: deque[discord.Message] = deque(maxlen=_KEPT)

    def add(self, message: discord.Message) -> None:
        """Remember a message that has appeared."""
        self._posted.append(message)

    def newest_first(self) -> Iterator[discord.Message]:
        """Iterate over the remembered messages."""
        return reversed(self._posted)
