"""The format of a board, and the names of its marks and moves.

Sentences and boards both use this module, so that a tile has the same name in a sentence as
on the board above it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from typing import Final, Literal

from bot.match.notes import Permission
from bot.match.session import BoardStyle, Session
from bot.show.emoji import (
    KEYCAPS,
    LARGEST_SIDE,
    NO_EMOJI,
    Highlight,
    OwnedEmoji,
    TileEmoji,
    fits_layout,
    go_stone,
    has_all_tiles,
    placement,
    plain_stone,
    stone,
)
from engine import Position, Rules, Side, coordinate, sheet_of

MAX_EMOJI: Final = 189
"""The most emoji on a board. Discord's client draws about 199 in a message; words need ten."""

_SMALLEST_GRID: Final = 9
"""The fewest rows and columns of a board that pictures show with lines and stones."""

BUTTON_ROW: Final = 5
"""The number of buttons in one row of a message (Discord's limit)."""
MESSAGE_ROWS: Final = 5
"""The most rows of an ordinary message (Discord's limit)."""
MOVE_ROWS: Final = MESSAGE_ROWS - 1
"""The number of button rows for moves, where one row is for other buttons."""
LAID_OUT_ROWS: Final = 5
"""The most button rows for moves in a message of components: 25 tiles, the rows, the words and the
other buttons are 37 of the 40 components that it may have (Discord's limit)."""


class MoveInput(Enum):
    """How people move on a board."""

    TYPED = "typed"
    """They type the name of a tile or a column."""
    EITHER = "typed or pressed"
    """They type it, or press its button."""
    PRESSED = "pressed"
    """They press the button of a tile or a column."""
    WRITTEN = "written"
    """They write the name of a tile into a box."""
    WRITTEN_OR_REPLIED = "written or replied"
    """They write it into a box, or into a reply to the board, which mentions the bot."""
    REPLIED = "replied"
    """They write it into a reply to the board, which mentions the bot."""


class BoardFormat(Enum):
    """How a board is drawn in a message, from the most to the least graphic format."""

    IMAGE = "image"
    """An image file attached to the message."""
    TILES = "tiles"
    """Emoji of the application: marks on numbered tiles, or discs under numbered columns."""
    KEYCAPS = "keycaps"
    """Emoji of Unicode: marks on tiles numbered by keycaps."""
    DISCS = "discs"
    """Emoji of Unicode: discs under a header of column numbers."""
    LETTERS = "letters"
    """Emoji of Unicode: marks on blank tiles, with column letters and row numbers."""
    CODE = "code"
    """A code block, for screen readers and for boards that no emoji format can show."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What the bot can use to show a board in one channel."""

    files: bool = True
    """Whether the bot may send files."""
    embeds: bool = True
    """Whether the bot may send embeds."""
    owned: OwnedEmoji = field(default_factory=lambda: NO_EMOJI)
    history: bool = True
    """Whether the bot may read what was said before."""
    layouts: bool = False
    """Whether a message may be all components: those need no permission."""

    def lays_out(self, rules: Rules) -> bool:
        """Whether all tiles have buttons, with others, where only such a message has the room."""
        return self.layouts and needs_layout(rules)

    def lacking(self, session: Session) -> tuple[Permission, ...]:
        """The permissions that would make the board of a session better, to see or to hear."""
        if self.files and self.embeds and self.history:
            return ()
        style = self.styled(session).style
        better = {
            Permission.FILES: replace(self, files=True).styled(session).style is not style,
            Permission.EMBEDS: replace(self, embeds=True).styled(session).style is not style,
            Permission.HISTORY: not self.history,
        }
        return tuple(name for name, is_better in better.items() if is_better)

    def styled(self, session: Session) -> Session:
        """Return the session with the style in which this channel sees it."""
        requested = BoardStyle.TEXT if session.is_text else session.style
        style = self.style_for(session.rules, requested)
        return session if style is session.style else replace(session, style=style)

    def style_for(self, rules: Rules, requested: BoardStyle) -> BoardStyle:
        """Return the style nearest to the requested one that the channel allows."""
        if requested is BoardStyle.TEXT or (requested.is_image and self.files):
            return requested
        if has_all_tiles(self.owned, rules):
            place = placement(rules)
            framed = self.embeds or (self.layouts and fits_layout(rules))
            if place == "content" or (place == "embed" and framed):
                return BoardStyle.TILES
        needs_file = board_format(rules, BoardStyle.EMOJI) is BoardFormat.CODE
        return BoardStyle.IMAGE if needs_file and self.files else BoardStyle.EMOJI


ALL_CAPABILITIES: Final = Capabilities()
"""A channel that allows everything a bot without its own emoji can send."""


def board_format(rules: Rules, style: BoardStyle) -> BoardFormat:
    """Return the format of a board in a style. For EMOJI it is the best one that fits."""
    if style is BoardStyle.TEXT:
        return BoardFormat.CODE
    if style.is_image:
        return BoardFormat.IMAGE
    if style is BoardStyle.TILES:
        return BoardFormat.TILES
    sheet = sheet_of(rules)
    if rules.gravity:
        with_headers = (rules.rows + 2) * rules.columns
        discs = rules.columns <= KEYCAPS and with_headers <= MAX_EMOJI
        return BoardFormat.DISCS if discs else BoardFormat.CODE
    if rules.cells <= KEYCAPS:
        return BoardFormat.KEYCAPS
    small = max(sheet.rows, sheet.columns) <= LARGEST_SIDE
    return BoardFormat.LETTERS if small else BoardFormat.CODE


