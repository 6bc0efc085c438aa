"""The swap rule: the first move may be taken over."""

from __future__ import annotations

from functools import partial

import pytest

from bot.errors import AnyProblem, Problem
from bot.match.session import Coach, Person, Session
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session
from tests.bot.match.session.refusal import refusal


def test_the_first_move_is_taken_over() -> None:
    """The second player sits down on the other side, and the first is to move."""
    opened = session([5], swap=True)
    assert opened.can_swap
    swapped = opened.take_over(BOB.id)
    assert (swapped.x, swapped.o, swapped.to_move) == (BOB, ALICE, ALICE)
    assert swapped.position == opened.position
    assert swapped.play(ALICE.id, 1).play(BOB.id, 9).position.moves == (5, 1, 9)
    assert session([5], o=KINAROW, swap=True).take_over_bot().x == KINAROW


def test_what_belongs_to_a_player_changes_sides_with_them() -> None:
    """The coach, the board in words, and that they had help; an offer lapses."""
    opened = session(
        [5], swap=True, x_coach=Coach.AFTER, o_coach=Coach.BEFORE, x_aloud=True, x_assisted=True
    )
    swapped = opened.draw(BOB.id).take_over(BOB.id)
    for side in Side:
        assert swapped.player(side) == opened.player(side.other)
        assert swapped.coach_of(side) is opened.coach_of(side.other)
        assert swapped.aloud_of(side) is opened.aloud_of(side.other)
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
        (session([5], swap=True).take_over(BOB.id), ALICE, Problem.SWAP_LATE),
        (session([5], swap=True), CAROL, Problem.NOT_A_PLAYER),
        (session([5], swap=True).resign(BOB.id), BOB, Problem.NO_GAME),
    ],
)
def test_when_nothing_can_be_taken_over(
    match: Session, person: Person, problem: AnyProblem
) -> None:
    """Only the second player may, right after the first move, where it was agreed."""
    assert refusal(lambda: match.take_over(person.id)).problem is problem


def test_a_move_that_was_taken_over_stays() -> None:
    """It belongs to both, so that neither can take it back; later moves can be."""
    swapped = session([5], swap=True).take_over(BOB.id)
    for person in (ALICE, BOB):
        assert refusal(partial(swapped.undo, person.id)).problem is Problem.NOTHING_TO_UNDO
    on = swapped.play(ALICE.id, 1)
    assert on.undo(ALICE.id).undo(BOB.id).position.moves == (5,)


def test_after_a_takeback_the_first_move_can_be_taken_over_again() -> None:
    """Who answered it and took the answer back chooses anew."""
    match = session([5, 1], swap=True).undo(BOB.id).undo(ALICE.id)
    assert match.take_over(BOB.id).x == BOB
