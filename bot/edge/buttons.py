"""What buttons and boxes share: their look, and how a press is read from its id.

A button is posted as an ordinary button whose id contains all that it means. So does the id of a
box, a field that a press opens for one person to write into. So both work after a restart, whoever
posted or opened them; discord.py itself would know only the boxes that this process has opened.

A press is handled by a method of a feature (bot/edge/door.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.edge.sending.answers import Interaction, open_form
from bot.match import grammar
from bot.match.session import BoardStyle, GameId, Session
from bot.show import text
from bot.show.style import button_rows, has_buttons, move_name
from engine import Position, Rules

Button = ui.Button[ui.View]
View = ui.View
Style = discord.ButtonStyle

LONGEST: Final = 10
"""The most characters of what is written into a box. The longest name of a tile has three."""
BOARD_REF: Final = r"(?P<game>[0-9]+):(?P<ply>[0-9]+)"
"""The game and the ply in an id."""
FINGERPRINT: Final = r"(?::(?P<fingerprint>[0-9a-f]+))?"
"""The fingerprint in an id. Buttons of an older version have none."""


class BoardRef(NamedTuple):
    """Refers to the board that a button was made for: game, ply and fingerprint."""

    game: GameId
    ply: int
    fingerprint: str = ""

    @classmethod
    def of(cls, session: Session) -> BoardRef:
        """Refer to the board of a session."""
        return cls(session.game, session.position.ply, session.fingerprint)

    @classmethod
    def read(cls, match: re.Match[str]) -> BoardRef:
        """Read the reference in the id of a button."""
        game, ply = map(grammar.read_number, match.group("game", "ply"))
        return cls(GameId(game), ply, match["fingerprint"] or "")

    def is_current(self, session: Session) -> bool:
        """Whether the session still has this board."""
        same_ply = (self.game, self.ply) == (session.game, session.position.ply)
        return same_ply and self.fingerprint in {"", session.fingerprint}

    @property
    def suffix(self) -> str:
        """The fingerprint as the end of an id; empty if there is none."""
        return f":{self.fingerprint}" if self.fingerprint else ""


def button(label: str, custom_id: str, style: Style = Style.secondary) -> Button:
    """A button with a label of ours, in the current language."""
    return ui.Button(label=text.said(label), custom_id=custom_id, style=style)


def move_button(
    rules: Rules, move: int, shown: BoardStyle, custom_id: str, style: Style | None
) -> Button:
    """A button for a move, named as on a board that is shown in a style.

    It cannot be pressed if it has no style.
    """
    name, look = move_name(rules, move, shown), style or Style.secondary
    return ui.Button(label=name, style=look, disabled=style is None, custom_id=custom_id)


def move_rows(
    position: Position,
    shown: BoardStyle,
    id_of: Callable[[int], str],
    style_of: Callable[[int], Style | None],
) -> list[list[Button]]:
    """A button for each move, as they lie on the board; none on boards that are too large."""
    rules = position.rules
    return [
        [move_button(rules, move, shown, id_of(move), style_of(move)) for move in row]
        for row in (button_rows(rules) if has_buttons(rules) else ())
    ]


def view_of(*rows: Iterable[Button]) -> ui.View:
    """A view to post, from rows of buttons. Presses are handled by their ids, not by this view."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for button in row:
            button.row = number
            view.add_item(button)
    view.stop()  # or discord.py would keep it in memory to listen for presses
    return view


def custom_ids(message: discord.Message) -> list[str]:
    """The ids of the buttons under a message."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [getattr(item, "custom_id", None) or "" for row in rows for item in row.children]


async def open_box(
    press: Interaction, title: str, label: str, custom_id: str, written: str = ""
) -> None:
    """Answer a press with a box. It has to be the first answer, within three seconds.

    What is `written` stands in it already, to be corrected.
    """
    box = ui.Modal(title=title, custom_id=custom_id)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="answer", max_length=LONGEST, default=written or None
    )
    box.add_item(ui.Label(text=label, component=field))
    box.stop()  # or discord.py would keep it in memory
    await open_form(press, box)


def read_box(press: Interaction, template: re.Pattern[str]) -> tuple[re.Match[str], str] | None:
    """Return what the id of a sent box says, and what was written; None if it is another one.

    A box that Discord delivers twice is read once.
    """
    if press.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = press.data
    match = template.fullmatch(str(data.get("custom_id", "")))
    if match is None or not press.client.handled.meet(press.id):
        return None
    return match, next(_values(data.get("components", [])), "")


def _values(components: list[dict[str, Any]]) -> Any:
    """The values of the fields among nested components."""
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from _values([component["component"]] if "component" in component else [])
        yield from _values(component.get("components", []))
