"""The service for tournaments. It does not use Discord.

A tournament is stored with the next moment at which there is something to do, so that a check costs
only what is due. What follows from results is worked out from what is stored: a process that dies
between any two steps leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.errors import ConflictError, UserError
from bot.features.tournament.grammar import TournamentKind, TournamentProblem, TournamentTerms
from bot.features.tournament.progress import advanced
from bot.features.tournament.schedule import Number
from bot.features.tournament.store import Change, TournamentStore
from bot.features.tournament.values import Fixture, Tournament, TournamentId, TournamentStage
from bot.match.guilds import Shards
from bot.match.session import (
    ChannelId,
    FixtureId,
    GuildId,
    MessageId,
    Pairing,
    Person,
    Session,
    Terms,
    UserId,
    scope_of,
)
from bot.store.database import Database
from engine import Side


class Tournaments:
    """The tournaments of all channels of this process."""

    def __init__(
        self,
        database: Database,
        shards: Shards,
        clock: Callable[[], datetime],
        rng: Random,
    ) -> None:
        self.clock = clock
        self.store = TournamentStore(database)
        self._shards = shards
        self._rng = rng

    # Reading.

    async def find(self, number: TournamentId) -> Tournament:
        """Return a tournament by number. Raises UserError if there is none."""
        return _known(await self.store.find(number))

    async def current(self, channel: ChannelId) -> Tournament:
        """Return the current tournament of a channel. Raises UserError if it has none."""
        found = await self.store.newest(channel)
        if found is None or not found.is_on:
            raise UserError(TournamentProblem.NONE)
        return found

    async def due(self) -> list[TournamentId]:
        """Return the tournaments in which something is to be done now."""
        return await self.store.due(self.clock(), self._shards)

    async def unfinished(self) -> list[TournamentId]:
        """Return the tournaments that are being played, and those in which something is due."""
        return sorted({*await self.store.running(self._shards), *await self.due()})

    async def places(self) -> list[tuple[GuildId, ChannelId]]:
        """Return the servers and channels of the tournaments that are on."""
        return await self.store.places(self._shards)

    async def of_game(self, session: Session) -> list[TournamentId]:
        """Return the tournament in which a game is played, if it is in one."""
        fixture = session.fixture
        number = None if fixture is None else await self.store.of_fixture(fixture)
        return [] if number is None else [number]

    # What people do.

    async def open(
        self, guild: GuildId, channel: ChannelId, leader: Person, terms: TournamentTerms
    ) -> Tournament:
        """Open a tournament for joining. Raises UserError if one is on in the channel."""
        wanted = Tournament(guild, channel, leader, terms, self.clock())
        try:
            return await self.store.add(wanted)
        except ConflictError as error:
            raise UserError(TournamentProblem.ON) from error

    async def posted(self, number: TournamentId, message: MessageId) -> None:
        """Store the message with which people join."""
        await self._act(number, lambda found: replace(found, message=message))

    async def join(self, number: TournamentId, person: Person) -> Tournament:
        """Let a person take part. Raises UserError if they cannot."""
        return await self._act(number, lambda found: found.joined(person))

    async def leave(self, number: TournamentId, user: UserId) -> Tournament:
        """Let a person leave. Games of theirs that have not begun are lost."""
        return await self._act(number, lambda found: found.without(user))

    async def start(self, number: TournamentId) -> Tournament:
        """Begin: in a knock-out in the order of ratings, elsewhere in a random order."""
        found = await self.find(number)
        players = list(found.active)
        self._rng.shuffle(players)
        if found.terms.kind is TournamentKind.CUP:
            scope = scope_of(found.channel, found.guild)
            people = [player.person.id for player in players]
            known = await self.store.ratings(scope, found.terms.rules, people)
            players.sort(key=lambda player: -known.get(player.person.id, 0.0))
        order = [player.number for player in players]

        def change(now: Tournament) -> Tournament:
            late = [player.number for player in now.active if player.number not in order]
            return now.started((*order, *late), self.clock())

        return await self._act(number, change)

    async def stop(self, number: TournamentId) -> Tournament:
        """Call a tournament off."""
        return await self._act(number, lambda found: found.stopped(self.clock()))

    # What the clock does.

    async def advance(self, number: TournamentId) -> Tournament:
        """Store what follows from the results so far, and return the tournament."""
        return await self._act(number, lambda found: advanced(found, self.clock()))

    async def mark_announced(self, tournament: Tournament) -> Tournament:
        """Store that the channel knows of the round, and of the end if it has ended."""
        ended = not tournament.is_on

        def change(found: Tournament) -> Tournament:
            announced = max(found.announced, tournament.round)
            over = found.end_announced or ended
            return replace(found, announced=announced, end_announced=over)

        return await self._act(tournament.number, change)

    async def note(
        self, tournament: Tournament, fixture: Fixture, **changes: ChannelId | datetime
    ) -> Tournament:
        """Store what a fixture that is not decided has now: its `channel`, or when it is `due`.

        A tournament that was called off meanwhile has said when: at once.
        """

        def change(found: Tournament) -> Tournament:
            if found.stage is not TournamentStage.RUNNING:
                return found
            same = (f for f in found.undecided if f.number == fixture.number)
            return found.with_fixtures(replace(f, **changes) for f in same)  # type: ignore[arg-type] # its own fields

        return await self._act(tournament.number, change)

    async def late_since(self, fixture: Fixture) -> datetime:
        """Return since when the player to move in a game has had the turn."""
        assert fixture.game is not None, "the game has begun"
        assert fixture.begun is not None, "the game has begun"
        moved = await self.store.last_moves([fixture.game])
        return moved.get(fixture.game, fixture.begun)

    async def absent(self, tournament: Tournament, number: Number) -> Tournament:
        """Store that a player has lost a game without a move."""
        return await self._act(tournament.number, lambda found: found.absent(number))

    def in_time(self, tournament: Tournament, since: datetime) -> timedelta:
        """How much time is left for a player who has had the turn since then."""
        return since + tournament.terms.patience - self.clock()

    def match(self, tournament: Tournament, fixture: Fixture, channel: ChannelId) -> Pairing:
        """The game of a fixture: X counts as the asker."""
        players = tournament.by_number
        assert fixture.o is not None, "a bye is not played"
        terms = tournament.terms
        x, o = players[fixture.x].person, players[fixture.o].person
        agreed = Terms(
            terms.rules,
            Side.X,
            style=terms.style,
            swap=terms.swap,
            swap2=terms.swap2,
            casual=terms.casual,
        )
        return Pairing(channel, tournament.guild, x, o, agreed, FixtureId(fixture.number))

    async def _act(self, number: TournamentId, change: Change) -> Tournament:
        return _known(await self.store.act(number, change))


def _known(found: Tournament | None) -> Tournament:
    if found is None:
        raise UserError(TournamentProblem.NONE)
    return found
