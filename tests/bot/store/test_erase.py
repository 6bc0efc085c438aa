"""Erasing a person from the store, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import MetaData, Table, event

from bot.client.services import DELETIONS
from bot.errors import ConflictError, Problem, UserError
from bot.features.coach import coach_choices
from bot.features.looks import style_choices
from bot.features.notify.store import way_choices
from bot.features.notify.values import NoticeWay
from bot.features.peace.store import Peace
from bot.features.peace.values import Welcome
from bot.features.play.store import VoteScoreStore
from bot.features.play.values import JudgedTurn, Voter
from bot.features.puzzle.collection_store import PuzzleRatings, RunStore, TrialStore
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import Attempt, Run, RunRecord
from bot.features.start.store import ChallengeStore
from bot.features.start.values import Challenge
from bot.features.tournament.grammar import TournamentKind
from bot.features.tournament.store import TournamentStore
from bot.features.tournament.values import Tournament
from bot.features.train.store import TrainStore
from bot.match.guilds import Preferences
from bot.match.results import Tally
from bot.match.session import (
    ERASED_USER,
    BoardStyle,
    Bot,
    ChannelId,
    Coach,
    Crowd,
    GuildId,
    MessageId,
    Person,
    ScopeId,
    Terms,
    UserId,
    moves,
    offers,
)
from bot.match.timing import Poll
from bot.show.text import heading
from bot.store import Chosen, Store
from bot.store.database import SqliteEngine
from bot.store.deletion import OfServer
from bot.store.given import Given, GivenAnswers
from bot.store.schema.opening import connect
from engine import Grade, Level, Rules, puzzle_collection
from tests.bot.builders import BOB, KINAROW, NOON, changed, session
from tests.bot.features.tournament.play import opened
from tests.bot.features.train.cards import card, study
from tests.bot.puzzles import DISCS, TODAY, daily, settled
from tests.bot.store.grown import FIRST_GUILD, grow
from tests.bot.store.test_results import EASY, HERE, LOST, played

LEAVER = Person(UserId(987_654_321_987_654_321), "Leaver Lee")
TELLING = {
    "user_id",
    "x_user_id",
    "o_user_id",
    "opponent_id",
    "challenger_id",
    "leader_id",
    "name",
    "x_name",
    "o_name",
    "leader_name",
    "blocked_id",
    "blocked_name",
}
"""The columns that tell who somebody is."""
CLUB, GAMES = GuildId(50), ChannelId(7)
OTHERS = {
    "id",
    "game_id",
    "trial_game_id",
    "channel_id",
    "guild_id",
    "scope_id",
    "message_id",
    "board_message_id",
    "offer_by",
    "puzzle_channel_id",
    "fixture_id",
    "follows_id",
    "role_id",
    "tournament_id",
}


async def remember(store: Store) -> None:
    """All there can be about a person: games won and lost, moves, ratings, a puzzle, cards."""
    game = await played(store, LEAVER, BOB)
    for person in (LEAVER, BOB):
        await TrainStore(store.database).keep(study(game, card(), person=person), NOON)
    await played(store, BOB, LEAVER, LOST)
    await played(store, LEAVER, EASY)
    await played(store, LEAVER, Bot(Level.ADAPTIVE, Level.DOT))
    await played(store, LEAVER, BOB, guild=GuildId(77), rules="4x4", moves=(1, 5, 2, 6, 3, 7, 4))
    voters = (Voter(LEAVER.id, 1, 1), Voter(BOB.id, 0, 1))
    judged = VoteScoreStore(store.database)
    await judged.keep(game.game, HERE, NOON.date(), JudgedTurn(0, 5, 1, 2), voters)
    begun = await played(store, LEAVER, BOB, moves=(1,))
    await store.save(begun, offers.resign(moves.play(begun, BOB.id, 5), LEAVER.id), MessageId(1))
    await voted(store, LEAVER, BOB)
    await voted(store, BOB, LEAVER)
    for asker, asked in ((LEAVER, BOB), (BOB, LEAVER)):
        terms = Terms(Rules(3, 3, 3))
        await ChallengeStore(store.database).add(
            Challenge(ScopeId(CLUB), GAMES, asker.id, asked.id, terms, NOON)
        )
    cup = await TournamentStore(store.database).add(
        replace(opened(TournamentKind.CUP, 0), leader=LEAVER)
    )
    for person in (LEAVER, BOB):
        await TournamentStore(store.database).act(cup.number, joins(person))
    await PuzzleStore(store.database).keep(HERE, daily())
    rated, trials, runs = (
        puzzle_collection()[1],
        TrialStore(store.database),
        RunStore(store.database),
    )
    for scope, owner in ((ScopeId(901), LEAVER), (ScopeId(902), BOB)):
        await store.preferences.keep(Chosen(scope, owner.id, Preferences(level=Level.EASY)))
    peace = Peace(store.database)
    for person, blocked in ((LEAVER, BOB), (BOB, LEAVER)):
        await peace.welcomes.choose(person.id, Welcome.FRIENDS)
        await peace.block(person.id, blocked)
    for person in (LEAVER, BOB):
        await coach_choices(store.database).choose(person.id, Coach.AFTER)
        await style_choices(store.database).choose(person.id, BoardStyle.TEXT)
        await way_choices(store.database).choose(person.id, NoticeWay.ON)
        fresh = Attempt(person)
        found = fresh.answered(DISCS, Grade.BEST)
        await PuzzleStore(store.database).keep_answer(HERE, TODAY, fresh, found, NOON)
        await trials.keep(rated.number, fresh, found)
        await settled(store, person.id, rated, "win")
        given = Given(person, HERE, GAMES, "card 1", 5, NOON)
        await GivenAnswers(store.database).add(given)
        run = Run(person, NOON, (1, 2))
        await runs.begin(run)
        await runs.keep(HERE, run, replace(run, score=1), NOON)


def joins(person: Person) -> Callable[[Tournament], Tournament]:
    """A tournament with one more player."""
    return lambda found: found.joined(person)


async def voted(store: Store, leader: Person, voter: Person) -> None:
    """A vote that one person has begun, another has taken part in, and that was stopped."""
    start = replace(session(x=Crowd(leader), o=KINAROW), channel=ChannelId(leader.id % 1_000_000))
    begun = await store.create(moves.at(replace(start, poll=Poll(30)), NOON))
    cast = await store.save(begun, moves.vote(begun, voter.id, 5, NOON))
    await store.save(cast, offers.stop(cast, leader.id, may_manage=False))


async def migrated_tables(database_url: str) -> list[Table]:
    """The tables that the migrations have made, whatever modules know of them."""
    engine, found = connect(database_url), MetaData()
    async with engine.begin() as connection:
        await connection.run_sync(found.reflect)
    await engine.dispose()
    return found.sorted_tables


async def rows(database_url: str) -> list[tuple[str, Any]]:
    """Every value of every row, with the name of its table."""
    tables, engine = await migrated_tables(database_url), connect(database_url)
    async with engine.begin() as connection:
        found = [
            (table.name, value)
            for table in tables
            for row in await connection.execute(table.select())
            for value in row
        ]
    await engine.dispose()
    return found


async def telling(database_url: str) -> set[str]:
    """The tables in which a row tells of the person who leaves, by the id or by the name."""
    return {
        table
        for table, value in await rows(database_url)
        if str(LEAVER.id) in str(value) or LEAVER.name in str(value)
    }


async def test_no_row_of_any_table_tells_of_them(store: Store, database_url: str) -> None:
    """Neither the id nor the name is anywhere, though every table that can told of them before."""
    await remember(store)
    can_tell = {
        table.name
        for table in await migrated_tables(database_url)
        if any(column.name in TELLING for column in table.columns)
    }
    assert await telling(database_url) == can_tell
    await store.forget(LEAVER.id)
    assert await telling(database_url) == set()


async def test_each_feature_says_what_is_erased_of_its_tables(
    store: Store, database_url: str
) -> None:
    """No deletion can be left out: the store knows none of these tables itself."""
    await remember(store)
    await Store(store.database).forget(LEAVER.id)
    named = [deletion.column for deletion in DELETIONS if not isinstance(deletion, OfServer)]
    assert await telling(database_url) == {column.table.name for column in named}


async def test_erasing_a_person_leaves_what_others_did(store: Store) -> None:
    """Their games, moves, results, ratings and attempts are as they were."""
    await remember(store)
    before = await store.results.stats(HERE, BOB.id)
    table = await store.results.top(HERE, Rules(3, 3, 3), BOB.id, 3)
    game = await store.find((await played(store, LEAVER, BOB, moves=())).game)
    assert game is not None
    await store.save(game, offers.stop(game, BOB.id, may_manage=False))
    await store.forget(LEAVER.id)
    assert await store.results.stats(HERE, BOB.id) == before
    assert (await store.results.top(HERE, Rules(3, 3, 3), BOB.id, 3)).own == table.own
    assert (await PuzzleStore(store.database).attempt(HERE, TODAY, BOB)).found == 1
    assert (await TrialStore(store.database).attempt(BOB, 1)).found == 1
    assert (await PuzzleRatings(store.database).of(BOB.id)).games == 1
    assert await RunStore(store.database).top(HERE, 5) == [RunRecord(BOB, 1)]
    assert (await store.results.versus(HERE, BOB.id, None)).games == ()
    kept = await store.find(game.game)
    assert kept is not None
    assert kept.o.player == BOB
    assert [chosen.owner for chosen in await store.preferences.all()] == [BOB.id]
    assert await TrainStore(store.database).count(BOB.id) == (1, 0)
    assert await style_choices(store.database).chosen(BOB.id) is BoardStyle.TEXT
    assert await VoteScoreStore(store.database).top(HERE, NOON.date(), 5) == (Voter(BOB.id, 0, 1),)


async def test_they_become_somebody_who_left(store: Store) -> None:
    """A game can still be looked at, and nobody can ask them for a rematch."""
    ended = await played(store, LEAVER, BOB)
    await store.forget(LEAVER.id)
    kept = await store.find(ended.game)
    assert kept is not None
    assert kept == changed(ended, x=Person(ERASED_USER, ""))
    assert "someone who left" in heading(kept)
    with pytest.raises(UserError) as refused:
        offers.rematch(kept, BOB.id)
    assert refused.value.problem is Problem.NO_REMATCH


async def test_two_may_leave_the_same_tournament(store: Store) -> None:
    """It stays, with nobody in it who is known, and both have left."""
    tournaments = TournamentStore(store.database)
    cup = await tournaments.add(opened(TournamentKind.CUP, 0))
    for person in (LEAVER, BOB):
        await tournaments.act(cup.number, joins(person))
        await store.forget(person.id)
    found = await tournaments.find(cup.number)
    assert found is not None
    assert [entrant.person.name for entrant in found.entrants] == ["", ""]
    assert not found.active


async def test_two_may_leave_the_same_game(store: Store) -> None:
    """It stays, with nobody in it who is known."""
    ended = await played(store, LEAVER, BOB)
    await store.forget(LEAVER.id)
    await store.forget(BOB.id)
    kept = await store.find(ended.game)
    assert kept is not None
    assert (kept.x.name, kept.o.name) == ("", "")


async def test_a_live_game_is_in_the_way(store: Store) -> None:
    """Nothing is erased before it has ended."""
    await played(store, LEAVER, BOB)
    live = await played(store, BOB, LEAVER, moves=(1,))
    assert await store.live_of(LEAVER.id) == [live]
    with pytest.raises(ConflictError):
        await store.forget(LEAVER.id)
    assert (await store.results.stats(HERE, LEAVER.id)).games[0].tally == Tally(wins=1)


async def test_a_vote_that_is_on_is_in_the_way(store: Store) -> None:
    """That of its leader; a mere voter is forgotten at once, with the ballot."""
    start = replace(session(x=Crowd(LEAVER), o=KINAROW), poll=Poll(30))
    begun = await store.create(moves.at(start, NOON))
    live = await store.save(begun, moves.vote(begun, BOB.id, 5, NOON))
    assert await store.live_of(LEAVER.id) == [live]
    with pytest.raises(ConflictError):
        await store.forget(LEAVER.id)
    await store.forget(BOB.id)
    kept = await store.find(live.game)
    assert kept is not None
    assert kept.poll is not None
    assert not kept.poll.ballots


async def test_others_play_on_meanwhile(store: Store) -> None:
    """A person with many games is erased a few rows at a time, and others are served between."""
    await grow(store, 1_000, 0, people=1, guilds=1)
    scope, user = ScopeId(FIRST_GUILD), UserId(1)
    assert (await store.results.stats(scope, user)).games
    erasing = asyncio.create_task(store.forget(user))
    await asyncio.sleep(0)
    await played(store, BOB, EASY, moves=())
    assert not erasing.done()
    await erasing
    assert not (await store.results.stats(scope, user)).games


async def test_a_review_stored_during_an_erasure_is_erased_too(store: Store) -> None:
    """A review stores what it has found as long as they are in the game; that is erased last."""
    await grow(store, 1_000, 0, people=1, guilds=1)
    training, leaver = TrainStore(store.database), Person(UserId(1), "p1")
    last = await played(store, BOB, leaver)
    erasing = asyncio.create_task(store.forget(leaver.id))
    kept = 0
    while not erasing.done():
        await training.keep(study(last, card(), person=leaver), NOON)
        kept += sum(await training.count(leaver.id))
    await erasing
    assert kept > 0
    assert await training.count(leaver.id) == (0, 0)
    assert await training.accuracies(leaver.id, NOON) == []


async def test_a_game_that_begins_and_ends_while_they_are_erased(
    store: Store, database_url: str
) -> None:
    """They leave it as they have left those before it."""
    await played(store, LEAVER, BOB)
    database = store.database
    assert isinstance(database, SqliteEngine)
    left, loop = asyncio.Event(), asyncio.get_running_loop()

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("UPDATE polls"):  # the seats have been left before that
            loop.call_soon(left.set)

    event.listen(database._engine, "before_cursor_execute", hear)
    erasing = asyncio.create_task(store.forget(LEAVER.id))
    await left.wait()
    begun = await played(store, LEAVER, BOB, moves=())
    await store.save(begun, offers.resign(begun, LEAVER.id))
    assert not erasing.done()
    await erasing
    assert await telling(database_url) == set()


async def test_an_unreadable_game_is_not_noted_for_who_was_erased(
    store: Store, database_url: str
) -> None:
    """A game that cannot be read says nothing about them; that is stored about others alone."""
    training, game = TrainStore(store.database), await played(store, LEAVER, BOB)
    await store.forget(LEAVER.id)
    for person in (LEAVER, BOB):
        await training.pass_over(person.id, game.game)
    assert await training.unstudied(BOB.id, 1) == []
    noted = [value for table, value in await rows(database_url) if table == "studies"]
    assert BOB.id in noted
    assert LEAVER.id not in noted


async def test_an_erased_person_who_returns_begins_anew(store: Store) -> None:
    """As somebody who was never here; and to be forgotten twice is no error."""
    await played(store, LEAVER, BOB)
    await store.forget(LEAVER.id)
    await store.forget(LEAVER.id)
    await played(store, LEAVER, BOB)
    (found,) = (await store.results.stats(HERE, LEAVER.id)).games
    assert found.tally == Tally(wins=1)
    assert found.rating is not None
    assert found.rating.games == 1
    assert (await store.results.stats(ScopeId(77), LEAVER.id)).games == ()


async def test_every_column_that_tells_of_a_person_is_known(
    store: Store, database_url: str
) -> None:
    """A new table with ids or names has to be erased from too, and then to be listed here."""
    tables = await migrated_tables(database_url)
    columns = {column.name for table in tables for column in table.columns}
    assert {name for name in columns if name.endswith(("id", "name", "by"))} == TELLING | OTHERS
