"""The application emoji that boards are drawn with: which ones exist, and where they fit.

A TileEmoji is what one square of a board shows. Each has a key:

    t                a free tile                  x    o    the marks
    t1 .. t144       a free tile with a number    xl   ol   the mark of the last move
    h                a free hole (gravity)        xw   ow   a mark on the line that won
                                                  xf   of   a mark that goes next (vanishing)
    vw vd vl vu      a move that wins, draws,     r    y    red and yellow discs, also
                     loses, or is estimated                 rl, yl, rw and yw

The name of an emoji on Discord is its key and the edition of the drawings, two characters
such as `k3`. A new edition is uploaded beside the old one, because other processes may still
show the old one. Keys are short because a message contains each emoji as
`<:t12k3:1234567890123456789>`.

Sentences and boards contain tokens such as `:x:`. `fill_tokens` replaces each token by the
application's emoji. A person's name cannot contain a token, because its colons are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, Literal

from engine import Rules, Side, sheet_of

LARGEST_SIDE: Final = 12
"""The most rows or columns of emoji that a desktop window shows without wrapping a row."""
NUMBERS: Final = LARGEST_SIDE**2
"""The highest number on a tile."""
KEYCAPS: Final = 10
"""The highest number for which Unicode has a keycap emoji."""
CONTENT_ROOM: Final = 1_000
"""The most characters of a board in the content of a message. The words need the rest."""
EMBED_ROOM: Final = 4_096
"""The most characters in the description of an embed (Discord's limit)."""
RECOMMENDED: Final = "💡"
"""Marks the recommended move, in sentences and on boards of emoji."""
FORBIDDEN: Final = "🚫"
"""Marks a tile that X may not play in renju, on boards of emoji."""
LAYOUT_ROOM: Final = 3_000
"""The most characters of a board in a message of components: all its texts have 4,000 at most
(Discord's limit), and the words need the rest."""
EDITION_LENGTH: Final = 2
"""The number of characters of an edition. With three, a 12x12 board would not fit an embed."""

_BOARDS: Final = 256
"""How many kinds of board are cached."""
_AROUND_NAME: Final = len("<::>") + 19
"""The length of an emoji in a message, without its name. Ids have 19 digits until 2090."""
_NAME: Final = re.compile(
    rf"(?P<key>t[0-9]{{0,3}}|[a-z]{{1,2}})(?P<edition>[0-9a-z]{{{EDITION_LENGTH}}})"
)
_TOKEN: Final = re.compile("(?<!<):(t[0-9]{1,3}|[a-z]{1,2}):")
"""A token, but not the middle of an emoji in a message: filling tokens twice changes nothing."""

OwnedEmoji = dict[str, str]
"""The emoji that the application owns: key to the text of the emoji in a message.

Nobody changes one. It is a dictionary so that it can be passed to the processes that draw."""
NO_EMOJI: Final[OwnedEmoji] = {}


class Symbol(Enum):
    """The symbol on a tile. The value is the first part of the key."""

    FREE = "t"
    HOLE = "h"
    X = "x"
    O = "o"  # noqa: E741 - the mark's own name
    RED = "r"
    YELLOW = "y"
    BLACK = "k"
    """A stone on an intersection, X. It is drawn only in pictures, and is not one of the bot's
    emoji."""
    WHITE = "i"
    """A stone on an intersection, O."""
    WIN = "vw"
    DRAW = "vd"
    LOSS = "vl"
    UNKNOWN = "vu"


class Highlight(Enum):
    """How a stone stands out. The value is a letter in the key."""

    NONE = ""
    LAST = "l"
    WON = "w"
    """The stone is on the line that ended the game."""
    FADING = "f"
    """The mark goes with the next move: it is pale. Only X and O have this."""


@dataclass(frozen=True, slots=True)
class TileEmoji:
    """One emoji of a board. Only a free tile has a `number`."""

    sign: Symbol
    look: Highlight = Highlight.NONE
    number: int | None = None

    @property
    def key(self) -> str:
        """The key: 1 to 4 lower-case letters and digits."""
        return f"{self.sign.value}{self.look.value}{self.number or ''}"

    @property
    def token(self) -> str:
        """The token that stands for this emoji in a text."""
        return f":{self.key}:"

    def name(self, edition: str) -> str:
        """The name on Discord: 3 to 6 lower-case letters and digits."""
        return f"{self.key}{edition}"

    @property
    def plain(self) -> str:
        """The emoji on a board that has only those of Unicode: each side has its own shape."""
        return _SHAPES.get((self.sign, self.look is not Highlight.NONE), str(self))

    def __str__(self) -> str:
        """The most similar emoji of Unicode."""
        if self.number is None:
            return _UNICODE[self.sign, self.look]
        return KEYCAP[self.number - 1] if self.number <= KEYCAPS else str(self.number)


_MARKS: Final = {Side.X: Symbol.X, Side.O: Symbol.O}
_GO_STONES: Final = {Side.X: Symbol.BLACK, Side.O: Symbol.WHITE}
_DISCS: Final = {Side.X: Symbol.RED, Side.O: Symbol.YELLOW}
_VERDICTS: Final = {"👍": Symbol.WIN, "🤝": Symbol.DRAW, "👎": Symbol.LOSS, "❔": Symbol.UNKNOWN}
BEST_MOVE: Final = "✅"
"""Marks the best move on a board, as an overlay."""
PLAYED_MOVE: Final = "❗"
"""Marks a mistake on the board before it, as an overlay."""
_MOVES: Final = {BEST_MOVE: Symbol.WIN, PLAYED_MOVE: Symbol.LOSS}
_STONES: Final = {
    Symbol.X: ("❌", "❎"),
    Symbol.O: ("⭕", "🅾️"),
    Symbol.RED: ("🔴", "🟥"),
    Symbol.YELLOW: ("🟡", "🟨"),
    Symbol.BLACK: ("⚫", "⚫"),
    Symbol.WHITE: ("⚪", "⚪"),
}
"""The Unicode emoji of each stone: without a highlight, and with one."""
_SHAPES: Final = {
    (Symbol.RED, False): "🔴",
    (Symbol.RED, True): "🎯",
    (Symbol.YELLOW, False): "🔶",
    (Symbol.YELLOW, True): "🌟",
    (Symbol.HOLE, False): "⬜",
}
"""The emoji of Unicode that stand in for discs: they differ in shape, not in colour alone."""
_UNICODE: Final = {
    (Symbol.FREE, Highlight.NONE): "⬜",
    (Symbol.HOLE, Highlight.NONE): "⚪",
    **{(sign, Highlight.NONE): mark for mark, sign in _VERDICTS.items()},
    **{
        (sign, look): signs[look is not Highlight.NONE]
        for sign, signs in _STONES.items()
        for look in Highlight
    },
    (Symbol.X, Highlight.FADING): "✖️",
    (Symbol.O, Highlight.FADING): "⚪",
}


KEYCAP: Final = (*(f"{number}\ufe0f\u20e3" for number in range(1, KEYCAPS)), "🔟")
"""The numbers from 1 to 10, each as one emoji."""
_BOARD_STONES: Final = {
    (gravity, side, look): TileEmoji(sign, look)
    for gravity, signs in ((False, _MARKS), (True, _DISCS))
    for side, sign in signs.items()
    for look in Highlight
    if not (gravity and look is Highlight.FADING)
}
"""The emoji of every stone, by gravity, side and highlight."""
_PLAIN_STONES: Final = {stone: tile.plain for stone, tile in _BOARD_STONES.items()}
"""The same on a board that has only emoji of Unicode."""


def stone(rules: Rules, side: Side, look: Highlight = Highlight.NONE) -> TileEmoji:
    """The emoji of a side: a mark, or with gravity a disc."""
    return _BOARD_STONES[rules.gravity, side, look]


def plain_stone(rules: Rules, side: Side, look: Highlight = Highlight.NONE) -> str:
    """The stone of a side on a board made of Unicode emoji."""
    return _PLAIN_STONES[rules.gravity, side, look]


def go_stone(side: Side, look: Highlight = Highlight.NONE) -> TileEmoji:
    """The stone of a side on intersections: X is black, O white."""
    return TileEmoji(_GO_STONES[side], look)


def verdict_tile(mark: str) -> TileEmoji:
    """The application emoji for an emoji of `bot.show.overlay`."""
    return TileEmoji(_MOVES.get(mark) or _VERDICTS[mark])


TILE_EMOJI: Final = (
    *_BOARD_STONES.values(),
    *map(TileEmoji, _VERDICTS.values()),
    TileEmoji(Symbol.HOLE),
    TileEmoji(Symbol.FREE),
    *(TileEmoji(Symbol.FREE, number=number) for number in range(1, NUMBERS + 1)),
)
"""Every emoji that the application should own. This order completes small boards first."""
_BY_KEY: Final = {tile.key: tile for tile in TILE_EMOJI}


def tile_named(name: str) -> TileEmoji | None:
    """Return the tile of an emoji with this name, of any edition. None if it is no tile."""
    match = _NAME.fullmatch(name)
    return _BY_KEY.get(match["key"]) if match else None


def missing_tiles(names: Iterable[str], edition: str) -> tuple[TileEmoji, ...]:
    """Return the tiles of an edition that are not among the uploaded `names`."""
    there = set(names)
    return tuple(tile for tile in TILE_EMOJI if tile.name(edition) not in there)


def owned_emoji(listed: Iterable[tuple[str, int]]) -> OwnedEmoji:
    """Return the tiles among the names and ids that Discord lists, all of one edition.

    It is the edition with the most tiles; if several have as many, the newest of them. So
    the older edition stays in use until the upload of a new one is complete.
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


def has_all_tiles(owned: OwnedEmoji, rules: Rules) -> bool:
    """Whether these emoji contain every tile that a board of this game can show."""
    return len(owned) > 0 and owned.keys() >= _needed(rules)


@lru_cache(maxsize=_BOARDS)
def _needed(rules: Rules) -> frozenset[str]:
    numbers = {TileEmoji(Symbol.FREE, number=number).key for number in rules.moves}
    return frozenset(numbers | {tile.key for tile in TILE_EMOJI if tile.number is None})


def fill_tokens(text: str, owned: OwnedEmoji) -> str:
    """Replace each token by the application's emoji, or by one of Unicode if it owns none."""

    def emoji(match: re.Match[str]) -> str:
        tile = _BY_KEY.get(match[1])
        return match[0] if tile is None else owned.get(tile.key, str(tile))

    return _TOKEN.sub(emoji, text)


def max_length(text: str) -> int:
    """The length of a text in a message, at most, whichever emoji fill its tokens."""
    return len(text) + (EDITION_LENGTH + _AROUND_NAME) * len(_TOKEN.findall(text))


def placement(rules: Rules) -> Literal["content", "embed"] | None:
    """Where a board of application emoji fits: among the words, in an embed, or nowhere (None).

    Boards of 3x3 to 5x7 (5x5 with gravity) fit among the words, boards up to 12x12 in an
    embed (12x10 and 11x11 with gravity, which has rows for numbers and verdicts above).
    """
    sheet = sheet_of(rules)
    if max(sheet.rows, sheet.columns) > LARGEST_SIDE:
        return None
    length = _longest(rules)
    if length <= CONTENT_ROOM:
        return "content"
    return "embed" if length <= EMBED_ROOM else None


def fits_layout(rules: Rules) -> bool:
    """Whether a board of application emoji fits a message of components: up to 10x10."""
    return placement(rules) is not None and _longest(rules) <= LAYOUT_ROOM


@lru_cache(maxsize=_BOARDS)
def _longest(rules: Rules) -> int:
    """The number of characters of a board, at most, whatever stones are on it."""
    numbers = [len(TileEmoji(Symbol.FREE, number=number).key) for number in rules.moves]
    marked = max(len(tile.key) for tile in TILE_EMOJI if tile.number is None)
    sheet = sheet_of(rules)
    gaps = sheet.rows * (sheet.columns // sheet.layer) if sheet.layer else 0
    if rules.gravity and not sheet.layer:
        keys = [*numbers, *[marked] * (rules.cells + rules.columns)]
        newlines = rules.rows + 1
    else:
        keys = [max(marked, *numbers)] * rules.cells if gaps else [max(marked, n) for n in numbers]
        newlines = sheet.rows - 1 + gaps
    return sum(keys) + (EDITION_LENGTH + _AROUND_NAME) * len(keys) + newlines
