"""The messages that show a game: a heading, the board, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from bot.match.notes import Advice, Hint, Note
from bot.match.session import BoardStyle, Session
from bot.show import emoji, render, text
from bot.show.aloud import board_aloud, read_out
from bot.show.emoji import NO_EMOJI, OwnedEmoji, fill_tokens
from bot.show.overlay import NOTHING, Overlay, answered, judged, recommended
from bot.show.style import BoardFormat, Capabilities, board_format, way_to_move
from bot.show.text.consequence import consequence
from bot.show.text.pictures import ALT_LIMIT, moves_in_order, part_of_board
from bot.show.zoom import Section, fight
from engine import Consequence, Position

MESSAGE_LIMIT: Final = 2_000
"""The most characters in one message (Discord's limit)."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """An image file: its name, its content, and a description for people who cannot see it."""

    name: str
    data: bytes
    alt: str
    words: str = ""
    """What stands in the message instead if no file may be sent; `alt` if this is empty."""


class Buttons(Enum):
    """Which buttons the message of a board has."""

    NONE = auto()
    """None: the server takes none."""
    SOME = auto()
    """Those that five rows have room for."""
    LAID_OUT = auto()
    """One for each tile, in a message of components."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The board of a message as facts, for a page in the browser, which draws boards itself."""

    position: Position
    overlay: Overlay = NOTHING
    follows: tuple[int, ...] = ()
    """Moves that can be played out on it, one after the other."""
    words: str = ""
    """The lines of the message that show it."""


@dataclass(frozen=True, slots=True)
class Page:
    """One message: at most 2,000 characters, and an attachment or an embed if it needs one."""

    content: str
    attachment: Attachment | None = None
    embed: str = ""
    """A board of emoji that is too long for the content: at most 4,096 characters."""
    above: int = 0
    """How many characters of the content stand above the picture, and the rest below it, in a
    message of components; 0 for an ordinary message, where the picture is below all."""
    otherwise: Page | None = None
    """What is sent instead if the server refuses the buttons that this page speaks of."""
    drawn: Drawn | None = None
    """The board on it, if that is not the board of a game that goes on."""

    def in_words(self) -> Page:
        """The page without its file, whose replacement comes after the heading."""
        if self.attachment is None:
            return self
        heading, *rest = self.content.split("\n", 1)
        words = "\n".join([heading, self.attachment.words or self.attachment.alt, *rest])
        return Page(
            words if len(words) <= MESSAGE_LIMIT else self.content,
            embed=self.embed,
            otherwise=None if self.otherwise is None else self.otherwise.in_words(),
        )


def board_page(
    session: Session,
    prefix: str,
    notes: Sequence[Note] = (),
    *,
    owned: OwnedEmoji = NO_EMOJI,
    typed: bool = True,
    buttons: Buttons = Buttons.SOME,
    unsure: bool = False,
    replies: bool = False,
) -> Page:
    """The message that shows a game as it stands and in its style, with notes under it.

    `typed` is False if the bot cannot read what people type there. `replies` says whether a reply
    to this message is read. It names the `buttons` that it has; what is said where these are
    refused comes with it: with fewer, and if `unsure` with none.
    """
    heading, aloud = text.heading(session), board_aloud(session) if session.is_read_out else ""
    listened = session.style is BoardStyle.TEXT
    board = BoardParts() if listened else board_parts(session.position, session.style)

    def composed(has: Buttons) -> Page:
        some = has is not Buttons.NONE
        laid_out = has is Buttons.LAID_OUT
        way = way_to_move(
            session.rules, typed=typed, buttons=some, replies=replies, laid_out=laid_out
        )
        lines = (
            text.moved(session),
            "" if _says_turn(session) else text.status(session, prefix, way, buttons=some),
            text.record(session, prefix, buttons=some),
            text.notes(notes, session, prefix) if notes else "",
        )
        if listened:  # a listener hears first what has changed
            return compose_page(owned, board, aloud, *lines, heading)
        return compose_page(owned, board, heading, board.words, aloud, *lines)

    page = composed(Buttons.NONE) if unsure or buttons is Buttons.NONE else None
    if buttons is not Buttons.NONE:
        page = replace(composed(Buttons.SOME), otherwise=page)
    if buttons is Buttons.LAID_OUT:
        page = replace(composed(buttons), otherwise=page)
    assert page is not None, "a board has some buttons or none"
    return page


def hint_page(session: Session, hint: Hint, *, owned: OwnedEmoji = NO_EMOJI) -> Page:
    """The message that recommends a move, which is shown on the board, and says why.

    A swap or a colour is recommended in words alone.
    """
    position, advice = session.position, Advice.of(session, hint)
    words = text.advice(session, advice)
    if advice.swap or advice.choice or session.style is BoardStyle.TEXT:
        return compose_page(owned, BoardParts(), words)
    board = board_parts(position, session.style, recommended(position, hint.explanation, hint.elo))
    return compose_page(owned, board, board.words, words, text.forbidden(position, session.style))


def verdicts_page(session: Session, hint: Hint, *, owned: OwnedEmoji = NO_EMOJI) -> Page:
    """The message that shows the verdicts of the legal moves, or of the best, on the board."""
    listened = session.style is BoardStyle.TEXT
    board = BoardParts() if listened else board_parts(session.position, session.style, judged(hint))
    return compose_page(
        owned,
        board,
        board.words,
        text.verdict_list(session.position, hint, session.style),
        text.advice(session, Advice.of(session, replace(hint, elo=None))),
    )


def exact_page(session: Session, hint: Hint, *, owned: OwnedEmoji = NO_EMOJI) -> Page:
    """A hint with all that is known, however far ahead it lies."""
    return hint_page(session, replace(hint, elo=None), owned=owned)


def line_page(session: Session, hint: Hint, *, owned: OwnedEmoji = NO_EMOJI) -> Page:
    """The message that tells what follows the recommended move."""
    words = text.whole_line(session.position, hint.explanation, session.style)
    return compose_page(owned, BoardParts(), words)


def consequence_page(
    session: Session, _hint: Hint, *, found: Consequence, owned: OwnedEmoji = NO_EMOJI
) -> Page:
    """The message that tells what happens after a move, with the board as it is then."""
    words = consequence(session.position, found, session.style)
    if session.style is BoardStyle.TEXT:
        return compose_page(owned, BoardParts(), words)
    after, overlay = session.position.play(found.move), NOTHING
    if found.tells_answer:
        for move in found.line[:-1]:
            after = after.play(move)
        overlay = answered(found.line[-1], found.reason)
    board = board_parts(after, session.style, overlay)
    return compose_page(owned, board, board.words, words)


@dataclass(frozen=True, slots=True)
class BoardView:
    """What a person wants to see of a board instead of the plain whole."""

    numbers: bool
    """The number of each move, on its stone."""
    zoom: bool
    """Only the part where the fight is."""


def view_page(session: Session, view: BoardView, *, capabilities: Capabilities) -> Page:
    """A picture of the board as it stands; or words, if they are wanted or no file may be sent."""
    session = capabilities.styled(session)
    position, rules = session.position, session.rules
    window = fight(position) if view.zoom else Section.whole(rules)
    zoomed = window != Section.whole(rules)
    place = part_of_board(position, window) if zoomed else ""
    order = moves_in_order(position, session.style) if view.numbers and position.moves else ""
    heading, owned = text.heading(session), capabilities.owned
    if session.style is BoardStyle.TEXT or not capabilities.files:
        board = BoardParts() if view.numbers else board_parts(position, session.style)
        return compose_page(owned, board, heading, board.words, order)
    data = render.image(position, session.style, window=window, numbers=view.numbers)
    drawn = BoardParts(attachment=Attachment("board.png", data, _view_alt(session, order)))
    return compose_page(owned, drawn, heading, place)


def _view_alt(session: Session, order: str) -> str:
    """The board in words, with the moves in their order where there is room."""
    board = text.alt_text(session.position)
    whole = fill_tokens(" ".join(filter(None, (board, order))), NO_EMOJI)  # it is read aloud
    return whole if len(whole) <= ALT_LIMIT else board


@dataclass(frozen=True, slots=True)
class BoardParts:
    """A board in the one place of a message where it fits; the other places are empty."""

    words: str = ""
    embed: str = ""
    attachment: Attachment | None = None
    drawn: Drawn | None = None


def board_parts(
    position: Position,
    style: BoardStyle,
    overlay: Overlay = NOTHING,
    *,
    threats: bool = True,
    turn: bool = True,
    follows: tuple[int, ...] = (),
) -> BoardParts:
    """Draw a board in a style, with an overlay, and put it where it fits.

    In the style for screen readers it is put into words, without the overlay: without `threats`
    where a move is to be found, and without a `turn` where nobody moves any more.
    """
    drawn = Drawn(position, overlay, follows)
    if style is BoardStyle.TEXT:
        aloud = read_out(position, threats=threats, turn=turn)
        return BoardParts(words=aloud, drawn=drawn)
    if board_format(position.rules, style) is BoardFormat.IMAGE:
        data = render.image(position, style, overlay)
        words = text.board_rows(render.board(position, style, overlay))
        alt = text.alt_text(position, overlay)
        return BoardParts(attachment=Attachment("board.png", data, alt, words), drawn=drawn)
    board = text.board_rows(render.board(position, style, overlay))
    framed = style is BoardStyle.TILES and emoji.placement(position.rules) == "embed"
    if framed:
        return BoardParts(embed=board, drawn=drawn)
    return BoardParts(words=board, drawn=replace(drawn, words=board))


def _says_turn(session: Session) -> bool:
    """Whether the board in words already says all about the turn."""
    alone = len(session.people) == 1 and session.is_text
    live = session.ending is None and not session.bot_to_move
    plain = live and not session.can_swap and not session.is_opening
    return alone and plain and session.position.ply > session.begun + 1


def compose_page(owned: OwnedEmoji, board: BoardParts, *parts: str, above: int = 0) -> Page:
    """Put parts one below the other into a message. Empty parts are left out.

    So many of the parts stand `above` the picture in a message of components.
    """

    def joined(some: Sequence[str]) -> str:
        return fill_tokens("\n".join(part for part in some if part), owned)

    content, embed = joined(parts), fill_tokens(board.embed, owned)
    assert len(content) <= MESSAGE_LIMIT, f"a page of {len(content)} characters"
    drawn = board.drawn
    if drawn is not None:
        drawn = replace(drawn, words=fill_tokens(drawn.words, owned))
    begins = len(joined(parts[:above])) if above else 0
    return Page(content, board.attachment, embed, begins, drawn=drawn)


def parts(words: str, room: int) -> list[str]:
    """Split a text into messages of at most `room` characters, between paragraphs or lines.

    No line may be longer than `room`. Characters are counted in UTF-16, as Discord does.
    """
    if _length(words) <= room:
        return [words]
    return _joined(
        [
            piece
            for paragraph in words.split("\n\n")
            for piece in _joined(paragraph.split("\n"), "\n", room)
        ],
        "\n\n",
        room,
    )


def _length(words: str) -> int:
    return len(words.encode("utf-16-le")) // 2


def _joined(pieces: list[str], between: str, room: int) -> list[str]:
    """Join pieces, in their order, to as few messages as possible."""
    messages: list[str] = []
    for piece in pieces:
        assert _length(piece) <= room, f"a line of {_length(piece)} characters"
        longer = f"{messages[-1]}{between}{piece}" if messages else piece
        if messages and _length(longer) <= room:
            messages[-1] = longer
        else:
            messages.append(piece)
    return messages
