"""Moves and why they are refused, votes, and sides that are exchanged."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.errors import AnyProblem, Problem
from bot.match.session import Coach, Crowd, Ending, Person, Session, moves, offers, read_move
from bot.match.session.moves import at, play, play_bot, play_vote, put_off, vote
from bot.match.timing import MAX_POSTPONEMENTS, Poll
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session
from tests.bot.match.session.refusal import refusal


def test_turns_alternate() -> None:
    """X, then O, each only in turn."""
    match = session([5])
    assert match.to_move == BOB
    error = refusal(lambda: play(match, ALICE.id, 1))
    assert (error.problem, error.facts) == (Problem.NOT_YOUR_TURN, {"name": "bob"})
    assert play(match, BOB.id, 1).position.moves == (5, 1)


def test_a_spectator_cannot_move() -> None:
    """Being in the channel is not being in the game."""
    assert refusal(lambda: play(session(), CAROL.id, 5)).problem is Problem.NOT_A_PLAYER


@pytest.mark.parametrize(
    "rules, moves, text, problem, facts",
    [
        ("3x3", [5], "5", Problem.TAKEN, {"tile": "5"}),
        ("3x3", [5], "b2", Problem.TAKEN, {"tile": "b2"}),
        ("3x3", [], "0", Problem.NO_SUCH_TILE, {"text": "0", "last": 9, "corner": "c3"}),
        ("3x3", [], "10", Problem.NO_SUCH_TILE, {"text": "10", "last": 9, "corner": "c3"}),
        ("3x3", [], "d1", Problem.NO_SUCH_TILE, {"text": "d1", "last": 9, "corner": "c3"}),
        ("3x3 gravity", [2, 2, 2], "2", Problem.FULL, {"column": "2"}),
        ("connect4", [], "8", Problem.NO_SUCH_COLUMN, {"text": "8", "last": 7}),
        ("connect4", [], "a1", Problem.FLOATING, {"text": "a1"}),
        ("connect4", [4], "d6", Problem.TAKEN, {"tile": "d6"}),
        ("3x3 gravity", [2, 2, 2], "b1", Problem.TAKEN, {"tile": "b1"}),
    ],
)
def test_a_move_that_cannot_be_is_refused(
    rules: str, moves: list[int], text: str, problem: AnyProblem, facts: dict[str, str | int]
) -> None:
    """Taken, full, floating and missing tiles are told apart, with their facts."""
    match = session(moves, rules=rules)
    player = match.to_move
    assert isinstance(player, Person)
    for refused in (lambda: read_move(match.position, text), lambda: play(match, player.id, text)):
        error = refusal(refused)
        assert (error.problem, error.facts) == (problem, facts)


@pytest.mark.parametrize("move", [0, 5, 10])
def test_a_number_is_refused_as_its_digits_are(move: int) -> None:
    """Whether a button was pressed or the number was typed."""
    match = session([5])
    pressed, typed = lambda: play(match, BOB.id, move), lambda: play(match, BOB.id, str(move))
    assert refusal(pressed).args == refusal(typed).args


def test_words_that_name_no_move_are_refused() -> None:
    """The error repeats them."""
    error = refusal(lambda: play(session(), ALICE.id, "hello"))
    assert (error.problem, error.facts) == (Problem.NOT_A_MOVE, {"text": "hello"})


@pytest.mark.parametrize(
    "rules, text, move",
    [
        ("3x3", "5", 5),
        ("3x3", "b2", 5),
        ("3x3", "hello", None),
        ("connect4", "d6", 4),
        ("gomoku", "b 2", 17),
        ("3x3", "b 2", 5),
        ("connect4", "d 6", 4),
    ],
)
def test_a_move_is_read(rules: str, text: str, move: int | None) -> None:
    """Numbers and coordinates are moves, with a space between letter and number or without."""
    assert read_move(session(rules=rules).position, text) == move


def test_the_bot_moves_only_in_turn() -> None:
    """Asking the engine out of turn is a defect, not a person's mistake."""
    with pytest.raises(AssertionError):
        play_bot(session(o=KINAROW), 1)


