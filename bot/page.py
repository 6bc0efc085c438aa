"""What a channel is shown of a game: the heading, the board, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot import emoji, render, text
from bot.accuracy import evaluations, mistakes
from bot.naming import EVERYTHING, Means, Picture, picture
from bot.render.chart import chart
from bot.render.replay import animation
from bot.render.theme import theme
from bot.session import Session, Style
from engine import Analysis, Judgement, Position

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
    note: str = "",
    *,
    means: Means = EVERYTHING,
    typed: bool = True,
) -> Page:
    """The message that shows a game as it stands, with a note under it.

    Without `typed` the bot reads direct messages and nothing else that people type.
    """
    session = means.dressed(session)
    board = _board(session.position, session.style)
    return _page(
        means,
        board,
        text.heading(session),
        board.words,
        _read_out(session),
        text.moved(session),
        text.status(session, prefix, typed=typed or session.guild is None),
        text.record(session, prefix),
        note,
    )


def past_page(
    session: Session, ply: int | None, note: str = "", *, means: Means = EVERYTHING
) -> Page:
    """What stays of a message that showed a game after so many plies: all but whose turn it was.

    Moves that were taken back since do not stay. A picture that the message has is not made
    again. Where the ply is not known no board stays beside it.
    """
    session = means.dressed(session)
    if ply is None:
        return _page(means, _Board(), text.heading(session), note)
    session = session.after(ply)
    drawn = picture(session.rules, session.style) is Picture.DRAWING
    board = _Board() if drawn else _board(session.position, session.style)
    return _page(means, board, text.heading(session), board.words, text.moved(session), note)


def hint_page(session: Session, analysis: Analysis, *, means: Means = EVERYTHING) -> Page:
    """The message that shows the verdict of every legal move on the board."""
    session = means.dressed(session)
    board = _board(session.position, session.style, render.verdict_marks(analysis))
    return _page(
        means,
        board,
        board.words,
        _read_out(session),
        text.verdict_list(session.position, analysis, session.style),
        text.recommendation(session.position, analysis, session.style),
    )


def review_page(
    session: Session, judgements: Sequence[Judgement], *, means: Means = EVERYTHING
) -> Page:
    """The message that judges a finished game, with its evaluation over the moves as a picture.

    Moves of the code that a game began with are nobody's, and so is a first move that either
    player could have taken.
    """
    session = means.dressed(session)
    played = [judged for judged in judgements if judged.ply > session.settled]
    return _page(
        means,
        _Board(drawing=_chart(session, judgements, played) if means.files else None),
        text.review_title(session),
        text.heading(session),
        text.result(session),
        text.mistake_list(session, played),
        text.accuracies(session, played),
    )


def replay_page(session: Session, *, means: Means = EVERYTHING) -> Page:
    """The message that shows a finished game from its first move to its last.

    Without files its moves stand in for the picture.
    """
    session = means.dressed(session)
    parts = text.heading(session), text.result(session), text.numbered_code(session)
    if means.files:
        return _page(means, _Board(drawing=_replay(session)), *parts)
    room = MESSAGE_LIMIT - emoji.longest("\n".join((*parts, "")))
    return _page(means, _Board(), *parts, text.move_list(session, room))


def finished_page(position: Position, prefix: str, *, means: Means = EVERYTHING) -> Page:
    """The message that shows the end of a game which nobody can go on with."""
    board = _board(position, means.style(position.rules, Style.EMOJI))
    return _page(means, board, board.words, text.finished_code(position, prefix))


@dataclass(frozen=True, slots=True)
class _Board:
    """A board where it stands: among the words, in a frame, or in a file."""

    words: str = ""
    frame: str = ""
    drawing: Drawing | None = None


def _board(position: Position, style: Style, marks: Mapping[int, str] = _NOTHING) -> _Board:
    if picture(position.rules, style) is Picture.DRAWING:
        data = render.drawing(position, style, marks)
        return _Board(drawing=Drawing("board.png", data, text.alt_text(position)))
    board = text.board_rows(render.board(position, style, marks))
    framed = style is Style.TILES and emoji.fits(position.rules) == "embed"
    return _Board(frame=board) if framed else _Board(words=board)


def _chart(
    session: Session, judgements: Sequence[Judgement], played: Sequence[Judgement]
) -> Drawing:
    values, plies = evaluations(judgements), [judged.ply for judged in mistakes(played)]
    data = chart(session.rules, values, plies, theme(session.style))
    return Drawing("review.png", data, text.chart_alt_text(values, plies))


def _replay(session: Session) -> Drawing:
    data = animation(session.position, theme(session.style))
    return Drawing("replay.gif", data, text.replay_alt_text(session.position))


def _read_out(session: Session) -> str:
    """The board in one line for screen readers, unless a word of the players ended the game."""
    decided_by_word = session.ending is not None and session.position.outcome is None
    wanted = session.style is Style.TEXT and not decided_by_word
    return text.spoken(session.position) if wanted else ""


def _page(means: Means, board: _Board, *parts: str) -> Page:
    content = emoji.written("\n".join(part for part in parts if part), means.owned)
    frame = emoji.written(board.frame, means.owned)
    assert len(content) <= MESSAGE_LIMIT, f"a page of {len(content)} characters"
    return Page(content, board.drawing, frame)
