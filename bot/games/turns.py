"""The steps that all actions in a game share: lock, load, store, let the engine answer, show.

Nothing is shown that is not stored, and nothing stored is lost when showing fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.errors import ChannelClosed, EngineUnavailable, Problem, UserError
from bot.games.closures import Closures
from bot.games.opponent import Opponent
from bot.games.screen import Screen
from bot.logs import set_log_context
from bot.match.notes import Note
from bot.match.session import Bot, ChannelId, MessageId, Session
from bot.metrics import Metrics
from bot.store import OldBoard, Store
from bot.store.in_flight import InFlight

_BOARDS: Final = 1_000
"""The number of boards whose notes are remembered."""


class _Shown(NamedTuple):
    """The notes under a board, and the ply of the position that it showed."""

    ply: int
    notes: Sequence[Note]


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
        self._store = store
        self._opponent = opponent
        self._metrics = metrics
        self._in_flight = in_flight
        self._locks: WeakValueDictionary[ChannelId, asyncio.Lock] = WeakValueDictionary()
        self._showing: set[ChannelId] = set()
        """The channels in which only the board of the current action is still to be shown."""
        self._shown: dict[MessageId, _Shown] = {}
        """The newest boards that this process has shown."""
        self._on_saved: list[Callable[[Session], None]] = []
        self._on_shown: list[Callable[[Session], None]] = []
        self._on_replaced: list[Callable[[Session, list[OldBoard]], None]] = []

    # Listeners.

    def when_saved(self, listener: Callable[[Session], None]) -> Callable[[], None]:
        """Call the listener with each session that has been stored; returns what ends that."""
        self._on_saved.append(listener)
        return partial(self._on_saved.remove, listener)

    def when_shown(self, listener: Callable[[Session], None]) -> Callable[[], None]:
        """Call the listener with each session whose board is shown; returns what ends that."""
        self._on_shown.append(listener)
        return partial(self._on_shown.remove, listener)

    def when_replaced(
        self, listener: Callable[[Session, list[OldBoard]], None]
    ) -> Callable[[], None]:
        """Call the listener with each game that shows a newer board, and with its old boards.

        Returns what ends that.
        """
        self._on_replaced.append(listener)
        return partial(self._on_replaced.remove, listener)

    # Reading.

    async def live(self, channel: ChannelId) -> Session:
        """Return the live game of a channel. Raises UserError if there is none."""
        session = await self._store.load(channel)
        if session is None:
            raise UserError(Problem.NO_GAME)
        set_log_context(channel, session.game)
        return session

    def notes_under(self, board: MessageId, ply: int | None = None) -> Sequence[Note]:
        """Return the notes under a board, if this process has shown it lately.

        With `ply`, return none if the board showed a position of another ply.
        """
        shown = self._shown.get(board)
        return shown.notes if shown is not None and ply in {None, shown.ply} else ()

    def forget_notes(self, board: MessageId) -> None:
        """Forget the notes under a board."""
        self._shown.pop(board, None)

    def is_locked(self, channel: ChannelId) -> bool:
        """Whether an action is running in a channel."""
        lock = self._locks.get(channel)
        return lock is not None and lock.locked()

    async def wait_until_shown(self, channel: ChannelId) -> None:
        """Wait until the current action in a channel is done and its board shown."""
        if (lock := self._locks.get(channel)) is not None:
            async with lock:
                return

    # The steps of an action.

    @asynccontextmanager
    async def lock(self, channel: ChannelId, screen: Screen | None = None) -> AsyncIterator[None]:
        """Run the block as the only action in a channel.

        If it has to wait for another action that still thinks, the screen shows typing.
        """
        lock = self._locks.setdefault(channel, asyncio.Lock())
        with self._in_flight:
            if screen is not None and lock.locked() and self._is_worth_telling(screen, channel):
                async with screen.thinking():
                    await lock.acquire()
            else:
                await lock.acquire()
            try:
                yield
            finally:
                lock.release()

    def _is_worth_telling(self, screen: Screen, channel: ChannelId) -> bool:
        return screen.hurried or channel not in self._showing

    async def create(self, session: Session) -> Session:
        """Store a new game; raises ConflictError if its channel has a live one."""
        return self._saved(await self._store.create(session.at(self.clock())))

    async def save(
        self,
        before: Session,
        after: Session,
        message: MessageId | None = None,
        *,
        same_board: bool = False,
    ) -> Session:
        """Store what an action has made of a session, and the message that asked for it.

        With `same_board` the message that showed `before` goes on showing the game. Raises
        ConflictError if `before` is not the stored version any more.
        """
        stored = await self._store.save(
            before, after.at(self.clock()), message, same_board=same_board
        )
        self.count_moves(before, stored)
        return self._saved(stored)

    def _saved(self, session: Session) -> Session:
        for listener in self._on_saved:
            listener(session)
        return session

    def count_moves(self, before: Session, after: Session) -> None:
        """Count the moves between two sessions of one game for the metrics."""
        side = before.position.side
        for _ in range(before.position.ply, after.position.ply):
            self._metrics.moved(by_bot=isinstance(before.player(side), Bot))
            side = side.other

    async def carry_on(
        self,
        screen: Screen,
        session: Session,
        *notes: Note,
        again: bool = False,
        opening: bool = False,
    ) -> None:
        """Let the engine move if it is its turn, add the coach's advice, and show the board.

        If the engine gives no answer, the board is shown without it, and EngineUnavailable is
        raised. `again` posts the board even if this version was shown already. With `opening` a
        note tells what can be reached from the first board.
        """
        before = session.version
        try:
            session = await self._answered(screen, session)
            if opening and (prospect := await self._opponent.prospect(screen, session)):
                notes += (prospect,)
            if advice := await self._opponent.advice(screen, session):
                notes += (advice,)
        except EngineUnavailable:
            if again or not await self._store.boards.is_shown(session):
                await self.show(screen, session, *notes, again=again)
            raise
        await self.show(screen, session, *notes, again=again and session.version == before)

    async def _answered(self, screen: Screen, session: Session) -> Session:
        """The session after the engine's move, if it is its turn."""
        if not session.bot_to_move:
            return session
        return await self.save(session, await self._opponent.answer(screen, session))

    async def show(
        self, screen: Screen, session: Session, *notes: Note, again: bool = False
    ) -> None:
        """Show the board, and store which message shows it.

        Raises ChannelClosed if the bot may not post there. If the channel has been closed for a
        while, its game is abandoned.
        """
        self._showing.add(session.channel)
        try:
            message = await screen.show(session, notes, again=again)
            self._remember(message, _Shown(session.position.ply, notes))
            old = await self._store.boards.mark_shown(session, message)
            self.closures.forget(session.channel)
            for shown in self._on_shown:
                shown(session)
            if old:
                for listener in self._on_replaced:
                    listener(session, old)
        except ChannelClosed:
            if self.closures.note(session.channel) and session.ending is None:
                await self.save(session, session.abandon())
            raise
        finally:
            self._showing.discard(session.channel)

    def _remember(self, message: MessageId, shown: _Shown) -> None:
        self._shown[message] = shown
        if len(self._shown) > _BOARDS:
            del self._shown[next(iter(self._shown))]
