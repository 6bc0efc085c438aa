"""A game as one of a series: how the series stands after it, what follows, and giving all of it up.

A game that is decided counts, even if somebody left it before the first move; one that was stopped
is played again with the same sides. The score is in the seats, as it was when the game began.
"""

from __future__ import annotations

from dataclasses import replace

from bot.match.players import DECIDED, Pairing, UserId
from bot.match.series import DRAW, WIN
from bot.match.session.offers import rematch, resign
from bot.match.session.session import Session
from engine import Side


def points(session: Session, side: Side) -> int:
    """What the player of a side has in the series, in halves, with this game if it is decided."""
    before = session.seats[side].points
    if session.ending not in DECIDED:
        return before
    return before + (DRAW if session.winner is None else WIN * (session.winner is side))


def is_over(session: Session) -> bool:
    """Whether the series, if there is one, has ended with this game."""
    if session.series is None or session.conceded is not None:
        return True
    return session.series.is_over(points(session, Side.X), points(session, Side.O))


def goes_on(session: Session) -> bool:
    """Whether a game of a series has ended, and another one follows."""
    return session.ending is not None and session.may_repeat and not is_over(session)


def leader(session: Session) -> Side | None:
    """Who has more points, or has won the series because the other gave it up."""
    if session.conceded is not None:
        return session.conceded.other
    x, o = (points(session, side) for side in Side)
    return None if x == o else Side.X if x > o else Side.O


def resign_all(session: Session, user: UserId) -> Session:
    """Resign the game for a person, and with it the series; or that alone, between two games."""
    side = session.side_of(user)
    resigned = session if goes_on(session) else resign(session, user)
    return replace(resigned, conceded=side if session.series is not None else None)


def next_game(session: Session, user: UserId) -> Pairing:
    """The next game of the series, which one of its players begins."""
    again = rematch(session, user)
    side = session.side_of(user)
    terms = again.terms
    if session.ending not in DECIDED and terms.side is not None:
        terms = replace(terms, side=terms.side.other)
    score = points(session, side), points(session, side.other)
    return replace(again, terms=terms, follows=session.game, points=score)
