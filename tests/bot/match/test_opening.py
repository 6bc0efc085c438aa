"""What is known of whole boards, the swap rule, and swap2 as a value."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import AnyProblem, Problem, UserError
from bot.match.messages import read_choice
from bot.match.opening import OpeningChoice, Swap2, allows_swap2, better_choice, is_worth_swapping
from bot.match.rating import is_rated, tells_of_skill
from bot.match.session import Coach, Ending, Offer, OfferKind, Session, moves, offers
from bot.match.timing import TurnClock
from engine import Analysis, Limit, Reason, ReasonKind, Rules, Side, Verdict, analyse, fairest_moves
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, position, session

WHOLE = Limit()


@pytest.mark.parametrize(
    "rules, first, worth",
    [
        ("4x4x3", 6, True),  # in the middle the first player wins
        ("3x3", 5, False),  # a draw
        ("3x4x3 misere", 1, False),  # the second player wins anyway
    ],
)
def test_a_move_is_taken_over_where_it_wins(rules: str, first: int, worth: bool) -> None:
    """A player to move who would lose prefers the other side."""
    assert is_worth_swapping(analyse(position(rules, [first]), WHOLE)) is worth


def test_a_close_estimate_is_no_reason_whatever_its_sign() -> None:
    """Odd and even depths see 10x10x4g a little better and a little worse; the answer stays."""
    after = position("10x10x4g", [1])
    found = [analyse(after, Limit(nodes=nodes)) for nodes in (10_000, 20_000, 40_000)]
    assert {analysis.verdict.score < 0 for analysis in found} == {True, False}
    assert {is_worth_swapping(analysis) for analysis in found} == {False}


def test_a_side_clearly_behind_by_estimate_swaps() -> None:
    """In the middle of 9x9 the first move is too good, though nothing is proved."""
    analysis = analyse(position("9x9x5", [41]), Limit(nodes=10_000))
    assert analysis.verdict.value is None
    assert is_worth_swapping(analysis)


def test_the_fairest_first_move_leaves_both_sides_alike() -> None:
    """Where some first moves win and others draw, only those are left that draw."""
    analysis = analyse(position("3x4x3"), WHOLE)
    least = min(abs(verdict.score) for verdict in analysis.verdicts.values())
    for move in analysis.verdicts:
        fair = abs(analysis.verdicts[move].score) == least
        assert (move in fairest_moves(analysis)) is fair
    assert set(fairest_moves(analyse(position("3x3"), WHOLE))) == set(range(1, 10))


H8, I9, J7, G7, K8, H9 = 113, 129, 100, 97, 116, 128


def opening(*acts: int | str, **changes: Any) -> Session:
    """A game of alice, who begins, and bob: stones and choices, each by whoever's turn it is."""
    match = session(rules="gomoku", swap2=Swap2(), **changes)
    for act in acts:
        player = match.to_move
        if player == KINAROW:
            match = (
                moves.choose_bot(match, OpeningChoice(act))
                if isinstance(act, str)
                else moves.play_bot(match, act)
            )
        else:
            match = moves.play(match, ALICE.id if player == ALICE else BOB.id, act)
    return match


LAID = H8, I9, J7


def refused(act: Callable[[], object]) -> AnyProblem:
    """What is wrong with an act."""
    with pytest.raises(UserError) as caught:
        act()
    return caught.value.problem


def test_the_coach_is_silent_while_stones_are_laid() -> None:
    """Whoever chooses then should find no colour better; they are advised, and who moves is."""
    coaches = {"x_coach": Coach.BEFORE, "o_coach": Coach.BEFORE}
    assert not any(opening(*LAID[:stones], **coaches).is_advised for stones in range(len(LAID)))
    assert opening(*LAID, **coaches).is_advised
    assert not opening(*LAID, "more", **coaches).is_advised
    assert opening(*LAID, "black", **coaches).is_advised