def has_intersections(rules: Rules) -> bool:
    """Whether pictures show stones on intersections, as on the boards of gomoku and go."""
    return not rules.gravity and min(rules.rows, rules.columns) >= _SMALLEST_GRID


def drawn_stone(rules: Rules, side: Side, look: Highlight = Highlight.NONE) -> TileEmoji:
    """A stone of a side in a picture: a mark, a disc, or on intersections a black or white one."""
    return (go_stone if has_intersections(rules) else partial(stone, rules))(side, look)


def mark(rules: Rules, style: BoardStyle, side: Side) -> str:
    """A stone of a side as the board shows it: X or O, an emoji, or a token of `bot.show.emoji`."""
    match board_format(rules, style):
        case BoardFormat.CODE:
            return side.value
        case BoardFormat.IMAGE if has_intersections(rules):
            return str(go_stone(side))
        case BoardFormat.TILES | BoardFormat.IMAGE:
            return stone(rules, side).token
        case _:
            return plain_stone(rules, side)


def move_notation(
    rules: Rules, style: BoardStyle = BoardStyle.EMOJI
) -> Literal["number", "column", "coordinate"]:
    """How people name moves on a board: by tile number, by column, or by coordinate.

    Numbers above 10 are used only where the board shows them, on emoji of the application.
    """
    if rules.gravity:
        return "column"
    numbered = style is BoardStyle.TILES or rules.cells <= KEYCAPS
    return "number" if numbered else "coordinate"


def notation_beside(rules: Rules) -> Literal["number", "column", "coordinate"]:
    """What names the moves of a picture: numbers on its tiles, or what stands beside the board.

    Where discs fall from layer to layer, each column has its number where the next one lands.
    """
    return "number" if rules.gravity and sheet_of(rules).layer else move_notation(rules)


def shows_move(rules: Rules, style: BoardStyle, words: str) -> bool:
    """Whether words name a move just as a board shows it: a tile's number, or its coordinate.

    >>> [shows_move(Rules.parse("3x3"), BoardStyle.EMOJI, words) for words in ("9", "10", "c3")]
    [True, False, False]
    """
    return words.replace(" ", "") in move_names(rules, rules.moves, style).values()


def has_buttons(rules: Rules, *, laid_out: bool = False) -> bool:
    """Whether each move has a button. Columns always have one; tiles only on small boards.

    A board that is `laid_out` has one for each tile.
    """
    few = rules.cells <= BUTTON_ROW * MOVE_ROWS
    return laid_out or rules.gravity or (few and rules.columns <= BUTTON_ROW)


def needs_layout(rules: Rules) -> bool:
    """Whether only a message of components has room for all tiles as they lie, and the actions.

    These are boards of five rows: an ordinary message has five rows of buttons in all.
    """
    return not rules.gravity and rules.rows == LAID_OUT_ROWS and rules.columns <= BUTTON_ROW


def way_to_move(
    rules: Rules,
    *,
    typed: bool,
    buttons: bool = True,
    replies: bool = False,
    laid_out: bool = False,
) -> MoveInput:
    """How people move, by whether the bot reads all they type or only what is addressed to it.

    `buttons` says whether boards have buttons there, `replies` whether a reply to this one is read.
    """
    pressed = buttons and has_buttons(rules, laid_out=laid_out)
    if typed:
        return MoveInput.EITHER if pressed else MoveInput.TYPED
    if not buttons:
        return MoveInput.REPLIED
    if pressed:
        return MoveInput.PRESSED
    return MoveInput.WRITTEN_OR_REPLIED if replies else MoveInput.WRITTEN


def button_rows(rules: Rules, most: int = MOVE_ROWS) -> list[list[int]]:
    """The moves in rows of buttons: like the board if `most` rows do, otherwise five in a row."""
    as_on_the_board = not rules.gravity and rules.rows <= most
    width = rules.columns if as_on_the_board else sheet_of(rules).layer or BUTTON_ROW
    moves = list(rules.moves)
    return [moves[start : start + width] for start in range(0, len(moves), width)]


def example_move(position: Position, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """The name of a move to show as an example: the legal one nearest to the middle."""
    rules = position.rules
    middle = (rules.rows - 1) / 2, (rules.columns - 1) / 2

    def distance(move: int) -> float:
        row, column = divmod(move - 1, rules.columns)
        across = (column - middle[1]) ** 2
        return across if rules.gravity else across + (row - middle[0]) ** 2

    return move_name(rules, min(position.legal, key=distance), style)


def move_name(rules: Rules, move: int, style: BoardStyle = BoardStyle.EMOJI) -> str:
    """The name of a move for people: `5`, or `b2` on a board without numbers."""
    return coordinate(rules, move) if move_notation(rules, style) == "coordinate" else str(move)


def move_names(rules: Rules, moves: Iterable[int], style: BoardStyle) -> dict[int, str]:
    """The names of several moves for people, as `move_name` gives them."""
    lettered = move_notation(rules, style) == "coordinate"
    return {move: coordinate(rules, move) if lettered else str(move) for move in moves}
