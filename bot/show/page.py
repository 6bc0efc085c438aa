"""What a channel is shown of a game: the heading, the board, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.match.session import BoardStyle, Session
from bot.show import emoji, render, text
from bot.show.style import ALL_CAPABILITIES, BoardFormat, Capabilities, board_format
from engine import Analysis, Position

MESSAGE_LIMIT: Final = 2_000
"""Characters that Discord takes in one message."""
_NOTHING: Final[Mapping[int, str]] = {}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture file: its name, its bytes, and what it shows in words."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Page:
    """One message: at most 2,000 characters, and a drawing or a frame where one is wanted."""

    content: str
    attachment: Attachment | None = None
    embed: str = ""
    """A board of emoji for which there is no room beside words: at most 4,096 characters."""


def board_page(
    session: Session,
    prefix: str,
    note: str = "",
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
    typed: bool = True,
) -> Page:
    """The message that shows a game as it stands, with a note under it.

    Without `typed` the bot reads direct messages and nothing else that people type.
    """
    session = capabilities.styled(session)
    board = board_parts(session.position, session.style)
    return compose_page(
        capabilities,
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
    session: Session,
    ply: int | None,
    note: str = "",
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """What stays of a message that showed a game after so many plies: all but whose turn it was.

    Moves that were taken back since do not stay. A picture that the message has is not made
    again. Where the ply is not known no board stays beside it.
    """
    session = capabilities.styled(session)
    if ply is None:
        return compose_page(capabilities, BoardParts(), text.heading(session), note)
    session = session.after(ply)
    drawn = board_format(session.rules, session.style) is BoardFormat.IMAGE
    board = BoardParts() if drawn else board_parts(session.position, session.style)
    return compose_page(
        capabilities, board, text.heading(session), board.words, text.moved(session), note
    )


def hint_page(
    session: Session, analysis: Analysis, *, capabilities: Capabilities = ALL_CAPABILITIES
) -> Page:
    """The message that shows the verdict of every legal move on the board."""
    session = capabilities.styled(session)
    board = board_parts(session.position, session.style, render.verdict_marks(analysis))
    return compose_page(
        capabilities,
        board,
        board.words,
        _read_out(session),
        text.verdict_list(session.position, analysis, session.style),
        text.recommendation(session.position, analysis, session.style),
    )


@dataclass(frozen=True, slots=True)
class BoardParts:
    """A board where it stands: among the words, in a frame, or in a file."""

    words: str = ""
    embed: str = ""
    attachment: Attachment | None = None


def board_parts(
    position: Position, style: BoardStyle, marks: Mapping[int, str] = _NOTHING
) -> BoardParts:
    """A board where it stands in a style, with marks on some of its tiles."""
    if board_format(position.rules, style) is BoardFormat.IMAGE:
        data = render.image(position, style, marks)
        return BoardParts(attachment=Attachment("board.png", data, text.alt_text(position)))
    board = text.board_rows(render.board(position, style, marks))
    framed = style is BoardStyle.TILES and emoji.fits(position.rules) == "embed"
    return BoardParts(embed=board) if framed else BoardParts(words=board)


def _read_out(session: Session) -> str:
    """The board in one line for screen readers, unless a word of the players ended the game."""
    decided_by_word = session.ending is not None and session.position.outcome is None
    wanted = session.style is BoardStyle.TEXT and not decided_by_word
    return text.spoken(session.position) if wanted else ""


def compose_page(capabilities: Capabilities, board: BoardParts, *parts: str) -> Page:
    """The message of these parts, one below the other; empty ones are left out."""
    content = emoji.written("\n".join(part for part in parts if part), capabilities.owned)
    embed = emoji.written(board.embed, capabilities.owned)
    assert len(content) <= MESSAGE_LIMIT, f"a page of {len(content)} characters"
    return Page(content, board.attachment, embed)
