"""How long a move, or a turn of a vote, may take."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from bot.errors import Problem, UserError
from bot.match.grammar.nearest import shortened
from bot.match.players import LONGEST_MOVE, SHORTEST_MOVE
from bot.match.vote import MAX_SECONDS, MIN_SECONDS

_UNITS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_VOTE_TIME: Final = re.compile(
    r"(?<!\S)(?P<number>[0-9]{1,9}) ?"
    r"(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hours?)(?!\S)"
)
"""The time for a turn of a vote, which has no days."""
_MOVE_TIME: Final = re.compile(
    r"(?<!\S)(?P<number>[0-9]{1,9}) ?"
    r"(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)(?!\S)"
)
"""The time for a move."""


def without_move_time(text: str) -> tuple[str, timedelta | None]:
    """Split the time for a move from other words. Raises UserError for two, or a bad one."""
    found = {match[0]: match for match in _MOVE_TIME.finditer(text)}
    if len(found) > 1:
        first, second, *_ = found
        raise UserError(Problem.TWO_GAMES, first=shortened(first), second=shortened(second))
    for word, match in found.items():
        seconds = int(match["number"]) * _UNITS[match["unit"][0]]
        if not SHORTEST_MOVE.total_seconds() <= seconds <= LONGEST_MOVE.total_seconds():
            raise UserError(Problem.MOVE_TIME, text=shortened(word))
        return _MOVE_TIME.sub(" ", text), timedelta(seconds=seconds)
    return text, None


def without_vote_time(text: str) -> tuple[str, int | None]:
    """Split the seconds for a turn of a vote from other words. Raises UserError for two times."""
    times = {match[0]: _vote_seconds(match) for match in _VOTE_TIME.finditer(text)}
    if len(times) > 1:
        first, second, *_ = times
        raise UserError(Problem.TWO_GAMES, first=shortened(first), second=shortened(second))
    return _VOTE_TIME.sub(" ", text), next(iter(times.values()), None)


def _vote_seconds(match: re.Match[str]) -> int:
    """Return a time in seconds. Raises UserError if it is too short or too long for a vote."""
    seconds = int(match["number"]) * _UNITS[match["unit"][0]]
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        least, most = f"{MIN_SECONDS}s", f"{MAX_SECONDS // _UNITS['h']}h"
        raise UserError(Problem.VOTE_SECONDS, text=shortened(match[0]), least=least, most=most)
    return seconds
