"""Ratings: which games count and what they do; the adaptive level, and the step that follows."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Problem, UserError
from bot.match.rating import (
    Rating,
    Result,
    Skill,
    Value,
    fixed,
    is_rated,
    rate,
    skill_from,
    tells_of_skill,
)
from bot.match.session import (
    ERASED_USER,
    Bot,
    Coach,
    Crowd,
    Ending,
    Person,
    Session,
    moves,
    offers,
    seats,
)
from engine import LADDER, Level, Rules, level_near, strength
from tests.bot.builders import ALICE, BOB, changed, session

WON = [1, 4, 2, 5, 3]
FULL = [1, 2, 3, 5, 4, 6, 8, 7, 9]
EASY = Bot(Level.EASY)
TICTACTOE = Rules(3, 3, 3)


@pytest.mark.parametrize(
    "ended",
    [
        session(WON),
        session(FULL),
        session(WON, o=EASY),
        session(WON, x=EASY),
        offers.resign(session([1, 4, 2, 5]), ALICE.id),
        session([1, 4, 2, 5]).ended(Ending.AGREED),
        offers.resign(session([1, 4, 2, 5], o=EASY), ALICE.id),
    ],
)
def test_a_game_between_equals_in_rights_counts(ended: Session) -> None:
    """Two people, or one and a level, without help, and both have moved twice."""
    assert is_rated(ended)


@pytest.mark.parametrize(
    "ended",
    [
        session([1, 4, 2, 5]),
        session(WON, assisted=True),
        session(WON, x_coach=Coach.BEFORE, assisted=True),
        offers.resign(session([1, 4, 2]), BOB.id),
        session([1, 4, 2]).ended(Ending.AGREED),
        offers.stop(session([1, 4, 2, 5]), ALICE.id, may_manage=False),
        session([1, 4, 2, 5]).ended(Ending.IDLE),
        session(WON, o=Bot(Level.ADAPTIVE)),
        session(WON, x=EASY, o=Bot(Level.HARD)),
        session([1, 4, 2, 5], o=EASY).ended(Ending.AGREED),
        session(WON, o=Person(ERASED_USER, "")),
        changed(session(WON), o=ALICE),
    ],
)
def test_games_that_say_little_are_not_rated(ended: Session) -> None:
    """Help, too few moves, no result, a level that adapts itself, a draw the engine agrees to."""
    assert not is_rated(ended)


def test_a_hint_or_a_move_taken_back_ends_it() -> None:
    """Even if the rest of the game goes without."""
    for helped in (
        seats.helped(session([1, 4], o=EASY), ALICE.id),
        offers.undo(session([1, 4], o=EASY), ALICE.id),
    ):
        again = helped
        while again.ending is None:
            user = again.to_move
            move = again.position.legal[0]
            again = (
                moves.play(again, user.id, move)
                if isinstance(user, Person)
                else moves.play_bot(again, move)
            )
        assert not is_rated(again)


def test_a_win_is_worth_what_the_loss_costs() -> None:
    """Between two who are equally unknown; a draw says nothing about who is stronger."""
    new = Rating()
    won, drawn, lost = (rate(new, new, value) for value in ("win", "draw", "loss"))
    assert won.mu - new.mu == pytest.approx(new.mu - lost.mu)
    assert won.mu > drawn.mu == new.mu
    assert {won.sigma, drawn.sigma, lost.sigma} == {won.sigma}
    assert won.sigma < new.sigma
    assert won.games == 1


def test_beating_a_stronger_player_gains_more() -> None:
    """And a draw against the stronger is a gain too."""
    own = Rating(strength(TICTACTOE, Level.MEDIUM), 100, 9)
    gains = [rate(own, fixed(TICTACTOE, level), "win").mu - own.mu for level in LADDER]
    assert all(weaker < stronger for weaker, stronger in pairwise(gains))
    drawn = [rate(own, fixed(TICTACTOE, level), "draw").mu for level in (Level.PIP, Level.PERFECT)]
    assert drawn[1] > own.mu > drawn[0]


@pytest.mark.parametrize("level", LADDER)
def test_even_results_against_a_level_lead_to_its_rating(level: Level) -> None:
    """Half the points against an opponent that stays the same lead to its rating."""
    rating = Rating()
    for number in range(200):
        rating = rate(rating, fixed(TICTACTOE, level), "loss" if number % 2 else "win")
    assert abs(rating.mu - strength(TICTACTOE, level)) < 60
    assert rating.sigma < 80


@pytest.mark.parametrize("value, score", [("win", 1), ("draw", 0.5), ("loss", 0)])
def test_ratings_are_those_of_the_paper(value: Value, score: float) -> None:
    """For any two strengths, however sure: algorithm 1 of Weng and Lin for a pair.

    The variance of a performance is that of the chess scale, and a game adds a hundredth of the
    uncertainty of a new player. Ratings that are stored stay what they were.
    """
    luck, drift = 400 / math.log(10) / math.sqrt(2), 350 / 100
    for (mu, sigma), (other, unsure) in permutations(product((900, 1500, 2300), (1, 40, 350)), 2):
        variance = sigma**2 + drift**2
        spread = math.sqrt(variance + unsure**2 + drift**2 + 2 * luck**2)
        expected = 1 / (1 + math.exp((other - mu) / spread))
        told = math.sqrt(variance) ** 3 / spread**3 * expected * (1 - expected)
        ours = rate(Rating(mu, sigma), Rating(other, unsure), value)
        assert ours.mu == pytest.approx(mu + variance / spread * (score - expected), rel=1e-12)
        assert ours.sigma == pytest.approx(math.sqrt(variance * max(1 - told, 1e-4)), rel=1e-12)


def test_four_hundred_points_are_ten_to_one() -> None:
    """As in chess: ten wins and a loss keep a lead of 400 where it is."""
    own, opponent = Rating(1800, 5), Rating(1400, 1)
    change = sum(rate(own, opponent, "win" if n else "loss").mu - own.mu for n in range(11))
    assert abs(change) < 1


def test_only_an_end_counts() -> None:
    """Of all endings the six with a result."""
    rated = {ending for ending in Ending if is_rated(replace(session(WON), ending=ending))}
    drawn = {Ending.FULL, Ending.REPEATED, Ending.AGREED}
    assert rated == drawn | {Ending.LINE, Ending.RESIGNED, Ending.TIME}


CONNECT4 = Rules.parse("connect4")
GOMOKU = Rules.parse("gomoku")
ADAPTIVE = Bot(Level.ADAPTIVE, Level.DOT)
VALUES = st.sampled_from(["win", "draw", "loss"])
FORMER = Bot(Level.ADAPTIVE)
"""The adaptive level of a game whose step is not stored."""


def place(skill: Skill) -> int:
    """The number of the step for the next game, from the bottom of the ladder."""
    return LADDER.index(skill.step)


def after_games(values: list[Value], rules: Rules = TICTACTOE) -> list[Skill]:
    """The skills of a new player after each of these results against the step of the time."""
    skills = [Skill.new(rules)]
    for value in values:
        skills.append(skills[-1].after(rules, skills[-1].step, value, helped=False))
    return skills


def test_the_first_opponent_is_weak() -> None:
    """About as strong as somebody who completes lines, on boards of each kind."""
    for game in ("3x3", "4x4", "connect4", "gomoku"):
        rules = Rules.parse(game)
        first = Skill.new(rules).step
        assert LADDER.index(first) <= LADDER.index(Level.EASY)
        assert first is level_near(rules, 640)


def test_newcomers_pass_for_people_who_see_lines() -> None:
    """Until five games tell; the adaptive level begins lower, so that children may win."""
    for game in ("3x3", "4x4", "connect4", "gomoku"):
        rules = Rules.parse(game)
        taken = [skill.assumed(rules) for skill in after_games(["loss"] * 6, rules)]
        assert taken[0] == min(1000, strength(rules, Level.MEDIUM))
        assert taken == sorted(taken, reverse=True)
        known = after_games(["loss"] * 6, rules)[-1]
        assert taken[-1] == known.rating.mu < taken[0]
    strong = after_games(["win"] * 3, CONNECT4)[-1]
    assert strong.assumed(CONNECT4) == strong.rating.mu > 1000


def test_the_first_results_lead_far() -> None:
    """Three steps up after a loss of the engine, and to the upper end within five games."""
    first = place(Skill.new(CONNECT4))
    won = [place(skill) for skill in after_games(["win"] * 6, CONNECT4)]
    assert won[1] == first + 3
    assert won[5] >= LADDER.index(Level.VEGA)
    assert after_games(["win"] * 15)[-1].step is Level.PERFECT
    assert after_games(["loss"] * 15)[-1].step is Level.PIP


@given(st.lists(st.sampled_from(["win", "loss"]), min_size=15, max_size=40))
def test_later_ones_lead_a_step_at_most(values: list[Value]) -> None:
    """Once a person is known, one win against an equal leads half a step up the ladder."""
    known = after_games(values, CONNECT4)[-1]
    for value in ("win", "draw", "loss"):
        assert abs(place(known.after(CONNECT4, known.step, value, helped=False)) - place(known)) < 2


@given(st.lists(VALUES, min_size=1, max_size=40))
def test_a_win_never_leads_down_nor_a_loss_up(values: list[Value]) -> None:
    """On whatever board, and a draw leads nowhere."""
    for rules in (TICTACTOE, Rules.parse("gomoku")):
        before, after = after_games(values, rules)[-2:]
        moved = place(after) - place(before)
        assert {"win": moved >= 0, "draw": moved == 0, "loss": moved <= 0}[values[-1]]


@pytest.mark.parametrize("apart", [15, 60, 250])
def test_half_of_the_points_follow_whatever_the_steps_are_worth(apart: int) -> None:
    """Where strengths of another board are borrowed: steps that are closer or further than told."""
    rng, points = Random(apart), 0.0
    for _ in range(30):
        skill = Skill.new(GOMOKU)
        for game in range(50):
            lead = (7.3 - place(skill)) * apart
            won = rng.random() < 1 / (1 + 10 ** (-lead / 400))
            points += won and game >= 10
            skill = skill.after(GOMOKU, skill.step, "win" if won else "loss", helped=False)
    assert 0.45 < points / 30 / 40 < 0.55


def test_draws_against_an_equal_move_nothing() -> None:
    """A player who draws with the best level on a drawn board stays with it."""
    there = after_games(["win"] * 15)[-1]
    expected = strength(TICTACTOE, Level.PERFECT)
    there = Skill(there.rating, there.step).at(TICTACTOE, Level.PERFECT)
    for _ in range(40):
        there = there.after(TICTACTOE, there.step, "draw", helped=False)
    assert there.step is Level.PERFECT
    assert there.rating.mu == pytest.approx(expected, abs=1)


@given(st.lists(st.tuples(VALUES, st.sampled_from(LADDER), st.booleans()), max_size=40))
def test_a_place_is_near_the_ladder(games: list[tuple[Value, Level, bool]]) -> None:
    """Whatever is played and won: who loses for ever is found again after three wins."""
    skill = Skill.new(CONNECT4)
    for value, level, helped in games:
        skill = skill.after(CONNECT4, level, value, helped=helped)
    for _ in range(20):
        skill = skill.after(CONNECT4, Level.PIP, "loss", helped=False)
    assert skill.step is Level.PIP
    for _ in range(5):
        skill = skill.after(CONNECT4, skill.step, "win", helped=False)
    assert place(skill) > 0


@pytest.mark.parametrize("level", LADDER)
def test_a_win_or_draw_with_help_changes_nothing(level: Level) -> None:
    """Only a result that lowers the rating tells something then."""
    before = Skill.new(TICTACTOE)
    assert before.after(TICTACTOE, level, "win", helped=True) == before
    assert before.after(TICTACTOE, level, "loss", helped=True).rating.mu < before.rating.mu
    assert before.after(TICTACTOE, level, "draw", helped=True).rating.mu <= before.rating.mu


def test_a_chosen_step_is_kept_through_even_results() -> None:
    """An equal result against it leads nowhere else, however much was won before."""
    before = after_games(["win"] * 5)[-1]
    asked = before.at(TICTACTOE, Level.DOT)
    assert asked.step is Level.DOT
    assert asked.rating.sigma == before.rating.sigma
    assert asked.after(TICTACTOE, Level.DOT, "draw", helped=False).step is Level.DOT


def test_the_adaptive_level_finds_a_person_who_changed() -> None:
    """A hundred games at one step do not hold somebody there who wins every game from then on."""
    skill = Skill.new(TICTACTOE).at(TICTACTOE, Level.MOMO)
    for number in range(100):
        skill = skill.after(TICTACTOE, Level.MOMO, "loss" if number % 2 else "win", helped=False)
    for _ in range(30):
        skill = skill.after(TICTACTOE, skill.step, "win", helped=False)
    assert place(skill) >= LADDER.index(Level.HARD)


def test_earlier_results_start_a_skill() -> None:
    """Those at a level that was asked for, and those of the four steps there once were."""
    assert skill_from(CONNECT4, []) == Skill.new(CONNECT4)
    best = skill_from(CONNECT4, [Result(Bot(Level.PERFECT), "draw", False)] * 30)
    assert best.step is Level.PERFECT
    climbed = skill_from(CONNECT4, [Result(FORMER, "win", False)] * 10)
    assert climbed.step is Level.PERFECT
    fell = skill_from(CONNECT4, [Result(FORMER, "loss", False)] * 10)
    assert strength(CONNECT4, fell.step) < strength(CONNECT4, Level.EASY)
    helped = skill_from(CONNECT4, [Result(FORMER, "win", True)] * 10)
    assert helped == Skill.new(CONNECT4)
    known = Result(Bot(Level.ADAPTIVE, Level.IRIS), "draw", False)
    assert skill_from(CONNECT4, [known] * 20).step is Level.IRIS


@pytest.mark.parametrize(
    "ended",
    [
        session(WON, o=ADAPTIVE),
        session(WON, x=ADAPTIVE),
        session(WON, o=Bot(Level.HARD), assisted=True),
        offers.resign(session([1, 4, 2, 5], o=ADAPTIVE), ALICE.id),
        session(WON, o=ADAPTIVE, x_coach=Coach.BEFORE, assisted=True),
    ],
)
def test_a_game_of_one_person_against_the_engine_counts(ended: Session) -> None:
    """At any level, with help or without."""
    assert tells_of_skill(ended)


@pytest.mark.parametrize(
    "ended",
    [
        session(WON),
        session([1, 4], o=ADAPTIVE),
        offers.resign(session(x=Crowd(ALICE), o=ADAPTIVE), ALICE.id),
        offers.resign(session([1, 4], o=ADAPTIVE), ALICE.id),
        session([1, 4, 2, 5], o=ADAPTIVE).ended(Ending.AGREED),
        offers.stop(session([1, 4, 2, 5], o=ADAPTIVE), ALICE.id, may_manage=False),
        session([1, 4, 2, 5], o=ADAPTIVE).ended(Ending.IDLE),
        session(WON, o=ADAPTIVE, begun=2),
    ],
)
def test_games_without_a_real_result_leave_the_level(ended: Session) -> None:
    """People, too few moves, no result, a draw that was agreed, a game from a code."""
    assert not tells_of_skill(ended)


def test_the_level_may_be_changed_during_a_game() -> None:
    """A step up or down; the adaptive level stays adaptive, and one asked for makes it unrated."""
    adaptive = seats.at_level(session([1], o=ADAPTIVE), ALICE.id, 1)
    assert adaptive.o.player == Bot(Level.ADAPTIVE, Level.REX)
    assert not adaptive.assisted
    asked = seats.at_level(session([1], o=Bot(Level.DOT)), ALICE.id, -1)
    assert (asked.o.player, asked.assisted) == (Bot(Level.EASY), True)
    led = seats.at_level(session(x=Crowd(ALICE), o=Bot(Level.HARD)), ALICE.id, 1)
    assert led.o.player == Bot(Level.IRIS)


@pytest.mark.parametrize(
    "now, user, steps, refused",
    [
        (session(), ALICE, 1, Problem.NO_LEVEL),
        (session(o=Bot(Level.PERFECT)), ALICE, 1, Problem.LADDER_ENDS),
        (session(o=Bot(Level.ADAPTIVE, Level.PIP)), ALICE, -1, Problem.LADDER_BEGINS),
        (session(o=ADAPTIVE), BOB, 1, Problem.NOT_A_PLAYER),
        (session(x=Crowd(ALICE), o=ADAPTIVE), BOB, 1, Problem.NOT_LEADER),
        (offers.resign(session(o=ADAPTIVE), ALICE.id), ALICE, 1, Problem.NO_GAME),
    ],
)
def test_the_level_is_changed_by_a_player_within_the_ladder(
    now: Session, user: Person, steps: int, refused: Problem
) -> None:
    """Not between people, by others, after the end, or beyond the ends of the ladder."""
    with pytest.raises(UserError) as error:
        seats.at_level(now, user.id, steps)
    assert error.value.problem is refused
