"""Tournaments in the database. `bot.store.deletion` erases people from them.

The result of a game that was played is not stored here: it is the end of that game, which names
its fixture. So there is no moment at which one is stored and the other is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.errors import UserError
from bot.features.tournament.grammar import TournamentKind, TournamentProblem, TournamentTerms
from bot.features.tournament.schedule import Number
from bot.features.tournament.tables import IS_ON, entrants, fixtures, tournaments
from bot.features.tournament.values import (
    UNSTORED_FIXTURE,
    Entrant,
    Fixture,
    FixtureResult,
    Tournament,
    TournamentId,
    TournamentStage,
    result_of,
)
from bot.match.guilds import WHOLE, Shards
from bot.match.session import (
    DECIDED,
    BoardStyle,
    ChannelId,
    Ending,
    FixtureId,
    GameId,
    GuildId,
    MessageId,
    Person,
    ScopeId,
    UserId,
)
from bot.store.database import Step, TableStore, Transaction, reading, transaction
from bot.store.shards import in_shards
from bot.store.tables import games, moves, ratings
from engine import Rules, Side

Change = Callable[[Tournament], Tournament]


class TournamentStore(TableStore):
    """The tournaments of all channels."""

    # Reading.

    async def find(self, number: TournamentId) -> Tournament | None:
        """Return a tournament by number."""
        async with reading(self.database) as connection:
            return await _load(connection, tournaments.c.id == number)

    async def newest(self, channel: ChannelId) -> Tournament | None:
        """Return the tournament that was opened last in a channel."""
        here = tournaments.c.channel_id == channel
        last = sa.select(sa.func.max(tournaments.c.id)).where(here).scalar_subquery()
        async with reading(self.database) as connection:
            return await _load(connection, tournaments.c.id == last)

    async def due(self, now: datetime, shards: Shards = WHOLE) -> list[TournamentId]:
        """Return the tournaments in which something is to be done, the longest due first."""
        query = sa.select(tournaments.c.id).where(
            tournaments.c.due_at <= now, in_shards(tournaments.c.guild_id, shards)
        )
        return await self._numbers(query.order_by(tournaments.c.due_at))

    async def running(self, shards: Shards = WHOLE) -> list[TournamentId]:
        """Return the tournaments that are being played."""
        on = IS_ON, tournaments.c.stage == TournamentStage.RUNNING.value
        ours = in_shards(tournaments.c.guild_id, shards)
        return await self._numbers(sa.select(tournaments.c.id).where(*on, ours))

    async def places(self, shards: Shards = WHOLE) -> list[tuple[GuildId, ChannelId]]:
        """Return the servers and channels of the tournaments that are on."""
        query = sa.select(tournaments.c.guild_id, tournaments.c.channel_id).where(
            IS_ON, in_shards(tournaments.c.guild_id, shards)
        )
        rows = await self._rows(query)
        return [(GuildId(row.guild_id), ChannelId(row.channel_id)) for row in rows]

    async def of_fixture(self, fixture: FixtureId) -> TournamentId | None:
        """Return the tournament that a fixture belongs to."""
        query = sa.select(fixtures.c.tournament_id).where(fixtures.c.id == fixture)
        return next(map(TournamentId, await self._values(query)), None)

    async def ratings(
        self, scope: ScopeId, rules: Rules, people: Iterable[UserId]
    ) -> dict[UserId, float]:
        """Return the ratings of people at a game, as far as they have one."""
        query = sa.select(ratings.c.user_id, ratings.c.mu).where(
            ratings.c.scope_id == scope,
            ratings.c.rules == str(rules),
            ratings.c.user_id.in_(list(people)),
        )
        return {UserId(row.user_id): row.mu for row in await self._rows(query)}

    async def last_moves(self, playing: Iterable[GameId]) -> dict[GameId, datetime]:
        """Return when the last move of each game was made, if it has one."""
        query = (
            sa.select(moves.c.game_id, sa.func.max(moves.c.played_at).label("moved"))
            .where(moves.c.game_id.in_(list(playing)))
            .group_by(moves.c.game_id)
        )
        return {GameId(row.game_id): row.moved for row in await self._rows(query)}

    # Writing.

    async def add(self, tournament: Tournament) -> Tournament:
        """Store a new tournament; raises ConflictError if one is on in its channel."""
        row = _columns(tournament)
        async with transaction(self.database) as connection:
            number = await connection.scalar(
                sa.insert(tournaments).values(row).returning(tournaments.c.id)
            )
        return replace(tournament, number=TournamentId(number))

    async def act(self, number: TournamentId, change: Change) -> Tournament | None:
        """Store the tournament that `change` returns, one change at a time; None if it is unknown.

        Returns it as stored. If `change` raises an error, nothing is stored.
        """
        this = tournaments.c.id == number
        async with transaction(self.database) as connection:
            due = sa.select(tournaments.c.due_at).where(this).with_for_update()
            known = await connection.scalar(due)
            before = await _load(connection, this, lock=True)  # or whoever is erased comes back
            if before is None:
                return None
            after = change(before)
            if after == before and after.due == known:
                return before
            await connection.execute(sa.update(tournaments).where(this).values(_columns(after)))
            await _write_entrants(connection, before, after)
            await _write_fixtures(connection, before, after)
            return await _load(connection, this)

    async def _numbers(self, query: sa.Select[Any]) -> list[TournamentId]:
        return [TournamentId(number) for number in await self._values(query)]


def playing(tournament: TournamentId, players: tuple[Number, ...]) -> Step:
    """Return what runs in the commit of a game: it raises UserError if nobody plays it any more.

    A player may have left or been erased meanwhile, or the tournament been called off.
    """
    stage = sa.select(tournaments.c.stage).where(tournaments.c.id == tournament)
    theirs = entrants.c.tournament_id == tournament, entrants.c.number.in_(players)
    left = sa.select(entrants.c.left).where(*theirs)

    async def check(connection: Transaction) -> None:
        now = await connection.scalar(stage.with_for_update())
        gone = any(await connection.scalars(left.with_for_update()))
        if now != TournamentStage.RUNNING.value or gone:
            raise UserError(TournamentProblem.OVER)

    return check


async def _load(
    connection: Transaction, where: sa.ColumnElement[bool], *, lock: bool = False
) -> Tournament | None:
    row = (await connection.execute(sa.select(tournaments).where(where))).one_or_none()
    if row is None:
        return None
    theirs = sa.select(entrants).where(entrants.c.tournament_id == row.id)
    theirs = theirs.order_by(entrants.c.number)
    joined = await connection.execute(theirs.with_for_update() if lock else theirs)
    paired = await connection.execute(
        sa.select(
            fixtures,
            games.c.id.label("game"),
            games.c.ending,
            games.c.winner,
            games.c.swapped,
            games.c.created_at.label("begun"),
        )
        .outerjoin(games, games.c.fixture_id == fixtures.c.id)
        .where(fixtures.c.tournament_id == row.id)
        .order_by(fixtures.c.id)
    )
    players = tuple(_read_entrant(entrant) for entrant in joined)
    left = {player.number for player in players if player.left}
    stopped = row.stage == TournamentStage.STOPPED.value
    found = tuple(_read_fixture(fixture, left, stopped=stopped) for fixture in paired)
    return _read(row, players, found)


async def _write_entrants(connection: Transaction, before: Tournament, after: Tournament) -> None:
    old, new = before.by_number, after.by_number
    changed = [number for number, entrant in old.items() if new.get(number) != entrant]
    if changed:
        await connection.execute(
            sa.delete(entrants).where(
                entrants.c.tournament_id == before.number, entrants.c.number.in_(changed)
            )
        )
    rows = [
        _entrant_columns(before.number, entrant)
        for number, entrant in new.items()
        if old.get(number) != entrant
    ]
    if rows:
        await connection.execute(sa.insert(entrants), rows)


async def _write_fixtures(connection: Transaction, before: Tournament, after: Tournament) -> None:
    old = {fixture.number: fixture for fixture in before.fixtures}
    added = []
    for fixture in after.fixtures:
        if fixture.number == UNSTORED_FIXTURE:
            added.append({"tournament_id": before.number, **_fixture_columns(fixture)})
        elif old[fixture.number] != fixture:
            this = fixtures.c.id == fixture.number
            await connection.execute(
                sa.update(fixtures).where(this).values(_fixture_columns(fixture))
            )
    if added:
        await connection.execute(sa.insert(fixtures), added)


def _columns(tournament: Tournament) -> dict[str, Any]:
    terms = tournament.terms
    return {
        "guild_id": tournament.guild,
        "channel_id": tournament.channel,
        "leader_id": tournament.leader.id,
        "leader_name": tournament.leader.name,
        "kind": terms.kind.value,
        "rules": str(terms.rules),
        "swap": terms.swap,
        "swap2": terms.swap2,
        "casual": terms.casual,
        "style": terms.style.value,
        "patience": round(terms.patience.total_seconds()),
        "length": None if terms.length is None else round(terms.length.total_seconds()),
        "stage": tournament.stage.value,
        "round": tournament.round,
        "told": tournament.announced,
        "told_end": tournament.end_announced,
        "created_at": tournament.created,
        "closes_at": tournament.closes,
        "due_at": tournament.due,
        "message_id": tournament.message,
    }


def _entrant_columns(number: TournamentId, entrant: Entrant) -> dict[str, Any]:
    return {
        "tournament_id": number,
        "number": entrant.number,
        "user_id": entrant.person.id,
        "name": entrant.person.name,
        "seed": entrant.seed,
        "left": entrant.left,
        "absences": entrant.absences,
    }


def _fixture_columns(fixture: Fixture) -> dict[str, Any]:
    awarded = fixture.result is not None and fixture.awarded
    return {
        "round": fixture.round,
        "board": fixture.board,
        "leg": fixture.leg,
        "x": fixture.x,
        "o": fixture.o,
        "result": fixture.result.value if awarded and fixture.result else None,
        "due_at": fixture.due,
        "channel_id": fixture.channel,
    }


def _read(
    row: sa.Row[Any], entrants: tuple[Entrant, ...], fixtures: tuple[Fixture, ...]
) -> Tournament:
    terms = TournamentTerms(
        kind=TournamentKind(row.kind),
        rules=Rules.parse(row.rules),
        patience=timedelta(seconds=row.patience),
        length=None if row.length is None else timedelta(seconds=row.length),
        swap=row.swap,
        style=BoardStyle(row.style),
        swap2=row.swap2,
        casual=row.casual,
    )
    return Tournament(
        guild=GuildId(row.guild_id),
        channel=ChannelId(row.channel_id),
        leader=Person(UserId(row.leader_id), row.leader_name),
        terms=terms,
        created=row.created_at,
        stage=TournamentStage(row.stage),
        round=row.round,
        announced=row.told,
        end_announced=row.told_end,
        closes=row.closes_at,
        message=None if row.message_id is None else MessageId(row.message_id),
        entrants=entrants,
        fixtures=fixtures,
        number=TournamentId(row.id),
    )


def _read_entrant(row: sa.Row[Any]) -> Entrant:
    person = Person(UserId(row.user_id), row.name)
    return Entrant(Number(row.number), person, seed=row.seed, left=row.left, absences=row.absences)


def _read_fixture(row: sa.Row[Any], left: set[Number], *, stopped: bool) -> Fixture:
    result = FixtureResult(row.result) if row.result else _played(row, left, stopped=stopped)
    return Fixture(
        round=row.round,
        board=row.board,
        x=Number(row.x),
        o=None if row.o is None else Number(row.o),
        leg=row.leg,
        result=result,
        awarded=row.result is not None,
        due=row.due_at,
        channel=None if row.channel_id is None else ChannelId(row.channel_id),
        game=None if row.game is None else GameId(row.game),
        begun=row.begun,
        number=FixtureId(row.id),
    )


def _played(row: sa.Row[Any], left: set[Number], *, stopped: bool) -> FixtureResult | None:
    """The result of the game of a fixture; None if there is none yet.

    A game that ended without a result, because its thread was deleted, is a draw, unless one of the
    two has left. It does not count if the tournament was called off.
    """
    if row.ending is None:
        return None
    if Ending(row.ending) in DECIDED:
        winner = None if row.winner is None else Side(row.winner)
        return result_of(winner, swapped=row.swapped)
    if stopped:
        return FixtureResult.VOID
    x_left, o_left = Number(row.x) in left, Number(row.o) in left
    if x_left == o_left:
        return FixtureResult.DRAW
    return FixtureResult.O if x_left else FixtureResult.X
