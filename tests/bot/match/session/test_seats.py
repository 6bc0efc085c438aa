"""What players have at their seats: help and its cost, other levels, looks; and a rematch."""

from __future__ import annotations

from functools import partial

from bot.errors import Problem
from bot.match.session import BoardStyle, Coach, Ending, Terms, moves, offers, seats
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, session
from tests.bot.match.session.refusal import refusal


def test_help_is_remembered() -> None:
    """A hint or the coach marks the game, and switching the coach off does not unmark it."""
    assert seats.helped(session(o=KINAROW), ALICE.id).assisted
    coached = seats.set_coach(session(o=KINAROW), ALICE.id, Coach.AFTER)
    assert coached.assisted
    without = seats.set_coach(coached, ALICE.id, Coach.OFF)
    assert without.x.coach is Coach.OFF
    assert without.assisted


def test_between_people_help_is_that_of_one_player() -> None:
    """Of the player who had the hint, chose the coach or took the move back, even after a swap."""
    assert seats.helped(session(), BOB.id).aided == {BOB}
    assert seats.set_coach(session(), ALICE.id, Coach.BEFORE).aided == {ALICE}
    assert offers.undo(session([5, 1]), BOB.id).aided == frozenset()
    assert offers.accept(offers.undo(session([5, 1]), BOB.id), ALICE.id).aided == {BOB}
    swapped = moves.take_over(seats.helped(session([5], swap=True), BOB.id), BOB.id)
    assert swapped.x.player == BOB
    assert swapped.aided == {BOB}
    assert not swapped.assisted


def test_help_in_a_game_that_is_rated_for_nobody_costs_nobody_more() -> None:
    """Both agreed to the coach: a hint is nothing to tell of."""
    agreed = session([5, 1], assisted=True)
    for helped in (
        seats.helped(agreed, ALICE.id),
        offers.accept(offers.undo(agreed, BOB.id), ALICE.id),
    ):
        assert helped.aided == frozenset()
        assert helped.assisted


def test_a_strict_game_is_played_without_help() -> None:
    """Between people and against the engine alike."""
    between, alone = session([5, 1], strict=True), session([5, 1], o=KINAROW, strict=True)
    for match in (between, alone):
        for act in (offers.undo, partial(seats.set_coach, coach=Coach.AFTER)):
            assert refusal(partial(act, match, ALICE.id)).problem is Problem.NO_HELP
    assert refusal(partial(seats.helped, between, ALICE.id)).problem is Problem.NO_HELP
    assert seats.set_coach(between, ALICE.id, Coach.OFF) == between


def test_each_player_has_a_coach_of_their_own() -> None:
    """One may be told before each move, and the other after it."""
    match = seats.set_coach(seats.set_coach(session(), ALICE.id, Coach.BEFORE), BOB.id, Coach.AFTER)
    assert (match.seats[Side.X].coach, match.seats[Side.O].coach) == (Coach.BEFORE, Coach.AFTER)
    assert match.is_advised
    assert not moves.play(match, ALICE.id, 5).is_advised
    assert not offers.resign(match, ALICE.id).is_advised


def test_a_coach_goes_with_its_player() -> None:
    """A player who takes the first move over takes their coach along to the other side."""
    match = moves.take_over(seats.set_coach(session([1], swap=True), BOB.id, Coach.AFTER), BOB.id)
    assert match.x.player == BOB
    assert (match.x.coach, match.o.coach) == (Coach.AFTER, Coach.OFF)


def test_spectators_do_not_switch_the_coach() -> None:
    """The coach belongs to the players."""
    error = refusal(lambda: seats.set_coach(session(), CAROL.id, Coach.BEFORE))
    assert error.problem is Problem.NOT_A_PLAYER


def test_an_abandoned_game_has_no_winner() -> None:
    """Nobody wins by staying away."""
    match = session([5]).ended(Ending.IDLE)
    assert (match.ending, match.winner) == (Ending.IDLE, None)


