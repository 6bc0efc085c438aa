"""The engine in the opening of swap2: what it lays, and what it chooses.

Its level does not matter here, as it does not for the swap rule: an opening that is uneven, or a
colour badly chosen, would spoil the game for whoever has asked for a weak opponent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from bot.match.opening.pie import fairest
from bot.match.opening.swap2 import better_choice
from bot.match.session import Session
from engine import Analysis, balanced_opening

_REPLIES: Final = 3
"""The first of two more stones is one of so many best moves, so that games differ."""

Analyse = Callable[[Session], Awaitable[Analysis]]
"""Finds the verdict of every move of a session, in a worker."""


class Swap2Player:
    """Lays and chooses for the engine."""

    def __init__(self, analyse: Analyse, rng: Random) -> None:
        self._analyse = analyse
        self._rng = rng

    async def answer(self, session: Session) -> Session:
        """Lay and choose as long as it is the engine's turn and no colour is taken."""
        while session.is_opening and session.bot_to_move:
            if session.choices:
                session = await self._chosen(session)
            elif session.position.ply == 0:
                for move in balanced_opening(session.rules, self._rng):
                    session = session.play_bot(move)
            else:
                session = await self._laid(session)
        return session

    async def _chosen(self, session: Session) -> Session:
        return session.choose_bot(better_choice(await self._analyse(session), session.choices))

    async def _laid(self, session: Session) -> Session:
        """With the next stone: the last one so that neither colour is better."""
        analysis = await self._analyse(session)
        assert session.swap2 is not None, "stones are laid"
        if session.position.ply + 1 == session.swap2.stones:
            return session.play_bot(self._rng.choice(fairest(analysis)))
        best = sorted(analysis.verdicts, key=lambda move: -analysis.verdicts[move].score)
        return session.play_bot(self._rng.choice(best[:_REPLIES]))
