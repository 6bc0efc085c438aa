"""The application emoji that boards are laid out with: which there are, and where they fit.

A Tile is what one square shows. Its key tells it apart:

    t                a free tile           x    o    the marks
    t1 .. t144       numbered              xl   ol   the last move
    h                a free hole           xw   ow   on the line that ended the game
    vw vd vl vu      a move that wins,     r    y    and so on: discs, red and yellow
                     draws, loses, or is only estimated

On Discord its name ends with the edition of the drawings, two characters such as `k3`, so
that a new edition is uploaded beside the old one, which other processes may still show.
Keys are short since a message spells out each emoji as `<:t12k3:1234567890123456789>`.

Sentences and boards are composed with tokens, `:x:`, which `written` turns into what the
application owns. Names of people cannot hold one: their colons are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from engine import Rules, Side

LARGEST_SIDE: Final = 12
"""The widest board of square emoji that a desktop window shows without wrapping its rows."""
NUMBERS: Final = LARGEST_SIDE**2
"""Number tiles reach from 1 to this."""
KEYCAPS: Final = 10
"""Emoji of Unicode with a number on them go from 1 to 10."""
CONTENT_ROOM: Final = 1_000
"""Characters that a page leaves to its board in the content of a message."""
EMBED_ROOM: Final = 4_096
"""Characters that Discord takes in the description of an embed."""
EDITION_LENGTH: Final = 2
"""Characters at the end of a name; with a third 12x12 numbers would not fit an embed."""

_BOARDS: Final = 256
"""Kinds of board of which is remembered what they need."""
_AROUND_NAME: Final = len("<::>") + 19
"""A mention without its name; ids have 19 digits up to the year 2090."""
_NAME: Final = re.compile(
    rf"(?P<key>t[0-9]{{0,3}}|[a-z]{{1,2}})(?P<edition>[0-9a-z]{{{EDITION_LENGTH}}})"
)
_TOKEN: Final = re.compile("(?<!<):(t[0-9]{1,3}|[a-z]{1,2}):")
"""Not the middle of a mention, so that a text may be written twice."""

OwnedEmoji = Mapping[str, str]
"""The emoji that the application owns: how a message writes each, by its key."""
NO_EMOJI: Final[OwnedEmoji] = MappingProxyType({})


class Sign(Enum):
    """The shape on a tile, by the letters of its key."""

    FREE = "t"
    HOLE = "h"
    X = "x"
    O = "o"  # noqa: E741 - the mark's own name
    RED = "r"
    YELLOW = "y"
    WIN = "vw"
    DRAW = "vd"
    LOSS = "vl"
    UNKNOWN = "vu"


class Look(Enum):
    """What sets a stone apart, by the letter in its key."""

    PLAIN = ""
    LAST = "l"
    WON = "w"
    """On the line that ended the game."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One emoji; `number` stands on a free tile."""

    sign: Sign
    look: Look = Look.PLAIN
    number: int | None = None

    @property
    def key(self) -> str:
        """What tells it apart: 1 to 4 lower-case letters and digits."""
        return f"{self.sign.value}{self.look.value}{self.number or ''}"

    @property
    def token(self) -> str:
        """How a text holds its place."""
        return f":{self.key}:"

    def name(self, edition: str) -> str:
        """Its name on Discord: 3 to 6 lower-case letters and digits."""
        return f"{self.key}{edition}"

    def __str__(self) -> str:
        """What it shows, as near to it as the emoji of Unicode come."""
        if self.number is None:
            return _UNICODE[self.sign, self.look]
        return keycap(self.number) if self.number <= KEYCAPS else str(self.number)


_MARKS: Final = {Side.X: Sign.X, Side.O: Sign.O}
_DISCS: Final = {Side.X: Sign.RED, Side.O: Sign.YELLOW}
_VERDICTS: Final = {"👍": Sign.WIN, "🤝": Sign.DRAW, "👎": Sign.LOSS, "❔": Sign.UNKNOWN}
_STONES: Final = {
    Sign.X: ("❌", "❎"),
    Sign.O: ("⭕", "🅾️"),
    Sign.RED: ("🔴", "🟥"),
    Sign.YELLOW: ("🟡", "🟨"),
}
"""Each plain and set apart."""
_UNICODE: Final = {
    (Sign.FREE, Look.PLAIN): "⬜",
    (Sign.HOLE, Look.PLAIN): "⚪",
    **{(sign, Look.PLAIN): mark for mark, sign in _VERDICTS.items()},
    **{
        (sign, look): signs[look is not Look.PLAIN]
        for sign, signs in _STONES.items()
        for look in Look
    },
}


def keycap(number: int) -> str:
    """A number from 1 to 10 as one emoji."""
    return _KEYCAPS[number - 1]


