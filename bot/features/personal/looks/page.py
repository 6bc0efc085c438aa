"""The message that shows a board with the numbers of its moves, or a part of it."""

from __future__ import annotations

from bot.features.personal.looks.grammar import View
from bot.features.personal.looks.text import moves_in_order, part
from bot.match.session import BoardStyle, Session
from bot.show import render, text
from bot.show.emoji import NO_EMOJI, fill_tokens
from bot.show.page import Attachment, BoardParts, Page, board_parts, compose_page
from bot.show.style import Capabilities
from bot.show.text.pictures import ALT_LIMIT
from bot.show.zoom import Section, fight


def view_page(session: Session, view: View, capabilities: Capabilities) -> Page:
    """A picture of the board as it stands; in words for who wants that and where no file may go."""
    session = capabilities.styled(session)
    position, rules = session.position, session.rules
    window = fight(position) if view.zoom else Section.whole(rules)
    zoomed = window != Section.whole(rules)
    place = part(position, window) if zoomed else ""
    order = moves_in_order(position, session.style) if view.numbers and position.moves else ""
    heading, owned = text.heading(session), capabilities.owned
    if session.style is BoardStyle.TEXT or not capabilities.files:
        board = BoardParts() if view.numbers else board_parts(position, session.style)
        return compose_page(owned, board, heading, board.words, order)
    data = render.image(position, session.style, window=window, numbers=view.numbers)
    drawn = BoardParts(attachment=Attachment("board.png", data, _alt(session, order)))
    return compose_page(owned, drawn, heading, place)


def _alt(session: Session, order: str) -> str:
    """The board in words, with the moves in their order where there is room."""
    board = text.alt_text(session.position)
    whole = fill_tokens(" ".join(filter(None, (board, order))), NO_EMOJI)  # it is read aloud
    return whole if len(whole) <= ALT_LIMIT else board
