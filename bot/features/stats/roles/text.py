"""Sentences about roles for ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.errors import UserError
from bot.features.stats.roles.values import MARGIN, RoleId, RoleStep
from bot.show.text.language import Sentence
from bot.show.text.problems import problem
from bot.show.text.words import command, game_name, title

_EXAMPLE: Final = "roles @Master 1600"

_TITLE: Final = Sentence("**Roles for ratings**")
# Translators: {role} is a role of the server, {game} is such as “Connect Four”.
_STEP: Final = Sentence("{role} · {game} from {points}")
_HOW: Final = Sentence(
    "After a rated game the highest one that a rating reaches is given. It is lost {margin} points "
    "below."
)
_NONE: Final = Sentence("No role is given for ratings here. Add one as in {roles}.")
_PUT: Final = Sentence("Whoever has a rating of {points} at {game} gets {role}.")
_DROPPED: Final = Sentence("{role} is not given for ratings. Whoever has it keeps it.")
_DROPPED_ALL: Final = Sentence("No role is given for ratings now. Whoever has one keeps it.")


def overview(steps: Sequence[RoleStep], troubles: Iterable[UserError], prefix: str) -> str:
    """The roles that are given in a server, and what stands in the way."""
    if not steps:
        return _NONE.format(roles=command(prefix, _EXAMPLE))
    lines = (
        _STEP.format(role=_mention(step.role), game=title(step.rules), points=step.points)
        for step in steps
    )
    how = _HOW.format(margin=MARGIN)
    return "\n".join((str(_TITLE), *lines, how, *_warnings(troubles, prefix)))


def put(step: RoleStep, troubles: Iterable[UserError], prefix: str) -> str:
    """That a role is given from now on."""
    words = _PUT.format(role=_mention(step.role), game=game_name(step.rules), points=step.points)
    return "\n".join((words, *_warnings(troubles, prefix)))


def dropped(role: RoleId | None) -> str:
    """That a role, or every one, is not given any more."""
    return str(_DROPPED_ALL) if role is None else _DROPPED.format(role=_mention(role))


def _warnings(troubles: Iterable[UserError], prefix: str) -> list[str]:
    return [f"⚠️ {problem(error, prefix)}" for error in troubles]


def _mention(role: RoleId) -> str:
    """How Discord's client shows a role. The bot's messages never ping one."""
    return f"<@&{role}>"
