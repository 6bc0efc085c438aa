"""What a channel is shown of a game: the heading, the board, and what to do next."""

from __future__ import annotations

from typing import Final

from bot import render, text
from bot.session import Session, Style
from engine import Analysis

MESSAGE_LIMIT: Final = 2_000
"""Characters that Discord takes in one message."""


def board_page(session: Session, prefix: str, note: str = "") -> str:
    """The message that shows a game as it stands, with a note under it."""
    return _page(
        text.heading(session),
        render.board(session.position, session.style),
        _read_out(session),
        text.moved(session),
        text.status(session, prefix),
        note,
    )


def hint_page(session: Session, analysis: Analysis) -> str:
    """The message that shows the verdict of every legal move on the board."""
    marks = render.verdict_marks(analysis)
    return _page(
        render.board(session.position, session.style, marks),
        _read_out(session),
        text.verdict_list(session.position, analysis),
        text.recommendation(session.position, analysis),
    )


def _read_out(session: Session) -> str:
    """The board in one line for screen readers, unless a word of the players ended the game."""
    decided_by_word = session.ending is not None and session.position.outcome is None
    wanted = session.style is Style.TEXT and not decided_by_word
    return text.spoken(session.position) if wanted else ""


def _page(*parts: str) -> str:
    page = "\n".join(part for part in parts if part)
    assert len(page) <= MESSAGE_LIMIT, f"a page of {len(page)} characters"
    return page
