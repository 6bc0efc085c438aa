"""Finished games in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.review import text as review_text
from bot.match.session import BoardStyle, GameId, Session, offers
from bot.show import text
from bot.show.text.match import loaded
from engine import Judgement, Mistake, Position, Rules, Verdict, review
from tests.bot.builders import ALICE, crowded, position, session

WON = [1, 4, 2, 5, 3]


def finished(moves: list[int], rules: str = "3x3", style: BoardStyle = BoardStyle.EMOJI) -> Session:
    """Game 12, played to its end or given up by alice."""
    played = session(moves, rules=rules, style=style, game=GameId(12))
    return played if played.ending else offers.resign(played, ALICE.id)


def judged(before: Verdict, after: Verdict, mistake: Mistake, ply: int = 5) -> Judgement:
    """A move on tile 4 where 9 was best."""
    return Judgement(ply, 4, before, after, 9, mistake)


def estimate(score: float) -> Verdict:
    """An estimate on the scale of a verdict."""
    return Verdict.estimated(score)


@pytest.mark.parametrize(
    "match, line",
    [
        (session(), ""),
        (session([5]), ""),
        (offers.stop(session(), ALICE.id, may_manage=False), ""),
        (finished(WON), "How did it go? `!ttt review` · Game 12 · `3x3x3:1-4-2-5-3`"),
        (finished([4], "connect4"), "How did it go? `!ttt review` · Game 12 · `6x7x4g:4`"),
        (finished([5], "3x3 misere"), "How did it go? `!ttt review` · Game 12 · `3x3x3m:5`"),
    ],
)
def test_under_a_finished_game_stands_how_to_find_it(match: Session, line: str) -> None:
    """Its number, and its code where no button shows it, once there is something to look at."""
    assert text.record(match, "!", buttons=False) == line
    assert text.record(match, "!") == ("-# Game 12" if line else "")


def test_a_long_code_is_left_out() -> None:
    """Under a board there is room for a short code only."""
    end = crowded(Rules.parse("19x19x19"))
    match = replace(finished([5]), position=end)
    assert text.record(match, "!", buttons=False) == "How did it go? `!ttt review` · Game 12"
    assert text.numbered_code(match).endswith(f"{end.moves[-1]}`")


@pytest.mark.parametrize(
    "before, after, mistake, outlooks",
    [
        (Verdict.draw(5), Verdict.loss(4), Mistake.LOSING, "draw → loss"),
        (Verdict.win(3), Verdict.draw(4), Mistake.MISSED_WIN, "win → draw"),
        (Verdict.win(3), Verdict.loss(4), Mistake.BLUNDER, "win → loss"),
        (Verdict.win(3), estimate(0.3), Mistake.MISSED_WIN, "win → ahead (estimate)"),
        (estimate(0.0), Verdict.loss(4), Mistake.ERROR, "even (estimate) → loss"),
        (estimate(0.3), Verdict.draw(9), Mistake.ERROR, "ahead (estimate) → draw"),
        (estimate(0.3), estimate(-0.3), Mistake.ERROR, "ahead → behind (estimate)"),
        (estimate(0.4), estimate(0.2), Mistake.ERROR, "ahead → less ahead (estimate)"),
        (estimate(0.03), estimate(-0.03), Mistake.INACCURACY, "even → slightly behind (estimate)"),
        (estimate(-0.1), estimate(-0.3), Mistake.ERROR, "behind → further behind (estimate)"),
    ],
)
def test_a_mistake_is_told_with_what_it_turned_into_what(
    before: Verdict, after: Verdict, mistake: Mistake, outlooks: str
) -> None:
    """What is proved is told as a fact, what is not as an estimate."""
    assert review_text.mistake_list(finished(WON), [judged(before, after, mistake)]) == (
        f"Move 5, ❌ on 4: {outlooks}; best was 9"
    )


@pytest.mark.parametrize(
    "rules, style, line",
    [
        ("3x3", BoardStyle.TEXT, "Move 5, X on 4: draw → loss; best was 9"),
        ("3x3", BoardStyle.IMAGE, "Move 5, :x: on 4: draw → loss; best was 9"),
        ("4x4", BoardStyle.TILES, "Move 5, :x: on 4: draw → loss; best was 9"),
        ("4x4", BoardStyle.EMOJI, "Move 5, ❌ on d1: draw → loss; best was a3"),
        ("6x9x4g", BoardStyle.EMOJI, "Move 5, 🔴 in column 4: draw → loss; best was 9"),
    ],
)
def test_moves_are_named_as_on_the_board(rules: str, style: BoardStyle, line: str) -> None:
    """Marks and tiles are those that the channel saw."""
    lost = judged(Verdict.draw(5), Verdict.loss(4), Mistake.LOSING)
    assert review_text.mistake_list(finished([1], rules, style), [lost]) == line


def test_a_game_without_mistakes_says_so() -> None:
    """Slower wins and what could not be helped are no mistakes."""
    slower = judged(Verdict.win(3), Verdict.win(5), Mistake.SLOWER)
    assert review_text.mistake_list(finished(WON), [slower]) == "No mistakes."


@pytest.mark.parametrize(
    "rules, line",
    [
        ("3x3", "Move 5, ❌ on 4: held out less long, 2 instead of 6 moves; best was 9"),
        ("4x4", "Move 5, ❌ on d1: held out less long, 2 instead of 6 moves; best was a3"),
        ("6x9x4g", "Move 5, 🔴 in column 4: held out less long, 2 instead of 6 moves; best was 9"),
    ],
)
def test_a_lost_game_that_was_lost_much_sooner_is_told_mildly(rules: str, line: str) -> None:
    """With how many moves were left and could have been, and in the order of the game."""
    sooner = judged(Verdict.loss(12), Verdict.loss(4), Mistake.SLOWER)
    assert review_text.mistake_list(finished([1], rules), [sooner]) == line
    lost = judged(Verdict.draw(9), Verdict.loss(13), Mistake.LOSING, 3)
    told = review_text.mistake_list(finished([1], rules), [lost, sooner]).splitlines()
    assert [words.split(",")[0] for words in told] == ["Move 3", "Move 5"]


def test_of_very_many_mistakes_the_worst_are_told() -> None:
    """They stand in the order of the game, and the others are counted."""
    small = [judged(estimate(0), estimate(-0.1), Mistake.INACCURACY, ply) for ply in range(1, 20)]
    blunder = judged(Verdict.win(3), Verdict.loss(2), Mistake.BLUNDER, 20)
    lines = review_text.mistake_list(finished(WON), [*small, blunder]).splitlines()
    assert [line.split(",")[0] for line in lines[:-1]] == [
        *(f"Move {ply}" for ply in range(1, 12)),
        "Move 20",
    ]
    assert lines[-1] == "And 8 more"


def accuracies(moves: list[int]) -> list[str]:
    """What a review says of how well a game of 3x3 was played."""
    judgements = review(Rules(3, 3, 3), moves)
    return review_text.accuracies(finished(moves), judgements).splitlines()


def test_accuracy_is_told_of_each_player() -> None:
    """A line each, in words that praise what was good and do not hurt where little was."""
    assert accuracies([5, 1, 9, 2, 3, 6]) == [
        "❌ **alice** played as well as possible",
        "⭕ **bob** found 43 % of what was possible",
    ]
    assert accuracies([1, 5, 2, 3, 7, 4, 6, 8]) == [
        "❌ **alice** played as well as possible",
        "⭕ **bob** played as well as possible",
    ]


def test_accuracy_leaves_out_who_never_moved() -> None:
    """A share of no moves is nothing to tell."""
    assert accuracies([5]) == ["❌ **alice** played as well as possible"]
    assert review_text.accuracies(finished([5]), []) == ""


def test_who_was_lost_from_the_start_had_nothing_to_decide() -> None:
    """No move of theirs could have changed the result."""
    lost = judged(Verdict.loss(4), Verdict.loss(4), Mistake.NONE, ply=1)
    words = review_text.accuracies(finished([5]), [lost])
    assert words == "❌ **alice** had nothing to decide"


def test_accuracy_by_estimates_is_an_estimate() -> None:
    """One verdict that is not proved makes the whole share unproved."""
    unclear = judged(estimate(0), estimate(0), Mistake.NONE)
    assert "(estimate)" in review_text.accuracies(finished(WON), [unclear])


def test_moves_are_listed_in_order() -> None:
    """By the names that the board has, and with who began."""
    assert review_text.move_list(finished(WON), 100) == "Moves, ❌ first: 1, 4, 2, 5, 3"
    assert review_text.move_list(finished([6, 1], "4x4"), 100) == "Moves, ❌ first: b2, a1"


@pytest.mark.parametrize("room", range(30, 38))
def test_a_list_of_moves_is_cut_between_moves(room: int) -> None:
    """Where there is no room for all, an ellipsis stands for the last ones."""
    match = finished([6, 1, 7, 2, 8, 11], "4x4")
    words, whole = review_text.move_list(match, room), review_text.move_list(match, 1_000)
    assert len(words) <= room < len(whole)
    assert whole.startswith(words.removesuffix("…"))
    assert words.endswith(", …")


@pytest.mark.parametrize(
    "moves, words",
    [([], ""), ([5], "Going on after 1 move."), ([5, 1], "Going on after 2 moves.")],
)
def test_a_loaded_game_says_where_it_goes_on(moves: list[int], words: str) -> None:
    """An empty board is a game like any other."""
    assert loaded(position("3x3", moves)) == words


def test_a_finished_code_tells_the_end() -> None:
    """How it ended, that it is over, and what can still be done."""
    words = review_text.finished_code(Position.from_moves(Rules(3, 3, 3), WON), "!")
    assert words.startswith("Tic-tac-toe: X on 3 completes 1-2-3; X wins. This game is over")
    assert "`!ttt review 12`" in words
