"""Where a game is shown, as those see it who know nothing of Discord."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.match.session import MessageId, Session


class Screen(Protocol):
    """Where a game is shown: a channel, or the answer to a command.

    Both ways of posting raise ChannelClosed where nothing can be posted any more.
    """

    @property
    def hurried(self) -> bool:
        """Whether Discord gives up what does not hear within seconds that it was heard."""

    async def show(self, session: Session, note: str, *, again: bool = False) -> MessageId:
        """Post the board with a note under it.

        Unless it is shown again, it appears once however often this is called.
        """

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, for the other player to answer."""

    def styled(self, session: Session) -> Session:
        """The session in the style in which it is shown there, as its words must be."""

    def how_to_move(self, session: Session) -> str:
        """One line for a channel that has never seen a game."""

    def thinking(self) -> AbstractAsyncContextManager[object]:
        """Show that an answer is on its way."""
