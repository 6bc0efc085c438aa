"""A challenge as the id of its buttons, and back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.challenge import PATTERN, Challenge
from bot.session import WISHES, Terms, UserId
from engine import Rules, Side

LONGEST_ID = 100
"""Characters that Discord allows in the id of a button."""
PREFIX = "ttt:challenge:yes:"

USERS = st.integers(1, 2**63 - 1).map(UserId)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any game that can be played."""
    rows, columns = draw(st.integers(3, 19)), draw(st.integers(3, 19))
    goal = draw(st.integers(2, max(rows, columns)))
    return Rules(rows, columns, goal, gravity=draw(st.booleans()), misere=draw(st.booleans()))


CHALLENGES = st.builds(
    Challenge,
    USERS,
    st.none() | USERS,
    st.builds(
        Terms, any_rules(), st.sampled_from((None, *Side)), st.booleans(), st.sampled_from(WISHES)
    ),
)


@given(CHALLENGES)
def test_reading_is_the_inverse_of_writing(challenge: Challenge) -> None:
    """Whatever is challenged to comes back whole."""
    assert Challenge.parse(str(challenge)) == challenge


@given(CHALLENGES)
def test_a_challenge_fits_a_button(challenge: Challenge) -> None:
    """The id is short enough for Discord, and the pattern of the buttons finds it."""
    assert len(PREFIX + str(challenge)) <= LONGEST_ID
    assert re.fullmatch(PATTERN, str(challenge))


@pytest.mark.parametrize(
    "text",
    ["", "1/2/3x3x3", "1/2/3x3x3/Z", "1/2/99x99x9/X", "a/2/3x3x3/X", "1/2/3x3x3/X!", "1//3x3x3/X"],
)
def test_anything_else_is_no_challenge(text: str) -> None:
    """An id that was not written by us is refused."""
    with pytest.raises(ValueError, match=r".+"):
        Challenge.parse(text)
