"""Ends games that nobody ends by a move: by time, or because their tournament was called off."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.match.session import Session
from bot.store import Store


class Arbiter:
    """Ends games of tournaments."""

    def __init__(self, store: Store, turns: Turns) -> None:
        self._store = store
        self._turns = turns

    async def run_out(self, screen: Screen, seen: Session) -> None:
        """End a game by time, unless somebody has moved in it since `seen`."""
        await self._end(screen, seen, Session.run_out)

    async def call_off(self, screen: Screen, seen: Session) -> None:
        """End a game of a tournament that was called off, unless it has ended by itself."""
        await self._end(screen, seen, Session.call_off)

    async def _end(
        self, screen: Screen, seen: Session, action: Callable[[Session], Session]
    ) -> None:
        async with self._turns.lock(seen.channel, screen):
            session = await self._store.load(seen.channel)
            if session is not None and session.has_same_board(seen):
                after = await self._turns.save(session, action(session))
                await self._turns.carry_on(screen, after)
