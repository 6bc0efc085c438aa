"""What stands above the buttons of a pad: the last move, whose turn it is, and a picture."""

from __future__ import annotations

from typing import Final

from bot.match.session import BoardStyle, Session
from bot.show import render, text
from bot.show.page import Attachment, BoardParts, Page, compose_page
from bot.show.style import Capabilities, MoveInput
from bot.show.text.language import marked
from bot.show.zoom import Section, fight

# Translators: the title of a box to write a move into, at most 45 characters.
TITLE: Final = marked("Your move")
SIDE: Final = 5
"""The most rows and columns of tiles on a pad: Discord shows five buttons in a row."""


def pad_page(session: Session, window: Section, prefix: str, capabilities: Capabilities) -> Page:
    """The words and the picture of a pad; no picture in the style for screen readers."""
    words = text.moved(session), text.status(session, prefix, MoveInput.PRESSED)
    board = BoardParts()
    if session.style is not BoardStyle.TEXT and capabilities.files:
        wide = window.widened(session.rules)
        picture = render.image(session.position, session.style, window=wide)
        board = BoardParts(
            attachment=Attachment("pad.png", picture, text.alt_text(session.position))
        )
    return compose_page(capabilities.owned, board, *words)


def followed(session: Session, window: Section) -> Section:
    """The part of the board for a pad after a move: the same one, if the move was made there."""
    tiles = session.position.tiles
    held = not tiles or window.holds(session.rules, tiles[-1])
    return window if held else fight(session.position, SIDE)
