"""A tournament: its terms, its players, and who meets whom. All as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, NewType

from bot.errors import UserError
from bot.features.tournament.grammar import TournamentKind, TournamentProblem, TournamentTerms
from bot.features.tournament.schedule import Number
from bot.match.session import ChannelId, FixtureId, GameId, GuildId, MessageId, Person, UserId
from engine import Side

TournamentId = NewType("TournamentId", int)

UNSTORED_TOURNAMENT: Final = TournamentId(0)
UNSTORED_FIXTURE: Final = FixtureId(0)
MOST_PLAYERS: Final = 64
LEAST_PLAYERS: Final = 2
OPEN_FOR: Final = timedelta(days=7)
"""How long people may join. A tournament that has not begun by then is called off."""
LEGS: Final = 2
"""How many games two players have in a knock-out at most."""
MOST_ABSENCES: Final = 2
"""How many games a player may lose without a move before they are out. In an arena it is one."""


class TournamentStage(Enum):
    """The stage of a tournament."""

    OPEN = "open"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


class FixtureResult(Enum):
    """How a fixture went."""

    X = "x"
    O = "o"  # noqa: E741 - the name of the side
    DRAW = "draw"
    NOBODY = "nobody"
    """Lost by both: neither was still there."""
    VOID = "void"
    """Ended without a result, because the tournament was called off. It does not count."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament."""

    number: Number
    person: Person
    seed: int = 0
    """The place in the order of the schedule, from 1 on; 0 before the start."""
    left: bool = False
    absences: int = 0
    """How many games they have lost without a move."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that two players of a tournament are to play. Without `o` it is a bye for `x`."""

    round: int
    """The number of the round, from 1 on."""
    board: int
    """The place in the round, from 1 on."""
    x: Number
    o: Number | None
    leg: int = 1
    result: FixtureResult | None = None
    awarded: bool = False
    """Whether the result comes without a game: a bye, or the other player has left."""
    due: datetime | None = None
    """When it is to be looked at next: to begin the game, or to see whether a move has come."""
    channel: ChannelId | None = None
    game: GameId | None = None
    begun: datetime | None = None
    number: FixtureId = UNSTORED_FIXTURE

    @property
    def players(self) -> tuple[Number, ...]:
        """The numbers of the entrants who play this game, X first."""
        return (self.x,) if self.o is None else (self.x, self.o)

    @property
    def pair(self) -> frozenset[Number]:
        """The numbers of the entrants who play this game, in no order."""
        return frozenset(self.players)

    @property
    def winner(self) -> Number | None:
        """Who has won; None if nobody has, or not yet."""
        if self.result is FixtureResult.X:
            return self.x
        return self.o if self.result is FixtureResult.O else None

    def points(self, number: Number) -> int:
        """The half points of one of its players: 2 for a win, 1 for a draw."""
        if self.result is FixtureResult.DRAW:
            return 1
        return 2 if self.winner == number else 0

    def other(self, number: Number) -> Number:
        """The opponent of one of its players."""
        assert self.o is not None, "a bye has no opponent"
        return self.o if number == self.x else self.x


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands. Each change returns a new one, or raises UserError."""

    guild: GuildId
    channel: ChannelId
    leader: Person
    terms: TournamentTerms
    created: datetime
    stage: TournamentStage = TournamentStage.OPEN
    round: int = 0
    """The current round. In an arena it counts how often players were paired."""
    announced: int = 0
    """The last round that the channel has been told about."""
    end_announced: bool = False
    closes: datetime | None = None
    """When an arena pairs no more players."""
    message: MessageId | None = None
    """The message with which people join."""
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    number: TournamentId = UNSTORED_TOURNAMENT

    # Reading.

    @property
    def is_on(self) -> bool:
        """Whether people may join it, or it is being played."""
        return self.stage in {TournamentStage.OPEN, TournamentStage.RUNNING}

    @property
    def active(self) -> tuple[Entrant, ...]:
        """The players who have not left."""
        return tuple(entrant for entrant in self.entrants if not entrant.left)

    @property
    def by_number(self) -> Mapping[Number, Entrant]:
        """The players by number."""
        return {entrant.number: entrant for entrant in self.entrants}

    @property
    def undecided(self) -> tuple[Fixture, ...]:
        """The fixtures without a result."""
        return tuple(fixture for fixture in self.fixtures if fixture.result is None)

    @property
    def seeded(self) -> list[Number]:
        """The players in the order of the schedule."""
        drawn = sorted(self.entrants, key=lambda entrant: entrant.seed)
        return [entrant.number for entrant in drawn if entrant.seed]

    @property
    def due(self) -> datetime | None:
        """When something is to be done; None if nothing is."""
        if self.stage is TournamentStage.OPEN:
            return self.created + OPEN_FOR
        times = [fixture.due for fixture in self.undecided if fixture.due is not None]
        if self.stage is TournamentStage.RUNNING:
            unannounced = (
                self.announced < self.round and self.terms.kind is not TournamentKind.ARENA
            )
            closing = [self.closes] if self.closes is not None else []
            times += [self.created] if unannounced else closing
        elif not self.end_announced:
            times.append(self.created)
        return min(times, default=None)

    def entrant(self, user: UserId) -> Entrant | None:
        """A player by the person; None if they do not take part."""
        found = (entrant for entrant in self.entrants if entrant.person.id == user)
        return next(found, None)

    def of_round(self, number: int) -> tuple[Fixture, ...]:
        """The fixtures of a round."""
        return tuple(fixture for fixture in self.fixtures if fixture.round == number)

    def lead(self) -> Counter[Number]:
        """How much more often each player has had X than O."""
        lead: Counter[Number] = Counter()
        for fixture in self.fixtures:
            if fixture.o is not None and not fixture.awarded:
                lead[fixture.x] += 1
                lead[fixture.o] -= 1
        return lead

    # Changing.

    def joined(self, person: Person) -> Tournament:
        """With one more player. A player who left an arena comes back."""
        self._check_on()
        if self.stage is TournamentStage.RUNNING and self.terms.kind is not TournamentKind.ARENA:
            raise UserError(TournamentProblem.BEGUN)
        known = self.entrant(person.id)
        if known is not None and not known.left:
            raise UserError(TournamentProblem.JOINED)
        if len(self.active) >= MOST_PLAYERS:
            raise UserError(TournamentProblem.FULL, most=MOST_PLAYERS)
        if known is not None:
            back = replace(known, person=person, left=False, absences=0)
            return self._with_entrants([back])
        number = Number(1 + max((entrant.number for entrant in self.entrants), default=0))
        return replace(self, entrants=(*self.entrants, Entrant(number, person)))

    def without(self, user: UserId) -> Tournament:
        """Without a player, from now on."""
        self._check_on()
        entrant = self.entrant(user)
        if entrant is None or entrant.left:
            raise UserError(TournamentProblem.NOT_IN)
        return self._with_entrants([replace(entrant, left=True)])

    def absent(self, number: Number) -> Tournament:
        """After a player has lost a game without a move in it."""
        entrant = self.by_number[number]
        absences = entrant.absences + 1
        most = 1 if self.terms.kind is TournamentKind.ARENA else MOST_ABSENCES
        return self._with_entrants(
            [replace(entrant, absences=absences, left=entrant.left or absences >= most)]
        )

    def started(self, order: Iterable[Number], now: datetime) -> Tournament:
        """Under way, with the players in this order of the schedule."""
        self._check_on()
        if self.stage is not TournamentStage.OPEN:
            raise UserError(TournamentProblem.BEGUN)
        if len(self.active) < LEAST_PLAYERS:
            raise UserError(TournamentProblem.ALONE)
        seeds = {number: seed for seed, number in enumerate(order, start=1)}
        players = tuple(replace(entrant, seed=seeds[entrant.number]) for entrant in self.active)
        length = self.terms.length
        closes = None if length is None else now + length
        return replace(self, stage=TournamentStage.RUNNING, entrants=players, closes=closes)

    def stopped(self, now: datetime) -> Tournament:
        """Called off. Current games are to be ended now."""
        self._check_on()
        ending = [replace(fixture, due=now if fixture.game else None) for fixture in self.undecided]
        return replace(self.with_fixtures(ending), stage=TournamentStage.STOPPED, closes=None)

    def _check_on(self) -> None:
        """Raise UserError if it is over."""
        if not self.is_on:
            raise UserError(TournamentProblem.OVER)

    def with_fixtures(self, changed: Iterable[Fixture]) -> Tournament:
        """With some fixtures changed, or added if they are new."""
        by_place = {_place(fixture): fixture for fixture in (*self.fixtures, *changed)}
        return replace(self, fixtures=tuple(by_place.values()))

    def _with_entrants(self, changed: Iterable[Entrant]) -> Tournament:
        by_number = {**self.by_number, **{entrant.number: entrant for entrant in changed}}
        return replace(self, entrants=tuple(by_number.values()))


def result_of(winner: Side | None, *, swapped: bool) -> FixtureResult:
    """The result of a fixture whose game has ended. After a swap its X played O."""
    if winner is None:
        return FixtureResult.DRAW
    return FixtureResult.X if (winner is Side.X) is not swapped else FixtureResult.O


def ties_of(fixtures: Iterable[Fixture]) -> Iterator[tuple[Fixture, ...]]:
    """The fixtures of a knock-out round by board, each with its legs in order."""
    boards: dict[int, list[Fixture]] = {}
    for fixture in sorted(fixtures, key=lambda fixture: (fixture.board, fixture.leg)):
        boards.setdefault(fixture.board, []).append(fixture)
    return map(tuple, boards.values())


def _place(fixture: Fixture) -> tuple[int, int, int]:
    return fixture.round, fixture.board, fixture.leg
