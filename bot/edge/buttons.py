"""What buttons and boxes share: their look, and how a press is read from its id.

The id of a button contains all that the button means. The same holds for a box, a field that a
press opens for one person to write into. So both work after a restart; discord.py itself would know
only the boxes that this process has opened.

A press is handled by a method of a feature (bot/edge/door.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from itertools import islice
from types import UnionType
from typing import Any, Final, NewType, Self, Union, get_args, get_origin

import discord
from discord import ui

from bot.edge.sending.answers import Interaction, open_form
from bot.match import grammar
from bot.match.session import BoardStyle, GameId, Session
from bot.show import text
from bot.show.style import LAID_OUT_ROWS, MOVE_ROWS, button_rows, has_buttons, move_names
from engine import Position, Rules


class Labelled(Enum):
    """What a button does: the value stands in its id, and the label on it."""

    _value_: str
    label: str

    def __new__(cls, value: str, label: str) -> Self:
        """Make a member of a value with a label."""
        made = object.__new__(cls)
        made._value_, made.label = value, label
        return made


Button = ui.Button[ui.View]
Menu = ui.Select[ui.View]
View = ui.View
Style = discord.ButtonStyle
Row = Sequence[Button | Menu]
"""Buttons, or one menu."""
Rows = Sequence[Row]

ANSWER: Final = "answer"
"""The id of the field of a box."""
LONGEST: Final = 10
"""The most characters of what is written into a box. The longest name of a tile has three."""
MENU: Final = "ttt:choice"
"""The id of a menu, or its beginning: what counts is the chosen value."""
MOST_OPTIONS: Final = 25
"""The most options of a menu (Discord's limit)."""
LONGEST_OPTION: Final = 100
"""The most characters of an option, or choice, and of its description (Discord's limit)."""
LONGEST_ID: Final = 100
"""The most characters of the id of a button (Discord's limit)."""
BOARD_REF: Final = r"(?P<game>[0-9]+):(?P<ply>[0-9]+)"
"""The game and the ply in an id."""
FINGERPRINT: Final = r"(?::(?P<fingerprint>[0-9a-f]+))?"
"""The fingerprint in an id. Buttons of an older version have none."""


@dataclass(frozen=True, slots=True)
class BoardRef:
    """Refers to the board that a button was made for: game, ply and fingerprint."""

    game: GameId
    ply: int
    fingerprint: str = ""
    suffix: str = field(init=False, compare=False)
    """The fingerprint as the end of an id; empty if there is none."""

    def __post_init__(self) -> None:
        end = f":{self.fingerprint}" if self.fingerprint else ""
        object.__setattr__(self, "suffix", end)

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


class Ids:
    """The ids of the buttons or boxes of one method: a pattern, with a group for each argument.

    A group `fingerprint` shows that an id names a board (`BoardRef`).
    """

    def __init__(self, pattern: str, annotations: Mapping[str, Any]) -> None:
        self.pattern: Final = re.compile(pattern)
        groups = set(self.pattern.groupindex)
        self._of_boards = "fingerprint" in groups
        if self._of_boards:
            groups -= {"game", "ply", "fingerprint"}
        self._makers = {group: _maker(annotations[group]) for group in groups}

    def arguments(self, match: re.Match[str]) -> dict[str, Any]:
        """The arguments in an id; what it leaves out keeps the method's default."""
        found = match.groupdict()
        makers = self._makers.items()
        return {name: make(found[name]) for name, make in makers if found[name] is not None}

    def board(self, match: re.Match[str]) -> BoardRef | None:
        """The board that an id names."""
        return BoardRef.read(match) if self._of_boards else None


def _maker(annotation: Any) -> Callable[[str], Any]:
    """What makes an argument of a part of an id. Even a forged one yields an argument."""
    if get_origin(annotation) in {Union, UnionType}:  # a part that may be left out
        annotation = get_args(annotation)[0]
    while isinstance(annotation, NewType):
        annotation = annotation.__supertype__
    if annotation is int:
        return grammar.read_number
    if annotation is date:
        return grammar.read_day
    makes = isinstance(annotation, type) and issubclass(annotation, str | Enum)
    assert makes, f"a part of an id is a number, a day, a word or an enum, not {annotation}"
    return annotation  # type: ignore[no-any-return] # asserted above


def button(label: str, custom_id: str, style: Style = Style.secondary) -> Button:
    """A button with a label of ours, in the current language."""
    return ui.Button(label=text.said(label), custom_id=custom_id, style=style)


class MoveButton(Button):
    """A button for a move on a board that is shown above it, as `buttons_for` makes them."""

    move: int


def buttons_for(
    rules: Rules,
    moves: Iterable[int],
    shown: BoardStyle,
    id_of: Callable[[int], str],
    style_of: Callable[[int], Style | None],
) -> list[Button]:
    """A button for each of some moves, named as on a board that is shown in a style.

    What has no style cannot be pressed.
    """
    styles = {move: style_of(move) for move in moves}
    made: list[Button] = []
    for move, name in move_names(rules, styles, shown).items():
        style = styles[move]
        look = style or Style.secondary
        one = MoveButton(label=name, style=look, disabled=style is None, custom_id=id_of(move))
        one.move = move
        made.append(one)
    return made


def move_rows(
    position: Position,
    shown: BoardStyle,
    id_of: Callable[[int], str],
    style_of: Callable[[int], Style | None],
    *,
    laid_out: bool,
) -> list[list[Button]]:
    """A button for each move, as they lie on the board; none on boards that are too large.

    They are `laid_out` where five rows have room, with what else there is.
    """
    rules = position.rules
    if not has_buttons(rules, laid_out=laid_out):
        return []
    buttons = iter(buttons_for(rules, rules.moves, shown, id_of, style_of))
    rows = button_rows(rules, LAID_OUT_ROWS if laid_out else MOVE_ROWS)
    return [list(islice(buttons, len(row))) for row in rows]


def doing(words: str) -> str:
    """The id of a button, or the value of an option, that does what words do when typed."""
    return f"ttt:do:{words}"


def option(label: str, id_: str, about: str = "") -> discord.SelectOption:
    """An option of a menu, which does what a button with this id does."""
    described = about[:LONGEST_OPTION] or None
    return discord.SelectOption(label=label[:LONGEST_OPTION], value=id_, description=described)


class MoveOption(discord.SelectOption):
    """An option of a menu for a move on a board that is shown above it."""

    move: int


def move_option(move: int, name: str, id_: str, about: str = "") -> MoveOption:
    """An option that does what the button of a move with this id does."""
    made = MoveOption(label=name, value=id_, description=about[:LONGEST_OPTION] or None)
    made.move = move
    return made


def menu(label: str, options: Iterable[discord.SelectOption], part: str = "") -> Menu:
    """A menu with a label of ours. The value of an option is an id, as of a button that does it.

    Of several in a message each is named by the part of the options that it has.
    """
    id_, shown = MENU, text.said(label)
    if part:
        id_, shown = f"{MENU}:{part}", f"{shown} {part}"
    return ui.Select(custom_id=id_, placeholder=shown, options=list(options)[:MOST_OPTIONS])


def view_of(*rows: Iterable[Button | Menu]) -> ui.View:
    """A view to post, from rows of buttons or of a menu.

    Presses are handled by their ids, not by this view.
    """
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            view.add_item(item)
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
    await open_fields(press, title, custom_id, [box_field(label, written)])


def box_field(label: str, written: str) -> ui.Label[Any]:
    """The field of a box, with what is `written` in it."""
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=ANSWER, max_length=LONGEST, default=written or None
    )
    return ui.Label(text=label, component=field)


async def open_fields(
    press: Interaction, title: str, custom_id: str, fields: Iterable[ui.Label[Any]]
) -> None:
    """Answer a press with a form of several fields, as its first answer."""
    form = ui.Modal(title=title, custom_id=custom_id)
    for part in fields:
        form.add_item(part)
    form.stop()  # or discord.py would keep it in memory
    await open_form(press, form)


def read_box(
    press: Interaction, template: re.Pattern[str]
) -> tuple[re.Match[str], dict[str, str]] | None:
    """Return what the id of a sent box says, and what its fields do; None if it is another one.

    A box that Discord delivers twice is read once.
    """
    if press.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = press.data
    match = template.fullmatch(str(data.get("custom_id", "")))
    if match is None or not press.client.handled.meet(press.id):
        return None
    return match, dict(_values(data.get("components", [])))


def _values(components: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """The names and values of the fields among nested components; several have blanks between."""
    for component in components:
        chosen = component.get("values") or [component.get("value")]
        if "custom_id" in component and chosen[0] is not None:
            yield str(component["custom_id"]), " ".join(map(str, chosen))
        yield from _values([component["component"]] if "component" in component else [])
        yield from _values(component.get("components", []))
