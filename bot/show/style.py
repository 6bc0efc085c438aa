"""How a board is drawn and what its marks and moves are called.

Words and pictures both ask here, so that a tile has the same name in a sentence as on
the board above it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal

from bot.match.session import Session, Style
from bot.show.emoji import KEYCAPS, LARGEST_SIDE, NONE_OWNED, Owned, covers, fits, stone
from engine import Rules, Side, coordinate

MAX_EMOJI: Final = 189
"""The client draws about 199 emoji a message; ten are left for the words around a board."""

BUTTON_ROW: Final = 5
"""Buttons that a message holds side by side."""
MOVE_ROWS: Final = 4
"""Rows of buttons for moves: of the five in a message the last one is for everything else."""


class Picture(Enum):
    """The kinds of picture, from the most to the least graphic."""

    DRAWING = "drawing"
    """A picture file beside the words."""
    TILES = "tiles"
    """The application's own emoji: marks on numbered tiles, discs under numbered columns."""
    KEYCAPS = "keycaps"
    """Marks on numbered tiles."""
    DISCS = "discs"
    """Discs under a header of column numbers."""
    LETTERS = "letters"
    """Marks on blank tiles, with column letters and row numbers."""
    CODE = "code"
    """Plain text of fixed width, for screen readers and where nothing else fits."""


@dataclass(frozen=True, slots=True)
class Means:
    """What there is to show a board with in one channel."""

    files: bool = True
    embeds: bool = True
    """Whether the bot may send files, and text in a frame."""
    owned: Owned = field(default_factory=lambda: NONE_OWNED)

    def dressed(self, session: Session) -> Session:
        """The session in the style in which the channel sees it: the best that is possible."""
        style = self.style(session.rules, session.style)
        return session if style is session.style else replace(session, style=style)

    def style(self, rules: Rules, wish: Style) -> Style:
        """The best way to show a board, as near to a wish as the channel allows."""
        if wish is Style.TEXT or (wish.is_file and self.files):
            return wish
        if self._has_tiles(rules):
            return Style.TILES
        needs_file = picture(rules, Style.EMOJI) is Picture.CODE
        return Style.IMAGE if needs_file and self.files else Style.EMOJI

    def _has_tiles(self, rules: Rules) -> bool:
        if not covers(self.owned, rules):
            return False
        place = fits(rules)
        return place == "content" or (place == "embed" and self.embeds)


EVERYTHING: Final = Means()
"""A channel that takes all that a bot without emoji of its own can send."""


def picture(rules: Rules, style: Style) -> Picture:
    """The picture of a board in a style; without a better one, the best of plain emoji."""
    if style is Style.TEXT:
        return Picture.CODE
    if style.is_file:
        return Picture.DRAWING
    if style is Style.TILES:
        return Picture.TILES
    if rules.gravity:
        with_headers = (rules.rows + 2) * rules.columns
        discs = rules.columns <= KEYCAPS and with_headers <= MAX_EMOJI
        return Picture.DISCS if discs else Picture.CODE
    if rules.cells <= KEYCAPS:
        return Picture.KEYCAPS
    small = max(rules.rows, rules.columns) <= LARGEST_SIDE
    return Picture.LETTERS if small else Picture.CODE


def mark(rules: Rules, style: Style, side: Side) -> str:
    """A stone of a side on the board; a token of `bot.show.emoji` where the emoji is ours."""
    match picture(rules, style):
        case Picture.CODE:
            return side.value
        case Picture.TILES | Picture.DRAWING:
            return stone(rules, side).token
        case _:
            return str(stone(rules, side))


def names_tiles(
    rules: Rules, style: Style = Style.EMOJI
) -> Literal["number", "column", "coordinate"]:
    """What people call the places of a board: only number tiles show numbers above 10."""
    if rules.gravity:
        return "column"
    numbered = style is Style.TILES or rules.cells <= KEYCAPS
    return "number" if numbered else "coordinate"


def has_buttons(rules: Rules) -> bool:
    """Whether each move has a button: every column, and tiles where they are few."""
    few = rules.cells <= BUTTON_ROW * MOVE_ROWS
    return rules.gravity or (few and rules.columns <= BUTTON_ROW)


def button_rows(rules: Rules) -> list[list[int]]:
    """The moves row by row: as on the board while its rows are few enough, columns as they fit."""
    as_on_the_board = not rules.gravity and rules.rows <= MOVE_ROWS
    width, moves = rules.columns if as_on_the_board else BUTTON_ROW, list(rules.moves)
    return [moves[start : start + width] for start in range(0, len(moves), width)]


def move_name(rules: Rules, move: int, style: Style = Style.EMOJI) -> str:
    """What people call a move: `5`, or `b2` on boards without numbers."""
    return coordinate(rules, move) if names_tiles(rules, style) == "coordinate" else str(move)
