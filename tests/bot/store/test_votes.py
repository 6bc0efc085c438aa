"""Votes and swaps in the store: each version of a game comes back with its ballots."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.errors import ConflictError
from bot.match.rating import Skill
from bot.match.session import ChannelId, Crowd, Ending, Session, UserId, moves, offers
from bot.match.timing import Poll
from bot.store import Store
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session

LATER = NOON + timedelta(seconds=30)


def crowd(**changes: Any) -> Session:
    """Everyone with X, led by alice, not stored yet."""
    return moves.at(session(x=Crowd(ALICE), o=KINAROW, poll=Poll(30), **changes), NOON)


async def test_a_vote_comes_back_as_it_was(store: Store) -> None:
    """Ballots, deadline and leader survive, beside games without any."""
    plain = await store.create(replace(session(), channel=ChannelId(8)))
    begun = await store.create(crowd())
    assert await store.load(begun.channel) == begun
    voted = moves.vote(moves.vote(begun, CAROL.id, 5, NOON), BOB.id, 9, NOON)
    kept = await store.save(begun, voted)
    assert await store.find(kept.game) == kept
    assert await store.live() == [plain, kept]


async def test_a_new_round_forgets_the_ballots(store: Store) -> None:
    """Who voted for what is kept no longer than it is needed."""
    begun = await store.create(crowd())
    voted = await store.save(begun, moves.vote(begun, BOB.id, 5, NOON))
    played = await store.save(voted, moves.at(moves.play_vote(voted, 5), LATER))
    answered = await store.save(played, moves.at(moves.play_bot(played, 1), LATER))
    loaded = await store.load(begun.channel)
    assert loaded == answered
    assert loaded is not None
    assert loaded.poll == Poll(30).opened(2, LATER)


async def test_two_ballots_from_one_version_conflict(store: Store) -> None:
    """Of two processes that take a ballot at once one tries again, so that none is lost."""
    begun = await store.create(crowd())
    results = await asyncio.gather(
        *(store.save(begun, moves.vote(begun, UserId(user), 5, NOON)) for user in (2, 3)),
        return_exceptions=True,
    )
    assert sorted(isinstance(result, ConflictError) for result in results) == [False, True]


async def test_a_vote_counts_as_nobodys_game(store: Store) -> None:
    """Neither its leader nor a voter has won or lost anything alone."""
    begun = await store.create(crowd())
    ended = offers.resign(moves.vote(begun, BOB.id, 5, NOON), ALICE.id)
    await store.save(begun, moves.at(ended, LATER))
    for person in (ALICE, BOB):
        assert await store.skills.of(person.id, begun.rules) == Skill.new(begun.rules)


@pytest.mark.parametrize("swapped", [False, True])
async def test_a_swap_comes_back_as_it_was(store: Store, swapped: bool) -> None:
    """Who sits where now, and that the first move was taken over."""
    begun = await store.create(session([5], swap=True))
    after = moves.take_over(begun, BOB.id) if swapped else begun
    kept = await store.save(begun, after)
    loaded = await store.load(begun.channel)
    assert loaded == kept
    assert loaded is not None
    assert (loaded.swap, loaded.swapped) == (True, swapped)


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 9)), max_size=12))
async def test_the_stored_ballots_are_the_last_ones(
    store: Store, votes: list[tuple[int, int]]
) -> None:
    """However often people change their minds, the store has one ballot each."""
    if (old := await store.load(crowd().channel)) is not None:
        await store.save(old, old.ended(Ending.IDLE))
    match = await store.create(crowd())
    for user, move in votes:
        match = await store.save(match, moves.vote(match, UserId(user), move, NOON))
    loaded = await store.find(match.game)
    assert loaded is not None
    assert loaded.poll is not None
    assert dict(loaded.poll.ballots) == dict(votes)
