"""The steps that all actions in a game share: lock, load, store, let the engine answer, show.

Nothing is shown that is not stored, and nothing stored is lost when showing fails. While a board
is on its way to Discord the next action of the channel may run.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import (
    ChannelClosed,
    ConflictError,
    EngineUnavailable,
    Problem,
    UnreadableGame,
    UserError,
)
from bot.games.opponent import Opponent
from bot.games.screen import Closures, Listeners, Redraw, Screen, ShownBoards
from bot.match.notes import Fact, Note
from bot.match.session import Bot, ChannelId, Ending, GameId, MessageId, Session, moves, offers
from bot.monitoring.logs import set_log_context
from bot.monitoring.metrics import InFlight, Metrics
from bot.store import Store
from bot.store.database import Step

log = logging.getLogger(__name__)

_HELD_AFTER: Final = 1.5
"""Seconds of waiting for another action after which Discord is asked for more time."""
_SHOWN_AFTER: Final = 1.5
"""Seconds of thinking after which the board is shown without the answer."""


async def _wait_for(lock: asyncio.Lock, screen: Screen) -> None:
    """Acquire the lock of a channel. While that takes long, the screen asks for more time."""
    holding = asyncio.get_running_loop().call_later(_HELD_AFTER, screen.hold)
    try:
        await lock.acquire()
    finally:
        holding.cancel()


class Turns:
    """Runs the actions of all channels: in each channel one at a time."""

    def __init__(
        self,
        store: Store,
        opponent: Opponent,
        clock: Callable[[], datetime],
        metrics: Metrics,
        in_flight: InFlight,
    ) -> None:
        self.clock = clock
        self.closures = Closures(clock)
        self.boards = ShownBoards(store)
        self._store = store
        self._opponent = opponent
        self._metrics = metrics
        self._in_flight = in_flight
        self._locks: WeakValueDictionary[ChannelId, asyncio.Lock] = WeakValueDictionary()
        self._asked: dict[ChannelId, Redraw] = {}
        """What the current action of each channel wants to show when it is done."""
        self.stored = Listeners[[Session]]()
        """Told each session that is stored."""
        self.polled = Listeners[[Session]]()
        """Told those of votes."""
        self.ended = Listeners[[Session]]()
        """Told those of games that have ended."""
        self.unshown = Listeners[[Session]]()
        """Told each session that could not be shown."""

    # Reading.

    async def live(self, channel: ChannelId) -> Session:
        """Return the live game of a channel. Raises UserError if there is none."""
        session = await self._store.load(channel)
        if session is None:
            raise UserError(Problem.NO_GAME)
        set_log_context(channel, session.game)
        return session

    async def find(self, channel: ChannelId) -> Session | None:
        """Return the live game of a channel, or None; also None if it cannot be read."""
        with suppress(UnreadableGame):
            return await self._store.load(channel)
        return None

    def is_busy(self, channel: ChannelId) -> bool:
        """Whether an action is running in a channel, or its board is being shown."""
        lock = self._locks.get(channel)
        return self.boards.is_showing(channel) or (lock is not None and lock.locked())

    # The steps of an action.

    @asynccontextmanager
    async def lock(self, channel: ChannelId, screen: Screen | None = None) -> AsyncIterator[None]:
        """Run the block as the only action in a channel, then show the board that it asks for.

        Nothing is sent before its turn comes, unless it waits so long for another action that
        Discord would report a press as failed. While a board is being shown the next action may
        run.
        """
        lock = self._locks.setdefault(channel, asyncio.Lock())
        with self._in_flight:
            if screen is None or not lock.locked():
                await lock.acquire()
            else:
                await _wait_for(lock, screen)
            asked: Redraw | None = None
            try:
                try:
                    yield
                finally:
                    asked = self._asked.pop(channel, None)
                    lock.release()
            except Exception:
                if asked is not None:
                    await self._show_asked(asked)
                raise
            if asked is not None:
                await self._show_asked(asked)

    async def create(self, session: Session, also: Step | None = None) -> Session:
        """Store a new game, and run `also` in that commit.

        Raises ConflictError if its channel has a live game that can be read, and whatever `also`
        raises.
        """
        try:
            stored = await self._store.create(moves.at(session, self.clock()), also)
        except ConflictError:
            if not await self.end_unreadable(session.channel):
                raise
            stored = await self._store.create(moves.at(session, self.clock()), also)
        self._tell_of_saved(stored)
        return stored

    async def end_unreadable(self, channel: ChannelId, game: GameId | None = None) -> bool:
        """End the live game of a channel if it cannot be read. Returns whether it did.

        With `game` only if it is that one.
        """
        try:
            await self._store.load(channel)
        except UnreadableGame as error:
            if game in {None, error.game}:
                await self._store.end_unreadable(GameId(error.game), self.clock())
                return True
        return False

    async def save(
        self,
        before: Session,
        after: Session,
        message: MessageId | None = None,
        *,
        same_board: bool = False,
    ) -> Session:
        """Store a session that an action has changed, and the message that asked for it.

        With `same_board` the message that showed `before` goes on showing the game. Raises
        ConflictError if `before` is no longer the stored version.
        """
        stored = await self._store.save(
            before, moves.at(after, self.clock()), message, same_board=same_board
        )
        self.count_moves(before, stored)
        self._tell_of_saved(stored, ends=before.ending is None)
        return stored

    def _tell_of_saved(self, stored: Session, *, ends: bool = True) -> None:
        self.stored.tell(stored)
        if stored.poll is not None:
            self.polled.tell(stored)
        if stored.ending is not None and ends:
            self.ended.tell(stored)

    def count_moves(self, before: Session, after: Session) -> None:
        """Count the moves between two sessions of one game for the metrics."""
        for ply in range(before.position.ply + 1, after.position.ply + 1):
            self._metrics.moved(by_bot=isinstance(after.seats[after.mover(ply)].player, Bot))

    async def carry_on(
        self,
        screen: Screen,
        session: Session,
        *notes: Note,
        again: bool = False,
    ) -> None:
        """Let the engine move if it is its turn, add the coach's advice, and show the board.

        If the engine gives no answer, the board is shown without it, and EngineUnavailable is
        raised. `again` posts the board even if this version was shown already.
        """
        try:
            if session.bot_to_move:
                session = await self._answered(screen, session)
            if session.is_advised:
                notes += (await self._opponent.advice(session),)
            if await self._is_first_win(session):
                notes += (Fact.FIRST_WIN,)
        except EngineUnavailable:
            if again or not await self._store.boards.is_shown(session):
                self.show(screen, session, *notes, again=again)
            raise
        self.show(screen, session, *notes, again=again)

    async def _is_first_win(self, session: Session) -> bool:
        """Whether a person has beaten the engine in this game, and never before."""
        if session.duel is None or session.winner is None or not session.counts:
            return False
        person, _ = session.duel
        won = session.winner is session.side_of(person.id)
        return won and await self._store.has_won_once(person.id)

    async def _answered(self, screen: Screen, session: Session) -> Session:
        """The session after the engine's move.

        If that takes long, the board is shown meanwhile. A slash command gets only one answer, and
        is told that it will come.
        """
        thought = asyncio.ensure_future(self._opponent.answer(session))
        try:
            done, _ = await asyncio.wait({thought}, timeout=_SHOWN_AFTER)
            if not done and screen.hurried:
                screen.hold()
            elif not done:
                try:
                    await self._draw(Redraw(screen, session))
                except Exception as error:  # the answer counts, and the next board tells
                    log.warning("the board before the answer is left out: %r", error)
            return await self.save(session, await thought)
        finally:
            thought.cancel()

    def show(self, screen: Screen, session: Session, *notes: Note, again: bool = False) -> None:
        """Show the board as soon as the current action is done.

        It is skipped if a newer one of the game is to be shown before its turn comes.
        """
        self._asked[session.channel] = Redraw(screen, session, notes, again)

    def show_offer(self, screen: Screen, session: Session, *, board: bool = False) -> None:
        """Post the offer that stands as soon as the current action is done.

        With `board` it goes below the board, which is not shown yet.
        """
        self._asked[session.channel] = Redraw(screen, session, board=board, offer=True)

    async def tell(self, screen: Screen, session: Session, note: Note) -> None:
        """Say what is new in a session, and store that. If that fails, the board shows it."""
        await screen.tell(session, note)
        await self._store.boards.mark_told(session)

    async def _show_asked(self, redraw: Redraw) -> None:
        """Show the board, or the offer, that an action has asked for.

        Raises ChannelClosed if the bot may not post there. If the channel has been closed for a
        while, its game is over.
        """
        session = redraw.session
        try:
            await self._draw(redraw)
        except Exception as error:
            self.unshown.tell(session)
            closed = isinstance(error, ChannelClosed) and not session.outside
            if closed and self.closures.note(session.channel):
                await self.close(session.channel, session.game)
            raise

    async def _draw(self, redraw: Redraw) -> None:
        """Show a board or an offer. Then the channel is open."""
        if await self.boards.show(redraw):
            self.closures.forget(redraw.session.channel)

    async def abandon(self, channel: ChannelId, game: GameId | None = None) -> None:
        """End the live game of a channel without a result and without showing it.

        With `game` only if it is that one.
        """
        await self._end(channel, game, lambda session: session.ended(Ending.IDLE))

    async def close(self, channel: ChannelId, game: GameId | None = None) -> None:
        """End the live game of a channel that is gone, or closed to the bot."""
        await self._end(channel, game, lambda session: session.ended(Ending.CLOSED))

    async def _end(
        self, channel: ChannelId, game: GameId | None, how: Callable[[Session], Session]
    ) -> None:
        async with self.lock(channel):
            if not await self.end_unreadable(channel, game):
                session = await self.find(channel)  # another one may be there, even unreadable
                if session is not None and game in {None, session.game}:
                    await self.save(session, how(session))
        self.closures.forget(channel)

    async def end(self, screen: Screen, seen: Session, how: Callable[[Session], Session]) -> None:
        """End a game that nobody ends by a move, and show that.

        It does nothing if somebody has moved since `seen`, or the game has ended by itself.
        """
        async with self.lock(seen.channel, screen):
            session = await self._store.load(seen.channel)
            if session is not None and session.has_same_board(seen):
                await self.carry_on(screen, await self.save(session, how(session)))

    async def reopen(self, channel: ChannelId, game: GameId) -> bool:
        """Go on with a game whose channel was closed. Returns False if another one followed it."""
        async with self.lock(channel):
            session = await self._store.last(channel)
            if session is None or session.game != game or not session.may_reopen:
                return False
            await self.save(session, offers.reopen(session))
        return True
