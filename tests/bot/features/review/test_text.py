"""Finished games in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.review import text as review_text
from bot.match.session import BoardStyle, GameId, Session, offers
from bot.show import text
from bot.show.text.match import loaded
from engine import Level, Mistake, Position, Rules, Side, Verdict
from tests.bot.builders import ALICE, crowded, position, reviewed, session

WON = [1, 4, 2, 5, 3]


def finished(moves: list[int], rules: str = "3x3", style: BoardStyle = BoardStyle.EMOJI) -> Session:
    """Game 12, played to its end or given up by alice."""
    played = session(moves, rules=rules, style=style, game=GameId(12))
    return played if played.ending else offers.resign(played, ALICE.id)


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


WEAK = [7, 5, 7, 7, 6, 6, 6, 7, 6, 7, 6, 7]
"""Connect Four: X does not stop column 7."""


FORCED = [4, 5, 6, 1, 2, 7, 3, 8, 9]
"""Misère: after 8 both cells that are left would have completed a line of O."""


def lines_of(moves: list[int], rules: str = "3x3", style: BoardStyle = BoardStyle.EMOJI) -> str:
    """The list of mistakes of a game."""
    return review_text.mistake_list(reviewed(finished(moves, rules, style)))


@pytest.mark.parametrize(
    "moves, rules, line",
    [
        ([1, 5, 2, 4, 6, 3], "3x3", "Move 4, ⭕ on 4: doesn't stop 1-2-3; best was 3"),
        ([1, 5, 2, 4, 6, 3], "3x3", "Move 5, ❌ on 6: misses 1-2-3; best was 3"),
        ([1, 2, 4, 7, 6, 5, 9, 8], "3x3", "Move 5, ❌ on 6: misses a win in 2; best was 5"),
        ([1, 2, 4, 7, 6, 5, 9, 8], "3x3", "Move 2, ⭕ on 2: loses in 3; best was 5"),
        (WEAK, "connect4", "Move 11, 🔴 in column 6: doesn't stop column 7; best was 7"),
        ([1, 4, 2, 5, 3], "3x3 misere", "Move 5, ❌ on 3: loses at once; best was 8"),
        (FORCED, "3x3 misere", "Move 7, ❌ on 3: misses a win; best was 8"),
    ],
)
def test_a_mistake_is_told_by_what_people_see(moves: list[int], rules: str, line: str) -> None:
    """The row that was not stopped or not completed, and a win or a loss that was near."""
    assert line in lines_of(moves, rules).splitlines()


def test_a_disc_under_a_winning_cell_gives_a_row_away() -> None:
    """That is no open row, which could have been stopped."""
    moves = [3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 7, 6, 6, 6, 7, 3, 7, 7, 6, 4, 7, 6, 7, 6, 1, 1, 1, 1]
    told = lines_of([*moves, 5, 5], "connect4")
    assert "column 5: gives them the diagonal 3-4-5-6 falling from row 4; best was 2" in told


@pytest.mark.parametrize(
    "rules, style, line",
    [
        ("3x3", BoardStyle.TEXT, "Move 4, O on 4: doesn't stop 1-2-3; best was 3"),
        ("3x3", BoardStyle.IMAGE, "Move 4, :o: on 4: doesn't stop 1-2-3; best was 3"),
    ],
)
def test_moves_are_named_as_on_the_board(rules: str, style: BoardStyle, line: str) -> None:
    """Marks and tiles are those that the channel saw."""
    assert line in lines_of([1, 5, 2, 4, 6, 3], rules, style)


def test_mistakes_by_theory_alone_take_one_line() -> None:
    """The wins in thirty moves of two beginners are for those who want them."""
    game = reviewed(finished(WEAK, "connect4"), Level.PIP)
    assert review_text.theory(game).startswith("With perfect play, ")
    assert review_text.mistake_list(game).count("\n") < 3
    assert review_text.theory(reviewed(finished(WON))) == ""


def test_a_game_without_mistakes_says_so() -> None:
    """A draw by two who let nothing go."""
    assert lines_of([1, 5, 2, 3, 7, 4, 6, 8, 9]) == "No mistakes."


def test_no_side_is_called_faultless_against_theory() -> None:
    """Nobody overlooked what they could see, which the line of theory does not contradict."""
    game = replace(reviewed(finished(WEAK, "connect4"), Level.PIP), weighed=())
    assert review_text.theory(game).startswith("With perfect play, ")
    assert " more " not in review_text.theory(game)
    assert review_text.mistake_list(game) == "Nobody missed what players at this level see."


def test_no_side_is_called_faultless_against_estimates() -> None:
    """An accuracy of less than 100 % stands below."""
    game = reviewed(finished([1, 5, 2, 3, 7, 4, 6, 8, 9]))
    first = replace(game.judgements[0], before=estimate(0.4), after=estimate(0))
    inaccurate = replace(game, judgements=(first, *game.judgements[1:]))
    assert review_text.theory(inaccurate) == ""
    assert "% accuracy" in review_text.accuracies(inaccurate)
    assert review_text.mistake_list(inaccurate) == "Nobody missed what players at this level see."


@pytest.mark.parametrize(
    "moves, rules, words",
    [
        ([5, 2, 9, 1, 3, 7, 6], "3x3", "one move changed the result: move 2, ⭕ on 2."),
        (WEAK, "connect4", "result: move 1, 🔴 in column 7; move 4, 🔶 in column 7; "),
    ],
)
def test_a_move_of_theory_is_told_by_its_number_and_its_place(
    moves: list[int], rules: str, words: str
) -> None:
    """A number alone would be read as a tile, a column, or somebody else's move."""
    game = replace(reviewed(finished(moves, rules)), weighed=())
    assert words in review_text.theory(game)


