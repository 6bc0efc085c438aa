"""Each word sets an option, in any order; unknown ones and contradictions are refused.

Then the game that words name, and the time for a turn.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Problem, UserError
from bot.match.grammar import StartRequest, parse_level, parse_start, parse_vote, shortened, unknown
from bot.match.players import Strength
from bot.match.session import BoardStyle, Coach
from bot.match.timing import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from engine import MAX_SIDE, MIN_SIDE, Level, Rules, Side, Variant
from tests.bot.match.asking import CONNECT4, GOMOKU, RENJU, TICTACTOE, problem, start


def test_words_stand_in_any_order() -> None:
    """The same words in another order ask for the same."""
    wanted = StartRequest(
        Rules(4, 4, 4), None, False, Level.HARD, Side.O, Coach.BEFORE, BoardStyle.TEXT
    )
    assert start("4x4 hard o coach style text") == wanted
    assert start("text coach O 4X4 level HARD") == wanted


@pytest.mark.parametrize(
    "words, style",
    [
        ("", None),
        ("emoji", BoardStyle.EMOJI),
        ("style image", BoardStyle.IMAGE),
        ("image dark", BoardStyle.IMAGE),
        ("dark", BoardStyle.IMAGE),
        ("light", BoardStyle.LIGHT),
        ("style image light", BoardStyle.LIGHT),
        ("light image", BoardStyle.LIGHT),
    ],
)
def test_a_picture_may_be_dark_or_light(words: str, style: BoardStyle | None) -> None:
    """A theme is that of a picture, which need not be named."""
    assert start(words).style is style


@pytest.mark.parametrize(
    "words, side",
    [
        ("x", Side.X),
        ("first", Side.X),
        ("o", Side.O),
        ("second", Side.O),
        ("random", None),
        ("", None),
        ("3x3 x", Side.X),
        ("4 x 5 x", Side.X),
        ("x 4 x 5", Side.X),
    ],
)
def test_a_side_is_not_taken_for_a_size(words: str, side: Side | None) -> None:
    """A lone x is a side, next to a size too."""
    assert start(words).side is side


@pytest.mark.parametrize("words", ["against kinarow", "a game on the board", "A\ngame  of"])
def test_fillers_say_nothing(words: str) -> None:
    """Words that only surround others change nothing."""
    assert start(words) == StartRequest(TICTACTOE)


@pytest.mark.parametrize(
    "words", ["bot against kinarow", "you vs you", "i hate gomoku", "gomoku pro"]
)
def test_a_word_that_is_no_filler_is_named(words: str) -> None:
    """It may turn the request round: nothing is begun without it."""
    assert problem(words).facts["word"] in words.split()


def test_kinarow_and_a_member_are_two_opponents() -> None:
    """A game has one."""
    assert problem("<@5> against kinarow").problem is Problem.TWO_OPPONENTS


@pytest.mark.parametrize("words", ["connect5", "connect6"])
def test_another_number_is_no_slip(words: str) -> None:
    """Nor is a word that is much shorter: nothing is suggested then."""
    assert problem(words).facts.get("nearest", "") == ""


@pytest.mark.parametrize(
    "words, rules",
    [
        ("tic tac toe 4x4", Rules(4, 4, 4)),
        ("7x7 tictactoe", Rules(7, 7, 5)),
        ("ttt 4x4x3", Rules(4, 4, 3)),
        ("3x3 tictactoe misere", Rules(3, 3, 3, misere=True)),
    ],
)
def test_tictactoe_on_a_board_of_a_size_is_what_the_size_is(words: str, rules: Rules) -> None:
    """Without a goal the size alone says how many in a row win."""
    assert start(words) == StartRequest(rules)


@pytest.mark.parametrize(
    "words, rules",
    [
        ("gomoku 19x19", "19x19x5"),
        ("8×8 connect 4", "8x8x4g"),
        ("5 in a row on 10 x 10", "10x10x5"),
        ("vier gewinnt 5x5 misere", "5x5x4g misere"),
    ],
)
def test_a_game_with_a_name_is_played_on_other_sizes(words: str, rules: str) -> None:
    """With as many in a row as it has by its name."""
    assert start(words).rules == Rules.parse(rules)


@pytest.mark.parametrize("level", Level)
def test_every_level_has_its_word(level: Level) -> None:
    """A level is asked for by its name."""
    assert start(level.value.upper()).level is level


@pytest.mark.parametrize(
    "words, asked",
    [
        ("1200", StartRequest(TICTACTOE, level=Strength(1200))),
        ("level 100", StartRequest(TICTACTOE, level=Strength(100))),
        ("elo 3500 gomoku", StartRequest(Rules.parse("gomoku"), level=Strength(3500))),
        ("1200 4x4", StartRequest(Rules.parse("4x4"), level=Strength(1200))),
        ("1200 x 4x4", StartRequest(Rules.parse("4x4"), level=Strength(1200), side=Side.X)),
        ("4x4 x 1200", StartRequest(Rules.parse("4x4"), level=Strength(1200), side=Side.X)),
        ("4 x 4 x 4 x 1200", StartRequest(Rules.parse("4x4"), level=Strength(1200), side=Side.X)),
        ("10x10x5 900", StartRequest(Rules.parse("10x10x5"), level=Strength(900))),
    ],
)
def test_a_number_is_a_strength(words: str, asked: StartRequest) -> None:
    """With at least three digits, and apart from the sides of a board."""
    assert start(words) == asked


@pytest.mark.parametrize("words", ["099", "3501", "00000", "9" * 500])
def test_a_strength_beyond_all_is_refused(words: str) -> None:
    """With the numbers there are, and in short."""
    error = problem(f"4x4 {words}")
    assert error.problem is Problem.NO_STRENGTH
    assert (error.facts["least"], error.facts["most"]) == (100, 3500)
    with pytest.raises(UserError) as refused:
        parse_level(words)
    assert refused.value.problem is Problem.NO_STRENGTH


@pytest.mark.parametrize("words", ["5", "12", "1200.5", "-1200", "1200!"])
def test_other_numbers_are_unknown_words(words: str) -> None:
    """A tile is no strength."""
    assert problem(words).problem is Problem.UNKNOWN_WORD
    with pytest.raises(UserError) as refused:
        parse_level(words)
    assert refused.value.problem is Problem.UNKNOWN_WORD


@pytest.mark.parametrize(
    "words, nearest",
    [
        ("gomuku", "gomoku"),
        ("conect4", "connect4"),
        ("esay", "easy"),
        ("viergewint", "viergewinnt"),
        ("?zz", ""),
    ],
)
def test_an_unknown_word_meets_the_nearest_known(words: str, nearest: str) -> None:
    """A misspelt word is answered with the one that was meant, if any."""
    error = problem(f"4x4 {words} x")
    assert error.problem is Problem.UNKNOWN_WORD
    assert error.facts == {"word": words, "nearest": nearest}


@pytest.mark.parametrize("words", ["@bob", "bob", "pente", "exit", "zzzzzz", "@Big", "Al_99"])
def test_a_word_like_nothing_may_be_a_member(words: str) -> None:
    """For a name not chosen from Discord's list; no game is suggested unless it is similar."""
    for error in (problem(f"easy {words}"), problem(f"{words} 4x4")):
        assert error.problem is Problem.PICK_MEMBER
        assert error.facts == {"word": words.lower()}


