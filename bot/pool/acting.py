"""Which acts of a person are under way, so that nothing is stored about who was erased meanwhile.

An act reads first and stores later, perhaps seconds later. So an erasure waits for the other acts
of its person to end, and what they do next waits for the erasure.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.match.session import UserId

_PATIENCE: Final = 1.0
"""Seconds for which an erasure waits: Discord takes an answer for three. What takes longer, such as
a review, looks itself whether its people are still there."""


class Acting:
    """The acts of all people that are under way, and those who are being erased."""

    def __init__(self) -> None:
        self._acts: Counter[UserId] = Counter()
        self._erasing: dict[UserId, asyncio.Event] = {}
        """Who is being erased, with what is set when that is done."""
        self._ended = asyncio.Condition()

    @asynccontextmanager
    async def act(self, person: UserId) -> AsyncIterator[None]:
        """Count an act of a person in the block, which begins when no erasure is on."""
        while (erased := self._erasing.get(person)) is not None:
            await erased.wait()
        self._acts[person] += 1
        try:
            yield
        finally:
            await self._end(person)

    @asynccontextmanager
    async def alone(self, person: UserId) -> AsyncIterator[None]:
        """Within an act, let no other act of its person be under way in the block."""
        await self._end(person)
        try:
            while (earlier := self._erasing.get(person)) is not None:
                await earlier.wait()
            self._erasing[person] = done = asyncio.Event()
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_PATIENCE), self._ended:
                        await self._ended.wait_for(lambda: not self._acts[person])
                yield
            finally:
                del self._erasing[person]
                done.set()
        finally:
            self._acts[person] += 1

    async def _end(self, person: UserId) -> None:
        self._acts[person] -= 1
        if not self._acts[person]:
            del self._acts[person]
            async with self._ended:
                self._ended.notify_all()
