"""Tournaments in the database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from threading import Thread

import pytest

from bot.client.services import DELETIONS
from bot.errors import ConflictError
from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.progress import advanced
from bot.features.tournament.store import TournamentStore
from bot.features.tournament.values import FixtureResult, Tournament, TournamentStage
from bot.match.session import ERASED_USER, ChannelId, Person, moves, offers
from bot.store import Store
from tests.bot.builders import NOON, session
from tests.bot.features.tournament.play import opened
from tests.bot.postgres import Databases


async def kept(store: Store, kind: TournamentKind, players: int) -> Tournament:
    """A tournament that has begun, as it came back from the store."""
    tournaments = TournamentStore(store.database)
    found = await tournaments.add(opened(kind, 0))
    people = [entrant.person for entrant in opened(kind, players).entrants]

    def begin(now: Tournament) -> Tournament:
        for person in people:
            now = now.joined(person)
        return advanced(now.started([e.number for e in now.active], NOON), NOON)

    after = await tournaments.act(found.number, begin)
    assert after is not None
    return after


@pytest.mark.parametrize("kind", list(TournamentKind))
async def test_it_comes_back_as_it_was(store: Store, kind: TournamentKind) -> None:
    """With its players and games; what is done twice changes nothing."""
    found = await kept(store, kind, 5)
    tournaments = TournamentStore(store.database)
    assert found == await tournaments.find(found.number)
    assert found == await tournaments.newest(ChannelId(7))
    assert found == await tournaments.act(found.number, lambda now: advanced(now, NOON))
    assert all(fixture.number for fixture in found.fixtures)


async def test_the_end_of_a_game_is_its_result(store: Store) -> None:
    """There is one commit for both; of two games for one fixture the second is refused."""
    found = await kept(store, TournamentKind.CUP, 2)
    (fixture,) = found.undecided
    people = found.by_number
    x, o = (people[number].person for number in fixture.players)
    start = replace(session(x=x, o=o), fixture=fixture.number, channel=ChannelId(70))
    live = await store.create(start)
    with pytest.raises(ConflictError):
        await store.create(replace(start, channel=ChannelId(71)))
    assert isinstance(live.o.player, Person)
    tournaments = TournamentStore(store.database)
    playing = await tournaments.find(found.number)
    assert playing is not None
    assert playing.undecided[0].game == live.game
    moved = await store.save(live, moves.at(moves.play(live, x.id, 5), NOON + timedelta(minutes=1)))
    assert await tournaments.last_moves([live.game]) == {live.game: moved.touched}
    await store.save(moved, offers.resign(moved, live.o.player.id))
    done = await tournaments.act(found.number, lambda now: advanced(now, NOON))
    assert done is not None
    assert (done.stage, done.fixtures[0].result) == (TournamentStage.DONE, FixtureResult.X)
    assert not done.fixtures[0].awarded


async def test_one_is_on_in_a_channel(store: Store) -> None:
    """After its end another may be opened."""
    tournaments = TournamentStore(store.database)
    found = await tournaments.add(opened(TournamentKind.CUP, 0))
    with pytest.raises(ConflictError):
        await tournaments.add(opened(TournamentKind.ARENA, 0))
    await tournaments.act(found.number, lambda now: now.stopped(NOON))
    assert (await tournaments.add(opened(TournamentKind.ARENA, 0))).number != found.number


async def test_only_what_is_due_is_looked_at(store: Store) -> None:
    """A tournament in which everything waits for people costs nothing until its time."""
    tournaments = TournamentStore(store.database)
    found = await kept(store, TournamentKind.CUP, 2)
    assert await tournaments.due(NOON) == [found.number]
    later = NOON + timedelta(minutes=5)

    def wait(now: Tournament) -> Tournament:
        fixtures = [replace(fixture, due=later) for fixture in now.undecided]
        return replace(now.with_fixtures(fixtures), announced=1)

    await tournaments.act(found.number, wait)
    assert await tournaments.due(NOON) == []
    assert await tournaments.due(later) == [found.number]
    assert await tournaments.running() == [found.number]


async def test_an_ended_tournament_game_makes_nothing_due(store: Store) -> None:
    """A game that has ended makes nothing due, also where nothing else follows from its end yet."""
    found = await kept(store, TournamentKind.ROBIN, 4)
    tournaments = TournamentStore(store.database)
    ends, goes_on = found.undecided
    soon, later = NOON + timedelta(minutes=5), NOON + timedelta(hours=1)

    def wait(now: Tournament) -> Tournament:
        due = {ends.number: soon, goes_on.number: later}
        changed = [replace(fixture, due=due[fixture.number]) for fixture in now.undecided]
        return replace(now.with_fixtures(changed), announced=1)

    await tournaments.act(found.number, wait)
    assert await tournaments.due(soon) == [found.number]
    x, o = (found.by_number[number].person for number in ends.players)
    start = replace(session(x=x, o=o), fixture=ends.number, channel=ChannelId(70))
    live = await store.create(start)
    await store.save(live, offers.resign(live, x.id))
    after = await tournaments.act(found.number, lambda now: advanced(now, soon))
    assert after is not None
    assert (after.round, len(after.undecided)) == (1, 1)
    assert await tournaments.due(soon) == []
    assert await tournaments.due(later) == [found.number]


@pytest.mark.thorough
async def test_a_player_erased_during_a_result_stays_erased(postgres: Databases) -> None:
    """PostgreSQL lets another process erase them between the reading and the writing of it."""
    url = postgres.new()

    async def erase() -> None:
        async with Store.open(url, DELETIONS) as other:
            await other.forget(player.person.id)

    async with Store.open(url, DELETIONS) as store:
        found = await kept(store, TournamentKind.ROBIN, 3)
        player, erasing = found.entrants[0], Thread(target=lambda: asyncio.run(erase()))

        def miss(now: Tournament) -> Tournament:
            erasing.start()
            erasing.join(2.0)  # it may have to wait for what is stored here
            return now.absent(player.number)

        tournaments = TournamentStore(store.database)
        await tournaments.act(found.number, miss)
        await asyncio.to_thread(erasing.join)
        after = await tournaments.find(found.number)
    assert after is not None
    assert after.by_number[player.number].person == Person(ERASED_USER, "")
