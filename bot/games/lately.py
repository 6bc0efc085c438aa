"""What was stored a moment ago, so that the next move need not read it."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.match.session import ChannelId, Session

_SIZE: Final = 1_000
"""How many channels are remembered."""
_MOMENT: Final = 60.0
"""Seconds after which a game is read again, whoever may have changed it."""


class Lately:
    """The newest game of each channel, live or ended, as this process has stored it.

    It may be out of date, like anything that was read: a change that starts from it is refused
    then, and the game is read again; which is done after a minute in any case.
    """

    def __init__(self) -> None:
        self._known: dict[ChannelId, tuple[float, Session]] = {}

    def kept(self, session: Session) -> Session:
        """Remember what has been stored, unless what came after it is known already."""
        channel, (_, known) = session.channel, self._known.get(session.channel, (0.0, session))
        if (known.game, known.version) > (session.game, session.version):
            return session
        self._known.pop(channel, None)
        self._known[channel] = asyncio.get_running_loop().time(), session
        if len(self._known) > _SIZE:
            del self._known[next(iter(self._known))]
        return session

    def find(self, channel: ChannelId) -> Session | None:
        """The newest game of a channel, if it was stored a moment ago."""
        stored, session = self._known.get(channel, (0.0, None))
        if session is None or asyncio.get_running_loop().time() - stored > _MOMENT:
            return None
        return session

    def forget(self, channel: ChannelId) -> None:
        """What stands there is being changed: until that is kept, the store knows best."""
        self._known.pop(channel, None)

    def forget_all(self) -> None:
        """Somebody is erased from the store, and games here may name them: it knows best."""
        self._known.clear()
