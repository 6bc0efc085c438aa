"""What people ask for with `start` and `vote`."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Problem, UserError
from bot.match.grammar import StartRequest, parse_vote
from bot.match.session import Coach
from bot.match.vote import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from engine import Rules
from tests.bot.match.grammar.asking import TICTACTOE, start


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
def test_where_a_game_is_played(words: str, thread: bool | None) -> None:
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
        assert caught.value.problem is Problem.TWO_GAMES
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
def test_what_makes_no_vote_is_refused(words: str) -> None:
    """A vote is everyone against the engine, with one time for each turn."""
    with pytest.raises(UserError):
        parse_vote(words, TICTACTOE)


@given(st.text(max_size=200))
def test_any_words_make_a_vote_or_a_refusal(words: str) -> None:
    """Nothing that can be typed is a defect."""
    with suppress(UserError):
        assert MIN_SECONDS <= parse_vote(words, TICTACTOE).seconds <= MAX_SECONDS
