"""The boards that this process shows: of those of a channel that wait, the newest alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.bounded import BoundedDict
from bot.games.screen import Screen
from bot.match.notes import Advice, Note
from bot.match.session import ChannelId, MessageId, Session, UserId
from bot.store import OldBoard, Store

_BOARDS: Final = 1_000
"""The number of boards whose notes are remembered."""


class Redraw(NamedTuple):
    """A board that is to be shown, or an offer, or both."""

    screen: Screen
    session: Session
    notes: Sequence[Note] = ()
    again: bool = False
    board: bool = True
    offer: bool = False

    def is_outdated(self, newest: Redraw | None) -> bool:
        """Whether nothing is lost if only the newest redraw of the channel is shown."""
        return (
            newest is not None
            and newest.board
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
    """Shows boards and offers, stores which message shows which, and tells who listens."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._drawing: WeakValueDictionary[ChannelId, asyncio.Lock] = WeakValueDictionary()
        self._newest: dict[ChannelId, Redraw] = {}
        """The newest redraw of each channel in which one waits or is under way."""
        self._shown: BoundedDict[MessageId, _Shown] = BoundedDict(_BOARDS)
        """The newest boards that this process has shown."""
        self._erased: set[UserId] = set()
        """Who was erased while this process runs: boards that wait may still have their names."""
        self._on_shown: list[Callable[[Session], None]] = []
        self._on_replaced: list[Callable[[Session, list[OldBoard]], None]] = []

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

    def note_erased(self, user: UserId) -> None:
        """Note that a person was erased: no board is shown from now on with their name."""
        self._erased.add(user)

    def notes_under(self, board: MessageId, ply: int | None = None) -> Sequence[Note]:
        """Return the notes under a board, if this process has shown it lately.

        With `ply`, return none if the board showed a position of another ply.
        """
        shown = self._shown.get(board)
        return shown.notes if shown is not None and ply in {None, shown.ply} else ()

    def has_shown(self, board: MessageId) -> bool:
        """Whether this process has shown a game by this message lately."""
        return board in self._shown

    def is_showing(self, channel: ChannelId) -> bool:
        """Whether a board of a channel is on its way to Discord, or waits for that."""
        return channel in self._newest

    async def show(self, redraw: Redraw) -> bool:
        """Show a board or an offer, and store that it is shown; of one game one at a time.

        Returns False if it was left out, because a newer one waits.
        """
        screen, session, channel = redraw.screen, redraw.session, redraw.session.channel
        old: list[OldBoard] = []
        self._newest[channel] = redraw
        try:
            async with self._drawing.setdefault(channel, asyncio.Lock()):
                await screen.ready()
                if redraw.is_outdated(self._newest.get(channel)):
                    return False
                if redraw.board:
                    old = await self._show_board(redraw)
                if redraw.offer:
                    await screen.ask(session)
                    await self._store.boards.mark_told(session)
        finally:
            if self._newest.get(channel) is redraw:
                del self._newest[channel]
        for shown in self._on_shown if redraw.board else ():
            shown(session)
        if old:
            for listener in self._on_replaced:
                listener(session, old)
        return True

    async def _show_board(self, redraw: Redraw) -> list[OldBoard]:
        """Show a board, and store which message shows it. Returns the boards to be retired.

        A board below which an offer belongs counts as shown with that.
        """
        screen, session, notes, again, _, offer = redraw
        if self._erased & {person.id for person in session.people}:
            session = await self._store.find(session.game) or session
        living = await self._store.boards.newest(session.game)
        message = await screen.show(session, notes, living=living, again=again)
        self._shown[message] = _Shown(session.position.ply, notes)
        return await self._store.boards.mark_shown(session, message, told=not offer)
