"""What people ask for with `start` and `vote`, and the arguments of the other commands."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import AnyProblem, Problem, UserError
from bot.match.grammar import (
    StartRequest,
    parse_coach,
    parse_code,
    parse_game,
    parse_game_number,
    parse_stats,
    parse_style,
    parse_top,
    parse_vote,
)
from bot.match.session import BoardStyle, Coach
from bot.match.timing import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from engine import Rules, encode_game
from tests.bot.builders import ALL_RULES, crowded
from tests.bot.match.asking import TICTACTOE, start


@pytest.mark.parametrize("words", ["<@123>", "<@!123>", "vs <@123>", "against <@123> 3x3"])
def test_a_mention_is_the_opponent(words: str) -> None:
    """Both forms of a mention name the member to challenge."""
    assert start(words).opponent == 123


def test_open_lets_anyone_join() -> None:
    """`open` asks for no member in particular."""
    assert start("open") == StartRequest(TICTACTOE, open=True)


def test_swap_is_a_word_of_start() -> None:
    """Whoever asks for it gets the rule, in any place and case."""
    assert start("gomoku SWAP <@1>").swap
    assert not start("gomoku <@1>").swap


@pytest.mark.parametrize("words, thread", [("thread", True), ("here", False), ("", None)])
def test_words_choose_a_thread_or_the_channel_for_a_game(words: str, thread: bool | None) -> None:
    """In a thread of its own, here, or where the server wants it."""
    assert start(f"4x4 {words}") == StartRequest(Rules(4, 4, 4), thread=thread)


@pytest.mark.parametrize(
    "words, coach",
    [
        ("4x4", None),
        ("coach 4x4", Coach.BEFORE),
        ("coach on", Coach.BEFORE),
        ("hard coach before x", Coach.BEFORE),
        ("COACH  AFTER 4x4", Coach.AFTER),
        ("coach off", Coach.OFF),
    ],
)
def test_a_game_begins_with_a_coach(words: str, coach: Coach | None) -> None:
    """The word for when it speaks follows; without any word nothing is asked for."""
    assert start(words).coach is coach


def test_a_coach_speaks_either_before_or_after() -> None:
    """Two of them in one game contradict each other, and nobody alone moves in a vote."""
    for words in ("coach after coach", "coach off coach before"):
        with pytest.raises(UserError) as caught:
            start(words)
        assert caught.value.problem is Problem.TWO_VALUES
    with pytest.raises(UserError) as caught:
        parse_vote("coach after", Rules(3, 3, 3))
    assert caught.value.facts == {"first": "vote", "second": "coach after"}
    assert parse_vote("coach", Rules(3, 3, 3)).start.coach is Coach.BEFORE


@pytest.mark.parametrize("words", ["4x4 misere x hard", "connect 4 o", "c4", "3 x 3", "6x7x4 g"])
def test_a_vote_takes_the_words_of_start(words: str) -> None:
    """No number of a board is taken for a time."""
    assert parse_vote(f"{words} 30s", TICTACTOE).start == start(words)
    assert parse_vote(words, TICTACTOE).seconds == DEFAULT_SECONDS


@pytest.mark.parametrize("words", ["open", "<@1>", "swap", "30s 1m", "30x", "1m30s", "30 s s"])
def test_options_that_a_vote_does_not_allow_are_refused(words: str) -> None:
    """A vote is everyone against the engine, with one time for each turn."""
    with pytest.raises(UserError):
        parse_vote(words, TICTACTOE)


@given(st.text(max_size=200))
def test_any_words_make_a_vote_or_a_refusal(words: str) -> None:
    """Nothing that can be typed is a defect."""
    with suppress(UserError):
        assert MIN_SECONDS <= parse_vote(words, TICTACTOE).seconds <= MAX_SECONDS


@pytest.mark.parametrize(
    "word, coach",
    [
        ("on", Coach.BEFORE),
        ("before", Coach.BEFORE),
        ("After", Coach.AFTER),
        ("OFF", Coach.OFF),
        (" off ", Coach.OFF),
    ],
)
def test_a_coach_speaks_before_or_after_or_never(word: str, coach: Coach) -> None:
    """Each has its word in any case, and `on` is the one from before there were two."""
    assert parse_coach(word) is coach


def test_an_unknown_coach_is_refused() -> None:
    """Anything else is an unknown word, with the nearest that is known."""
    with pytest.raises(UserError) as caught:
        parse_coach("offf")
    assert caught.value.facts == {"word": "offf", "nearest": "off"}


@pytest.mark.parametrize(
    "word, number",
    [("", None), ("  ", None), ("12", 12), ("#12", 12), (" 12 ", 12), ("１２", 12), ("0", 0)],  # noqa: RUF001 - typed on a full-width keyboard
)
def test_numbers_of_games(word: str, number: int | None) -> None:
    """A number may have a sign before it, or be left out."""
    assert parse_game_number(word) == number


@pytest.mark.parametrize("word", ["twelve", "-1", "1.5", "12 13", "#", "9" * 19, "²"])
def test_a_wrong_number_of_a_game_is_refused(word: str) -> None:
    """Nothing but digits, and no more of them than the store can hold."""
    with pytest.raises(UserError) as caught:
        parse_game_number(word)
    assert caught.value.problem is Problem.NOT_A_GAME_NUMBER


def test_every_code_is_read_back() -> None:
    """The code of any game, also framed or in capitals, gives the game."""
    for end in map(crowded, ALL_RULES[::5]):
        code = encode_game(end)
        for written in (code, f"`{code}`", f" {code.upper()}\n"):
            assert parse_code(written).moves == end.moves


@pytest.mark.parametrize(
    "text, problem",
    [
        ("", Problem.NOT_A_CODE),
        ("`", Problem.NOT_A_CODE),
        ("3x3", Problem.NOT_A_CODE),
        ("3x3x3:5,1", Problem.NOT_A_CODE),
        ("3x3x3:" + "1-" * 5_000 + "1", Problem.NOT_A_CODE),
        ("3x3x3:" + "1-" * 900 + "1", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:1-1", Problem.IMPOSSIBLE_CODE),
        ("3x3x3:0", Problem.IMPOSSIBLE_CODE),
        ("3x3x9:1", Problem.IMPOSSIBLE_CODE),
        ("99x99x5:1", Problem.IMPOSSIBLE_CODE),
    ],
)
def test_bad_codes_are_refused(text: str, problem: AnyProblem) -> None:
    """What is no code, or the code of no game."""
    with pytest.raises(UserError) as caught:
        parse_code(text)
    assert caught.value.problem is problem


@given(st.text(max_size=2_000))
def test_any_code_is_a_position_or_refused(text: str) -> None:
    """No text breaks the reading of a code."""
    with suppress(UserError):
        assert parse_code(text).rules


@pytest.mark.parametrize(
    "words, style",
    [
        ("text", BoardStyle.TEXT),
        (" Emoji ", BoardStyle.EMOJI),
        ("image", BoardStyle.IMAGE),
        ("light", BoardStyle.LIGHT),
        ("image light", BoardStyle.LIGHT),
        ("dark image", BoardStyle.IMAGE),
    ],
)
def test_a_style_is_read_by_itself(words: str, style: BoardStyle) -> None:
    """The words are those that `start` knows."""
    assert parse_style(words) is style


@pytest.mark.parametrize(
    "words, kind, facts",
    [
        ("", Problem.WHICH_STYLE, {}),
        ("imge", Problem.UNKNOWN_WORD, {"word": "imge", "nearest": "image"}),
        ("text 4x4", Problem.UNKNOWN_WORD, {"word": "4x4", "nearest": ""}),
        ("tiles", Problem.UNKNOWN_WORD, {"word": "tiles", "nearest": ""}),
        ("text light", Problem.TWO_VALUES, {"first": "text", "second": "light"}),
    ],
)
def test_another_word_is_no_style(words: str, kind: AnyProblem, facts: dict[str, str]) -> None:
    """What is missing or wrong is named."""
    with pytest.raises(UserError) as caught:
        parse_style(words)
    assert (caught.value.problem, caught.value.facts) == (kind, facts)


@pytest.mark.parametrize(
    "words, member, rules",
    [
        ("", None, None),
        ("<@12>", 12, None),
        ("connect four", None, "connect4"),
        ("<@!12> 4x4", 12, "4x4"),
        ("gomoku vs <@12>", 12, "gomoku"),
        ("misere", None, "3x3 misere"),
        ("5x5 gravity <@12>", 12, "5x5g"),
    ],
)
def test_stats_are_of_somebody_at_something(
    words: str, member: int | None, rules: str | None
) -> None:
    """A member and a game, each left out or not, in any order."""
    assert parse_stats(words) == (member, Rules.parse(rules) if rules else None)


@pytest.mark.parametrize("words", ["hard", "x", "coach", "open", "style text", "4x4 random"])
def test_stats_know_no_words_about_how_to_play(words: str) -> None:
    """What `start` understands means nothing here."""
    with pytest.raises(UserError) as refused:
        parse_stats(words)
    assert refused.value.problem is Problem.UNKNOWN_WORD


def test_two_members_are_no_challenge() -> None:
    """Whoever asks for results or a table is not told of opponents."""
    for parse, problem in (
        (parse_stats, Problem.ONE_MEMBER),
        (parse_top, Problem.NO_MEMBER_IN_TOP),
    ):
        with pytest.raises(UserError) as refused:
            parse("<@12> <@13>")
        assert refused.value.problem is problem


@pytest.mark.parametrize("words", ["", "<@5>", "<@5> 3x3"])
def test_a_game_is_no_member_and_not_nothing(words: str) -> None:
    """Where a game alone is asked for, it has to be named, and nobody beside it."""
    with pytest.raises(UserError) as caught:
        parse_game(words)
    assert caught.value.problem is Problem.UNKNOWN_WORD
    assert parse_game("4x4") == Rules(4, 4, 4)


def test_a_table_is_of_nobody_alone() -> None:
    """A game, or none; a member is refused."""
    assert parse_top("") is None
    assert parse_top("c4") == Rules.parse("connect4")
    with pytest.raises(UserError) as refused:
        parse_top("<@12> c4")
    assert refused.value.problem is Problem.NO_MEMBER_IN_TOP
