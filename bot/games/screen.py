"""Where games are shown, without knowing Discord: screens, boards on their way, closed channels.

Of the boards that wait in a channel only the newest is shown. A channel that was found closed
counts as gone if it is still closed a while later, so that one failure does not end a game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Generic, NamedTuple, ParamSpec, Protocol
from weakref import WeakValueDictionary

from bot.match.notes import Advice, Note
from bot.match.session import ChannelId, GameId, MessageId, Session, UserId
from bot.pool.bounds import BoundedDict
from bot.store import OldBoard, Store

_BOARDS: Final = 1_000
"""The number of boards whose notes are remembered."""

CONFIRM_AFTER: Final = timedelta(seconds=30)
"""How long a channel must have been closed. A permission that is being changed may be back soon."""
_SIZE: Final = 10_000
"""The most channels that are remembered."""


Heard = ParamSpec("Heard")


class Listeners(list[Callable[Heard, object]], Generic[Heard]):
    """Functions that are told of what happens, in the order in which they were added."""

    def add(self, listener: Callable[Heard, object]) -> Callable[[], None]:
        """Tell a listener from now on, until what is returned is called."""
        self.append(listener)
        return partial(self.remove, listener)

    def tell(self, *heard: Heard.args, **named: Heard.kwargs) -> None:
        """Tell all listeners."""
        for listener in self:
            listener(*heard, **named)


class Redraw(NamedTuple):
    """A board to show, or an offer, or both."""

    screen: Screen
    session: Session
    notes: Sequence[Note] = ()
    again: bool = False
    board: bool = True
    offer: bool = False

    def is_outdated(self, newest: Redraw) -> bool:
        """Whether it is enough to show only the newest redraw of the channel."""
        return (
            newest.board
            and newest.session.game == self.session.game
            and newest.session.version > self.session.version
            and not (self.again or self.screen.hurried)
            and not (self.offer and newest.session.offer == self.session.offer)
            and all(isinstance(note, Advice) for note in self.notes)
        )


class _Shown(NamedTuple):
    """The notes under a board, and the ply of the position that it showed."""

    ply: int
    notes: Sequence[Note]


class ShownBoards:
    """Shows boards and offers, stores which message shows which, and tells the listeners."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._drawing: WeakValueDictionary[ChannelId, asyncio.Lock] = WeakValueDictionary()
        self._newest: dict[ChannelId, Redraw] = {}
        """The newest redraw, waiting or under way, of each channel that has one."""
        self._shown: BoundedDict[MessageId, _Shown] = BoundedDict(_BOARDS)
        """The newest boards that this process has shown."""
        self._living: BoundedDict[GameId, MessageId] = BoundedDict(_BOARDS)
        """The message that shows each of those games. The channels of a process are its own
        (`bot.store.shards`). Another one shows a board there only if it serves a page of the game;
        then the next board here may change a little further up."""
        self.erased: set[UserId] = set()
        """The people whom this process has erased, or is erasing: waiting boards may still have
        their names."""
        self.shown = Listeners[[Session, Sequence[Note]]]()
        """Told each session whose board is shown, and the notes under it."""
        self.timed = Listeners[[Session]]()
        """Told those whose turns have a clock."""
        self.replaced = Listeners[[Session, list[OldBoard]]]()
        """Told each game that shows a newer board, and its old boards."""

    def notes_under(self, board: MessageId, ply: int | None = None) -> Sequence[Note]:
        """Return the notes under a board, if this process has recently shown it.

        With `ply`, return none if the board showed a position of another ply.
        """
        shown = self._shown.get(board)
        return shown.notes if shown is not None and ply in {None, shown.ply} else ()

    def has_shown(self, board: MessageId) -> bool:
        """Whether this process has recently shown a game by this message."""
        return board in self._shown

    def is_showing(self, channel: ChannelId) -> bool:
        """Whether a board of a channel is on its way to Discord, or waits for that."""
        return channel in self._newest

    async def show(self, redraw: Redraw) -> bool:
        """Show a board or an offer, and store that it is shown; one at a time in each game.

        Returns False if it was left out, because a newer one waits.
        """
        screen, session, notes, again, board, offer = redraw
        channel = session.channel
        old: list[OldBoard] = []
        self._newest[channel] = redraw
        try:
            async with self._drawing.setdefault(channel, asyncio.Lock()):
                await screen.ready()
                newest = self._newest.get(channel, redraw)
                if newest is not redraw and redraw.is_outdated(newest):
                    return False
                if board:
                    seen = session
                    if self.erased & {person.id for person in session.people}:
                        seen = await self._store.find(session.game) or session
                    living = self._living.get(session.game)
                    if living is None:
                        living = await self._store.boards.newest(session.game)
                    message = await screen.show(seen, notes, living=living, again=again)
                    self._shown[message] = _Shown(seen.position.ply, notes)
                    # a board below which an offer belongs counts as shown with that
                    old = await self._store.boards.mark_shown(seen, message, complete=not offer)
                    if all(board.message != message for board in old):
                        self._living[session.game] = message
                if offer:
                    await screen.ask(session)
                    await self._store.boards.mark_told(session)
        finally:
            if self._newest.get(channel) is redraw:
                del self._newest[channel]
        if board:
            self.shown.tell(session, notes)
            if session.clock is not None:
                self.timed.tell(session)
        if old:
            self.replaced.tell(session, old)
        return True


