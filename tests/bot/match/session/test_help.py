"""Hints and coaches, and what they cost."""

from __future__ import annotations

from functools import partial

from bot.errors import Problem
from bot.match.session import Coach
from engine import Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session
from tests.bot.match.session.refusal import refusal


def test_help_is_remembered() -> None:
    """A hint or the coach marks the game, and switching the coach off does not unmark it."""
    assert session(o=KINAROW).helped(ALICE.id).assisted
    coached = session(o=KINAROW).set_coach(ALICE.id, Coach.AFTER)
    assert coached.assisted
    without = coached.set_coach(ALICE.id, Coach.OFF)
    assert without.x_coach is Coach.OFF
    assert without.assisted


def test_between_people_help_is_that_of_one_player() -> None:
    """Of who had the hint, chose the coach or took the move back, also after a swap."""
    assert session().helped(BOB.id).aided == {BOB}
    assert session().set_coach(ALICE.id, Coach.BEFORE).aided == {ALICE}
    assert session([5, 1]).undo(BOB.id).aided == frozenset()
    assert session([5, 1]).undo(BOB.id).accept(ALICE.id).aided == {BOB}
    swapped = session([5], swap=True).helped(BOB.id).take_over(BOB.id)
    assert swapped.x == BOB
    assert swapped.aided == {BOB}
    assert not swapped.assisted


def test_help_in_a_game_that_is_rated_for_nobody_costs_nobody_more() -> None:
    """Both agreed to the coach: a hint is nothing to tell of."""
    agreed = session([5, 1], assisted=True)
    for helped in (agreed.helped(ALICE.id), agreed.undo(BOB.id).accept(ALICE.id)):
        assert helped.aided == frozenset()
        assert helped.assisted


def test_a_strict_game_is_played_without_help() -> None:
    """Between people; against the engine everybody plays as they like."""
    match = session([5, 1], strict=True)
    acts = (match.helped, match.undo, lambda user: match.set_coach(user, Coach.AFTER))
    for act in acts:
        assert refusal(partial(act, ALICE.id)).problem is Problem.NO_HELP
    assert match.set_coach(ALICE.id, Coach.OFF) == match
    assert session([5, 1], o=KINAROW, strict=True).undo(ALICE.id).assisted


def test_each_player_has_a_coach_of_their_own() -> None:
    """One may be told before each move, and the other after it."""
    match = session().set_coach(ALICE.id, Coach.BEFORE).set_coach(BOB.id, Coach.AFTER)
    assert (match.coach_of(Side.X), match.coach_of(Side.O)) == (Coach.BEFORE, Coach.AFTER)
    assert match.is_advised
    assert not match.play(ALICE.id, 5).is_advised
    assert not match.resign(ALICE.id).is_advised


def test_a_coach_goes_with_its_player() -> None:
    """Who takes the first move over takes their coach along to the other side."""
    match = session([1], swap=True).set_coach(BOB.id, Coach.AFTER).take_over(BOB.id)
    assert match.x == BOB
    assert (match.x_coach, match.o_coach) == (Coach.AFTER, Coach.OFF)


def test_spectators_do_not_switch_the_coach() -> None:
    """The coach belongs to the players."""
    error = refusal(lambda: session().set_coach(CAROL.id, Coach.BEFORE))
    assert error.problem is Problem.NOT_A_PLAYER
