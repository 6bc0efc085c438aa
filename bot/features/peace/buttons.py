"""The buttons that say who may challenge a person, and those that block and unblock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.edge.buttons import Style, button, menu, option, view_of
from bot.features.peace import text as peace_text
from bot.features.peace.values import Welcome
from bot.match.players import Person, UserId

ID: Final = "ttt:challenges"
"""The id of the button that shows who may challenge whoever presses it."""


def invitation_view() -> ui.View:
    """The button behind which all of that stands."""
    return view_of([button(peace_text.CHALLENGES, ID)])


def overview_view(welcome: Welcome, blocked: Sequence[Person]) -> ui.View:
    """The buttons that change who may challenge a person, and the menu of those who may not."""
    choices = [
        button(label, f"{ID}:{one.value}", Style.primary if one is welcome else Style.secondary)
        for one, label in peace_text.LABELS.items()
    ]
    options = [
        option(person.name or str(person.id), f"ttt:unblock:{person.id}")
        for person in blocked[: peace_text.MOST_LISTED]
    ]
    return view_of(choices, [menu(peace_text.UNBLOCK, options)] if options else [])


def declined_view(challenger: UserId) -> ui.View:
    """The buttons of who has just declined: no more from this person, or from others."""
    block = button(peace_text.BLOCK, f"ttt:block:{challenger}")
    return view_of([block, button(peace_text.CHALLENGES, ID)])
