"""What voters read: how to vote, how it stands, what was decided."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.match.notes import Counted
from bot.match.session import Crowd, Session, UserId
from bot.match.session.moves import at, put_off, vote
from bot.match.timing import MAX_POSTPONEMENTS, Poll
from bot.show.style import way_to_move
from bot.show.text import ballot, status
from bot.show.text.vote import counted
from tests.bot.builders import ALICE, BOB, CAROL, KINAROW, NOON, session

END = int(NOON.timestamp()) + 30


def voted(*moves: int, rules: str = "3x3") -> Session:
    """A round of everyone's, with a ballot for each of these moves."""
    match = at(session(rules=rules, x=Crowd(ALICE), o=KINAROW, poll=Poll(30)), NOON)
    for user, move in enumerate(moves, start=1):
        match = vote(match, UserId(user), move, NOON)
    return match


def decided(*moves: int) -> str:
    """What such a round has decided, where the first of these moves is played."""
    session = voted(*moves)
    return counted(session, Counted.of(session, moves[0]))


@pytest.mark.parametrize(
    "rules, typed, how",
    [
        ("3x3", True, "❌ **Everyone**, vote: press a free tile."),
        ("3x3", False, "❌ **Everyone**, vote: press a free tile."),
        ("connect4", True, "🔴 **Everyone**, vote: press a column."),
        ("connect4", False, "🔴 **Everyone**, vote: press a column."),
        ("4x4", True, "❌ **Everyone**, vote: press a free tile."),
        ("9x9", True, "❌ **Everyone**, vote: type a tile such as e5."),
        ("9x9", False, "❌ **Everyone**, vote: press **Move…**, or use `!ttt vote e5`."),
    ],
)
def test_the_board_tells_how_to_vote(rules: str, typed: bool, how: str) -> None:
    """In the way that works there, and until when."""
    session = voted(rules=rules)
    way = way_to_move(session.rules, typed=typed)
    assert status(session, "!", way) == f"{how} Counting <t:{END}:R>."


def test_the_board_tells_how_the_vote_stands() -> None:
    """The move with the most votes first; of very many the rest is summed up."""
    assert status(voted(9, 5, 5), "!").endswith("\nVotes: **5** × 2 · **9** × 1")
    many = status(voted(*range(1, 10)), "!")
    assert many.endswith("· **8** × 1 · others × 1")


def test_the_board_tells_that_nobody_votes() -> None:
    """First that the time was put off, then that the vote rests."""
    late = NOON + timedelta(seconds=30)
    quiet = put_off(voted(), late)
    assert status(quiet, "!").endswith(f"Nobody has voted yet. Counting <t:{END + 30}:R>.")
    for _ in range(MAX_POSTPONEMENTS):
        quiet = put_off(quiet, late)
    assert status(quiet, "!").endswith("Nobody has voted, so I'm waiting for the first vote.")


def test_the_count_is_told() -> None:
    """What won and by how much, and that chance has chosen where it had to."""
    assert decided(5) == "**Everyone** chose **5**: 1 of 1 vote."
    assert decided(5, 9, 5) == "**Everyone** chose **5**: 2 of 3 votes."
    assert decided(9, 5) == (
        "A tie between 5, 9, 1 vote each: chance picked **9** for **Everyone**."
    )
    assert "2 votes each" in decided(9, 5, 9, 5)
    assert decided(*range(9, 0, -1)).startswith("A tie between 1, 2, 3, 4, 5, 6, 7, 8, …, 1 vote")


def test_a_ballot_is_confirmed() -> None:
    """To the voter alone: which move, and until when it may be changed."""
    assert ballot(voted(5), UserId(1)) == (
        f"You voted for **5**. You can change your mind until the count <t:{END}:R>."
    )


def test_an_endless_name_of_a_voter_is_nowhere() -> None:
    """No voter is named; the longest round fits well beside a board."""
    crowd = at(
        session(
            rules="19x19x5",
            x=Crowd(replace(ALICE, name="*" * 500)),
            o=KINAROW,
            poll=Poll(30),
        ),
        NOON,
    )
    for user, move in enumerate(range(1, 362), start=1):
        crowd = vote(crowd, UserId(user), move, NOON)
    assert len(status(crowd, "!")) < 300
    assert all(person.name not in status(crowd, "!") for person in (ALICE, BOB, CAROL))
