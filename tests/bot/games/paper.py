"""The services of a process, a screen of paper and a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import datetime
from random import Random

from bot.client.services import GamesConfig, Services
from bot.errors import ChannelClosed
from bot.match.notes import Note
from bot.match.session import ChannelId, Coach, Crowd, MessageId, Pairing, Player, Session, Terms
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit, Rules, Side
from tests.bot.builders import ALICE, BOB, NOON

HERE = ChannelId(7)


def match(
    asker: Player = ALICE,
    other: Player = BOB,
    coach: Coach | None = None,
    *,
    rules: str = "3x3",
    swap: bool = False,
) -> Pairing:
    """The first named with X against the second."""
    seconds = 30 if isinstance(asker, Crowd) else None
    terms = Terms(Rules.parse(rules), Side.X, coach, swap=swap, seconds=seconds)
    return Pairing(HERE, None, asker, other, terms)


async def stored(store: Store) -> Session:
    """The newest game."""
    session = await store.last(HERE)
    assert session is not None
    return session


class Paper:
    """A screen that keeps what it is shown."""

    hurried = False

    def __init__(self, *, can_whisper: bool = False) -> None:
        self.can_whisper = can_whisper
        self.outside = False
        self.whispered: list[Note] = []
        self.shown: list[Session] = []
        self.notes: list[tuple[Note, ...]] = []
        self.acknowledged = 0
        self.held = 0
        self.asked: list[Session] = []
        self.announced: list[Note] = []
        self.told: list[Note] = []
        self.thoughts = 0
        self.closed = False

    def acknowledge(self) -> None:
        """Count how often an act was stored."""
        self.acknowledged += 1

    def hold(self) -> None:
        """Count how often somebody had to wait for long."""
        self.held += 1

    async def ready(self) -> None:
        """There is always room."""

    async def tell(self, session: Session, note: Note) -> None:
        """Keep what is told without a board."""
        self.told.append(note)

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Keep the board."""
        if self.closed:
            raise ChannelClosed("no paper left")
        self.shown.append(session)
        self.notes.append(tuple(notes))
        return MessageId(len(self.shown))

    async def whisper_note(self, session: Session, note: Note) -> None:
        """Keep what is for one person alone, which comes after the board."""
        assert self.can_whisper
        assert self.shown[-1].game == session.game
        self.whispered.append(note)

    async def announce(self, session: Session, note: Note) -> None:
        """Keep what everybody is told."""
        self.announced.append(note)

    async def ask(self, session: Session) -> MessageId:
        """Keep the offer."""
        self.asked.append(session)
        return MessageId(1_000 + len(self.asked))

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Count how often somebody had to wait."""
        self.thoughts += 1
        yield


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now


def process(store: Store, thinker: Thinker, clock: Clock) -> Services:
    """The services of a process, of which several may share a store."""
    return Services.of(store, thinker, GamesConfig(Limit(seconds=0.05)), clock, Random(7))
