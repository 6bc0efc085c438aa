"""What a channel is shown of a game: the heading, the board, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.match.notes import Note
from bot.match.session import Session, Style
from bot.show import emoji, render, text
from bot.show.emoji import NONE_OWNED, Owned
from bot.show.style import Picture, picture
from engine import Analysis, Position

MESSAGE_LIMIT: Final = 2_000
"""Characters that Discord takes in one message."""
_NOTHING: Final[Mapping[int, str]] = {}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture file: its name, its bytes, and what it shows in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Page:
    """One message: at most 2,000 characters, and a drawing or a frame where one is wanted."""

    content: str
    drawing: Drawing | None = None
    frame: str = ""
    """A board of emoji for which there is no room beside words: at most 4,096 characters."""


def board_page(
    session: Session,
    prefix: str,
    notes: Iterable[Note] = (),
    *,
    owned: Owned = NONE_OWNED,
    typed: bool = True,
) -> Page:
    """The message that shows a game as it stands and in its style, with notes under it.

    Without `typed` the bot reads direct messages and nothing else that people type.
    """
    board, typed = placed(session.position, session.style), typed or session.guild is None
    return composed(
        owned,
        board,
        text.heading(session),
        board.words,
        _read_out(session),
        text.moved(session),
        text.status(session, prefix, typed=typed),
        text.record(session, prefix),
        text.notes(notes, session, prefix, typed=typed),
    )


def past_page(
    session: Session,
    ply: int | None,
    prefix: str,
    notes: Iterable[Note] = (),
    *,
    owned: Owned = NONE_OWNED,
    typed: bool = True,
) -> Page:
    """What stays of a message that showed a game after so many plies: all but whose turn it was.

    Moves that were taken back since do not stay. A picture that the message has is not made
    again. Where the ply is not known no board stays beside it.
    """
    typed = typed or session.guild is None
    if ply is None:
        noted = text.notes(notes, session, prefix, typed=typed)
        return composed(owned, PlacedBoard(), text.heading(session), noted)
    session = session.after(ply)
    noted = text.notes(notes, session, prefix, typed=typed)
    drawn = picture(session.rules, session.style) is Picture.DRAWING
    board = PlacedBoard() if drawn else placed(session.position, session.style)
    return composed(owned, board, text.heading(session), board.words, text.moved(session), noted)


def hint_page(session: Session, analysis: Analysis, *, owned: Owned = NONE_OWNED) -> Page:
    """The message that shows the verdict of every legal move on the board, in its style."""
    board = placed(session.position, session.style, render.verdict_marks(analysis))
    return composed(
        owned,
        board,
        board.words,
        _read_out(session),
        text.verdict_list(session.position, analysis, session.style),
        text.recommendation(session.position, analysis, session.style),
    )


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board where it stands: among the words, in a frame, or in a file."""

    words: str = ""
    frame: str = ""
    drawing: Drawing | None = None


def placed(position: Position, style: Style, marks: Mapping[int, str] = _NOTHING) -> PlacedBoard:
    """A board where it stands in a style, with marks on some of its tiles."""
    if picture(position.rules, style) is Picture.DRAWING:
        data = render.drawing(position, style, marks)
        return PlacedBoard(drawing=Drawing("board.png", data, text.alt_text(position)))
    board = text.board_rows(render.board(position, style, marks))
    framed = style is Style.TILES and emoji.fits(position.rules) == "embed"
    return PlacedBoard(frame=board) if framed else PlacedBoard(words=board)


def _read_out(session: Session) -> str:
    """The board in one line for screen readers, unless a word of the players ended the game."""
    decided_by_word = session.ending is not None and session.position.outcome is None
    wanted = session.style is Style.TEXT and not decided_by_word
    return text.spoken(session.position) if wanted else ""


def composed(owned: Owned, board: PlacedBoard, *parts: str) -> Page:
    """The message of these parts, one below the other; empty ones are left out."""
    content = emoji.written("\n".join(part for part in parts if part), owned)
    frame = emoji.written(board.frame, owned)
    assert len(content) <= MESSAGE_LIMIT, f"a page of {len(content)} characters"
    return Page(content, board.drawing, frame)
