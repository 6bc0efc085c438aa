"""The application emoji that boards are laid out with: which there are, and where they fit.

A Tile is what one square shows. Its name tells it apart and ends with the edition of the
drawing, so that a new edition is uploaded beside the old one, which other processes may
still be using. In edition `a`:

    ta               a free tile           xa   oa    the marks
    t1a .. t144a     numbered              xla  ola   the last move
    ha               a free hole           xwa  owa   on the line that ended the game
    vwa vda vla vua  a move that wins,     ra   ya    and so on: discs, red and yellow
                     draws, loses, or is only estimated

Names are short since a message spells out each emoji as `<:t12a:1234567890123456789>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from engine import Rules, Side

EDITION: Final = "a"
"""The letter at the end of each name; the next one as soon as any tile is drawn differently."""
NUMBERS: Final = 144
"""Number tiles reach from 1 to this: 12 x 12."""
LARGEST_SIDE: Final = 12
"""The widest board of square emoji that a desktop window shows without wrapping its rows."""
CONTENT_ROOM: Final = 1_000
"""Characters that a page leaves to its board in the content of a message."""
EMBED_ROOM: Final = 4_096
"""Characters that Discord takes in the description of an embed."""

_AROUND_NAME: Final = len("<::>") + 19
"""A mention without its name; ids have 19 digits up to the year 2090."""

Owned = Mapping[str, str]
"""The emoji that the application owns: how a message writes each, by its name."""


class Sign(Enum):
    """The shape on a tile, by the letters of its name."""

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
    """What sets a stone apart, by the letter in its name."""

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
    def name(self) -> str:
        """Its name on Discord: 2 to 5 lower-case letters and digits."""
        return f"{self.sign.value}{self.look.value}{self.number or ''}{EDITION}"


_MARKS: Final = {Side.X: Sign.X, Side.O: Sign.O}
_DISCS: Final = {Side.X: Sign.RED, Side.O: Sign.YELLOW}
_VERDICTS: Final = {"👍": Sign.WIN, "🤝": Sign.DRAW, "👎": Sign.LOSS, "❔": Sign.UNKNOWN}


def stone(rules: Rules, side: Side, look: Look = Look.PLAIN) -> Tile:
    """The mark of a side, a disc with gravity."""
    return Tile((_DISCS if rules.gravity else _MARKS)[side], look)


def verdict(mark: str) -> Tile:
    """The tile for a mark of `bot.text.verdict_mark`."""
    return Tile(_VERDICTS[mark])


TILES: Final = (
    *(Tile(Sign.FREE, number=number) for number in range(1, NUMBERS + 1)),
    Tile(Sign.FREE),
    Tile(Sign.HOLE),
    *(Tile(sign, look) for sign in (*_MARKS.values(), *_DISCS.values()) for look in Look),
    *map(Tile, _VERDICTS.values()),
)
"""Every tile that the application should own."""


def missing(owned: Iterable[str]) -> tuple[Tile, ...]:
    """The tiles that are still to be uploaded, by the names of those that are there."""
    names = set(owned)
    return tuple(tile for tile in TILES if tile.name not in names)


def mentions(ids: Iterable[tuple[str, int]]) -> Owned:
    """How a message writes each emoji, from the names and ids that Discord lists."""
    return {name: f"<:{name}:{number}>" for name, number in ids}


def fits(rules: Rules) -> Literal["content", "embed"] | None:
    """Where a board of these tiles fits: beside words, in an embed of its own, or nowhere.

    Boards of 3x3 to 6x6 (and 5x6 with gravity) fit beside words, up to 12x12 an embed.
    """
    if max(rules.rows, rules.columns) > LARGEST_SIDE:
        return None
    length = _longest(rules)
    if length <= CONTENT_ROOM:
        return "content"
    return "embed" if length <= EMBED_ROOM else None


def _longest(rules: Rules) -> int:
    """The characters of the longest board, whatever stands on it."""
    numbers = [len(Tile(Sign.FREE, number=number).name) for number in rules.moves]
    marked = max(len(tile.name) for tile in TILES if tile.number is None)
    cells = [marked] * rules.cells if rules.gravity else [max(marked, n) for n in numbers]
    names = numbers + cells if rules.gravity else cells
    newlines = rules.rows if rules.gravity else rules.rows - 1
    return sum(names) + _AROUND_NAME * len(names) + newlines
