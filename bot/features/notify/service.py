"""The service that keeps the clocks of games: what is due, and what follows. No Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.features.notify.store import NoticeStore, notify_choices
from bot.features.notify.values import Notice, NoticeWay, Posted
from bot.games.turns import Turns
from bot.match.guilds import Shards
from bot.match.session import ChannelId, GameId, MessageId, Session, UserId
from bot.match.timing import NoticeStep
from bot.pool.bounds import BoundedDict
from bot.store import Store
from bot.store.database import Database
from bot.store.guild_settings import Choices

_FIRST_PAUSE: Final = timedelta(minutes=1)
_LONGEST_PAUSE: Final = timedelta(hours=1)
"""The pause after a refusal of Discord: as long as the tries so far, within these bounds."""
_LEFT_ALONE: Final = timedelta(days=7)
"""How long a person who accepts no direct messages gets none."""
_REMEMBERED: Final = 10_000
"""How many such people are remembered."""
_AT_ONCE: Final = 500
"""The most notices of one round; the rest come in the next one."""


def way_choices(database: Database) -> Choices[NoticeWay]:
    """How each person hears that it is their turn."""
    return Choices(database, notify_choices.c.way, NoticeWay, NoticeWay.OFF)


class Due(NamedTuple):
    """A notice that is due now, and its game as it stands."""

    notice: Notice
    session: Session


class Notices:
    """What is to be told about this process's games. Each call runs under the channel's lock."""

    def __init__(self, store: Store, turns: Turns, shards: Shards) -> None:
        self.clock = turns.clock
        self.choices = way_choices(store.database)
        self._store = store
        self._stored = NoticeStore(store.database)
        self._turns = turns
        self._shards = shards
        self._unreachable: BoundedDict[UserId, datetime] = BoundedDict(_REMEMBERED)
        """The people who accepted no direct message, and when."""

    def is_reachable(self, user: UserId) -> bool:
        """Whether a person may accept a direct message: they have not refused one recently."""
        refused = self._unreachable.get(user)
        return refused is None or self.clock() - refused > _LEFT_ALONE

    def note_unreachable(self, user: UserId) -> None:
        """Note that a person has accepted no direct message."""
        self._unreachable[user] = self.clock()

    def note_reachable(self, user: UserId) -> None:
        """Note that a person accepts direct messages, or says that they do."""
        self._unreachable.pop(user, None)

    async def due(self) -> list[Notice]:
        """Return what is due now in the games of this process."""
        return await self._stored.due(self.clock(), _AT_ONCE, self._shards)

    @asynccontextmanager
    async def taken(self, channel: ChannelId, game: GameId) -> AsyncIterator[Due | None]:
        """Claim what is due in a game; None if nothing is, or its board is not shown yet."""
        async with self._turns.lock(channel):
            yield await self._due(game)

    async def _due(self, game: GameId) -> Due | None:
        notice = await self._stored.find(game)
        if notice is None or notice.due > self.clock():
            return None
        session = await self._store.find(game)
        assert session is not None, "a notice is about a game"
        if await self._store.boards.is_shown(session):
            return Due(notice, session)
        # A ping before its board would link to the previous board.
        if session.ending is not None and self.clock() - session.touched > _LONGEST_PAUSE:
            await self._stored.remove(game)  # its end is no longer shown
        else:
            await self.put_off(notice)
        return None

    async def put_off(self, notice: Notice) -> None:
        """Try a notice again later."""
        now = self.clock()
        tried = now - (notice.begun or now)
        pause = min(max(tried, _FIRST_PAUSE), _LONGEST_PAUSE)
        await self._stored.postpone(notice, now + pause)

    async def board(self, session: Session) -> MessageId | None:
        """Return the message that shows the board of a game."""
        return await self._store.boards.newest(session.game)

    async def prepared(self, due: Due) -> Session:
        """Note that a notice is about to be told, and return its game.

        A reminder that is late, because the bot was away, leaves as much time as a punctual one.
        """
        session, now = due.session, self.clock()
        if due.notice.step is NoticeStep.REMIND and session.clock is not None:
            clock = session.clock.reminded(now)
            if clock != session.clock:
                session = await self._turns.save(
                    session, replace(session, clock=clock), same_board=True
                )
        await self._stored.begin(due.notice, now)
        return session

    async def told(self, due: Due, session: Session, standing: Posted | None) -> None:
        """Note that a notice was told, and what comes next."""
        if standing is not None:
            self._turns.closures.forget(session.channel)
        clock, game = session.clock, session.game
        assert clock is not None, "only games with a clock have notices"
        match due.notice.step:
            case NoticeStep.CALL if clock.reminds is not None:
                await self._stored.go_on(game, NoticeStep.REMIND, clock.reminds, standing)
            case NoticeStep.REMIND if clock.ends is not None:
                await self._stored.go_on(game, NoticeStep.END, clock.ends, standing)
            case _:
                await self._stored.remove(game)