_KEYCAPS: Final = (*(f"{number}\ufe0f\u20e3" for number in range(1, KEYCAPS)), "🔟")


_BOARD_STONES: Final = {
    (gravity, side, look): Tile(sign, look)
    for gravity, signs in ((False, _MARKS), (True, _DISCS))
    for side, sign in signs.items()
    for look in Look
}
"""The stones of every board."""


def stone(rules: Rules, side: Side, look: Look = Look.PLAIN) -> Tile:
    """The mark of a side, a disc with gravity."""
    return _BOARD_STONES[rules.gravity, side, look]


def verdict(mark: str) -> Tile:
    """The tile for a mark of `bot.show.text.verdict_mark`."""
    return Tile(_VERDICTS[mark])


TILES: Final = (
    *(Tile(sign, look) for sign in (*_MARKS.values(), *_DISCS.values()) for look in Look),
    *map(Tile, _VERDICTS.values()),
    Tile(Sign.HOLE),
    Tile(Sign.FREE),
    *(Tile(Sign.FREE, number=number) for number in range(1, NUMBERS + 1)),
)
"""Every tile that the application should own; in this order small boards are complete first."""
_BY_KEY: Final = {tile.key: tile for tile in TILES}


def named(name: str) -> Tile | None:
    """The tile that an emoji of this name shows, of whichever edition."""
    match = _NAME.fullmatch(name)
    return _BY_KEY.get(match["key"]) if match else None


def missing(names: Iterable[str], edition: str) -> tuple[Tile, ...]:
    """The tiles of an edition that are still to be uploaded, by the names of what is there."""
    there = set(names)
    return tuple(tile for tile in TILES if tile.name(edition) not in there)


def owned(listed: Iterable[tuple[str, int]]) -> OwnedEmoji:
    """The tiles among the names and ids that Discord lists, all of one edition.

    It is the edition with the most tiles, of several such the newest: an upload that is
    only half done leaves the older one in use.
    """
    editions: dict[str, dict[str, tuple[str, int]]] = {}
    for name, number in sorted(listed, key=lambda emoji: emoji[1]):
        if (match := _NAME.fullmatch(name)) and match["key"] in _BY_KEY:
            editions.setdefault(match["edition"], {})[match["key"]] = name, number
    best = max(
        editions.values(),
        key=lambda tiles: (len(tiles), max(n for _, n in tiles.values())),
        default={},
    )
    return {key: f"<:{name}:{number}>" for key, (name, number) in best.items()}


def covers(owned: OwnedEmoji, rules: Rules) -> bool:
    """Whether these are all the tiles that a board of a game may ever show."""
    return len(owned) > 0 and owned.keys() >= _needed(rules)


@lru_cache(maxsize=_BOARDS)
def _needed(rules: Rules) -> frozenset[str]:
    numbers = {Tile(Sign.FREE, number=number).key for number in rules.moves}
    return frozenset(numbers | {tile.key for tile in TILES if tile.number is None})


def written(text: str, owned: OwnedEmoji) -> str:
    """A text as a message takes it: each token as what is owned, else as a sign of Unicode."""

    def emoji(match: re.Match[str]) -> str:
        tile = _BY_KEY.get(match[1])
        return match[0] if tile is None else owned.get(tile.key, str(tile))

    return _TOKEN.sub(emoji, text)


def longest(text: str) -> int:
    """Characters that a text may take in a message, whatever is owned."""
    return len(text) + (EDITION_LENGTH + _AROUND_NAME) * len(_TOKEN.findall(text))


def fits(rules: Rules) -> Literal["content", "embed"] | None:
    """Where a board of these tiles fits: beside words, in an embed of its own, or nowhere.

    Boards of 3x3 to 5x7 (and 5x5 with gravity) fit beside words, up to 12x12 an embed (up
    to 12x10 and 11x11 with gravity, which has its numbers and verdicts above).
    """
    if max(rules.rows, rules.columns) > LARGEST_SIDE:
        return None
    length = _longest(rules)
    if length <= CONTENT_ROOM:
        return "content"
    return "embed" if length <= EMBED_ROOM else None


@lru_cache(maxsize=_BOARDS)
def _longest(rules: Rules) -> int:
    """The characters of the longest board, whatever stands on it."""
    numbers = [len(Tile(Sign.FREE, number=number).key) for number in rules.moves]
    marked = max(len(tile.key) for tile in TILES if tile.number is None)
    if rules.gravity:
        keys = [*numbers, *[marked] * (rules.cells + rules.columns)]
        newlines = rules.rows + 1
    else:
        keys = [max(marked, number) for number in numbers]
        newlines = rules.rows - 1
    return sum(keys) + (EDITION_LENGTH + _AROUND_NAME) * len(keys) + newlines
