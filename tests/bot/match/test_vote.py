"""A vote as a value: ballots, the count, and the time."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.match.session import UserId
from bot.match.vote import MAX_POSTPONEMENTS, Ballots, Poll, count_votes, top_moves
from tests.bot.builders import ALICE, BOB, CAROL, NOON

SOON = timedelta(seconds=30)
OPEN = Poll(30).opened(4, NOON)

ballots = st.dictionaries(st.integers(1, 50), st.integers(1, 9)).map(
    lambda votes: tuple(sorted((UserId(user), move) for user, move in votes.items()))
)


def test_a_round_has_a_deadline() -> None:
    """It is due when its time is over, not before; without a round nothing is."""
    assert (OPEN.turn, OPEN.closes) == (4, NOON + SOON)
    assert not OPEN.is_due(NOON + SOON - timedelta(milliseconds=1))
    assert OPEN.is_due(NOON + SOON)
    assert not Poll(30).is_due(NOON)
    assert OPEN.closed() == Poll(30)


def test_a_person_has_one_vote_and_may_change_it() -> None:
    """The last ballot counts; the deadline does not move, and the order does not matter."""
    cast = OPEN.cast(BOB.id, 5, NOON).cast(ALICE.id, 5, NOON).cast(BOB.id, 9, NOON)
    assert cast.ballots == ((ALICE.id, 5), (BOB.id, 9))
    assert cast.closes == OPEN.closes
    assert cast == OPEN.cast(ALICE.id, 5, NOON).cast(BOB.id, 9, NOON)


def test_a_round_without_votes_is_put_off_and_then_rests() -> None:
    """A few times the time begins anew, then no clock runs until somebody votes."""
    poll, now = OPEN, NOON
    for _ in range(MAX_POSTPONEMENTS):
        now += SOON
        poll = poll.put_off(now)
        assert poll.closes == now + SOON
        assert not poll.resting
    poll = poll.put_off(now + SOON)
    assert poll.resting
    assert not poll.is_due(now + timedelta(days=9))
    woken = poll.cast(CAROL.id, 1, now)
    assert (woken.closes, woken.silent, woken.resting) == (now + SOON, 0, False)


def test_a_game_without_a_round_does_not_rest() -> None:
    """It waits for the engine, or is over."""
    assert not Poll(30).resting


def test_of_moves_with_as_many_votes_the_lower_comes_first() -> None:
    """Whoever voted first."""
    votes = ((ALICE.id, 9), (BOB.id, 5), (CAROL.id, 7), (UserId(8), 7))
    assert count_votes(votes) == ((7, 2), (5, 1), (9, 1))


@given(ballots)
def test_the_count_is_that_of_the_ballots(votes: Ballots) -> None:
    """Every ballot counts once; the first move has the most votes."""
    counted = count_votes(votes)
    assert dict(counted) == Counter(move for _, move in votes)
    assert [votes for _, votes in counted] == sorted((v for _, v in counted), reverse=True)


@given(ballots)
def test_the_leaders_are_all_that_have_most_votes(votes: Ballots) -> None:
    """No move that is left out has as many, and without ballots there is none."""
    counted = dict(count_votes(votes))
    most = max(counted.values(), default=0)
    assert set(top_moves(votes)) == {move for move, count in counted.items() if count == most}