@pytest.mark.parametrize("words", ["3x3x", "3x3x3x3", "-3x3", "3xx3", "<@&5>", "<@>", "3.5x4"])
def test_almost_an_option_is_an_unknown_word(words: str) -> None:
    """Nothing is read out of the middle of a word."""
    assert problem(words).problem is Problem.UNKNOWN_WORD


@pytest.mark.parametrize(
    "words, first, second",
    [
        ("3x3 4x4", "3x3", "4x4"),
        ("gomoku connect4", "gomoku", "connect4"),
        ("gomoku 4x4", "gomoku", "4x4"),
        ("tictactoe connect4", "tictactoe", "connect4"),
        ("connect4 8x8x5", "connect4", "8x8x5"),
        ("4x4 x 5x5", "4x4", "5x5"),
        ("easy hard", "easy", "hard"),
        ("first second", "x", "o"),
        ("x random", "x", "random"),
        ("text emoji", "text", "emoji"),
        ("light dark", "light", "dark"),
        ("text light", "text", "light"),
        ("dark emoji", "emoji", "dark"),
    ],
)
def test_two_choices_of_one_thing_exclude_each_other(words: str, first: str, second: str) -> None:
    """Two games, levels, sides or styles are refused with both named."""
    error = problem(words)
    assert error.problem is Problem.TWO_VALUES
    assert error.facts == {"first": first, "second": second}


