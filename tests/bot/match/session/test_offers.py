"""Draws, takebacks and ends, which one player asks for and the other may answer."""

from __future__ import annotations

from functools import partial

import pytest

from bot.errors import Problem
from bot.match.session import Ending, FixtureId, Offer, OfferKind, Person, Session, moves, offers
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session
from tests.bot.match.session.refusal import refusal


def test_resigning_loses_in_turn_or_not() -> None:
    """In turn or not."""
    for person, winner in ((ALICE, Side.O), (BOB, Side.X)):
        match = offers.resign(session([5]), person.id)
        assert (match.ending, match.winner) == (Ending.RESIGNED, winner)


@pytest.mark.parametrize("person, may_manage", [(ALICE, False), (BOB, False), (CAROL, True)])
def test_players_and_moderators_may_stop(person: Person, may_manage: bool) -> None:
    """A stopped game has no winner."""
    match = offers.stop(session([5]), person.id, may_manage=may_manage)
    assert (match.ending, match.winner) == (Ending.STOPPED, None)


def test_others_may_not_stop() -> None:
    """A spectator who may not manage messages leaves the game alone."""
    error = refusal(lambda: offers.stop(session(), CAROL.id, may_manage=False))
    assert error.problem is Problem.MAY_NOT_STOP


def test_a_draw_takes_two() -> None:
    """One offers, the other accepts by word or by offering too."""
    offered = offers.draw(session([5]), ALICE.id)
    assert offered.offer == Offer(OfferKind.DRAW, Side.X)
    for agreed in (offers.draw(offered, BOB.id), offers.accept(offered, BOB.id)):
        assert (agreed.ending, agreed.winner, agreed.offer) == (Ending.AGREED, None, None)


@pytest.mark.parametrize("kind", ["draw", "undo"])
def test_nobody_answers_their_own_offer(kind: str) -> None:
    """Asking twice, or accepting one's own offer, names the player who has to answer."""
    asked: Session = getattr(offers, kind)(session([5, 1]), ALICE.id)
    for act in (offers.accept, getattr(offers, kind)):
        error = refusal(partial(act, asked, ALICE.id))
        assert (error.problem, error.facts) == (Problem.OWN_OFFER, {"name": "bob"})


def test_there_is_nothing_to_answer_without_an_offer() -> None:
    """Yes and no need a question."""
    match = session([5])
    for act in (offers.accept, offers.decline):
        assert refusal(partial(act, match, BOB.id)).problem is Problem.NO_OFFER


def test_an_offer_can_be_declined_and_taken_back() -> None:
    """By the other and by its author, but by no spectator."""
    offered = offers.draw(session([5]), ALICE.id)
    assert offers.decline(offered, BOB.id) == session([5])
    assert offers.decline(offered, ALICE.id) == session([5])
    assert refusal(lambda: offers.decline(offered, CAROL.id)).problem is Problem.NOT_A_PLAYER


def test_a_move_declines_the_offer_that_stands() -> None:
    """A player who plays on has answered."""
    assert moves.play(offers.draw(session([5]), ALICE.id), BOB.id, 1).offer is None


@pytest.mark.parametrize(
    "moves, left",
    [([5, 1], ()), ([5, 1, 2, 3], (5, 1)), ([5], ())],
)
def test_against_the_bot_a_move_is_taken_back_at_once(
    moves: list[int], left: tuple[int, ...]
) -> None:
    """Back to the person's own turn, with the engine's answer."""
    match = offers.undo(session(moves, o=KINAROW), ALICE.id)
    assert match.position.moves == left
    assert match.assisted


def test_between_people_the_other_must_agree() -> None:
    """The asker's move goes, and the other's after it."""
    asked = offers.undo(session([5, 1, 2]), ALICE.id)
    assert asked.position.moves == (5, 1, 2)
    assert offers.undo(asked, BOB.id).position.moves == (5, 1)
    assert offers.accept(offers.undo(session([5, 1, 2]), BOB.id), ALICE.id).position.moves == (5,)


@pytest.mark.parametrize(
    "match, person",
    [
        (session(), ALICE),
        (session([5]), BOB),
        (session([5], x=KINAROW, o=BOB), BOB),
    ],
)
def test_there_must_be_a_move_to_take_back(match: Session, person: Person) -> None:
    """A player who has not moved has nothing to take back."""
    assert refusal(lambda: offers.undo(match, person.id)).problem is Problem.NOTHING_TO_UNDO


def test_a_game_that_counts_is_stopped_by_both_or_by_a_moderator() -> None:
    """A moderator who plays is asked like anybody else."""
    early, match = session([5, 1, 2]), session([5, 1, 2, 3])
    assert offers.stop(early, ALICE.id, may_manage=False).ending is Ending.STOPPED
    asked = offers.stop(match, ALICE.id, may_manage=True)
    assert (asked.ending, asked.offer) == (None, Offer(OfferKind.STOP, Side.X))
    again = refusal(lambda: offers.stop(asked, ALICE.id, may_manage=True))
    assert again.problem is Problem.OWN_OFFER
    for stopped in (offers.stop(asked, BOB.id, may_manage=False), offers.accept(asked, BOB.id)):
        assert (stopped.ending, stopped.winner) == (Ending.STOPPED, None)
    assert offers.decline(asked, BOB.id).offer is None
    assert moves.play(asked, ALICE.id, 4).offer is None
    assert offers.stop(match, CAROL.id, may_manage=True).ending is Ending.STOPPED
    against_the_engine = session([5, 1, 2, 3], o=KINAROW)
    assert offers.stop(against_the_engine, ALICE.id, may_manage=False).ending is Ending.STOPPED


def test_leaving_a_game_that_counts_loses_it() -> None:
    """Whoever wants to be forgotten cannot wait for the other's word."""
    left = offers.leave(session([5, 1, 2, 3]), ALICE.id)
    assert (left.ending, left.winner) == (Ending.RESIGNED, Side.O)
    assert offers.leave(session([5]), ALICE.id).ending is Ending.STOPPED


def test_leaving_a_tournament_game_loses_it_at_any_time() -> None:
    """It cannot be stopped, and the tournament waits for a result."""
    left = offers.leave(session([5], fixture=FixtureId(1)), ALICE.id)
    assert (left.ending, left.winner) == (Ending.RESIGNED, Side.O)
