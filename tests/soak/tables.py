"""A room in which one game is played after the other, and everything that must be true of it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from operator import ne
from random import Random
from typing import Final, TypeVar

from bot.errors import StoreUnavailable
from bot.match.session import ChannelId, Crowd, Ending, GameId, Person, Session
from bot.store import Store
from tests.soak.figures import Figures
from tests.soak.pictures import wrong_with
from tests.soak.ways import Act, Way
from tests.wire.loopback import Loopback
from tests.wire.rooms import Room

T = TypeVar("T")

ANSWERED: Final = 3.0
"""Seconds after which Discord tells a person that a press has failed."""
REFUSED: Final = 10.0
"""Seconds after which a person who got a word instead of a board tries again."""
ASKED: Final = 20.0
"""Seconds after which a person who got no game asks again."""
PATIENCE: Final = 240.0
"""Seconds after which something counts as never coming, whatever befalls the bot meanwhile."""
_PERIOD: Final = 1.0
"""Seconds between two looks, if the bot says nothing."""
_ENDINGS: Final = frozenset((Ending.LINE, Ending.FULL))
"""How a game ends if nobody ends it."""
_KEPT: Final = 200
"""Messages of a room that are kept."""


@dataclass(frozen=True)
class Kind:
    """What is played in a room, and how it is begun."""

    start: str
    people: tuple[str, ...]
    """Who plays, in the order of the seats; all who vote where a crowd plays."""
    ways: tuple[Way, ...]
    joined: bool = False
    """Whether the second person has to accept a challenge."""


class Table:
    """One room, the people in it, and what they have asked for."""

    def __init__(
        self,
        discord: Loopback,
        room: Room,
        kind: Kind,
        store: Store,
        figures: Figures,
        chance: Random,
    ) -> None:
        self.room = room
        self._discord = discord
        self._kind = kind
        self._store = store
        self._figures = figures
        self._chance = chance
        self._asked: defaultdict[tuple[GameId, int], set[int]] = defaultdict(set)
        """The moves that people have made or voted for, by game and ply."""
        self._known: tuple[int, ...] = ()
        """The moves of the game when it was last looked at."""
        self._heard = asyncio.Event()

    def hear(self) -> None:
        """The bot has said something here."""
        self._heard.set()

    async def play(self, pause: float, over: asyncio.Event) -> None:
        """Play until it is over, with pauses of this length on average, and look at the boards."""
        while not over.is_set() and (session := await self._begin(over)) is not None:
            while session.ending is None and not over.is_set():
                await asyncio.sleep(self._chance.uniform(0, 2 * pause))
                session = await self._turn(session)
            if session.ending is not None:
                self._figures.games += 1
            if session.ending not in (None, *_ENDINGS):
                self._wrong(session, f"has ended, {session.ending}, though nobody ended it")
        if (last := await self._last()) is not None:
            await self._until_shown(last)

    async def _begin(self, over: asyncio.Event) -> Session | None:
        """The live game of the room; a new one, if there is none. None if it is over first."""
        await self._tidy()
        found = before = await self._last()
        while found is None or found.ending is not None:
            if over.is_set():
                return None
            self._discord.say(self.room, self._kind.start, by=self._kind.people[0])
            if self._kind.joined:
                await self._join()
            found = await self._until(partial(ne, before), ASKED)
        self._known = found.position.moves
        return found

    async def _join(self) -> None:
        """Let the second person accept the challenge, once it can be seen."""
        end = asyncio.get_running_loop().time() + ASKED
        while asyncio.get_running_loop().time() < end:
            try:
                self._discord.press(self.room, "Join", by=self._kind.people[1])
            except StopIteration:  # no message has such a button yet
                await asyncio.sleep(_PERIOD)
            else:
                return

    async def _turn(self, session: Session) -> Session:
        """Let whoever is to move do so; the game after the answer."""
        mover = session.to_move
        if isinstance(mover, Crowd):
            return await self._vote(session)
        if not isinstance(mover, Person):
            return await self._answered(session)
        move = self._chance.choice(session.position.legal)
        ply = session.position.ply
        self._asked[session.game, ply].add(move)
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < deadline:
            way = self._chance.choice(self._kind.ways)
            act = Act(self._discord, self.room, way, mover.name, move)
            after = await self._moved(session, act)
            if after is not None:
                self._figures.moves[way.value] += 1
                return after
        self._wrong(session, f"has lost the move {move} of ply {ply}")
        return await self._last() or session

    async def _moved(self, session: Session, act: Act) -> Session | None:
        """The game once a move is stored; None if it has to be made again."""
        begun = asyncio.get_running_loop().time()
        ply = session.position.ply
        act.make()
        waits = True
        while asyncio.get_running_loop().time() < begun + PATIENCE:
            found = await self._until(lambda now: _ply(now, session) > ply, _PERIOD)
            seconds = asyncio.get_running_loop().time() - begun
            if waits and act.answered:
                self._figures.waited(seconds)
                waits = False
            if found is not None and _ply(found, session) > ply:
                self._check(found)
                return found
            if seconds > ANSWERED and act.failed:
                self._figures.failed += 1
                return None
            if seconds > REFUSED and (refusal := act.refusal) is not None:
                self._figures.refused[refusal] += 1
                return None
        self._wrong(session, f"has lost a move: {act}")
        return None

    async def _vote(self, session: Session) -> Session:
        """Let everybody vote for the same move or another; the game after the vote."""
        ply, legal = session.position.ply, session.position.legal
        favourite = self._chance.choice(legal)
        for name in self._kind.people:
            move = favourite if self._chance.random() < 0.7 else self._chance.choice(legal)
            self._asked[session.game, ply].add(move)
            Act(self._discord, self.room, self._chance.choice(self._kind.ways), name, move).make()
        self._figures.moves["ballots"] += len(self._kind.people)
        return await self._answered(session)

    async def _answered(self, session: Session) -> Session:
        """The game after the next move of the bot, or of a crowd."""
        ply = session.position.ply
        found = await self._until(lambda now: _ply(now, session) > ply, PATIENCE)
        if found is None or _ply(found, session) <= ply:
            self._wrong(session, f"waits at ply {ply}")
            return found or session
        self._check(found)
        return found

    def _check(self, session: Session) -> None:
        """Nothing that was played has changed, and every move of a person was asked for."""
        moves = session.position.moves
        if moves[: len(self._known)] != self._known:
            self._wrong(session, f"has changed from {self._known} to {moves}")
        for ply in range(len(self._known), len(moves)):
            asked = self._asked.pop((session.game, ply), None)
            if asked is not None and moves[ply] not in asked:
                self._wrong(session, f"has {moves[ply]} at ply {ply}, where {asked} was asked for")
            if asked is None and self._is_persons(session, ply):
                self._wrong(session, f"has {moves[ply]} at ply {ply}, which nobody made")
        self._known = moves

    def _is_persons(self, session: Session, ply: int) -> bool:
        player = session.o if ply % 2 else session.x
        return isinstance(player, Person | Crowd)

    async def _until_shown(self, session: Session) -> None:
        """Wait for the newest board to show the game, and for all others to look old."""
        end = asyncio.get_running_loop().time() + PATIENCE
        found: str | None = "never looked at"
        while found is not None and asyncio.get_running_loop().time() < end:
            session = await self._last() or session
            newest = await self._patiently(partial(self._store.boards.newest, session.game))
            found = wrong_with(self.room, session, newest)
            if found is not None:
                await asyncio.sleep(_PERIOD)
        if found is not None:
            self._wrong(session, f"shows {found}")

    async def _until(self, so: Callable[[Session | None], bool], seconds: float) -> Session | None:
        """The newest game, once it is so or the time is over."""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            self._heard.clear()
            found = await self._last()
            left = end - asyncio.get_running_loop().time()
            if so(found) or left <= 0:
                return found
            try:
                await asyncio.wait_for(self._heard.wait(), min(left, _PERIOD))
            except TimeoutError:
                continue

    async def _last(self) -> Session | None:
        return await self._patiently(lambda: self._store.last(ChannelId(self.room.id)))

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the database, which may be away for a while."""
        while True:
            try:
                return await ask()
            except StoreUnavailable:
                await asyncio.sleep(_PERIOD)

    async def _tidy(self) -> None:
        """Forget what was said long ago."""
        del self.room.messages[:-_KEPT], self.room.log[:-_KEPT]

    def _wrong(self, session: Session, what: str) -> None:
        self._figures.wrong.append(
            f"game {session.game} in {self.room.id} ({self._kind.start}) {what}"
        )


def _ply(found: Session | None, before: Session) -> int:
    """How far a game has come; one that is followed by another has come to its end."""
    if found is None:
        return -1
    return found.position.ply if found.game == before.game else before.position.ply + 1
