"""Boxes: a field that a press opens for one person, and what they have written into it.

The id of a box says all that it means, as that of a button does. So what is sent after a restart
is read too; discord.py itself would know only the boxes that this process has opened.
"""

from __future__ import annotations

import re
from typing import Any, Final

import discord
from discord import ui

from bot.edge.places import Interaction
from bot.edge.sending import open_form

LONGEST: Final = 10
"""The most characters of an answer. The longest name of a tile has three."""


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

    Nor is it read again where Discord delivers it twice.
    """
    if press.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = press.data
    match = template.fullmatch(str(data.get("custom_id", "")))
    if match is None or not press.client.handled.is_new(press.id):
        return None
    return match, next(_values(data.get("components", [])), "")


def _values(components: list[dict[str, Any]]) -> Any:
    """The values of the fields among nested components."""
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from _values([component["component"]] if "component" in component else [])
        yield from _values(component.get("components", []))