def test_of_a_game_that_was_hardly_begun_theory_tells_nothing() -> None:
    """There were too few moves to judge."""
    game = replace(reviewed(finished([1, 2])), weighed=())
    assert review_text.mistake_list(game) == "Too few moves to judge."
    assert review_text.theory(game) == ""


def test_a_game_that_was_hardly_begun_is_not_praised() -> None:
    """Who resigns at the first move has not played perfectly."""
    game = reviewed(finished([5]))
    assert review_text.mistake_list(game) == "Too few moves to judge."
    assert review_text.accuracies(game) == ""
    assert review_text.resigned(game) == "❌ **alice** resigned with no loss in sight."


@pytest.mark.parametrize(
    "moves, words",
    [
        ([1, 2, 4, 7, 5, 9], "❌ **alice** resigned in a won position."),
        ([1, 2, 4, 7], "❌ **alice** resigned in a won position."),
        ([1, 5, 9, 2], "❌ **alice** resigned with no loss in sight."),
        ([1, 5, 2, 3, 4], ""),
    ],
)
def test_a_needless_resignation_is_named_in_the_review(moves: list[int], words: str) -> None:
    """In a won position, and where no loss could be seen; else there is nothing to say."""
    assert review_text.resigned(reviewed(finished(moves))) == words


def test_nobody_gives_up_a_win_that_nobody_sees() -> None:
    """Connect Four is won after two moves, some twenty moves later."""
    game = reviewed(finished([4, 1], "connect4"))
    assert game.resigned_at is not None
    assert game.resigned_at.value == "win"
    assert review_text.resigned(game) == "🔴 **alice** resigned with no loss in sight."


def accuracies(moves: list[int]) -> list[str]:
    """What a review says of how well a game of 3x3 was played."""
    return review_text.accuracies(reviewed(finished(moves))).splitlines()


def test_accuracy_is_told_of_each_player() -> None:
    """A line each: that it was perfect, or how near to it."""
    assert accuracies([5, 1, 9, 2, 3, 6])[0] == "❌ **alice** played perfectly"
    assert accuracies([5, 1, 9, 2, 3, 6])[1] == "⭕ **bob** played with 43% accuracy"


def test_accuracy_never_denies_a_mistake() -> None:
    """Who overlooked a row in a game that theory had lost has not played perfectly."""
    game = reviewed(finished(WEAK, "connect4"))
    lost = tuple(
        replace(judged, before=Verdict.loss(30), after=Verdict.loss(30), mistake=Mistake.NONE)
        for judged in game.judgements
    )
    assert game.slips[Side.X]
    assert review_text.accuracies(replace(game, judgements=lost)) == ""


def test_accuracy_by_estimates_is_an_estimate() -> None:
    """One verdict that is not proved makes the whole share unproved."""
    game = reviewed(finished([1, 5, 2, 3, 7, 4, 6, 8, 9]))
    first = replace(game.judgements[0], before=estimate(0), after=estimate(0))
    unproved = replace(game, judgements=(first, *game.judgements[1:]))
    assert "(estimate)" in review_text.accuracies(unproved)


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
    [([], ""), ([5], "Continuing after 1 move."), ([5, 1], "Continuing after 2 moves.")],
)
def test_a_loaded_game_says_where_it_goes_on(moves: list[int], words: str) -> None:
    """An empty board is a game like any other."""
    assert loaded(position("3x3", moves)) == words


def test_a_finished_code_tells_the_end() -> None:
    """How it ended, that it is over, and what can still be done."""
    words = review_text.finished_code(Position.from_moves(Rules(3, 3, 3), WON), "!")
    assert words.startswith("Tic-tac-toe: X on 3 completes 1-2-3; X wins. This game is over")
    assert "`!ttt review 12`" in words
