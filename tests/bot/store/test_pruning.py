"""What is deleted when nobody needs it any more, and what stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import MetaData, func, select

from bot.features.explore.store import ExploreStore
from bot.features.puzzle.collection_store import RunStore
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import Run
from bot.features.start.store import ChallengeStore
from bot.features.start.values import Challenge
from bot.features.stats.store import RoleStore
from bot.features.stats.values import RoleId, RoleStep
from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.store import TournamentStore
from bot.features.train.store import TrainStore
from bot.match.guilds import Shards
from bot.match.session import (
    ChannelId,
    FixtureId,
    GuildId,
    Person,
    ScopeId,
    Terms,
    UserId,
    offers,
    scope_of,
)
from bot.store import Store
from bot.store.tables import games, messages, moves
from engine import Position, Rules
from tests.bot.builders import ALICE, BOB, NOON
from tests.bot.features.tournament.play import opened
from tests.bot.features.train.cards import card, study
from tests.bot.puzzles import daily
from tests.bot.store.grown import grow
from tests.bot.store.test_results import HERE, played

LATER = NOON + timedelta(days=100)
CLUB, OTHER = GuildId(20 << 22), GuildId(21 << 22)
OF_SERVERS = (
    *("games", "results", "ratings", "guilds", "tournaments"),
    *("challenges", "roles", "puzzles", "run_records"),
)
"""The tables with rows of a server; those below go with a game or a puzzle."""


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_migrated_url


async def count(store: Store, table: object) -> int:
    """How many rows a table has."""
    async with store.database.begin() as connection:
        return int(await connection.scalar(select(func.count()).select_from(table)))  # type: ignore[arg-type] # a table


async def test_an_old_game_goes_with_its_moves(store: Store) -> None:
    """And nothing is left that names it, but its results."""
    old = await played(store, ALICE, BOB)
    assert not await store.pruning.delete_old_games(NOON)
    assert await store.find(old.game) is not None
    await store.pruning.delete_old_games(LATER)
    assert await store.find(old.game) is None
    assert (await count(store, moves), await count(store, messages)) == (0, 0)


async def test_statistics_and_what_people_train_on_stay(store: Store) -> None:
    """Results, ratings and cards are as they were."""
    old = await played(store, ALICE, BOB)
    cards = TrainStore(store.database)
    await cards.keep(study(old, card(), person=ALICE), NOON)
    before = await store.results.stats(HERE, ALICE.id)
    table = await store.results.top(HERE, Rules(3, 3, 3), ALICE.id, 3)
    await store.pruning.delete_old_games(LATER)
    assert await store.results.stats(HERE, ALICE.id) == before
    assert await store.results.top(HERE, Rules(3, 3, 3), ALICE.id, 3) == table
    assert await cards.count(ALICE.id) == (1, 0)
    explorer = ExploreStore(store.database)
    assert await explorer.played(HERE, Position.start(Rules(3, 3, 3))) == {}


async def test_a_live_game_is_never_too_old(store: Store) -> None:
    """However long ago somebody moved in it."""
    live = await played(store, ALICE, BOB, moves=(1,))
    await store.pruning.delete_old_games(LATER)
    assert await store.find(live.game) == live


async def test_a_tournament_keeps_its_games(store: Store) -> None:
    """Their results are its table."""
    live = await played(store, ALICE, BOB, moves=(1,))
    live = await store.save(live, replace(live, fixture=FixtureId(7)))
    ended = await store.save(live, offers.resign(live, ALICE.id))
    await store.pruning.delete_old_games(LATER)
    assert await store.find(ended.game) == ended


async def test_many_games_go_a_few_at_a_time(store: Store) -> None:
    """Each call deletes no more than takes a moment, the oldest first."""
    await grow(store, 60, 1)
    assert await store.pruning.delete_old_games(LATER)
    assert not await store.pruning.delete_old_games(LATER)
    assert len(await store.live()) == await count(store, games) == 1


async def test_a_server_is_missed_until_it_comes_back(store: Store) -> None:
    """It is deleted only if it stayed away; the shards of others are their business."""
    pruning = store.pruning
    await pruning.note_guilds([CLUB, OTHER], NOON)
    assert await pruning.missed_guilds(LATER) == []
    await pruning.note_guilds([OTHER], NOON)
    assert await pruning.missed_guilds(LATER) == [CLUB]
    assert await pruning.missed_guilds(NOON) == []
    assert await pruning.missed_guilds(LATER, Shards(2, frozenset((1,)))) == []
    await pruning.note_guilds([], NOON, Shards(2, frozenset((0,))))
    await pruning.note_guilds([CLUB, OTHER], NOON)
    assert await pruning.missed_guilds(LATER) == []


async def keep_all(store: Store, guild: GuildId) -> None:
    """All there can be about a server: games, results, and a row of each feature."""
    database, scope = store.database, ScopeId(guild)
    await played(store, ALICE, BOB, guild=guild)
    cup = replace(opened(TournamentKind.CUP, 0), guild=guild, channel=ChannelId(guild))
    await TournamentStore(database).add(cup)
    terms = Terms(Rules(3, 3, 3))
    asked = Challenge(scope, ChannelId(guild), ALICE.id, BOB.id, terms, NOON)
    await ChallengeStore(database).add(asked)
    step = RoleStep(RoleId(1), Rules(3, 3, 3), 1_000)
    await RoleStore(database).put(guild, step, 5)
    await PuzzleStore(database).keep(scope, daily())
    run = Run(ALICE, NOON, (1, 2))
    await RunStore(database).begin(run)
    await RunStore(database).keep(scope, run, replace(run, score=1), NOON)


async def servers(store: Store) -> dict[str, set[int]]:
    """The servers of which a row tells, by the table."""
    found, told = MetaData(), dict[str, set[int]]()
    async with store.database.begin() as connection:
        await connection.run_sync(found.reflect)
        for table in found.sorted_tables:
            for column in {"guild_id", "scope_id"} & {column.name for column in table.c}:
                if ids := set(await connection.scalars(select(table.c[column]))):
                    told[table.name] = ids
    return told


async def test_nothing_is_left_of_a_server(store: Store) -> None:
    """Its games, and what each feature has of it, go; that of other servers stays."""
    await store.pruning.note_guilds([CLUB, OTHER], NOON)
    for guild in (CLUB, OTHER):
        await keep_all(store, guild)
    assert await servers(store) == {table: {CLUB, OTHER} for table in OF_SERVERS}
    assert not await store.pruning.delete_guild_games(CLUB)
    await store.pruning.delete_guild(CLUB)
    assert await servers(store) == {table: {OTHER} for table in OF_SERVERS}
    assert (await store.results.stats(scope_of(ChannelId(7), OTHER), ALICE.id)).games
    assert not (await store.results.stats(ScopeId(CLUB), ALICE.id)).games


async def test_a_person_can_be_erased_whose_games_are_gone(store: Store) -> None:
    """The results that are left are found without them."""
    leaver = Person(UserId(987_654), "Leaver Lee")
    await played(store, leaver, BOB)
    await store.pruning.delete_old_games(LATER)
    await store.forget(leaver.id)
    assert not (await store.results.stats(HERE, leaver.id)).games
    assert (await store.results.stats(HERE, BOB.id)).games
