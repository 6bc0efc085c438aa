"""The time for a turn of a vote."""

from __future__ import annotations

import pytest

from bot.errors import Problem, UserError
from bot.match.grammar import parse_vote
from bot.match.vote import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS
from tests.bot.match.grammar.asking import TICTACTOE


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
