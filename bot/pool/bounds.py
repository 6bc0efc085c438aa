"""Bounds: of what a process remembers, and of what one person may ask for.

A person has an allowance that comes back with time (a token bucket):

MOST ┤██▆        each thing that is asked for takes its cost, in seconds; a second gives one
     │  ██▄   ▂▄  back. Without enough left the asker is told how many seconds to wait.
   0 ┼────██▂▄██▶ time

Several things asked for at one moment are done one after another, with pauses in between, in which
others have the event loop.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from math import isinf
from time import monotonic
from typing import Final, TypeVar

from bot.match.session import UserId

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


MOST: Final = 60.0
"""The seconds in an allowance that is full."""
PAUSE: Final = 0.25
"""The seconds between two things that one person has asked for: nobody types faster."""
_WARNED_EVERY: Final = 10.0
"""Seconds in which a person is told only once to wait."""
_REMEMBERED: Final = 10_000
"""The number of people remembered. Others have a full allowance."""


class Cost(float, Enum):
    """The seconds that something takes from the asker's allowance.

    Moves are free: they have their own bounds. Even fast players and solvers do not notice the
    rest.
    """

    FREE = 0.0
    PRESS = 0.5
    """An answer, a vote, a button that shows something else."""
    COMMAND = 1.0
    """What is typed or chosen, and what takes the engine a moment."""
    SEARCH = 3.0
    """What takes the engine or the store some seconds."""
    GAME = 8.0
    """What takes up a whole game."""


class Cooldowns:
    """The allowances of all people, each the same for text, slash commands and buttons."""

    def __init__(
        self, most: float = MOST, clock: Callable[[], float] = monotonic, pause: float = PAUSE
    ) -> None:
        self.most = most
        self._clock = clock
        self._pause = pause
        self._full_at: BoundedDict[UserId, float] = BoundedDict(_REMEMBERED)
        """When the allowance of each person is full again. The latest asker is at the end."""
        self._free_at: BoundedDict[UserId, float] = BoundedDict(_REMEMBERED)
        """When the next thing that each person asks for may begin."""
        self._warned_at: BoundedDict[UserId, float] = BoundedDict(_REMEMBERED)
        """When each person was told to wait."""

    def take(self, person: UserId, cost: float) -> float:
        """Take a cost from a person's allowance if there is enough, and return 0.

        Otherwise take nothing, and return how many seconds to wait.
        """
        now = self._clock()
        full_at = max(now, self._full_at.get(person, now)) + cost
        if (wait := full_at - now - self.most) > 0:
            return wait
        self._full_at[person] = full_at
        return 0.0

    def turn(self, person: UserId) -> float:
        """Return in how many seconds what a person has paid for may begin: usually at once."""
        if isinf(self.most):
            return 0.0
        now = self._clock()
        begin = max(now, self._free_at.get(person, now))
        self._free_at[person] = begin + self._pause
        return begin - now

    def may_tell(self, person: UserId) -> bool:
        """Whether to tell a person that they have to wait. If so, this call counts them as told."""
        now = self._clock()
        if person in self._warned_at and now - self._warned_at[person] < _WARNED_EVERY:
            return False
        self._warned_at[person] = now
        return True
