"""Work that is due though nobody waits for it: a few things at a time, with pauses after failures.

There is nobody to tell about an error, so it is logged and counted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable
from weakref import WeakValueDictionary

from bot.edge.bot import GameBot
from bot.edge.sending.refusals import UNSENT, end_of_time_out, is_refused, seconds_closed
from bot.edge.tasks import BackgroundTasks, a_few_at_a_time
from bot.errors import EngineCompiling, KinarowError
from bot.match.session import ChannelId, GuildId

K = TypeVar("K", bound=Hashable)

log = logging.getLogger(__name__)

_FIRST_PAUSE: Final = timedelta(seconds=1)
"""The pause before the first retry of what somebody may wait for."""
_LONGEST_PAUSE: Final = timedelta(minutes=5)
"""The longest pause before a retry if the failure lies elsewhere."""
_LONGEST_REFUSED: Final = timedelta(hours=6)
"""The longest pause where Discord refuses. It bans a bot after 10,000 refusals in ten minutes."""
_PAUSE: Final = timedelta(minutes=1)
"""How long what nobody waits for is left alone when it has failed."""


@runtime_checkable
class LookedAfter(Protocol):
    """A part of the bot with work that nobody asks for."""

    async def look_after(self) -> None:
        """Do what is due. Called a few times a minute."""


@runtime_checkable
class Placed(Protocol):
    """A part of the bot in which something waits for people in a channel, and ends with it."""

    async def waits_in(self) -> Collection[tuple[GuildId, ChannelId]]:
        """The channels in which something waits, each with its server."""

    async def end_in(self, channels: Collection[ChannelId]) -> None:
        """End what waits in channels that are gone."""


class _Pause(NamedTuple):
    begun: datetime
    until: datetime
    length: timedelta

    def is_over(self, now: datetime) -> bool:
        """Whether it has ended; also if the clock was set back, which may be by hours."""
        return not self.begun <= now < self.until


class Backoff(Generic[K]):
    """Exponential backoff for several things, each with a key.

    After a failure the next try is due after `first`. The pause doubles with each further failure
    up to `longest`. The caller asks now and then what is due, and reports what is done.
    """

    def __init__(self, clock: Callable[[], datetime], first: timedelta, longest: timedelta) -> None:
        self._clock = clock
        self._first = first
        self._longest = longest
        self._pauses: dict[K, _Pause] = {}
        self._tidied = datetime.min.replace(tzinfo=UTC)

    def __contains__(self, key: K) -> bool:
        """Whether something has failed since the last success."""
        return key in self._pauses

    def is_due(self, key: K) -> bool:
        """Whether a try is due: nothing has failed, or the pause is over."""
        pause = self._pauses.get(key)
        return pause is None or pause.is_over(self._clock())

    def due(self) -> set[K]:
        """The things that have failed, and whose pause is over."""
        now = self._clock()
        return {key for key, pause in self._pauses.items() if pause.is_over(now)}

    def failed(
        self, key: K, longest: timedelta | None = None, until: datetime | None = None
    ) -> None:
        """Note a failure: begin a pause, twice as long as the last one, and at most `longest`.

        It does not end before `until`, if no try can succeed before that.
        """
        now = self._clock()
        if now - self._tidied > self._longest:
            # that work is done elsewhere, or starts from the first pause again
            self._pauses = {
                key: pause
                for key, pause in self._pauses.items()
                if now < pause.until + max(self._longest, pause.length)
            }
            self._tidied = now
        last = self._pauses.get(key)
        length = self._first if last is None else min(2 * last.length, longest or self._longest)
        self._pauses[key] = _Pause(now, max(now + length, until or now), length)

    def succeeded(self, key: K) -> None:
        """Note a success: forget the failures of this key."""
        self._pauses.pop(key, None)

    def hurry(self, which: Callable[[K], bool]) -> bool:
        """End the pauses of some keys, on news that a try may now succeed; they start anew.

        Returns whether there were any.
        """
        now, found = self._clock(), [key for key in self._pauses if which(key)]
        self._pauses |= {key: _Pause(now, now, self._first / 2) for key in found}
        return bool(found)

    def clear(self) -> None:
        """Forget all failures, so that everything is due at once."""
        for key in [*self._pauses]:
            self.succeeded(key)


class Tries(Backoff[K]):
    """Tries one kind of step for several things, and logs and counts how it fails.

    A failed thing is left alone for a `pause`; without one for a second at first, and longer and
    longer, longest where Discord refuses.
    """

    def __init__(self, bot: GameBot, kind: str, pause: timedelta | None = None) -> None:
        super().__init__(bot.clock.now, pause or _FIRST_PAUSE, pause or _LONGEST_PAUSE)
        self._bot = bot
        self._kind = kind
        """The name of a thing in the log."""
        self._longest_refused = pause or _LONGEST_REFUSED
        self._refused: set[K] = set()
        """Those that Discord has refused the last time, though it could be reached."""

    def reconnected(self) -> None:
        """Let what failed while Discord was away be due at once, now that it is back."""
        self.hurry(lambda key: key not in self._refused)

    def succeeded(self, key: K) -> None:
        """Note a success: forget the failures of this key."""
        super().succeeded(key)
        self._refused.discard(key)

    async def run(
        self, key: K, step: Callable[[], Awaitable[object]], guild: GuildId | None = None
    ) -> bool:
        """Run a step for a thing, in a server or elsewhere. Returns whether it succeeded.

        It is left for later if Discord has refused too much already.
        """
        if self._bot.refusals.are_many:
            self.failed(key)
            return False
        try:
            with self._bot.in_flight:
                await step()
        except EngineCompiling:
            self.failed(key)  # retried when the engine has been compiled
        except (KinarowError, *UNSENT) as error:
            log.warning("%s %s: %r", self._kind, key, error)
            self._bot.metrics.failed(error)
            server = None if guild is None else self._bot.get_guild(guild)
            until = None if server is None else end_of_time_out(error, server.me)
            if closed := seconds_closed(error):
                until = self._bot.clock.now() + timedelta(seconds=closed)
            refused = is_refused(error)
            self.failed(key, self._longest_refused if refused else None, until)
            (self._refused.add if refused else self._refused.discard)(key)
        except Exception as error:
            log.exception("%s %s", self._kind, key)
            self._bot.metrics.failed(error)
            self.failed(key)
        else:
            self.succeeded(key)
            return True
        return False


class Upkeep(Generic[K]):
    """Does a step for the things of one kind that are due, one step at a time for each.

    What fails is left alone for a minute. What is due is in the store, so that the next process
    goes on where this one ends.
    """

    def __init__(self, bot: GameBot, kind: str, step: Callable[[K], Awaitable[object]]) -> None:
        self._bot = bot
        self._kind = kind
        self._step = step
        self._tries: Tries[K] = Tries(bot, kind, _PAUSE)
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()
        self._round = asyncio.Lock()
        self._tasks = BackgroundTasks()

    async def look_after(self, find: Callable[[], Awaitable[Iterable[K]]]) -> None:
        """Do what is due, unless the last round is still running."""
        if self._round.locked() or not self._bot.is_ready():
            return
        async with self._round:
            await a_few_at_a_time(self._attempt, await find())

    def begin(self, key: K) -> None:
        """Do a step in the background."""
        self._tasks.start(self._attempt(key))

    def begin_all(self, find: Callable[[], Awaitable[Iterable[K]]]) -> None:
        """Do what is due in the background, even if a round is running."""
        self._tasks.start(self._all(find))

    async def end(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._tasks.end()

    async def _all(self, find: Callable[[], Awaitable[Iterable[K]]]) -> None:
        try:
            found = await find()
        except KinarowError as error:
            log.warning("what is due of each %s is done later: %s", self._kind, error)
            return
        await a_few_at_a_time(self._attempt, found)

    async def _attempt(self, key: K) -> None:
        async with self._locks.setdefault(key, asyncio.Lock()):
            if self._tries.is_due(key):
                await self._tries.run(key, partial(self._step, key))