def test_three_stones_are_laid_by_who_begins() -> None:
    """Nobody else moves meanwhile, and the stones alternate: black, white, black."""
    match = opening()
    for number, tile in enumerate(LAID):
        assert (match.to_move, match.is_laying, match.position.ply) == (ALICE, True, number)
        assert refused(partial(moves.play, match, BOB.id, 1)) is Problem.NOT_YOUR_TURN
        match = moves.play(match, ALICE.id, tile)
    assert [match.position.at(tile) for tile in LAID] == [Side.X, Side.O, Side.X]
    assert (match.to_move, match.choices) == (BOB, tuple(OpeningChoice))


@pytest.mark.parametrize(
    "choices, x, o, stones",
    [
        (["white"], ALICE, BOB, 3),
        (["black"], BOB, ALICE, 3),
        (["more", G7, K8, "black"], ALICE, BOB, 5),
        (["more", G7, K8, "white"], BOB, ALICE, 5),
    ],
)
def test_each_way_through_the_opening_seats_both(
    choices: list[str | int], x: object, o: object, stones: int
) -> None:
    """Each way through the opening seats both, white moves next, and the game goes on by turns."""
    match = opening(*LAID, *choices)
    assert (match.x.player, match.o.player, match.position.ply) == (x, o, stones)
    assert (match.position.side, match.to_move) == (Side.O, o)
    assert (match.is_opening, match.choices, match.shared_plies) == (False, (), stones)
    assert match.swapped is (x == BOB)
    assert match.seats[match.beginner].player == ALICE
    after = moves.play(match, match.people[1].id, H9)
    assert (after.to_move, after.mover(stones + 1)) == (x, Side.O)


def test_two_more_stones_are_laid_by_the_second_player_and_the_first_chooses() -> None:
    """White, then black; and then there is no third choice."""
    match = opening(*LAID, "two more")
    assert (match.to_move, match.is_laying, match.position.side) == (BOB, True, Side.O)
    match = moves.play(moves.play(match, BOB.id, G7), BOB.id, K8)
    assert (match.to_move, match.choices) == (ALICE, (OpeningChoice.BLACK, OpeningChoice.WHITE))
    assert refused(lambda: moves.play(match, ALICE.id, "more")) is Problem.CHOOSE_FIRST


def test_each_stone_is_of_who_laid_it() -> None:
    """Also when the seats were exchanged since."""
    match = opening(*LAID, "more", G7, K8, "white", H9)
    names = [match.seats[match.mover(ply)].player for ply in range(1, 7)]
    assert names == [ALICE, ALICE, ALICE, BOB, BOB, ALICE]


def test_a_choice_is_made_in_its_time_by_whose_it_is() -> None:
    """A tile is no choice, a choice is no move, and only one player has it."""
    match = opening(*LAID)
    assert refused(lambda: moves.play(match, BOB.id, H9)) is Problem.CHOOSE_FIRST
    assert refused(lambda: moves.play(match, ALICE.id, "black")) is Problem.NOT_YOUR_TURN
    assert refused(lambda: moves.play(match, CAROL.id, "black")) is Problem.NOT_A_PLAYER
    assert refused(lambda: moves.take_over(match, BOB.id)) is Problem.CHOOSE_FIRST
    assert refused(lambda: moves.take_over(match, ALICE.id)) is Problem.NOT_YOUR_TURN
    for other in (opening(), opening(*LAID, "white"), session()):
        acting = other.people[other.turn is Side.O].id
        assert refused(partial(moves.play, other, acting, "x")) is Problem.NO_CHOICE
    assert refused(lambda: moves.take_over(opening(), ALICE.id)) is Problem.NO_CHOICE


def test_a_seat_takes_its_coach_and_its_help_along() -> None:
    """What belongs to a person stays theirs when the sides are exchanged."""
    match = opening(*LAID, "black", x_coach=Coach.AFTER, x_aloud=True, x_assisted=True)
    assert (match.o.player, match.o.coach, match.o.aloud, match.o.assisted) == (
        ALICE,
        Coach.AFTER,
        True,
        True,
    )
    assert (match.x.coach, match.x.aloud, match.x.assisted) == (Coach.OFF, False, False)


# Taking back.


def test_a_stone_is_taken_back_at_once_while_more_are_laid() -> None:
    """Nobody has answered it: it needs no consent and is no help."""
    match = offers.undo(opening(H8, I9), ALICE.id)
    assert match.position.moves == (H8,)
    assert (match.to_move, match.aided, match.offer) == (ALICE, frozenset(), None)
    assert refused(lambda: offers.undo(match, BOB.id)) is Problem.NOTHING_TO_UNDO
    assert refused(lambda: offers.undo(opening(), ALICE.id)) is Problem.NOTHING_TO_UNDO


