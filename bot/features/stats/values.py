"""Roles for ratings: which role is given from which rating at which game, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, NewType

from bot.errors import AnyProblem, UserError
from bot.match import grammar
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
    ABOVE_YOU = Sentence("“{text}” isn't below your own highest role.")
    ABOVE_ME = Sentence("I can't give “{text}”: drag my role above it in the server's settings.")
    TOO_MANY = Sentence("At most {most} roles can be given for ratings.")


RoleId = NewType("RoleId", int)

MOST_STEPS: Final = 25
"""The most roles of a server that are given for ratings."""
LEAST_POINTS: Final = 500
MOST_POINTS: Final = 3_000
MARGIN: Final = 50
"""How far a rating may fall below a role's before the role is lost. Without it alternating wins and
losses would give and take a role for ever."""


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
    """What changes for a member with a rating and some roles, or None.

    `steps` are those of one game. A member has the highest of its roles that they have reached, by
    the whole points that are shown of their rating.
    """
    shown = round(points)
    reached = [
        step
        for step in steps
        if shown >= step.points or (step.role in held and shown > step.points - MARGIN)
    ]
    best = max(reached, key=lambda step: step.points).role if reached else None
    taken = frozenset(step.role for step in steps if step.role in held and step.role != best)
    given = best if best is not None and best not in held else None
    return RoleChange(given, taken) if given is not None or taken else None


_ROLE: Final = re.compile(r"<@&([0-9]{1,19})>")
_POINTS: Final = re.compile(r"(?<![\w.])[0-9]{3,4}(?![\w.])")
_OFF: Final = frozenset(("off", "remove", "delete", "none", "no", "stop", "without"))
_FILLERS: Final = frozenset(("from", "at", "for", "to", "add", "give", "set", "rating", "the", "="))
_MOST_READ: Final = 200


@dataclass(frozen=True, slots=True)
class RolesRequest:
    """What a person asks for: to put a `step`, to `drop` a `role` or all, or else to see them."""

    step: RoleStep | None = None
    drop: bool = False
    role: RoleId | None = None


def parse_roles(words: str, default: Rules) -> RolesRequest:
    """Read a role, a rating and a game, in any order. Raises UserError.

    `default` is the game of the server, where none is named.
    """
    plain = " ".join(words.lower().split())[:_MOST_READ]
    roles = [RoleId(grammar.read_number(number)) for number in _ROLE.findall(plain)]
    rest = _ROLE.sub(" ", plain)
    points = [int(number) for number in _POINTS.findall(rest)]
    left = [word for word in _POINTS.sub(" ", rest).split() if word not in _FILLERS]
    off = [word for word in left if word in _OFF]
    if off and len(off) == len(left) and not points and len(roles) <= 1:
        return RolesRequest(drop=True, role=next(iter(roles), None))
    if not plain:
        return RolesRequest()
    if len(roles) != 1 or len(points) != 1 or not LEAST_POINTS <= points[0] <= MOST_POINTS:
        raise UserError(RolesProblem.NOT_A_ROLE, least=LEAST_POINTS, most=MOST_POINTS)
    rules = grammar.parse_game(" ".join(left)) if left else default
    return RolesRequest(RoleStep(roles[0], rules, points[0]))
