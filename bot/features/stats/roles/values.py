"""Roles for ratings: which role is given from which rating at which game."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, NewType

from bot.errors import AnyProblem
from bot.show.text.language import Sentence
from engine import Rules


class RolesProblem(AnyProblem):
    """What can be wrong with roles for ratings."""

    RIGHT = Sentence(
        "Only members with the permission “Manage Roles” can change this. Look with {roles}.",
        roles="roles",
    )
    NOT_A_ROLE = Sentence(
        "Name one of the server's roles and a rating from {least} to {most}, as in {roles_put}.",
        roles_put="roles @Master 1600",
    )
    ABOVE_YOU = Sentence("“{text}” does not stand below your own highest role.")
    ABOVE_ME = Sentence("I cannot give “{text}”: drag my role above it in the server's settings.")
    TOO_MANY = Sentence("At most {most} roles can be given for ratings.")


RoleId = NewType("RoleId", int)

MOST_STEPS: Final = 25
"""The most roles of a server that are given for ratings."""
LEAST_POINTS: Final = 500
MOST_POINTS: Final = 3_000
MARGIN: Final = 50
"""How far a rating may fall below a role's before the role is lost. Without it one game won and
one lost would give and take a role for ever."""


@dataclass(frozen=True, slots=True)
class RoleStep:
    """A role, and the rating at a game from which it is given."""

    role: RoleId
    rules: Rules
    points: int


@dataclass(frozen=True, slots=True)
class RoleChange:
    """What is to be given to a member, and taken from them."""

    given: RoleId | None
    taken: frozenset[RoleId]


def change_of(
    steps: Iterable[RoleStep], points: float, held: Collection[RoleId]
) -> RoleChange | None:
    """What changes for a member with a rating who has some roles, or None.

    `steps` are those of one game. Of its roles a member has the highest one reached.
    """
    reached = [
        step
        for step in steps
        if points >= (step.points - MARGIN if step.role in held else step.points)
    ]
    best = max(reached, key=lambda step: step.points).role if reached else None
    taken = frozenset(step.role for step in steps if step.role in held and step.role != best)
    given = best if best is not None and best not in held else None
    return RoleChange(given, taken) if given is not None or taken else None