@pytest.mark.parametrize("words", ["open <@!5>", "<@5> open", "<@5> 4x4 <@6>"])
def test_one_member_is_challenged_or_anyone(words: str) -> None:
    """Two opponents are refused without a word of their ids."""
    assert problem(words).problem is Problem.TWO_OPPONENTS
    assert problem(words).facts == {}


def test_a_choice_may_be_repeated() -> None:
    """The same choice twice is that choice."""
    assert start("c4 connect4 easy easy first x") == StartRequest(
        CONNECT4, level=Level.EASY, side=Side.X
    )


@given(st.text(max_size=2000) | st.text("0123456789 xXgG×-<@!>", max_size=2000))
def test_any_text_is_read_or_refused(words: str) -> None:
    """Whatever is typed gives a request, or an error that repeats little of it."""
    try:
        start(words)
    except UserError as error:
        longest = max(len(str(fact)) for fact in error.facts.values())
    else:
        longest = 0
    assert longest <= 30


def test_a_long_unknown_word_is_quoted_in_part() -> None:
    """An answer never repeats more than 30 characters of what was typed."""
    error = unknown("Z" * 4000, ["start"])
    assert error.facts == {"word": "Z" * 29 + "…", "nearest": ""}
    assert shortened("Z" * 31) == "Z" * 29 + "…"
    assert shortened("Z" * 30) == "Z" * 30


def test_an_unknown_word_is_compared_in_any_case() -> None:
    """Capitals do not hide what was meant, and the word is quoted as typed."""
    assert unknown("STRAT", ["start"]).facts == {"word": "STRAT", "nearest": "start"}


@pytest.mark.parametrize("shape", ["2x3", "21x3", "3x0", "0x0x0", "99999x3", "9" * 5000 + "x3"])
def test_a_board_out_of_size_is_refused(shape: str) -> None:
    """A board too small or too large comes back with the sides there are."""
    error = problem(shape)
    assert error.problem is Problem.BOARD_SIZE
    assert (error.facts["least"], error.facts["most"]) == (MIN_SIDE, MAX_SIDE)
    assert len(str(error.facts["text"])) <= 30


@pytest.mark.parametrize("shape, longest", [("3x3x4", 3), ("4x6x7", 6), ("3x3x1", 3)])
def test_a_goal_that_cannot_be_reached_is_refused(shape: str, longest: int) -> None:
    """A goal longer than both sides comes back with the longest there is."""
    error = problem(shape)
    assert error.problem is Problem.BOARD_GOAL
    assert error.facts == {"text": shape, "longest": longest}


def test_a_goal_beyond_reading_is_still_a_goal() -> None:
    """A goal of many digits on a good board is not taken for a bad size."""
    assert problem("3x3x99999").problem is Problem.BOARD_GOAL


@pytest.mark.parametrize(
    "words, facts",
    [
        ("3x3 renju", {"text": "3x3", "variant": "renju", "goals": "5"}),
        ("exact connect4", {"text": "connect4", "variant": "exact", "goals": "4/5"}),
        ("caro misere", {"text": "misere", "variant": "caro", "goals": "4/5"}),
    ],
)
def test_a_variant_is_for_some_boards(words: str, facts: dict[str, str]) -> None:
    """Where overlines count there is no gravity and no misere, and the goal is 4 or 5."""
    error = problem(words)
    assert error.problem is Problem.VARIANT
    assert error.facts == facts


def test_two_variants_contradict_each_other() -> None:
    """Nothing is renju and caro at once."""
    assert problem("renju caro").problem is Problem.TWO_VALUES


