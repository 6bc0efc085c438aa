"""What a challenge says before anybody accepts it, and the names of threads."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.features.start.text import challenge, invitation, thread_name
from bot.match.session import CHOOSABLE_STYLES, Coach, Person, Terms
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, NOON, position

GAMES = ["3x3", "3x3 misere", "connect4", "6x7x4", "gomoku", "exact", "caro", "renju"]
OPENINGS = [(False, False), (True, False), (False, True)]
COACHES = [None, Coach.BEFORE, Coach.AFTER]
CONNECT4, WIDE = Rules.parse("connect4"), Rules.parse("19x19x19g misere")
TIMES = [None, timedelta(minutes=2), timedelta(days=1)]


@pytest.mark.parametrize("opponent", [BOB, None])
def test_a_challenge_tells_all_its_terms(opponent: Person | None) -> None:
    """No two challenges to different games read alike; how a board is drawn is told by none."""
    asked = [
        Terms(Rules.parse(game), side, coach, swap=swap, swap2=swap2, move_time=time)
        for game, side, coach, (swap, swap2), time in product(
            GAMES, (None, *Side), COACHES, OPENINGS, TIMES
        )
    ]
    told = [challenge(ALICE, opponent, terms, NOON) for terms in asked]
    assert len(set(told)) == len(asked)
    for style in CHOOSABLE_STYLES:
        assert challenge(ALICE, opponent, replace(asked[0], style=style), NOON) == told[0]
    assert challenge(ALICE, opponent, replace(asked[0], coach=Coach.OFF), NOON) == told[0]


@pytest.mark.parametrize("opponent", ["**bob**", ""])
@pytest.mark.parametrize("moves", [[], [5], [5, 1]])
@pytest.mark.parametrize("side", Side)
def test_a_challenge_says_who_moves_next(opponent: str, moves: list[int], side: Side) -> None:
    """In a game that goes on from a position that is O after an odd number of moves."""
    start = position("3x3", moves)
    told = invitation(ALICE, opponent, Terms(start.rules).from_position(start, side))
    asker_begins = side is start.side
    assert told.endswith("**alice** moves first.") is asker_begins
    assert (
        told.endswith(("**bob** moves first.", "Who joins, and moves first?")) is not asker_begins
    )


@pytest.mark.parametrize(
    "asker, other, name",
    [
        ("alice", "bob", "alice \N{EN DASH} bob · Connect Four"),
        ("alice", "", "alice \N{EN DASH} Kinarow · Connect Four"),
        ("alice", None, "alice · Connect Four"),
        ("a\n\u202eb", "_c_", "a b \N{EN DASH} _c_ · Connect Four"),
    ],
)
def test_a_thread_has_the_names_of_its_game(asker: str, other: str | None, name: str) -> None:
    """In one line and as they are: Discord formats nothing there."""
    assert thread_name(asker, other, CONNECT4) == name


def test_a_name_is_never_too_long() -> None:
    """Discord takes a hundred characters."""
    assert len(thread_name("a" * 99, "b" * 99, WIDE)) <= 100
