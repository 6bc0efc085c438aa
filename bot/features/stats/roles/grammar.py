"""Reads the words after `roles`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.errors import UserError
from bot.features.stats.roles.values import (
    LEAST_POINTS,
    MOST_POINTS,
    RoleId,
    RolesProblem,
    RoleStep,
)
from bot.match import grammar
from engine import Rules

_ROLE: Final = re.compile(r"<@&([0-9]{1,19})>")
_POINTS: Final = re.compile(r"(?<![\w.])[0-9]{3,4}(?![\w.])")
_OFF: Final = frozenset(("off", "remove", "delete", "none", "no", "stop", "without"))
_FILLERS: Final = frozenset(("from", "at", "for", "to", "add", "give", "set", "rating", "the", "="))
_MOST_READ: Final = 200


class RolesAction(Enum):
    """What a person wants to do with the roles for ratings."""

    SHOW = auto()
    PUT = auto()
    DROP = auto()
    DROP_ALL = auto()


@dataclass(frozen=True, slots=True)
class RolesRequest:
    """What a person asks for: `step` to put, or the `role` to drop."""

    act: RolesAction
    step: RoleStep | None = None
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
        return (
            RolesRequest(RolesAction.DROP, role=roles[0])
            if roles
            else RolesRequest(RolesAction.DROP_ALL)
        )
    if not plain:
        return RolesRequest(RolesAction.SHOW)
    if len(roles) != 1 or len(points) != 1 or not LEAST_POINTS <= points[0] <= MOST_POINTS:
        raise UserError(RolesProblem.NOT_A_ROLE, least=LEAST_POINTS, most=MOST_POINTS)
    rules = grammar.parse_game(" ".join(left)) if left else default
    return RolesRequest(RolesAction.PUT, RoleStep(roles[0], rules, points[0]))