def test_a_variant_is_played_on_the_usual_board_if_it_can() -> None:
    """Alone it goes with the board of the server, else with that of gomoku."""
    wide = Rules(19, 19, 5)
    assert parse_start("caro", wide).rules == replace(wide, variant=Variant.CARO)
    assert parse_start("caro", CONNECT4).rules == replace(GOMOKU, variant=Variant.CARO)
    assert parse_start("freestyle", RENJU).rules == GOMOKU
    assert parse_start("", RENJU).rules == RENJU


def test_swap2_is_a_word_of_start_that_means_gomoku_if_nothing_else_is_named() -> None:
    """Where the usual game is one for it, that is played; elsewhere a named one has to be."""
    for words, rules in (
        ("swap2", GOMOKU),
        ("gomoku SWAP2 <@1>", GOMOKU),
        ("20x20x5 swap2", Rules(20, 20, 5)),
    ):
        asked = start(words)
        assert (asked.swap, asked.swap2, asked.rules) == (False, True, rules)
    assert parse_start("swap2", Rules(19, 19, 5)).rules == Rules(19, 19, 5)
    assert not start("gomoku swap").swap2
    for words in ("3x3 swap2", "connect4 swap2", "gomoku misere swap2", "gravity swap2"):
        assert problem(words).problem is Problem.SWAP2_BOARD


@given(
    st.builds(
        Rules,
        st.integers(3, 19),
        st.integers(3, 19),
        st.integers(2, 3),
        st.booleans(),
        st.booleans(),
    )
)
def test_rules_are_read_back_from_their_text(rules: Rules) -> None:
    """Every game can be asked for by what it is called."""
    assert start(str(rules)).rules == rules


@pytest.mark.parametrize(
    "words, seconds",
    [
        ("", DEFAULT_SECONDS),
        ("30s", 30),
        ("45 sec", 45),
        ("2m hard", 120),
        ("2 Minutes", 120),
        ("1h", 3_600),
        ("4x4 10s", MIN_SECONDS),
        ("24 hours", MAX_SECONDS),
        ("30s 30s", 30),
    ],
)
def test_a_vote_has_a_time(words: str, seconds: int) -> None:
    """In seconds, minutes or hours; half a minute where none is named."""
    assert parse_vote(words, TICTACTOE).seconds == seconds


@pytest.mark.parametrize("words", ["9s", "0s", "0 minutes", "25h", "86401s", "999999999h"])
def test_a_time_out_of_bounds_is_refused(words: str) -> None:
    """Too short to read the board, or longer than a day."""
    with pytest.raises(UserError) as caught:
        parse_vote(words, TICTACTOE)
    assert caught.value.problem is Problem.VOTE_SECONDS


@pytest.mark.parametrize(
    "word, known, nearest",
    [
        ("blitz", ["easy", "gomoku", "light"], ""),
        ("leicht", ["light", "dark", "emoji"], ""),
        ("regeln", ["resign", "start", "draw"], ""),
        ("leich", ["easy", "hard", "light"], "leicht"),
        ("regln", ["resign", "rules", "draw"], "regeln"),
        ("hilffe", ["help", "hint"], "hilfe"),
    ],
)
def test_a_suggestion_is_of_its_kind(word: str, known: list[str], nearest: str) -> None:
    """It may be a word of another language, but only one for what is known there."""
    assert unknown(word, known).facts["nearest"] == nearest


@pytest.mark.parametrize(
    "words, game", [("3d", "3d"), ("3D connect4", "scorefour"), ("tictactoe 3d", "3d")]
)
def test_three_days_are_the_game_where_nobody_is_challenged(words: str, game: str) -> None:
    """Only a game between people has so much time for a move."""
    asked = start(words)
    assert (asked.rules, asked.move_time) == (Rules.parse(game), None)
    assert start("<@5> 3d").move_time == timedelta(days=3)


@pytest.mark.parametrize("words", ["4x4, hard (x)", "a game of 4x4 on hard; as x"])
def test_signs_and_small_words_say_nothing(words: str) -> None:
    """Between the words about a game."""
    assert start(words) == StartRequest(Rules(4, 4, 4), level=Level.HARD, side=Side.X)
