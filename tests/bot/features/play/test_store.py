"""Judged votes, in both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.play.store import VoteScoreStore
from bot.features.play.values import JudgedTurn, JudgedVote, Voter, week_of
from bot.match.session import ChannelId, Ending, moves
from bot.store import Store
from tests.bot.builders import ALICE, BOB, NOON, session
from tests.bot.store.test_results import HERE

WEEK = week_of(NOON)


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_migrated_url


async def test_votes_are_counted_by_game_and_by_week(store: Store) -> None:
    """Each turn once, however often it is judged; other weeks and scopes do not mix."""
    scores = VoteScoreStore(store.database)
    game = (await store.create(moves.at(session(), NOON))).game
    elsewhere = moves.at(replace(session(), channel=ChannelId(8)), NOON)
    other = (await store.create(elsewhere)).game
    first, second = JudgedTurn(0, 5, 1, 2), JudgedTurn(2, 9, 1, 1)
    for _ in range(2):
        voters = (Voter(ALICE.id, 1, 1), Voter(BOB.id, 0, 1))
        await scores.keep(game, HERE, WEEK, first, voters)
    await scores.keep(game, HERE, WEEK, second, (Voter(ALICE.id, 1, 1),))
    await scores.keep(other, HERE, WEEK, first, (Voter(BOB.id, 1, 1),))
    assert await scores.is_judged(game, 2)
    assert not await scores.is_judged(game, 4)
    assert await scores.of_game(game, 5) == JudgedVote(
        (first, second), (Voter(ALICE.id, 2, 2), Voter(BOB.id, 0, 1))
    )
    ranked = (Voter(ALICE.id, 2, 2), Voter(BOB.id, 1, 2))
    assert await scores.top(HERE, WEEK, 5) == ranked
    assert await scores.top(HERE, WEEK, 1) == ranked[:1]
    assert await scores.top(HERE, WEEK - timedelta(weeks=1), 5) == ()


async def test_weeks_long_past_are_forgotten(store: Store) -> None:
    """Once somebody votes again."""
    scores = VoteScoreStore(store.database)
    game = (await store.create(moves.at(session(), NOON))).game
    await scores.keep(game, HERE, WEEK, JudgedTurn(0, 5, 1, 1), (Voter(ALICE.id, 1, 1),))
    later = WEEK + timedelta(weeks=6)
    await scores.keep(game, HERE, later, JudgedTurn(2, 5, 1, 1), (Voter(BOB.id, 1, 1),))
    assert await scores.top(HERE, WEEK, 5) == ()
    assert await scores.top(HERE, later, 5) == (Voter(BOB.id, 1, 1),)


async def test_a_forgotten_voter_is_in_no_table(store: Store) -> None:
    """The others stay."""
    scores = VoteScoreStore(store.database)
    ended = await store.create(moves.at(session(), NOON))
    await store.save(ended, ended.ended(Ending.IDLE))
    voters = (Voter(ALICE.id, 1, 1), Voter(BOB.id, 1, 1))
    await scores.keep(ended.game, HERE, WEEK, JudgedTurn(0, 5, 2, 2), voters)
    await store.forget(ALICE.id)
    assert await scores.top(HERE, WEEK, 5) == (Voter(BOB.id, 1, 1),)
