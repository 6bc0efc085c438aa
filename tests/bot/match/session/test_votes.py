"""A crowd, which votes on its moves, against the engine."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from bot.errors import Problem
from bot.match.session import Crowd, Ending, Session
from bot.match.timing import MAX_POSTPONEMENTS, Poll
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session
from tests.bot.match.session.refusal import refusal


def crowd(*moves: int, **changes: Any) -> Session:
    """Everyone with X, led by alice, against the engine; the engine's moves among these."""
    match = session(x=Crowd(ALICE), o=KINAROW, poll=Poll(30), **changes).at(NOON)
    for move in moves:
        play = match.play_vote if match.voting else match.play_bot
        match = play(move).at(NOON)
    return match


def test_a_crowd_votes_on_its_turn() -> None:
    """Anyone may, on a board that is free there; the engine's turn is no time to vote."""
    match = crowd().vote(CAROL.id, 5, NOON).vote(BOB.id, 5, NOON)
    assert match.poll is not None
    assert dict(match.poll.ballots) == {CAROL.id: 5, BOB.id: 5}
    assert refusal(lambda: crowd(5, 1).vote(BOB.id, 5, NOON)).problem is Problem.TAKEN
    assert refusal(lambda: match.vote(BOB.id, 10, NOON)).problem is Problem.NO_SUCH_TILE
    for idle in (match.play_vote(5), match.abandon(), session()):
        assert refusal(partial(idle.vote, BOB.id, 1, NOON)).problem is Problem.NO_VOTE


def test_each_turn_of_a_crowd_is_a_round() -> None:
    """It opens with the turn, its ballots go with the move, and after the end there is none."""
    match = crowd().vote(CAROL.id, 5, NOON)
    later = NOON + timedelta(seconds=20)
    assert match.at(later).poll == match.poll
    played = match.play_vote(5).at(later)
    assert played.poll == Poll(30)
    answered = played.play_bot(1).at(later)
    assert answered.poll == Poll(30).opened(2, later)
    assert match.abandon().at(later).poll == Poll(30)
    assert session().at(later).poll is None


def test_a_crowd_has_a_leader() -> None:
    """Who began may do for all what a player may; everybody else is told who that is."""
    match = crowd(5, 1)
    assert match.side_of(ALICE.id) is Side.X
    assert match.undo(ALICE.id).position.moves == ()
    assert match.resign(ALICE.id).winner is Side.O
    error = refusal(lambda: match.resign(BOB.id))
    assert (error.problem, error.facts) == (Problem.NOT_LEADER, {"name": "alice"})
    assert refusal(lambda: match.stop(BOB.id, may_manage=False)).problem is Problem.MAY_NOT_STOP
    assert (match.x_name, match.people) == ("Everyone", ())


def test_a_vote_that_rests_blocks_nobody() -> None:
    """Anyone may stop or replace it, but while a round is on it is not idle."""
    limit, match = timedelta(seconds=1), crowd()
    assert not match.is_idle(NOON + timedelta(seconds=30), limit)
    assert match.is_idle(NOON + timedelta(seconds=32), limit)
    for _ in range(MAX_POSTPONEMENTS + 1):
        match = match.put_off(NOON)
    assert match.is_idle(NOON, timedelta(days=1))
    assert match.stop(BOB.id, may_manage=False).ending is Ending.STOPPED


def test_a_rematch_of_a_crowd_is_asked_for_by_its_leader() -> None:
    """The same again, with as long rounds."""
    ended = crowd(5).resign(ALICE.id)
    again = ended.rematch(ALICE.id)
    assert (again.asker, again.other) == (Crowd(ALICE), KINAROW)
    assert (again.terms.side, again.terms.seconds) == (Side.O, 30)
    assert refusal(lambda: ended.rematch(BOB.id)).problem is Problem.NOT_LEADER
