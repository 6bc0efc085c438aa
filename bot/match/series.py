"""Matches of several games: how long one is, when it is over, and how people ask for one.

The code calls such a match a series, since a single game with its players is a match here. Points
are counted in halves: a win is two, a draw one for each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.errors import Problem, UserError

WIN: Final = 2
DRAW: Final = 1
LONGEST_BREAK: Final = timedelta(days=7)
"""How long a series waits for its next game."""
_LEAST: Final = 2
_MOST: Final = 21
_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT: Final = rf"(?:[0-9]{{1,3}}|{'|'.join(_WORDS)})(?!\S)"
_GAMES: Final = r"(?: (?:games?|rounds?))?"
_POINTS: Final = r"(?: (?:wins?|points?|games?))?"
_LENGTH: Final = re.compile(
    r"(?<!\S)(?:a )?(?:match )?(?:of )?(?:"
    rf"(?:best[ -]?of|bo)[ -]?(?P<best>{_COUNT}){_GAMES}"
    rf"|(?:first|race)[ -]?to[ -]?(?P<first>{_COUNT}){_POINTS}"
    rf"|ft ?(?P<short>{_COUNT}){_POINTS}"
    rf"|(?P<games>{_COUNT}) games"
    rf"|(?P<wins>{_COUNT}) wins"
    r")(?: match)?(?!\S)"
)

_SHORT: Final = re.compile("(?P<kind>bo|ft)(?P<count>[0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Length:
    """How long a series is: so many games at most, or until somebody has so many points."""

    count: int
    first_to: bool = False

    def __str__(self) -> str:
        """As people may type it in short.

        >>> str(Length(3)), str(Length(5, first_to=True))
        ('bo3', 'ft5')
        """
        return f"{'ft' if self.first_to else 'bo'}{self.count}"

    def is_over(self, own: int, other: int) -> bool:
        """Whether nothing is left to play at a score, which is counted in halves.

        >>> [Length(3).is_over(*score) for score in ((2, 2), (4, 0), (3, 3))]
        [False, True, True]
        """
        most = max(own, other)
        if self.first_to:
            return most >= WIN * self.count
        return most > self.count or own + other >= WIN * self.count


def read_length(word: str) -> Length:
    """Read what `str` writes of a length. Raises ValueError for anything else."""
    length = _SHORT.fullmatch(word)
    if length is None or not _LEAST <= int(length["count"]) <= _MOST:
        raise ValueError(f"no length of a series: {word!r}")
    return Length(int(length["count"]), length["kind"] == "ft")


def without_length(text: str) -> tuple[str, Length | None]:
    """Split how long a series is to be from other plain words. Raises UserError for a wrong one.

    >>> without_length("4x4 best of three x")
    ('4x4   x', Length(count=3, first_to=False))
    """
    found = list(_LENGTH.finditer(text))
    if not found:
        return text, None
    if len(found) > 1:
        first, second = (one[0].strip() for one in found[:2])
        raise UserError(Problem.TWO_VALUES, first=first, second=second)
    kinds = found[0].groupdict()
    name, count = next((name, count) for name, count in kinds.items() if count is not None)
    number = _WORDS.index(count) + 1 if count in _WORDS else int(count)
    if not _LEAST <= number <= _MOST:
        raise UserError(Problem.SERIES_LENGTH, least=_LEAST, most=_MOST)
    length = Length(number, name in {"first", "short", "wins"})
    return _LENGTH.sub(" ", text), length
