"""Which positions are trained, what an answer is worth, and when each comes again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import pairwise

import pytest
from fsrs import Rating as Grade
from hypothesis import given
from hypothesis import strategies as st

from bot.features.train.values import (
    AGAIN,
    LEARNED,
    WEEKS,
    Finding,
    Spacing,
    monday,
    studies,
    weeks_until,
)
from bot.match.accuracy import Accuracy
from bot.match.session import ERASED_USER, GameId, Person
from engine import Lapse, Position, Rules, Side, Verdict, symmetries
from tests.bot.builders import (
    ALICE,
    ALL_RULES,
    BOB,
    KINAROW,
    NOON,
    changed,
    half_full,
    reviewed,
    session,
)
from tests.bot.features.train.cards import GAME, HELD, WON, card

RIGHT, WRONG, UNCLEAR = Finding.RIGHT, Finding.WRONG, Finding.UNCLEAR
LATER = NOON + timedelta(minutes=1)


# Where they come from.


def test_each_player_gets_the_own_mistakes() -> None:
    """The position before the mistake, what was played and what was best, as it was proved."""
    mine, theirs = studies(reviewed(session(GAME)), NOON)
    assert (mine.user, theirs.user) == (ALICE.id, BOB.id)
    assert mine.cards == (card(),)
    assert theirs.cards == (card(HELD, 4, 3, worth="draw"),)
    assert mine.accuracy is not None
    assert mine.accuracy.percent < 100


def test_a_mistake_by_estimate_makes_no_card() -> None:
    """Whatever the review calls a mistake, without both proofs nobody is asked for it."""
    game = reviewed(session(GAME))
    unproved = tuple(
        replace(slip, judged=replace(slip.judged, after=Verdict.estimate(0)))
        if slip.lapse is Lapse.MISSED_WIN
        else slip
        for slip in game.weighed
    )
    mine, theirs = studies(replace(game, weighed=unproved), NOON)
    assert mine.cards == ()
    assert len(theirs.cards) == 1


def test_a_slower_win_makes_no_card() -> None:
    """A review tells of the line that was not completed; but the move that was made wins, too."""
    moves = (6, 1, 7, 13, 10, 16, 5)
    game = reviewed(session(moves, rules="4x4x3"))
    slip = game.slips[Side.X][0]
    assert (slip.lapse, slip.judged.move) == (Lapse.MISSED_WIN, 10)
    assert slip.judged.after.value == "win"
    mine, _ = studies(game, NOON)
    assert mine.cards == ()


def test_the_engine_and_who_left_get_none() -> None:
    """Nobody trains for them."""
    game = session(GAME, o=KINAROW)
    assert [study.user for study in studies(reviewed(game), NOON)] == [ALICE.id]
    left = changed(session(GAME), x=Person(ERASED_USER, ""))
    assert [study.user for study in studies(reviewed(left), NOON)] == [BOB.id]


def test_moves_that_belong_to_nobody_make_no_card() -> None:
    """Those of a code, from which a game went on."""
    mine, theirs = studies(reviewed(session(GAME, begun=5)), NOON)
    assert mine.cards == theirs.cards == ()


@given(st.sampled_from(ALL_RULES[::37]), st.data())
def test_a_mirror_image_is_the_same_position(rules: Rules, data: st.DataObject) -> None:
    """So is one turned round; one with another stone is not."""
    start, symmetry = half_full(rules), data.draw(st.sampled_from(symmetries(rules)))
    image = Position.from_moves(start.rules, (symmetry.moves[move] for move in start.moves))
    mine = card(start, start.legal[0], start.legal[0])
    assert replace(mine, position=image).key == mine.key
    assert replace(mine, position=start.play(start.legal[0])).key != mine.key


# What an answer does.


@pytest.mark.parametrize(
    "worth, verdict, finding",
    [
        ("win", Verdict.win(3), RIGHT),
        ("win", Verdict.draw(3), WRONG),
        ("win", Verdict.loss(2), WRONG),
        ("win", Verdict.estimate(30_000), UNCLEAR),
        ("draw", Verdict.win(3), RIGHT),
        ("draw", Verdict.draw(3), RIGHT),
        ("draw", Verdict.loss(2), WRONG),
        ("draw", Verdict.estimate(0), UNCLEAR),
    ],
)
def test_right_is_what_keeps_the_proved_value(
    worth: str, verdict: Verdict, finding: Finding
) -> None:
    """Also by another move than the stored one; a later win is as good as a sooner one."""
    assert card(worth=worth).finding(verdict) is finding


def test_the_best_move_and_the_mistake_need_no_search() -> None:
    """Nor do the moves that are the same by symmetry."""
    corners = Position.from_moves(WON.rules, [5, 2])
    asked = card(corners, 4, 1)
    assert [asked.known(move) for move in (1, 3, 4, 6, 8)] == [RIGHT, RIGHT, WRONG, WRONG, None]


def test_found_twice_without_help_it_is_learned() -> None:
    """Two days lie between."""
    once = card().answered(RIGHT, NOON)
    assert (once.solved, once.solved_at, once.spacing.due) == (1, NOON, NOON + timedelta(days=2))
    twice = once.answered(RIGHT, NOON + timedelta(days=2))
    assert (twice.solved, twice.solved_at, twice.spacing.due) == (2, NOON, None)


def test_a_miss_brings_it_back_in_the_same_sitting() -> None:
    """To find it right after the miss changes nothing: only when it comes again it counts."""
    missed = card().answered(WRONG, NOON)
    assert (missed.solved, missed.spacing.due) == (0, NOON + AGAIN)
    assert missed.answered(RIGHT, LATER) == missed
    assert missed.answered(RIGHT, NOON + AGAIN).solved == 1


def test_with_the_hint_it_comes_sooner() -> None:
    """In minutes, not in days; the next time the hint is forgotten."""
    hinted = card().hinted_at(NOON)
    found = hinted.answered(RIGHT, NOON)
    assert found.spacing.due == NOON + 1.5 * AGAIN
    assert not found.hinted
    assert not hinted.answered(WRONG, NOON).hinted


def test_an_unproved_answer_does_not_count() -> None:
    """It is neither held against a person nor for them."""
    assert card().answered(UNCLEAR, NOON) == card()


@pytest.mark.parametrize("finding", list(Finding))
def test_a_press_on_an_old_message_changes_nothing(finding: Finding) -> None:
    """A position that is not due is only looked at: its days stay as they are."""
    asleep = card().answered(RIGHT, NOON)
    assert asleep.answered(finding, LATER) == asleep
    assert asleep.hinted_at(LATER) == asleep
    assert asleep.given_up(LATER) == asleep


def test_to_win_it_is_to_solve_it() -> None:
    """In whatever time; a game that was not won is only over."""
    tried = card().tried(GameId(7))
    assert tried.settled(False, LATER) == card()
    won = tried.settled(True, LATER)
    assert (won.solved, won.trial, won.spacing.is_due(LATER)) == (1, None, False)


def test_a_repeated_mistake_brings_its_card_back() -> None:
    """Also for what was learned."""
    learned = card().answered(RIGHT, NOON).answered(RIGHT, NOON + timedelta(days=2))
    now = NOON + timedelta(days=40)
    again = learned.relapsed(card(played=7, made_at=now), now)
    assert (again.played, again.solved, again.spacing.due) == (7, 2, now + AGAIN)


# Progress.


def test_a_week_is_the_mean_over_its_moves() -> None:
    """A long game weighs more than a short one; a week without a game has no accuracy."""
    last = NOON - timedelta(weeks=1)
    games = [(NOON, Accuracy(100, 30)), (NOON, Accuracy(60, 10)), (last, Accuracy(50, 3))]
    *_, before, newest = weeks = weeks_until(NOON, games, [NOON, last, last])
    assert len(weeks) == WEEKS
    assert (newest.accuracy, newest.games, newest.solved) == (90, 2, 1)
    assert (before.accuracy, before.games, before.solved) == (50, 1, 2)
    assert weeks[0].accuracy is None


@given(st.timedeltas(timedelta(0), timedelta(days=20_000)))
def test_weeks_begin_on_mondays_and_follow_each_other(since: timedelta) -> None:
    """Whatever the day is, it lies in the last of them."""
    moment = NOON + since
    weeks = weeks_until(moment, [(moment, Accuracy(70, 1))], [moment])
    assert all(week.start.weekday() == 0 for week in weeks)
    assert weeks[-1].start - weeks[0].start == timedelta(weeks=WEEKS - 1)
    assert (weeks[-1].start, weeks[-1].games, weeks[-1].solved) == (monday(moment), 1, 1)


AGAIN_, HARD, GOOD, EASY = Grade.Again, Grade.Hard, Grade.Good, Grade.Easy
DAY = timedelta(days=1)


def pauses(*grades: Grade) -> Iterator[timedelta | None]:
    """The pause after each of these answers, each given when the position is due."""
    spacing, now = Spacing.fresh(NOON), NOON
    for grade in grades:
        spacing = spacing.graded(grade, now)
        yield None if spacing.due is None else spacing.due - now
        now = spacing.due or now + LEARNED


@pytest.mark.parametrize(
    "grades, expected",
    [
        ((GOOD, EASY), (2 * DAY, None)),
        ((GOOD, GOOD), (2 * DAY, 11 * DAY)),
        ((AGAIN_, GOOD, EASY, EASY), (AGAIN, DAY, 4 * DAY, None)),
        ((GOOD, AGAIN_, GOOD), (2 * DAY, AGAIN, DAY)),
        ((HARD, GOOD), (1.5 * AGAIN, DAY)),
    ],
)
def test_the_pauses_are_known(
    grades: tuple[Grade, ...], expected: tuple[timedelta | None, ...]
) -> None:
    """They are part of what players are told: two days, and then it is learned."""
    assert tuple(pauses(*grades)) == expected


@given(st.lists(st.sampled_from(list(Grade)), min_size=1, max_size=12))
def test_a_miss_brings_it_back_at_once_and_nothing_brings_it_sooner(grades: list[Grade]) -> None:
    """After a miss it comes in ten minutes; no pause is shorter, and none that is told too long."""
    for grade, pause in zip(grades, pauses(*grades), strict=True):
        if grade is AGAIN_:
            assert pause == AGAIN
        else:
            assert pause is None or AGAIN <= pause < LEARNED


def test_pauses_grow_while_it_is_found() -> None:
    """Each is longer than the one before, until it is learned."""
    found = list(pauses(AGAIN_, GOOD, GOOD, GOOD, GOOD, GOOD))
    assert found[-1] is None
    assert all(a < b for a, b in pairwise(pause for pause in found if pause is not None))


def test_the_zone_of_the_clock_does_not_matter() -> None:
    """The same moment in another zone gives the same days."""
    elsewhere = NOON.astimezone(timezone(timedelta(hours=9)))
    here, there = (Spacing.fresh(now).graded(GOOD, now) for now in (NOON, elsewhere))
    assert here == there


@pytest.mark.parametrize("moment", [NOON - DAY, NOON - timedelta(days=400)])
def test_a_clock_that_was_set_back_is_no_error(moment: datetime) -> None:
    """A host may find its clock wrong; the position still comes again."""
    spacing = Spacing.fresh(NOON).graded(GOOD, NOON).graded(GOOD, moment)
    assert spacing.due is None or spacing.due > moment
