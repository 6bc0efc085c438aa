"""Where a game is shown, as the service sees it, which knows nothing of Discord."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.match.notes import Note
from bot.match.session import MessageId, Session


class Screen(Protocol):
    """Where a game is shown: a channel, or the answer to a command or a press.

    Both ways of posting raise ChannelClosed where nothing can be posted any more.
    """

    @property
    def hurried(self) -> bool:
        """Whether Discord gives up what does not hear within seconds that it was heard."""

    async def acknowledge(self) -> None:
        """Tell that an act is allowed, before it is done; a refusal comes before this."""

    async def show(
        self, session: Session, notes: Iterable[Note] = (), *, again: bool = False
    ) -> MessageId:
        """Post the board with notes under it.

        Unless it is shown again, it appears once however often this is called.
        """

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, for the other player to answer."""

    def thinking(self) -> AbstractAsyncContextManager[object]:
        """Show that an answer is on its way."""
