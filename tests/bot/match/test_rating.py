"""Ratings: which games count, and what they do."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise, permutations, product

import pytest

from bot.match.rating import Rating, Value, fixed, is_rated, rate
from bot.match.session import ERASED_USER, Bot, Coach, Ending, Person, Session
from engine import LADDER, Level, Rules, strength
from tests.bot.builders import ALICE, BOB, session

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
        session([1, 4, 2, 5]).resign(ALICE.id),
        session([1, 4, 2, 5]).agree_draw(),
        session([1, 4, 2, 5], o=EASY).resign(ALICE.id),
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
        session([1, 4, 2]).resign(BOB.id),
        session([1, 4, 2]).agree_draw(),
        session([1, 4, 2, 5]).stop(ALICE.id, may_manage=False),
        session([1, 4, 2, 5]).abandon(),
        session(WON, o=Bot(Level.ADAPTIVE)),
        session(WON, x=EASY, o=Bot(Level.HARD)),
        session([1, 4, 2, 5], o=EASY).agree_draw(),
        session(WON, o=Person(ERASED_USER, "")),
        replace(session(WON), o=ALICE),
    ],
)
def test_what_says_little_does_not_count(ended: Session) -> None:
    """Help, too few moves, no result, a level that adapts itself, a draw the engine agrees to."""
    assert not is_rated(ended)


def test_a_hint_or_a_move_taken_back_ends_it() -> None:
    """Even if the rest of the game goes without."""
    for helped in (session([1, 4]).helped(), session([1, 4], o=EASY).undo(ALICE.id)):
        again = helped
        while again.ending is None:
            user = again.to_move
            move = again.position.legal[0]
            again = again.play(user.id, move) if isinstance(user, Person) else again.play_bot(move)
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


def test_who_beats_the_stronger_gains_more() -> None:
    """And a draw against the stronger is a gain too."""
    own = Rating(strength(TICTACTOE, Level.MEDIUM), 100, 9)
    gains = [rate(own, fixed(TICTACTOE, level), "win").mu - own.mu for level in LADDER]
    assert all(weaker < stronger for weaker, stronger in pairwise(gains))
    drawn = [rate(own, fixed(TICTACTOE, level), "draw").mu for level in (Level.PIP, Level.PERFECT)]
    assert drawn[1] > own.mu > drawn[0]


@pytest.mark.parametrize("level", LADDER)
def test_who_holds_their_own_against_a_level_ends_up_there(level: Level) -> None:
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
    """Of all endings the five with a result."""
    rated = {ending for ending in Ending if is_rated(replace(session(WON), ending=ending))}
    ends = {Ending.LINE, Ending.FULL, Ending.RESIGNED, Ending.AGREED, Ending.TIME}
    assert rated == ends
