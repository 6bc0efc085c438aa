"""The time for a move, and a vote as a value: ballots, the count, and the time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import AnyProblem, Problem, UserError
from bot.features.settings.grammar import parse_idle
from bot.features.tournament.grammar import parse_tournament
from bot.match.grammar import parse_start, parse_vote
from bot.match.guilds import DEFAULTS
from bot.match.session import Ending, Session, UserId, offers
from bot.match.session.moves import at, play, take_over
from bot.match.timing import MAX_POSTPONEMENTS, Ballots, Poll, TurnClock, count_votes, top_moves
from engine import PRESETS, Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session

HOUR = timedelta(hours=1)
DEFAULT = Rules.parse("3x3")
CONNECT4 = PRESETS["connect4"]


def timed(*moves: int, **changes: Any) -> Session:
    """A match with an hour for each move, as it is stored at noon."""
    return at(replace(session(moves, **changes), clock=TurnClock(HOUR)), NOON)


def test_a_turn_has_the_whole_time() -> None:
    """Whatever else is done in it."""
    match = timed(5)
    assert match.clock == TurnClock(HOUR, ply=1, ends=NOON + HOUR)
    later = NOON + HOUR / 2
    assert at(offers.draw(match, ALICE.id), later).clock == match.clock
    assert at(play(match, BOB.id, 1), later).clock == TurnClock(HOUR, ply=2, ends=later + HOUR)
    taken_back = at(offers.undo(offers.undo(match, ALICE.id), BOB.id), later)
    assert taken_back.clock == TurnClock(HOUR, ply=0, ends=later + HOUR)
    taken_over = at(take_over(timed(5, swap=True), BOB.id), later)
    assert taken_over.clock == TurnClock(HOUR, ply=1, ends=later + HOUR)


def test_nobody_has_time_when_the_engine_moves_or_the_game_is_over() -> None:
    """The clock rests."""
    for match in (timed(5, o=KINAROW), at(offers.resign(timed(5), BOB.id), NOON)):
        assert match.clock == TurnClock(HOUR)
        assert not match.clock.is_over(NOON + 2 * HOUR)


def test_three_quarters_bring_a_reminder_and_four_the_end() -> None:
    """A reminder that is late leaves a quarter, one in time changes nothing."""
    clock = timed(5).clock
    assert clock is not None
    assert clock.reminds == NOON + timedelta(minutes=45)
    assert clock.reminded(NOON + timedelta(minutes=45)) == clock
    late = clock.reminded(NOON + timedelta(minutes=59))
    assert late.ends == NOON + timedelta(minutes=74)
    assert (clock.is_over(NOON + HOUR), late.is_over(NOON + HOUR)) == (True, False)


def test_a_player_without_time_has_lost() -> None:
    """The other has won, whatever stands on the board."""
    over = offers.run_out(timed(5))
    assert (over.ending, over.winner) == (Ending.TIME, Side.X)
    assert offers.rematch(over, ALICE.id).terms.move_time == HOUR
    usual = offers.run_out(replace(session([5]), clock=TurnClock(HOUR, agreed=False)))
    assert offers.rematch(usual, ALICE.id).terms.move_time is None


@pytest.mark.parametrize(
    "words, time",
    [
        ("<@7> 2m", timedelta(minutes=2)),
        ("connect4 1d <@7>", timedelta(days=1)),
        ("12 hours gomoku", timedelta(hours=12)),
        ("90s", timedelta(seconds=90)),
        ("4x4", None),
    ],
)
def test_a_time_is_read_among_other_words(words: str, time: timedelta | None) -> None:
    """In any place."""
    assert parse_start(words, DEFAULT).move_time == time


@pytest.mark.parametrize(
    "words, problem",
    [
        ("59s", Problem.MOVE_TIME),
        ("15d", Problem.MOVE_TIME),
        ("2m 3m", Problem.TWO_VALUES),
        ("2y", Problem.UNKNOWN_WORD),
    ],
)
def test_a_bad_time_is_refused(words: str, problem: AnyProblem) -> None:
    """Too short, too long, two of them, or none that is known."""
    with pytest.raises(UserError) as refused:
        parse_start(words, DEFAULT)
    assert refused.value.problem is problem


def test_a_vote_has_a_time_of_its_own() -> None:
    """Up to a day, which is said in hours."""
    assert parse_vote("30s", DEFAULT).start.move_time is None
    with pytest.raises(UserError) as refused:
        parse_vote("2d", DEFAULT)
    assert refused.value.facts["second"] == "2d"


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


@pytest.mark.parametrize(
    "words, minutes", [("90s", 1.5), ("2 min", 2), ("1.5h", 90), ("2 hrs", 120), ("3 hours", 180)]
)
def test_a_time_is_typed_the_same_way_everywhere(words: str, minutes: float) -> None:
    """For a move, a turn of a vote, a move in a tournament, and the idle time of a server."""
    time = timedelta(minutes=minutes)
    assert parse_start(words, CONNECT4).move_time == time
    assert parse_vote(words, CONNECT4).seconds == time.total_seconds()
    terms = parse_tournament(f"cup {words}", DEFAULTS).terms
    assert terms is not None
    assert terms.patience == time
    idle = timedelta(hours=10) + time
    assert parse_idle(f"10h {words}") == idle
