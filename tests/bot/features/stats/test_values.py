"""Which role a rating brings, and how it is asked for in words."""

from __future__ import annotations

import pytest

from bot.errors import Problem, UserError
from bot.features.stats.values import (
    MARGIN,
    RoleChange,
    RoleId,
    RolesProblem,
    RolesRequest,
    RoleStep,
    change_of,
    parse_roles,
)
from engine import Rules

THREE, FOUR = Rules.parse("3x3"), Rules.parse("connect4")
LOW, HIGH = RoleId(1), RoleId(2)
STEPS = (RoleStep(LOW, THREE, 1500), RoleStep(HIGH, THREE, 1700))


@pytest.mark.parametrize(
    "points, held, change",
    [
        (1499.4, set(), None),
        (1499.6, set(), RoleChange(LOW, frozenset())),
        (1500, set(), RoleChange(LOW, frozenset())),
        (1500, {LOW}, None),
        (1700, {LOW}, RoleChange(HIGH, frozenset({LOW}))),
        (1900, {LOW, HIGH}, RoleChange(None, frozenset({LOW}))),
        (1701 - MARGIN, {HIGH}, None),
        (1700 - MARGIN, {HIGH}, RoleChange(LOW, frozenset({HIGH}))),
        (1501 - MARGIN, {LOW, RoleId(9)}, None),
        (1500 - MARGIN, {LOW, RoleId(9)}, RoleChange(None, frozenset({LOW}))),
    ],
)
def test_the_highest_role_reached_is_held(
    points: float, held: set[RoleId], change: RoleChange | None
) -> None:
    """It comes with the rating that is shown, and stays until that is so much below.

    Others of the game go, all else is untouched.
    """
    assert change_of(STEPS, points, held) == change


@pytest.mark.parametrize(
    "words, asked",
    [
        ("", RolesRequest()),
        ("<@&1> 1500", RolesRequest(RoleStep(LOW, THREE, 1500))),
        ("1500 <@&1> connect4", RolesRequest(RoleStep(LOW, FOUR, 1500))),
        (
            "give <@&1> from 1500 at Connect Four",
            RolesRequest(RoleStep(LOW, FOUR, 1500)),
        ),
        ("6x7x4g 1500 <@&1>", RolesRequest(RoleStep(LOW, FOUR, 1500))),
        ("remove <@&2>", RolesRequest(drop=True, role=HIGH)),
        ("<@&2> off", RolesRequest(drop=True, role=HIGH)),
        ("off", RolesRequest(drop=True)),
    ],
)
def test_words_come_in_any_order(words: str, asked: RolesRequest) -> None:
    """The game is the server's where none is named."""
    assert parse_roles(words, THREE) == asked


@pytest.mark.parametrize(
    "words", ["<@&1>", "1500", "<@1> 1500", "<@&1> 1500 1600", "<@&1> 499", "<@&1> <@&2> off"]
)
def test_a_role_and_one_rating_are_needed(words: str) -> None:
    """Else the answer says so."""
    with pytest.raises(UserError) as refused:
        parse_roles(words, THREE)
    assert refused.value.problem is RolesProblem.NOT_A_ROLE


def test_an_unknown_game_is_named() -> None:
    """With the nearest word."""
    with pytest.raises(UserError) as refused:
        parse_roles("<@&1> 1500 conect4", THREE)
    assert refused.value.problem is Problem.UNKNOWN_WORD
