"""What people overlook, and what that costs them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import (
    Judgement,
    Lapse,
    Level,
    Limit,
    Mistake,
    Position,
    Rules,
    Side,
    Verdict,
    choose,
    cost,
    decode_game,
    horizon,
    lapses,
    review,
    strength,
)
from engine.coaching import person
from engine.coaching.difficulty import lookalike
from engine.coaching.review import lapse, mistake
from engine.thinking.reasons import next_rows

EVEN = Verdict.estimated(0.0)


def seen(code: str, plies: int = 6) -> dict[int, Lapse]:
    """What the players of a game overlooked who see so many plies."""
    end = decode_game(code)
    judgements = review(end.rules, end.moves, Limit(nodes=5_000))
    return lapses(end, judgements, dict.fromkeys(Side, plies))


@pytest.mark.parametrize(
    "code, ply, what",
    [
        ("3x3x3:3-9-8-1-2-5", 5, Lapse.OPEN_ROW),
        ("6x7x4g:7-5-7-7-6-6-6-7-6-7-6-7", 11, Lapse.OPEN_ROW),
        ("3x3x3:1-5-2-4-6-3-7-8-9", 5, Lapse.MISSED_WIN),
        ("3x3x3:1-2-4-7-6-5-9-8", 5, Lapse.MISSED_WIN),
        ("3x3x3:1-2-4-7-6-5-9-8", 2, Lapse.ALLOWED_WIN),
        ("3x3x3m:1-4-2-5-3", 5, Lapse.ALLOWED_WIN),
    ],
)
def test_a_mistake_within_the_horizon_was_overlooked(code: str, ply: int, what: Lapse) -> None:
    """Also in a position that theory calls lost."""
    assert seen(code)[ply] is what


def test_a_disc_that_opens_a_row_is_told_from_a_row_that_stood() -> None:
    """It was not to be stopped, but not to be given."""
    start = "6x7x4g:3-4-3-3-4-3-3-4-4-4-7-6-6-6-7-3-7-7-6-4-7-6-7-6-1-1-1-1"
    assert seen(f"{start}-5-5")[29] is Lapse.GAVE_ROW


def test_a_mistake_beyond_the_horizon_was_not_overlooked() -> None:
    """On Connect Four theory blames nearly every move of beginners."""
    code = "6x7x4g:7-5-7-7-6-6-6-7-6-7-6-7"
    assert set(seen(code)) == {11}
    assert len(seen(code, 42)) > 4
    assert 2 not in seen("3x3x3:1-2-4-7-6-5-9-8", 3)


@pytest.mark.parametrize(
    "before, after, what",
    [
        (Verdict.win(5), Verdict.win(7), None),
        (Verdict.win(5), Verdict.win(25), Lapse.MISSED_WIN),
        (Verdict.win(9), EVEN, None),
        (Verdict.loss(30), Verdict.loss(6), Lapse.ALLOWED_WIN),
        (Verdict.loss(8), Verdict.loss(6), None),
        (replace(Verdict.loss(30), plies=None), Verdict.loss(6), None),
        (Verdict.loss(30), Verdict.loss(12), None),
        (EVEN, Verdict.loss(6), Lapse.ALLOWED_WIN),
        (Verdict.draw(30), Verdict.loss(None), None),
    ],
)
def test_a_win_counts_by_when_it_comes(before: Verdict, after: Verdict, what: Lapse | None) -> None:
    """A little later or sooner is no other game.

    Within how many plies all is lost says not how long any move holds out.
    """
    start = decode_game("6x7x4g:4")
    judged = Judgement(2, 1, before, after, 4, mistake(before, after))
    assert lapse(start, judged, 6) is what


def test_a_move_is_not_blamed_where_all_others_lose_too() -> None:
    """Then it is not blamed, and the one that is named as best is no better."""
    judged = Judgement(2, 1, EVEN, Verdict.loss(6), 4, Mistake.NONE)
    assert lapse(decode_game("6x7x4g:4"), judged, 6) is None


def test_the_best_move_that_is_known_allows_nothing() -> None:
    """Where it loses too, another is not known to do better."""
    judged = Judgement(2, 4, EVEN, Verdict.loss(6), 4, Mistake.NONE)
    assert lapse(decode_game("6x7x4g:4"), judged, 6) is None


@pytest.mark.parametrize(
    "verdict, within",
    [
        (Verdict.win(5), 5),
        (Verdict.proved(20_000, 20), 20),
        (Verdict.win(None), None),
        (Verdict.loss(None), None),
        (EVEN, None),
    ],
)
def test_a_bound_tells_within_how_many_plies_a_game_ends(
    verdict: Verdict, within: int | None
) -> None:
    """Also where it may end sooner; an unknown distance is none."""
    assert verdict.within == within


def test_a_bound_outlives_the_distance() -> None:
    """A win that may come sooner keeps the latest it comes."""
    found = Verdict.win(7)
    assert Verdict(found.value, None, found.score).within == 7
    lost = Verdict.loss(8)
    assert Verdict(lost.value, None, lost.score).within == 8


def judged_at(code: str, ply: int) -> tuple[Judgement, Rules]:
    """The judgement of a move of a game."""
    end = decode_game(code)
    return review(end.rules, end.moves, Limit(nodes=5_000))[ply - 1], end.rules


def test_an_open_row_costs_more_the_better_the_other_sees_it() -> None:
    """Pip often overlooks it as well; the same arguments give the same answer."""
    code = "6x7x4g:7-4-7-3-2-6-4-5"
    judged, rules = judged_at(code, 7)
    before = decode_game("6x7x4g:7-4-7-3-2-6")
    pip, medium = (
        cost(before, judged, strength(rules, level), 30) for level in (Level.PIP, Level.MEDIUM)
    )
    assert pip.left > medium.left == 0
    assert medium.lost > 3 * medium.error
    assert medium.better == 5
    assert medium == cost(before, judged, strength(rules, Level.MEDIUM), 30)


def test_more_games_make_the_error_smaller() -> None:
    """As the root of their number."""
    judged, rules = judged_at("3x3x3:1-2-4-7-6-5-9-8", 2)
    few, many = (
        cost(decode_game("3x3x3:1"), judged, strength(rules, Level.EASY), games)
        for games in (10, 100)
    )
    assert 2 < few.error / many.error < 4


def test_a_missed_line_costs_the_whole_game() -> None:
    """A line that could have been completed is worth the whole game."""
    judged, rules = judged_at("3x3x3:1-5-2-4-6-3-7-8-9", 5)
    found = cost(decode_game("3x3x3:1-5-2-4"), judged, strength(rules, Level.EASY), 10)
    assert (found.better, found.hoped) == (3, 1.0)


@pytest.mark.parametrize(
    "board, level, alike",
    [
        ("connect4", Level.PIP, Level.PIP),
        ("connect4", Level.PERFECT, Level.IRIS),
        ("gomoku", Level.PERFECT, Level.FINN),
        ("3x3", Level.PERFECT, Level.VEGA),
    ],
)
def test_games_are_played_on_by_who_costs_little(board: str, level: Level, alike: Level) -> None:
    """By the step itself, or by the strongest that is cheap."""
    rules = Rules.parse(board)
    assert lookalike(rules, strength(rules, level)) is alike
    assert 6 <= horizon(rules, strength(rules, level)) <= 16


def test_rows_to_be_completed_are_named_by_the_move() -> None:
    """Of the side to move alone."""
    assert next_rows(decode_game("3x3x3:1-5-2-4")) == {3: (1, 2, 3)}
    assert next_rows(decode_game("3x3x3:1-5-2")) == {}


def test_games_that_begin_alike_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's chances of each move are the same in each game that is played out."""
    looks: list[Position] = []
    look = person.chances

    def noted(position: Position, player: person.Player) -> dict[int, float]:
        looks.append(position)
        return look(position, player)

    monkeypatch.setattr(person, "chances", noted)
    start = Position.start(Rules(3, 4, 3))
    for seed in range(50):
        choose(start, Level.MEDIUM, rng=Random(seed))
    assert looks == [start]
