"""A game of a person as the list of their games tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.match.session import Session, UserId

MOST_LISTED: Final = 10
"""The most games that are listed: those where it is the person's turn first, then the newest."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One live game, and where a client finds it: the link opens for members alone."""

    session: Session
    link: str


def is_turn_of(session: Session, user: UserId) -> bool:
    """Whether a person is to move, or to answer an offer."""
    if session.offer is not None:
        return session.side_of(user) is not session.offer.by
    return session.side_of(user) is session.turn


def most_urgent(sessions: Sequence[Session], user: UserId) -> list[Session]:
    """The games to list, in the order in which a person cares for them."""
    newest = sorted(sessions, key=lambda session: session.touched, reverse=True)
    return sorted(newest, key=lambda session: not is_turn_of(session, user))[:MOST_LISTED]
