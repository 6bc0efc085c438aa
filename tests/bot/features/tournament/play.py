"""Tournaments that are played to their end by lots, without games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.features.tournament.grammar import TournamentKind, TournamentTerms
from bot.features.tournament.progress import advanced
from bot.features.tournament.values import Fixture, FixtureResult, Tournament, TournamentStage
from bot.match.session import ChannelId, FixtureId, GameId, GuildId, Person, UserId
from engine import Rules
from tests.bot.builders import NOON

Decide = Callable[[Fixture], FixtureResult]


def opened(kind: TournamentKind, players: int) -> Tournament:
    """A tournament that so many people have joined."""
    length = timedelta(minutes=30) if kind is TournamentKind.ARENA else None
    terms = TournamentTerms(kind, Rules(3, 3, 3), timedelta(minutes=5), length)
    leader = Person(UserId(1), "p1")
    found = Tournament(GuildId(50), ChannelId(7), leader, terms, NOON)
    for number in range(1, players + 1):
        found = found.joined(Person(UserId(number), f"p{number}"))
    return found


def started(kind: TournamentKind, players: int, now: datetime = NOON) -> Tournament:
    """A tournament whose first games are made."""
    found = opened(kind, players)
    order = [entrant.number for entrant in found.active]
    return advanced(found.started(order, now), now)


def decide(
    tournament: Tournament, fixture: Fixture, result: FixtureResult, now: datetime = NOON
) -> Tournament:
    """The tournament after a game of it was played."""
    number = 1 + tournament.fixtures.index(fixture)
    after = replace(
        fixture, result=result, due=None, game=GameId(number), number=FixtureId(number), begun=NOON
    )
    return advanced(tournament.with_fixtures([after]), now)


def played_out(tournament: Tournament, chance: Random, now: datetime = NOON) -> Tournament:
    """The tournament at its end, its games decided by lots and in an order by lots."""
    tournament = advanced(tournament, now)
    while tournament.stage is TournamentStage.RUNNING:
        fixture = chance.choice(tournament.undecided)
        result = chance.choice([FixtureResult.X, FixtureResult.O, FixtureResult.DRAW])
        tournament = decide(tournament, fixture, result, now)
    return tournament