def test_the_last_stone_before_a_choice_is_taken_back_if_both_agree() -> None:
    """Then it is laid anew."""
    asked = offers.undo(opening(*LAID), ALICE.id)
    assert asked.offer == Offer(OfferKind.UNDO, Side.X)
    back = offers.accept(asked, BOB.id)
    assert (back.position.moves, back.to_move, back.aided) == ((H8, I9), ALICE, frozenset())
    assert refused(lambda: offers.undo(opening(*LAID), BOB.id)) is Problem.NOTHING_TO_UNDO


def test_a_choice_stands() -> None:
    """No stone from before it is taken back, whoever asks; later moves are, as ever."""
    for match in (opening(*LAID, "more"), opening(*LAID, "white"), opening(*LAID, "black")):
        for person in (ALICE, BOB):
            assert refused(partial(offers.undo, match, person.id)) is Problem.NOTHING_TO_UNDO
    again = offers.undo(opening(*LAID, "more", G7), BOB.id)
    assert (again.position.ply, again.to_move) == (3, BOB)
    later = opening(*LAID, "white", G7)
    assert offers.accept(offers.undo(later, BOB.id), ALICE.id).position.moves == LAID
    assert refused(lambda: offers.undo(later, ALICE.id)) is Problem.NOTHING_TO_UNDO


def test_against_the_engine_a_stone_that_is_taken_back_is_no_help() -> None:
    """The game stays rated; a move taken back after the opening costs that as ever."""
    assert not offers.undo(opening(H8, I9, o=KINAROW), ALICE.id).assisted
    match = opening(*LAID, "white", G7, K8, o=KINAROW)
    assert offers.undo(moves.play_bot(match, H9), ALICE.id).assisted


# What a game counts.


def test_it_counts_for_ratings_once_both_have_moved_with_their_colours() -> None:
    """The stones of the opening are no moves of a game that somebody could win."""
    for acts, long in (
        (LAID, False),
        ((*LAID, "white"), False),
        ((*LAID, "white", G7), False),
        ((*LAID, "white", G7, K8), True),
        ((*LAID, "more", G7, K8, "white", 1), False),
        ((*LAID, "more", G7, K8, "white", 1, 2), True),
    ):
        ended = offers.resign(opening(*acts), BOB.id)
        assert ended.counts
        assert is_rated(ended) is long
        assert opening(*acts).needs_consent is long
    against = offers.resign(opening(*LAID, "white", G7, K8, o=KINAROW), ALICE.id)
    assert tells_of_skill(against)
    assert not tells_of_skill(offers.resign(opening(*LAID, o=KINAROW), ALICE.id))


def test_the_player_to_choose_loses_by_time_or_resigning() -> None:
    """It is whose turn it is that counts, not which stone comes next."""
    assert offers.resign(opening(*LAID), BOB.id).winner is Side.X
    late = offers.run_out(opening(H8))  # a white stone is next, and alice lays it
    assert (late.ending, late.winner) == (Ending.TIME, Side.O)
    assert offers.run_out(opening(*LAID)).winner is Side.X
    assert offers.run_out(opening(*LAID, "more", G7, K8)).winner is Side.O


def test_in_a_rematch_the_other_begins() -> None:
    """Whoever has ended up with which colour."""
    for choice in ("white", "black"):
        again = offers.rematch(offers.resign(opening(*LAID, choice), BOB.id), ALICE.id)
        assert (again.asker, again.terms.side, again.terms.swap2) == (ALICE, Side.O, True)


def test_each_stone_and_each_choice_has_its_time() -> None:
    """A choice begins a new turn, though no stone is laid by it."""
    later = NOON + timedelta(minutes=1)
    timed = moves.at(opening(*LAID, clock=TurnClock(timedelta(hours=1))), NOON)
    assert timed.clock is not None
    assert timed.clock.ends == NOON + timedelta(hours=1)
    for choice in ("black", "white", "more"):
        after = moves.at(moves.play(timed, BOB.id, choice), later)
        assert after.clock is not None
        assert after.clock.ends == later + timedelta(hours=1)