class Screen(Protocol):
    """A place to show a game: a channel, or the answer to a command or a press.

    `show` and `ask` raise ChannelClosed if the bot cannot post there any more.
    """

    @property
    def hurried(self) -> bool:
        """Whether Discord expects an acknowledgement within three seconds."""

    @property
    def outside(self) -> bool:
        """Whether only answers can be posted there, while their tokens live."""

    @property
    def can_whisper(self) -> bool:
        """Whether the person who acted can be told something that nobody else reads."""

    def acknowledge(self) -> None:
        """Begin to acknowledge an action. Called once it is stored; a failure changes nothing."""

    def hold(self) -> None:
        """Begin to ask for more time, where Discord expects an answer within three seconds."""

    async def ready(self) -> None:
        """Wait until Discord's rate limit allows the board to be shown."""

    async def show(
        self,
        session: Session,
        notes: Iterable[Note] = (),
        *,
        living: MessageId | None = None,
        again: bool = False,
    ) -> MessageId:
        """Show the board with notes under it, and return the message.

        The board that is `living`, the message that showed the game last, changes in place as long
        as people see it; later one is posted at the bottom, as always with `again`. If it is called
        twice for one version of a game, the board is posted once, unless `again`.
        """

    async def tell(self, session: Session, note: Note) -> None:
        """Tell a note to everybody, without a board."""

    async def whisper_note(self, session: Session, note: Note) -> None:
        """Tell a note only to the person who acted, after `show`. A failure is ignored.

        Only where `can_whisper`.
        """

    async def announce(self, session: Session, note: Note) -> None:
        """Tell a note to everybody in the channel. A failure is ignored."""

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, for the other player to answer."""

    def thinking(self) -> AbstractAsyncContextManager[object]:
        """Show during the block that the bot is working on an answer."""


class Closures:
    """Since when each channel has been closed, as far as this process has noticed."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._since: BoundedDict[ChannelId, datetime] = BoundedDict(_SIZE)

    def note(self, channel: ChannelId) -> bool:
        """Note that a channel is closed. Returns whether it has been closed for CONFIRM_AFTER."""
        now = self._clock()
        if channel not in self._since:
            self._since[channel] = now
        return now - self._since[channel] >= CONFIRM_AFTER

    def forget(self, channel: ChannelId) -> None:
        """Note that a channel is open, or that nothing is played there any longer."""
        self._since.pop(channel, None)
