"""The table of a tournament, and its tie-breaks.

Buchholz is the sum of the points of one's opponents. Sonneborn-Berger is the sum of the points of
those one has beaten, and half the points of those one has drawn with (FIDE Handbook, C.07). All
points are counted in halves here, and Sonneborn-Berger in quarters, so that every sum is exact.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.schedule import Number
from bot.features.tournament.values import Entrant, Fixture, FixtureResult, Tournament, ties_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table. Players with equal results share a place."""

    place: int
    entrant: Entrant
    wins: int = 0
    draws: int = 0
    losses: int = 0
    half_points: int = 0
    buchholz: int = 0
    """In half points."""
    sonneborn: int = 0
    """In quarters of points."""
    out: int = 0
    """The round of a knock-out in which the player lost; 0 if they have not."""
    annulled: bool = False
    """Whether none of the player's games counts, see `annulled`."""

    @property
    def games(self) -> int:
        """The number of games that count."""
        return self.wins + self.draws + self.losses


def standings(tournament: Tournament) -> list[Standing]:
    """The table, best first.

    Round robin: points, Sonneborn-Berger, wins; last whoever is `annulled`. Arena: points,
    Buchholz, Sonneborn-Berger, wins. Knock-out: how far a player has come.
    """
    counted = counted_fixtures(tournament)
    met: defaultdict[Number, list[Fixture]] = defaultdict(list)
    points: Counter[Number] = Counter()
    for fixture in counted:
        for number in fixture.players:
            met[number].append(fixture)
            points[number] += fixture.points(number)
    out, gone = _knocked_out(tournament), annulled(tournament)
    rows = [
        replace(
            _row(entrant, met[entrant.number], points),
            out=out.get(entrant.number, 0),
            annulled=entrant.number in gone,
        )
        for entrant in tournament.entrants
        if not entrant.left or entrant.seed or met[entrant.number]
    ]
    kind = tournament.terms.kind
    rows.sort(key=lambda row: (*_merit(row, kind), row.entrant.number))
    return list(_placed(rows, kind))


def counted_fixtures(tournament: Tournament) -> list[Fixture]:
    """The fixtures that count for the table: those that are decided, without byes."""
    gone = annulled(tournament)
    return [fixture for fixture in _decided(tournament) if gone.isdisjoint(fixture.players)]


def annulled(tournament: Tournament) -> frozenset[Number]:
    """The players of a round robin who left before half of their games was played.

    Those games count for nobody (FIDE General Regulations for Competitions).
    """
    if tournament.terms.kind is not TournamentKind.ROBIN:
        return frozenset()
    played: Counter[Number] = Counter()
    for fixture in _decided(tournament):
        if not fixture.awarded:
            played.update(fixture.players)
    half_of_games = (len(tournament.seeded) - 1) / 2
    leavers = (entrant.number for entrant in tournament.entrants if entrant.left)
    return frozenset(number for number in leavers if played[number] < half_of_games)


def _decided(tournament: Tournament) -> list[Fixture]:
    return [
        fixture
        for fixture in tournament.fixtures
        if fixture.result not in {None, FixtureResult.VOID} and fixture.o is not None
    ]


def _row(entrant: Entrant, met: list[Fixture], points: Counter[Number]) -> Standing:
    number = entrant.number
    games = Counter(fixture.points(number) for fixture in met)
    return Standing(
        0,
        entrant,
        wins=games[2],
        draws=games[1],
        losses=games[0],
        half_points=points[number],
        buchholz=sum(points[fixture.other(number)] for fixture in met),
        sonneborn=sum(fixture.points(number) * points[fixture.other(number)] for fixture in met),
    )


def _merit(row: Standing, kind: TournamentKind) -> tuple[Any, ...]:
    """The values that rank players, best first."""
    if kind is TournamentKind.CUP:
        return (-row.out if row.out else -(1 << 16),)
    if kind is TournamentKind.ARENA:
        return -row.half_points, -row.buchholz, -row.sonneborn, -row.wins
    return row.annulled, -row.half_points, -row.sonneborn, -row.wins


def _placed(rows: Iterable[Standing], kind: TournamentKind) -> Iterable[Standing]:
    place, before = 0, None
    for number, row in enumerate(rows, start=1):
        merit = _merit(row, kind)
        if merit != before:
            place, before = number, merit
        yield replace(row, place=place)


def _knocked_out(tournament: Tournament) -> dict[Number, int]:
    """The round in which each player of a knock-out has lost."""
    if tournament.terms.kind is not TournamentKind.CUP:
        return {}
    out: dict[Number, int] = {}
    for number in range(1, tournament.round + 1):
        for tie in ties_of(tournament.of_round(number)):
            last = tie[-1]
            if last.result in {None, FixtureResult.VOID} or last.o is None:
                continue
            if last.result is FixtureResult.DRAW:
                if last.leg > 1:
                    out[last.x] = number
                continue
            for player in last.players:
                if last.winner != player:
                    out[player] = number
    return out
