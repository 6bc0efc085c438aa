"""What a channel is shown of a game: the heading, the board, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot import render, text
from bot.accuracy import evaluations, mistakes
from bot.naming import Picture, picture
from bot.render.chart import chart
from bot.render.replay import animation
from bot.session import Session, Style
from engine import Analysis, Judgement, Position, Rules

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


def board_page(
    session: Session,
    prefix: str,
    note: str = "",
    *,
    may_attach: bool = True,
    typed: bool = True,
) -> Page:
    """The message that shows a game as it stands, with a note under it.

    Without `may_attach` emoji or a text block stand in for a drawing; without `typed` the
    bot reads direct messages and nothing else that people type.
    """
    session = session if may_attach else _without_files(session)
    drawing = _drawing(session, _NOTHING)
    return _page(
        drawing,
        text.heading(session),
        "" if drawing else render.board(session.position, session.style),
        _read_out(session),
        text.moved(session),
        text.status(session, prefix, typed=typed or session.guild is None),
        text.record(session, prefix),
        note,
    )


def hint_page(session: Session, analysis: Analysis, *, may_attach: bool = True) -> Page:
    """The message that shows the verdict of every legal move on the board."""
    session = session if may_attach else _without_files(session)
    marks = render.verdict_marks(analysis)
    drawing = _drawing(session, marks)
    return _page(
        drawing,
        "" if drawing else render.board(session.position, session.style, marks),
        _read_out(session),
        text.verdict_list(session.position, analysis),
        text.recommendation(session.position, analysis),
    )


def review_page(
    session: Session, judgements: Sequence[Judgement], *, may_attach: bool = True
) -> Page:
    """The message that judges a finished game, with its evaluation over the moves as a picture.

    Moves of the code that a game began with are nobody's, and so is a first move that either
    player could have taken.
    """
    session = session if may_attach else _without_files(session)
    played = [judged for judged in judgements if judged.ply > session.settled]
    return _page(
        _chart(session.rules, judgements, mistakes(played)) if may_attach else None,
        text.review_title(session),
        text.heading(session),
        text.result(session),
        text.mistake_list(session, played),
        text.accuracies(session, played),
    )


def replay_page(session: Session, *, may_attach: bool = True) -> Page:
    """The message that shows a finished game from its first move to its last.

    Without `may_attach` its moves stand in for the picture.
    """
    session = session if may_attach else _without_files(session)
    parts = text.heading(session), text.result(session), text.numbered_code(session)
    if not may_attach:
        room = MESSAGE_LIMIT - len("\n".join((*parts, "")))
        return _page(None, *parts, text.move_list(session, room))
    alt = text.replay_alt_text(session.position)
    return _page(Drawing("replay.gif", animation(session.position), alt), *parts)


def finished_page(position: Position, prefix: str) -> Page:
    """The message that shows the end of a game which nobody can go on with."""
    return _page(
        None,
        render.board(position),
        text.finished_code(position, prefix),
    )


def _chart(rules: Rules, judgements: Sequence[Judgement], marked: Sequence[Judgement]) -> Drawing:
    values, plies = evaluations(judgements), [judged.ply for judged in marked]
    return Drawing("review.png", chart(rules, values, plies), text.chart_alt_text(values, plies))


def _without_files(session: Session) -> Session:
    """The session in a style that is words alone, its marks called as they are shown."""
    return replace(session, style=Style.EMOJI) if session.style is Style.IMAGE else session


def _drawing(session: Session, marks: Mapping[int, str]) -> Drawing | None:
    position: Position = session.position
    if picture(session.rules, session.style) is not Picture.DRAWING:
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