def test_a_style_belongs_to_who_chose_it() -> None:
    """Words are for one player, and a picture that the other has not chosen too stays as it is."""
    heard = seats.restyled(session(), BOB.id, BoardStyle.TEXT)
    assert (heard.style, heard.x.aloud, heard.o.aloud) == (BoardStyle.EMOJI, False, True)
    assert not heard.is_text
    assert seats.seen_by(heard, BOB.id).style is BoardStyle.TEXT
    assert seats.seen_by(heard, ALICE.id) == heard
    assert seats.restyled(heard, ALICE.id, BoardStyle.TEXT).is_text
    assert seats.restyled(heard, ALICE.id, BoardStyle.LIGHT).style is BoardStyle.LIGHT
    assert seats.restyled(heard, ALICE.id, BoardStyle.LIGHT, shared=False).style is BoardStyle.EMOJI
    again = seats.restyled(heard, BOB.id, BoardStyle.IMAGE)
    assert (again.style, again.o.aloud) == (BoardStyle.IMAGE, False)
    assert offers.rematch(heard, BOB.id).terms.style is BoardStyle.TEXT
    assert offers.rematch(heard, ALICE.id).terms.style is BoardStyle.EMOJI
    assert (
        refusal(lambda: seats.restyled(session(), CAROL.id, BoardStyle.TEXT)).problem
        is Problem.NOT_A_PLAYER
    )
    over = session([1, 4, 2, 5, 3])
    assert refusal(lambda: seats.restyled(over, BOB.id, BoardStyle.TEXT)).problem is Problem.NO_GAME


def test_against_the_bot_a_players_style_is_the_boards() -> None:
    """Their style is that of the board."""
    alone = seats.restyled(session(o=KINAROW), ALICE.id, BoardStyle.TEXT)
    assert (alone.style, alone.is_text) == (BoardStyle.TEXT, True)
    assert not seats.restyled(alone, ALICE.id, BoardStyle.EMOJI).is_text
    assert seats.seen_by(alone, ALICE.id, BoardStyle.IMAGE) == alone
    assert seats.seen_by(alone, CAROL.id, BoardStyle.IMAGE).style is BoardStyle.IMAGE


def test_ears_go_with_their_player() -> None:
    """A player who changes sides by the swap rule goes on listening."""
    start = seats.restyled(session(swap=True), BOB.id, BoardStyle.TEXT)
    swapped = moves.take_over(moves.play(start, ALICE.id, 5), BOB.id)
    assert (swapped.x.aloud, swapped.o.aloud) == (True, False)


def test_a_rematch_exchanges_the_sides() -> None:
    """The same players and terms, with the asker on the other side."""
    match = offers.resign(session([5], rules="4x4", style=BoardStyle.TEXT), ALICE.id)
    again = offers.rematch(match, BOB.id)
    assert (again.asker, again.other) == (BOB, ALICE)
    assert again.terms == Terms(Rules(4, 4, 4), Side.X, Coach.OFF, BoardStyle.TEXT)
    assert refusal(lambda: offers.rematch(match, CAROL.id)).problem is Problem.NOT_YOUR_REMATCH


def test_a_rematch_between_people_has_the_coach_that_both_have() -> None:
    """One alone brings none into a game that would be unrated for both."""
    alone = seats.set_coach(session([5]), ALICE.id, Coach.AFTER)
    both = seats.set_coach(alone, BOB.id, Coach.AFTER)
    assert offers.rematch(offers.resign(alone, ALICE.id), ALICE.id).terms.coach is Coach.OFF
    assert offers.rematch(offers.resign(both, ALICE.id), ALICE.id).terms.coach is Coach.AFTER
    against = seats.set_coach(session([5], o=KINAROW), ALICE.id, Coach.AFTER)
    assert offers.rematch(offers.resign(against, ALICE.id), ALICE.id).terms.coach is Coach.AFTER


def test_a_rematch_lets_the_other_open() -> None:
    """After a swap the opener is second, whichever mark that was; the rule holds again."""
    ended = offers.resign(moves.take_over(session([5], swap=True), BOB.id), ALICE.id)
    for person, side in ((ALICE, Side.O), (BOB, Side.X)):
        again = offers.rematch(ended, person.id)
        assert (again.terms.side, again.terms.swap) == (side, True)
