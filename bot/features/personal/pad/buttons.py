"""The buttons of a pad: its tiles, and arrows to other parts of the board.

The id of a button names the board, the part that the pad shows, and what the button does. A pad is
a message of "components V2": only those have room for five rows of tiles and one of arrows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.edge.board_buttons import move_buttons
from bot.edge.buttons import BOARD_REF, FINGERPRINT, BoardRef
from bot.match.session import Session
from bot.show.page import Page
from bot.show.zoom import Section

FIGHT: Final = "fight"
_STEPS: Final = {
    "left": ("\N{LEFTWARDS BLACK ARROW}\ufe0f", 0, -3),
    "up": ("\N{UPWARDS BLACK ARROW}\ufe0f", -3, 0),
    FIGHT: ("\N{DIRECT HIT}", 0, 0),
    "down": ("\N{DOWNWARDS BLACK ARROW}\ufe0f", 3, 0),
    "right": ("\N{BLACK RIGHTWARDS ARROW}\ufe0f", 0, 3),
}
"""The buttons below the tiles, with how many rows and columns further each leads."""
PAD_ID: Final = (
    rf"ttt:pad:{BOARD_REF}:(?P<top>[0-9]+):(?P<column>[0-9]+)"
    rf":(?P<act>[0-9]+|{'|'.join(_STEPS)}){FINGERPRINT}"
)
"""The id of a button: the board, the first row and column, and a move or where to go."""


def pad_view(session: Session, window: Section, page: Page) -> ui.LayoutView:
    """A pad to send. Presses are handled by their ids, not by this view."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(page.content))
    if (file := page.attachment) is not None:
        picture = discord.MediaGalleryItem(f"attachment://{file.name}", description=file.alt)
        view.add_item(ui.MediaGallery(picture))
    if session.ending is None:
        for row in _rows(session, window):
            view.add_item(ui.ActionRow(*row))
    view.stop()  # or discord.py would keep it in memory to listen for presses
    return view


def stepped(session: Session, window: Section, act: str) -> Section:
    """The part of the board to which an arrow leads."""
    _, down, across = _STEPS[act]
    return window.moved(session.rules, down, across)


def _rows(session: Session, window: Section) -> Iterator[list[ui.Button[Any]]]:
    ref = BoardRef.of(session)
    place = f"ttt:pad:{ref.game}:{ref.ply}:{window.top}:{window.left}"
    rows = window.tiles(session.rules)
    tiles = [tile for row in rows for tile in row]
    buttons = move_buttons(session, lambda move: f"{place}:{move}{ref.suffix}", tiles)
    for row in rows:
        yield [buttons[tile] for tile in row]
    acts = (FIGHT,) if window == Section.whole(session.rules) else tuple(_STEPS)
    yield [
        ui.Button(
            emoji=_STEPS[act][0],
            disabled=act != FIGHT and stepped(session, window, act) == window,
            custom_id=f"{place}:{act}{ref.suffix}",
        )
        for act in acts
    ]
