"""Jobs that wait in rings inside rings.

alice   club   #games   ●●       the first of the ring is next, and goes to its end; inside
               #chat    ●        it the same: alice in the club in #games, bob, alice in
        home   #games   ●●       home in #games, bob, alice in the club in #chat, ...
bob     club   #games   ●●●
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Job = TypeVar("Job")
Path = tuple[Hashable, ...]
"""The names of a job, from the outermost ring to the innermost."""


class Ring(Generic[Job]):
    """Jobs by their paths. Those of one path come in the order in which they were added."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, Ring[Job]] = {}
        """The rings inside this one, of which the first is next; none is empty."""
        self._jobs: deque[Job] = deque()
        """The jobs whose path ends here."""

    def __bool__(self) -> bool:
        return bool(self._parts or self._jobs)

    def add(self, path: Path, job: Job) -> None:
        """Put a job at the end of its line."""
        if not path:
            self._jobs.append(job)
            return
        self._parts.setdefault(path[0], Ring()).add(path[1:], job)

    def remove(self, path: Path, job: Job) -> None:
        """Take a job out of its line."""
        if not path:
            self._jobs.remove(job)
            return
        part = self._parts[path[0]]
        part.remove(path[1:], job)
        if not part:
            del self._parts[path[0]]

    def pop(self, may: Callable[[Hashable], bool] = lambda _: True) -> Job | None:
        """Take the next job out, of those whose first name may have one; None if there is none."""
        if self._jobs:
            return self._jobs.popleft()
        for name in filter(may, self._parts):
            part = self._parts.pop(name)
            job = part.pop()
            if part:
                self._parts[name] = part  # at the end
            return job
        return None
