"""What a channel is shown of a game: the heading, the board, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot import render, text
from bot.naming import Picture, picture
from bot.session import Session, Style
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
    """One message: at most 2,000 characters, and a drawing where one is wanted."""

    content: str
    drawing: Drawing | None = None


def board_page(session: Session, prefix: str, note: str = "", *, may_attach: bool = True) -> Page:
    """The message that shows a game as it stands, with a note under it.

    Without `may_attach` a text block stands in for a drawing.
    """
    drawing = _drawing(session, _NOTHING, may_attach)
    return _page(
        drawing,
        text.heading(session),
        "" if drawing else render.board(session.position, session.style),
        _read_out(session),
        text.moved(session),
        text.status(session, prefix),
        note,
    )


def hint_page(session: Session, analysis: Analysis, *, may_attach: bool = True) -> Page:
    """The message that shows the verdict of every legal move on the board."""
    marks = render.verdict_marks(analysis)
    drawing = _drawing(session, marks, may_attach)
    return _page(
        drawing,
        "" if drawing else render.board(session.position, session.style, marks),
        _read_out(session),
        text.verdict_list(session.position, analysis),
        text.recommendation(session.position, analysis),
    )


def _drawing(session: Session, marks: Mapping[int, str], may_attach: bool) -> Drawing | None:
    position: Position = session.position
    if not may_attach or picture(session.rules, session.style) is not Picture.DRAWING:
        return None
    data = render.drawing(position, overlay=marks)
    return Drawing("board.png", data, text.alt_text(position))


def _read_out(session: Session) -> str:
    """The board in one line for screen readers, unless a word of the players ended the game."""
    decided_by_word = session.ending is not None and session.position.outcome is None
    wanted = session.style is Style.TEXT and not decided_by_word
    return text.spoken(session.position) if wanted else ""


def _page(drawing: Drawing | None, *parts: str) -> Page:
    content = "\n".join(part for part in parts if part)
    assert len(content) <= MESSAGE_LIMIT, f"a page of {len(content)} characters"
    return Page(content, drawing)
