"""For whom work is done, and where: it travels with each question to the engine."""

from __future__ import annotations

from typing import NamedTuple, Self

from bot.match.session import ChannelId, GuildId, Person, Session, UserId


class Asker(NamedTuple):
    """A person who asks for something in a channel of a server.

    People take turns, then the servers of one person, then the channels of one server: so who
    asks in many places at once is still one person.
    """

    person: UserId | None = None
    """None for the bot's own work, such as the puzzle of the day."""
    guild: GuildId | None = None
    """None in direct messages."""
    channel: ChannelId | None = None

    @property
    def server(self) -> int | None:
        """The server; direct messages are one of their own."""
        return self.channel if self.guild is None else self.guild

    @classmethod
    def of(cls, session: Session) -> Self:
        """The person for whom the engine works in a game: to move, or else waiting for its move.

        In a game by votes it is whoever began it.
        """
        mover = session.to_move
        people = (mover,) if isinstance(mover, Person) else (*session.people, session.leader)
        person = next(filter(None, people), None)
        return cls(None if person is None else person.id, session.guild, session.channel)


NOBODY = Asker()
"""Asks for work that no person wants."""
