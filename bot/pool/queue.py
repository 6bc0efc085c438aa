"""A bounded queue in which people take turns, and so do the servers and channels of each.

    slots   ■ ■ ■ ■        one person has at most half of them at a time, so that there is
            a a b          always one for somebody else
    ring    a●●●●  c●      of those who wait the next person who may have a slot gets it

The ring holds rings, one inside the other:

    alice   club   #games   ●●     the first of the ring is next, and goes to its end; inside
                   #chat    ●      it the same: alice in the club in #games, bob, alice in
            home   #games   ●●     home in #games, bob, alice in the club in #chat, ...
    bob     club   #games   ●●●

So a person with many jobs waits for their own jobs, and others wait only a little. When there is no
more room, whoever has most of it gives some back.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Hashable
from typing import Final, Generic, NamedTuple, Self, TypeVar

from bot.errors import EngineBusy, EngineUnavailable
from bot.match.session import ChannelId, GuildId, Person, Session, UserId

Job = TypeVar("Job")
Path = tuple[Hashable, ...]
"""The names of a job, from the outermost ring to the innermost."""

JOBS_PER_SLOT: Final = 64
"""How many jobs may run or wait for each slot."""
JOBS_PER_PERSON: Final = 8
"""How many jobs of one person may wait."""
_SERVER_SHARE: Final = 0.75
"""The part of all jobs that one server may have."""

Turn = asyncio.Future[None]


class Asker(NamedTuple):
    """A person who asks for something in a channel of a server.

    People take turns, then the servers of one person, then the channels of one server: so somebody
    who asks in many places at once is still one person.
    """

    person: UserId | None = None
    """None for the bot's own work, such as what it posts by itself."""
    guild: GuildId | None = None
    """None in direct messages."""
    channel: ChannelId | None = None

    @property
    def server(self) -> int | None:
        """The server; direct messages are one of their own."""
        return self.channel if self.guild is None else self.guild

    @classmethod
    def of(cls, session: Session) -> Self:
        """The person for whom the engine works in a game: to move, or else waiting for its move.

        In a game by votes that is its leader.
        """
        mover = session.to_move
        people = (mover,) if isinstance(mover, Person) else (*session.people, session.leader)
        person = next(filter(None, people), None)
        return cls(None if person is None else person.id, session.guild, session.channel)


NOBODY = Asker()
"""Asks for the bot's own work."""


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
        """Take out the next job among those whose person may have one; None if there is none."""
        if self._jobs:
            return self._jobs.popleft()
        for name in filter(may, self._parts):
            part = self._parts.pop(name)
            job = part.pop()
            if part:
                self._parts[name] = part  # at the end
            return job
        return None


class FairQueue:
    """Gives slots to jobs in turn. The number of slots may change at any time.

    Work that no person has asked for takes turns as if it were all of one person, and has no
    bounds of its own.
    """

    def __init__(self, slots: Callable[[], int]) -> None:
        self._slots = slots
        self._ring: Ring[Turn] = Ring()
        self._waiting: dict[Turn, Asker] = {}
        """The waiting jobs, in the order in which they came."""
        self._running: Counter[Hashable] = Counter()
        """How many slots each person has."""

    @property
    def busy(self) -> int:
        """The number of jobs that have a slot."""
        return self._running.total()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a slot."""
        return len(self._waiting)

    @property
    def share(self) -> int:
        """How many slots one person may have at a time."""
        return (self._slots() + 1) // 2

    async def enter(self, asker: Asker) -> None:
        """Wait for a slot. Give it back with `leave`.

        Raises EngineBusy if there is no room for the job, at once or later when somebody with fewer
        jobs needs it, and EngineUnavailable if there are no slots.
        """
        if not self._slots():
            raise EngineUnavailable("there is no worker")
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = asker
        self._ring.add(asker, turn)
        self._call()
        if not turn.done():
            self._make_room(asker, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._drop(turn)
            elif not turn.cancelled() and turn.exception() is None:
                self.leave(asker)  # it got the slot just before it was cancelled
            raise

    def leave(self, asker: Asker) -> None:
        """Give a slot back, so that the next job gets it."""
        self._running[asker.person] -= 1
        if not self._running[asker.person]:
            del self._running[asker.person]
        self._call()

    def close(self) -> None:
        """Let every waiting job fail with EngineUnavailable."""
        for turn in [*self._waiting]:
            self._end(turn, EngineUnavailable("the engine has been shut down"))

    def _call(self) -> None:
        """Give the free slots to those who are next."""
        while self.busy < self._slots():
            turn = self._ring.pop(self._may_have_slot)
            if turn is None:
                return
            asker = self._waiting.pop(turn)
            if not turn.done():  # cancelled, and about to remove itself
                self._running[asker.person] += 1
                turn.set_result(None)

    def _may_have_slot(self, person: Hashable) -> bool:
        return person is None or self._running[person] < self.share

    def _make_room(self, asker: Asker, turn: Turn) -> None:
        """Refuse a job if one too many waits: this one, or the newest of whoever has most."""
        most = JOBS_PER_SLOT * self._slots()
        of_person = sum(other.person == asker.person for other in self._waiting.values())
        of_server = sum(other.server == asker.server for other in self._waiting.values())
        if asker.person is not None and of_person > JOBS_PER_PERSON:
            self._refuse(turn, f"{JOBS_PER_PERSON} jobs of a person wait already")
        elif asker.server is not None and of_server > _SERVER_SHARE * most:
            self._refuse(turn, f"{of_server - 1} jobs of a server wait already")
        elif self.busy + self.waiting > most:
            self._refuse(self._greediest(), f"{most} jobs run or wait already")

    def _greediest(self) -> Turn:
        """The newest job of the person with most jobs; among equals, of the fullest server."""
        people = Counter(asker.person for asker in self._waiting.values())
        servers = Counter(asker.server for asker in self._waiting.values())

        def held(turn: Turn) -> tuple[int, int]:
            asker = self._waiting[turn]
            return people[asker.person], servers[asker.server]

        return max(reversed(self._waiting), key=held)

    def _refuse(self, turn: Turn, why: str) -> None:
        self._end(turn, EngineBusy(why))

    def _end(self, turn: Turn, error: EngineUnavailable) -> None:
        self._drop(turn)
        if not turn.done():
            turn.set_exception(error)

    def _drop(self, turn: Turn) -> None:
        self._ring.remove(self._waiting.pop(turn), turn)
