"""A room in which one game is played after another, and everything that must be true of it."""

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
from tests.soak.pictures import shows, wrong_with
from tests.soak.ways import Act, Way
from tests.wire.loopback import Loopback
from tests.wire.press import Press
from tests.wire.rooms import PEOPLE, Room

T = TypeVar("T")
Looks = Callable[[Session | None], bool]
"""Looks whether something is so, in the newest game of a room."""

ANSWERED: Final = 3.0
"""Seconds after which Discord tells a person that a press has failed."""
REFUSED: Final = 10.0
"""Seconds after which a person who got a word instead of a board tries again."""
ASKED: Final = 20.0
"""Seconds after which a person who got no game asks again."""
PATIENCE: Final = 240.0
"""Seconds after which something counts as never coming, whatever happens to the bot meanwhile."""
_TIRED: Final = 0.01
"""How many turns are the last since somebody gives up."""
_AGREE: Final = 0.7
"""How many of those who vote want the same move."""
_PERIOD: Final = 1.0
"""Seconds between two looks, if the bot says nothing."""
_ENDINGS: Final = frozenset((Ending.LINE, Ending.FULL))
"""How a game ends if nobody ends it."""
_LAST_WORDS: Final = 4
"""Messages that are told where something is wrong."""
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
        self._given_up: GameId | None = None
        """The game in which somebody has given up last."""
        self._heard = asyncio.Event()

    def hear(self) -> None:
        """The bot has said something here."""
        self._heard.set()

    async def play(self, pause: float, over: asyncio.Event) -> None:
        """Play until it is over, with pauses of this length on average, and look at the boards."""
        while not over.is_set() and (session := await self._begin(over)) is not None:
            while session.ending is None and not over.is_set():
                await asyncio.sleep(self._chance.uniform(0, 2 * pause))
                tired = isinstance(session.x.player, Person) and self._chance.random() < _TIRED
                session = await (self._resign(session) if tired else self._turn(session))
            self._figures.games += session.ending is not None
            if session.ending not in (None, *_ENDINGS) and session.game != self._given_up:
                self._wrong(session, f"has ended, {session.ending}, though nobody ended it")
        if (last := await self._last()) is not None:
            await self._until_shown(last)

    async def _begin(self, over: asyncio.Event) -> Session | None:
        """The live game of the room; a new one, if there is none. None if it is over first."""
        del self.room.messages[:-_KEPT], self.room.log[:-_KEPT]
        found = before = await self._last()
        while found is None or found.ending is not None:
            if over.is_set():
                return None
            self._discord.say(self.room, self._kind.start, by=self._kind.people[0])
            press = await self._join() if self._kind.joined else None
            found = await self._until(partial(ne, before), ASKED)
            if press is not None and found == before and press.counts:
                found = await self._until(partial(ne, before), PATIENCE)
                if found == before:
                    self._wrong(before, "is the last one: the challenge after it was accepted")
        self._known = found.position.moves
        self._asked.clear()
        return found

    async def _join(self) -> Press | None:
        """Let the second person accept the challenge, once it can be seen."""
        end = self._now() + ASKED
        while self._now() < end:
            try:
                return self._discord.press(self.room, "Join", by=self._kind.people[1])
            except StopIteration:  # no message has such a button yet
                await asyncio.sleep(_PERIOD)
        return None

    async def _resign(self, session: Session) -> Session:
        """Let the first person give up; where that was not acknowledged the game goes on."""
        press = self._discord.command(self.room, "do", by=self._kind.people[0], words="resign")
        self._given_up = session.game
        over = partial(_is_over, session)
        found = await self._until(over, ANSWERED)
        if not over(found) and press.counts:
            found = await self._until(over, PATIENCE)
            if not over(found):
                self._wrong(session, "goes on though somebody gave up")
        return found or session

    async def _turn(self, session: Session) -> Session:
        """Let whoever is to move do so; the game after the move."""
        mover, legal = session.to_move, session.position.legal
        moved = partial(_is_past, session)
        if isinstance(mover, Person):
            found = await self._made(session, mover.name, self._chance.choice(legal), moved)
        elif isinstance(mover, Crowd):
            await self._vote(session)
            found = await self._until(moved, PATIENCE)
        else:
            found = await self._until(moved, PATIENCE)
        if found is None or not moved(found):
            self._wrong(session, f"waits at ply {session.position.ply}")
            return found or session
        self._check(found)
        return found

    async def _vote(self, session: Session) -> None:
        """Let everybody vote, most of them for the same move."""
        legal = session.position.legal
        favourite = self._chance.choice(legal)
        ballots = {
            name: favourite if self._chance.random() < _AGREE else self._chance.choice(legal)
            for name in self._kind.people
        }
        await asyncio.gather(
            *(
                self._made(session, name, move, partial(_is_cast, session, name))
                for name, move in ballots.items()
            )
        )

    async def _made(self, session: Session, by: str, move: int, made: Looks) -> Session | None:
        """Let a person move or vote until that is stored; the game then."""
        self._asked[session.game, session.position.ply].add(move)
        act = None
        deadline = self._now() + PATIENCE
        while self._now() < deadline:
            early = not await self._is_shown(session)
            act = Act(self._discord, self.room, self._chance.choice(self._kind.ways), by, move)
            act.make()
            found = await self._taken(act, made, early=early)
            if found is not None:
                self._figures.moves[act.way.value] += 1
                return found
        self._wrong(session, f"has lost a move at ply {session.position.ply}: {act}")
        return await self._last()

    async def _taken(self, act: Act, made: Looks, *, early: bool) -> Session | None:
        """The game once an act is stored; None if the person has to try again.

        Whoever types `early`, before a board asks for it, sees by the next board what came of it.
        """
        begun = self._now()
        waits = True
        while (seconds := self._now() - begun) < PATIENCE:
            if waits and act.answered:
                self._figures.waited(seconds)
                waits = False
            if seconds > ANSWERED and act.failed:
                self._figures.failed += 1
                return None
            if seconds > REFUSED and (refusal := act.refusal) is not None:
                self._figures.refused[refusal] += 1
                return None
            if seconds > REFUSED and early and act.is_above_board:
                self._figures.early += 1
                return None
            found = await self._until(made, _PERIOD)
            if made(found):
                return found
        return None

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
        player = session.o.player if ply % 2 else session.x.player
        return isinstance(player, Person | Crowd)

    async def _is_shown(self, session: Session) -> bool:
        """Whether people see this turn of a game."""
        newest = await self._patiently(partial(self._store.boards.newest, session.game))
        message = None if newest is None else self.room.find(newest)
        return message is not None and shows(message, session)

    async def _until_shown(self, session: Session) -> None:
        """Wait for the newest board to show the game, and for all others to look old."""
        end = self._now() + PATIENCE
        found: str | None = "never looked at"
        while found is not None and self._now() < end:
            session = await self._last() or session
            newest = await self._patiently(partial(self._store.boards.newest, session.game))
            found = wrong_with(self.room, session, newest)
            if found is not None:
                await asyncio.sleep(_PERIOD)
        if found is not None:
            self._wrong(session, f"shows {found}")

    async def _until(self, so: Looks, seconds: float) -> Session | None:
        """The newest game, once it is so or the time is over."""
        end = self._now() + seconds
        while True:
            self._heard.clear()
            found = await self._last()
            left = end - self._now()
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

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _wrong(self, session: Session | None, what: str) -> None:
        game = 0 if session is None else session.game
        where = f"game {game} in {self.room.id} ({self._kind.start})"
        said = [message["content"] for message in self.room.messages[-_LAST_WORDS:]]
        self._figures.wrong.append(f"{where} {what}; there stands {said}")


def _is_past(before: Session, now: Session | None) -> bool:
    """Whether a move was made since, or the game is over."""
    return now is not None and (now.position.ply > before.position.ply or _is_over(before, now))


def _is_over(before: Session, now: Session | None) -> bool:
    """Whether a game has ended."""
    return now is not None and (now.game != before.game or now.ending is not None)


def _is_cast(before: Session, name: str, now: Session | None) -> bool:
    """Whether the ballot of a person is stored, or the vote is over."""
    if now is None or _is_past(before, now):
        return now is not None
    ballots = () if now.poll is None else now.poll.ballots
    return int(PEOPLE[name]["id"]) in dict(ballots)
