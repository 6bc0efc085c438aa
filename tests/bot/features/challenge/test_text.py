"""What a challenge says before anybody accepts it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.features.challenge.text import challenge
from bot.match.session import CHOOSABLE_STYLES, Coach, Person, Terms
from engine import Rules, Side
from tests.bot.builders import ALICE, BOB, NOON

GAMES = ["3x3", "3x3 misere", "connect4", "6x7x4", "gomoku", "exact", "caro", "renju"]
OPENINGS = [(False, False), (True, False), (False, True)]
COACHES = [None, Coach.BEFORE, Coach.AFTER]
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