@pytest.mark.parametrize(
    "rules, moves, ending, winner",
    [
        ("3x3", [1, 4, 2, 5, 3], Ending.LINE, Side.X),
        ("3x3", [1, 3, 2, 5, 9, 7], Ending.LINE, Side.O),
        ("3x3 misere", [1, 4, 2, 5, 3], Ending.LINE, Side.O),
        ("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7], Ending.FULL, None),
        ("3x3", [1, 2, 3, 5, 4, 6, 8, 9, 7], Ending.LINE, Side.X),
    ],
)
def test_the_last_move_ends_the_game(
    rules: str, moves: list[int], ending: Ending, winner: Side | None
) -> None:
    """Lines come before fullness, and a full board ends the game on anyone's move."""
    match = session(moves, rules=rules)
    assert (match.ending, match.winner) == (ending, winner)
    assert refusal(lambda: read_move(match.position, "6")).problem is Problem.NO_GAME


def crowd(*moves: int, **changes: Any) -> Session:
    """Everyone with X, led by alice, against the engine; the engine's moves among these."""
    match = at(session(x=Crowd(ALICE), o=KINAROW, poll=Poll(30), **changes), NOON)
    for move in moves:
        play = play_vote if match.voting else play_bot
        match = at(play(match, move), NOON)
    return match


def test_a_crowd_votes_on_its_turn() -> None:
    """Anyone may, on a board that is free there; the engine's turn is no time to vote."""
    match = vote(vote(crowd(), CAROL.id, 5, NOON), BOB.id, 5, NOON)
    assert match.poll is not None
    assert dict(match.poll.ballots) == {CAROL.id: 5, BOB.id: 5}
    assert refusal(lambda: vote(crowd(5, 1), BOB.id, 5, NOON)).problem is Problem.TAKEN
    assert refusal(lambda: vote(match, BOB.id, 10, NOON)).problem is Problem.NO_SUCH_TILE
    for idle in (play_vote(match, 5), match.ended(Ending.IDLE), session()):
        assert refusal(partial(vote, idle, BOB.id, 1, NOON)).problem is Problem.NO_VOTE


def test_each_turn_of_a_crowd_is_a_round() -> None:
    """It opens with the turn, its ballots go with the move, and after the end there is none."""
    match = vote(crowd(), CAROL.id, 5, NOON)
    later = NOON + timedelta(seconds=20)
    assert at(match, later).poll == match.poll
    played = at(play_vote(match, 5), later)
    assert played.poll == Poll(30)
    answered = at(play_bot(played, 1), later)
    assert answered.poll == Poll(30).opened(2, later)
    assert at(match.ended(Ending.IDLE), later).poll == Poll(30)
    assert at(session(), later).poll is None


def test_a_crowd_has_a_leader() -> None:
    """The leader may do for all what a player may; everybody else is told who that is."""
    match = crowd(5, 1)
    assert match.side_of(ALICE.id) is Side.X
    assert offers.undo(match, ALICE.id).position.moves == ()
    assert offers.resign(match, ALICE.id).winner is Side.O
    error = refusal(lambda: offers.resign(match, BOB.id))
    assert (error.problem, error.facts) == (Problem.NOT_LEADER, {"name": "alice"})
    assert (
        refusal(lambda: offers.stop(match, BOB.id, may_manage=False)).problem
        is Problem.MAY_NOT_STOP
    )
    assert (match.x.name, match.people) == ("Everyone", ())


def test_a_vote_that_rests_blocks_nobody() -> None:
    """Anyone may stop or replace it, but while a round is on it is not idle."""
    limit, match = timedelta(seconds=1), crowd()
    assert not match.is_idle(NOON + timedelta(seconds=30), limit)
    assert match.is_idle(NOON + timedelta(seconds=32), limit)
    for _ in range(MAX_POSTPONEMENTS + 1):
        match = put_off(match, NOON)
    assert match.is_idle(NOON, timedelta(days=1))
    assert offers.stop(match, BOB.id, may_manage=False).ending is Ending.STOPPED


def test_a_rematch_of_a_crowd_is_asked_for_by_its_leader() -> None:
    """The same again, with as long rounds."""
    ended = offers.resign(crowd(5), ALICE.id)
    again = offers.rematch(ended, ALICE.id)
    assert (again.asker, again.other) == (Crowd(ALICE), KINAROW)
    assert (again.terms.side, again.terms.seconds) == (Side.O, 30)
    assert refusal(lambda: offers.rematch(ended, BOB.id)).problem is Problem.NOT_LEADER


def test_the_first_move_is_taken_over() -> None:
    """The second player sits down on the other side, and the first is to move."""
    opened = session([5], swap=True)
    assert opened.can_swap
    swapped = moves.take_over(opened, BOB.id)
    assert (swapped.x.player, swapped.o.player, swapped.to_move) == (BOB, ALICE, ALICE)
    assert swapped.position == opened.position
    assert moves.play(moves.play(swapped, ALICE.id, 1), BOB.id, 9).position.moves == (5, 1, 9)
    assert moves.take_over_bot(session([5], o=KINAROW, swap=True)).x.player == KINAROW


def test_coach_and_style_change_sides_with_their_player() -> None:
    """The coach, the board in words, and that they had help; an offer lapses."""
    opened = session(
        [5], swap=True, x_coach=Coach.AFTER, o_coach=Coach.BEFORE, x_aloud=True, x_assisted=True
    )
    swapped = moves.take_over(offers.draw(opened, BOB.id), BOB.id)
    for side in Side:
        assert swapped.seats[side].player == opened.seats[side.other].player
        assert swapped.seats[side].coach is opened.seats[side.other].coach
        assert swapped.seats[side].aloud is opened.seats[side.other].aloud
    assert swapped.aided == opened.aided == {ALICE}
    assert swapped.offer is None


@pytest.mark.parametrize(
    "match, person, problem",
    [
        (session([5]), BOB, Problem.NO_SWAP),
        (session(swap=True), BOB, Problem.SWAP_EARLY),
        (session([5], swap=True), ALICE, Problem.NOT_YOUR_SWAP),
        (session([5, 1], swap=True), ALICE, Problem.SWAP_LATE),
        (session([5, 1], swap=True), BOB, Problem.SWAP_LATE),
        (moves.take_over(session([5], swap=True), BOB.id), ALICE, Problem.SWAP_LATE),
        (session([5], swap=True), CAROL, Problem.NOT_A_PLAYER),
        (offers.resign(session([5], swap=True), BOB.id), BOB, Problem.NO_GAME),
    ],
)
def test_only_the_second_player_may_take_over_the_first_move(
    match: Session, person: Person, problem: AnyProblem
) -> None:
    """Only the second player may, right after the first move, where it was agreed."""
    assert refusal(lambda: moves.take_over(match, person.id)).problem is problem


def test_a_move_that_was_taken_over_stays() -> None:
    """It belongs to both, so that neither can take it back; later moves can be."""
    swapped = moves.take_over(session([5], swap=True), BOB.id)
    for person in (ALICE, BOB):
        assert refusal(partial(offers.undo, swapped, person.id)).problem is Problem.NOTHING_TO_UNDO
    on = moves.play(swapped, ALICE.id, 1)
    assert offers.undo(offers.undo(on, ALICE.id), BOB.id).position.moves == (5,)


def test_after_a_takeback_the_first_move_can_be_taken_over_again() -> None:
    """A player who answered it and took the answer back chooses anew."""
    match = offers.undo(offers.undo(session([5, 1], swap=True), BOB.id), ALICE.id)
    assert moves.take_over(match, BOB.id).x.player == BOB
