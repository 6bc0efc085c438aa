"""How a board is drawn and what its marks and moves are called.

Words and pictures both ask here, so that a tile has the same name in a sentence as on
the board above it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal

from bot.match.session import BoardStyle, Session
from bot.show.emoji import KEYCAPS, LARGEST_SIDE, NO_EMOJI, OwnedEmoji, covers, fits, stone
from engine import Rules, Side, coordinate

MAX_EMOJI: Final = 189
"""The client draws about 199 emoji a message; ten are left for the words around a board."""

BUTTON_ROW: Final = 5
"""Buttons that a message holds side by side."""
MOVE_ROWS: Final = 4
"""Rows of buttons for moves: of the five in a message the last one is for everything else."""


class BoardFormat(Enum):
    """The kinds of picture, from the most to the least graphic."""

    IMAGE = "drawing"
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
class Capabilities:
    """What there is to show a board with in one channel."""

    files: bool = True
    embeds: bool = True
    """Whether the bot may send files, and text in a frame."""
    owned: OwnedEmoji = field(default_factory=lambda: NO_EMOJI)

    def styled(self, session: Session) -> Session:
        """The session in the style in which the channel sees it: the best that is possible."""
        style = self.style_for(session.rules, session.style)
        return session if style is session.style else replace(session, style=style)

    def style_for(self, rules: Rules, requested: BoardStyle) -> BoardStyle:
        """The best way to show a board, as near to a wish as the channel allows."""
        if requested is BoardStyle.TEXT or (requested.is_image and self.files):
            return requested
        if self._has_tiles(rules):
            return BoardStyle.TILES
        needs_file = board_format(rules, BoardStyle.EMOJI) is BoardFormat.CODE
        return BoardStyle.IMAGE if needs_file and self.files else BoardStyle.EMOJI

    def _has_tiles(self, rules: Rules) -> bool:
        if not covers(self.owned, rules):
            return False
        place = fits(rules)
        return place == "content" or (place == "embed" and self.embeds)


def depends_on_permissions(owned: OwnedEmoji, rules: Rules, requested: BoardStyle) -> bool:
    """Whether how to show a board depends on what the channel allows."""
    if requested is BoardStyle.TEXT or requested.is_image:
        return requested.is_image
    if covers(owned, rules) and (place := fits(rules)) is not None:
        return place == "embed"
    return board_format(rules, BoardStyle.EMOJI) is BoardFormat.CODE


ALL_CAPABILITIES: Final = Capabilities()
"""A channel that takes all that a bot without emoji of its own can send."""


def board_format(rules: Rules, style: BoardStyle) -> BoardFormat:
    """The picture of a board in a style; without a better one, the best of plain emoji."""
    if style is BoardStyle.TEXT:
        return BoardFormat.CODE
    if style.is_image:
        return BoardFormat.IMAGE
    if style is BoardStyle.TILES:
        return BoardFormat.TILES
    if rules.gravity:
        with_headers = (rules.rows + 2) * rules.columns
        discs = rules.columns <= KEYCAPS and with_headers <= MAX_EMOJI
        return BoardFormat.DISCS if discs else BoardFormat.CODE
    if rules.cells <= KEYCAPS:
        return BoardFormat.KEYCAPS
    small = max(rules.rows, rules.columns) <= LARGEST_SIDE
    return BoardFormat.LETTERS if small else BoardFormat.CODE


def mark(rules: Rules, style: BoardStyle, side: Side) -> str:
    """A stone of a side on the board; a token of `bot.show.emoji` where the emoji is ours."""
    match board_format(rules, style):
        case BoardFormat.CODE:
            return side.value
        case BoardFormat.TILES | BoardFormat.IMAGE:
            return stone(rules, side).token
        case _:
            return str(stone(rules, side))


def move_notation(
    rules: Rules, style: BoardStyle = BoardStyle.EMOJI
) -> Literal["number", "column", "coordinate"]:
    """What people call the places of a board: only number tiles show numbers above 10."""
    if rules.gravity:
        return "column"
    numbered = style is BoardStyle.TILES or rules.cells <= KEYCAPS
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


def move_name(rules: Rules, move: int, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """What people call a move: `5`, or `b2` on boards without numbers."""
    return coordinate(rules, move) if move_notation(rules, style) == "coordinate" else str(move)
