"""The interface through which the service shows games, without knowing Discord."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.match.notes import Note
from bot.match.session import MessageId, Session


class Screen(Protocol):
    """A place to show a game: a channel, or the answer to a command or a press.

    `show` and `ask` raise ChannelClosed if the bot cannot post there any more.
    """

    @property
    def hurried(self) -> bool:
        """Whether Discord expects an acknowledgement within three seconds."""

    @property
    def outside(self) -> bool:
        """Whether answers are all that can be posted there, while their tokens live."""

    @property
    def can_whisper(self) -> bool:
        """Whether the person who acted can be told something that nobody else reads."""

    def acknowledge(self) -> None:
        """Begin to acknowledge an action. Called when it is stored; if it fails, that is all."""

    def hold(self) -> None:
        """Begin to ask for more time, where Discord expects an answer within three seconds."""

    async def ready(self) -> None:
        """Wait until the board may be shown, where Discord limits how often that may be."""

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
        as people see it; then one is posted at the bottom, and always with `again`. If it is
        called twice for one version of a game, the board is posted once, unless `again`.
        """

    async def tell(self, session: Session, note: Note) -> None:
        """Tell a note to everybody, without a board."""

    async def whisper_note(self, session: Session, note: Note) -> None:
        """Tell a note to the person who acted alone, after `show`. If that fails, it is given up.

        Only where `can_whisper`.
        """

    async def announce(self, session: Session, note: Note) -> None:
        """Tell a note to everybody in the channel. If that fails, it is given up."""

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, for the other player to answer."""

    def thinking(self) -> AbstractAsyncContextManager[object]:
        """Show while the block lasts that the bot is working on an answer."""