def test_a_board_before_a_choice_is_an_older_one() -> None:
    """Though the same stones lie there."""
    match = opening(*LAID)
    boards = [match, *(moves.play(match, BOB.id, choice.value) for choice in OpeningChoice)]
    assert len({board.fingerprint for board in boards}) == len(boards)
    assert not any(one.has_same_board(two) for one, two in pairwise(boards))


def test_other_games_keep_the_fingerprints_of_their_boards() -> None:
    """Boards from before swap2 was known still take presses."""
    assert session([5]).fingerprint == "169dde33"


@given(
    acts=st.lists(
        st.tuples(
            st.sampled_from(["lay", "black", "white", "more", "undo", "accept", "decline", "draw"]),
            st.booleans(),
            st.integers(0, 200),
        ),
        max_size=30,
    )
)
def test_no_act_breaks_the_opening(acts: list[tuple[str, bool, int]]) -> None:
    """Both have a seat, who began stays who began, and no choice is undone."""
    match = opening(*LAID)
    for act, who, number in acts:
        user, before = (ALICE if who else BOB).id, match
        with suppress(UserError):
            if act == "lay":
                match = moves.play(match, user, match.position.legal[number])
            elif act in {choice.value for choice in OpeningChoice}:
                match = moves.play(match, user, act)
            else:
                match = {
                    "undo": offers.undo,
                    "accept": offers.accept,
                    "decline": offers.decline,
                    "draw": offers.draw,
                }[act](match, user)
        if match.ending is not None:
            break
        assert {match.x.player, match.o.player} == {ALICE, BOB}
        assert match.seats[match.beginner].player == ALICE
        assert match.swap2 is not None
        assert before.swap2 is not None
        assert match.swap2.floor >= before.swap2.floor
        assert match.position.ply >= match.swap2.floor
        assert match.is_opening or match.turn is match.position.side
        for ply in range(1, min(match.position.ply, match.swap2.stones) + 1):
            assert match.seats[match.mover(ply)].player == (ALICE if ply <= len(LAID) else BOB)


# Words, boards and the engine's choice.


@pytest.mark.parametrize(
    "text, choice",
    [
        ("black", OpeningChoice.BLACK),
        ("White.", OpeningChoice.WHITE),
        ("`two more`", OpeningChoice.MORE),
        ("o", OpeningChoice.WHITE),
        ("blackberry", None),
        ("5", None),
        ("", None),
    ],
)
def test_the_words_for_a_choice(text: str, choice: OpeningChoice | None) -> None:
    """Alone, in any case; anything else is conversation."""
    assert read_choice(text) is choice


@pytest.mark.parametrize(
    "rules, offered",
    [
        ("gomoku", True),
        ("20x17x5", True),
        ("14x15x5", False),
        ("15x15x6", False),
        ("15x15x5 gravity", False),
        ("15x15x5 misere", False),
    ],
)
def test_the_boards_it_is_for(rules: str, offered: bool) -> None:
    """Five in a row where there is room for the openings."""
    assert allows_swap2(Rules.parse(rules)) is offered


@given(score=st.floats(-0.5, 0.5))
def test_the_better_colour_is_taken(score: float) -> None:
    """White where it is ahead; two more stones, if that may be, only where neither is."""
    verdicts = {1: Verdict(None, None, score)}
    analysis = Analysis(1, verdicts, (1,), Reason(ReasonKind.ESTIMATE), False, 1, 1, 0.0)
    three, two = (better_choice(analysis, Swap2(stones).choices) for stones in (3, 5))
    assert two in {OpeningChoice.WHITE if score > 0 else OpeningChoice.BLACK}
    assert three in {two, OpeningChoice.MORE}
    if abs(score) > 0.1:
        assert three is two


def test_an_opening_that_is_over_is_no_opening_any_more() -> None:
    """A stopped game asks for no choice."""
    stopped = replace(opening(*LAID), ending=Ending.STOPPED)
    assert (stopped.choices, stopped.is_laying, stopped.bot_to_move) == ((), False, False)
