"""Votes as the engine judges them: pure values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from bot.match.accuracy import win_percent
from bot.match.players import UserId
from bot.match.timing import Ballots
from engine import Verdict

_AS_GOOD: Final = 2.0
"""The percentage of the chance to win that a move may give away and still be among the best."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn of a vote: its best move, and who voted for that or an equally good one."""

    ply: int
    """The ply of the position that was voted on."""
    best: int
    right: int
    """How many ballots were among the best."""
    votes: int


@dataclass(frozen=True, slots=True)
class Voter:
    """A person's votes in judged turns, and how many of them were among the best."""

    user: UserId
    right: int
    votes: int


@dataclass(frozen=True, slots=True)
class JudgedVote:
    """The judged turns of a game by votes, and its voters, the best one first."""

    turns: tuple[JudgedTurn, ...]
    voters: tuple[Voter, ...]


def week_of(now: datetime) -> date:
    """The Monday of the week, in UTC."""
    day = now.date()
    return day - timedelta(days=day.weekday())


def best_moves(verdicts: Mapping[int, Verdict]) -> frozenset[int]:
    """The moves that are about as good as the best; none if no move was worse."""
    chances = {move: win_percent(verdict) for move, verdict in verdicts.items()}
    most = max(chances.values(), default=0.0)
    found = frozenset(move for move, chance in chances.items() if most - chance <= _AS_GOOD)
    return frozenset() if len(found) == len(chances) else found


def judged_turn(
    ply: int, ballots: Ballots, best: int, good: frozenset[int]
) -> tuple[JudgedTurn, tuple[Voter, ...]]:
    """A turn of a vote and what it counts for each voter, given the good moves."""
    voters = tuple(Voter(user, int(move in good), 1) for user, move in ballots)
    right = sum(voter.right for voter in voters)
    return JudgedTurn(ply, best, right, len(voters)), voters
