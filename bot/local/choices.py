"""What can be pressed or chosen under a simulated message, and filled in in a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple


class Choice(NamedTuple):
    """A button, or with a value an option of a menu."""

    label: str
    custom_id: str
    value: str | None = None


def choices_under(message: Any) -> list[Choice]:
    """The buttons that can be pressed, and the options that can be chosen."""
    items = chain.from_iterable(getattr(row, "children", ()) for row in message.components)
    live = (item for item in items if getattr(item, "custom_id", None) and not item.disabled)
    return [choice for item in live for choice in _choices_of(item)]


def _choices_of(item: Any) -> Iterator[Choice]:
    if hasattr(item, "options"):
        yield from (Choice(one.label, item.custom_id, one.value) for one in item.options)
    else:
        yield Choice(str(item.label or item.emoji), item.custom_id)


def fields_of(box: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The fields of a box or a form by their ids."""
    inner = [part.get("component", part) for part in box["components"]]
    return {str(field["custom_id"]): field for field in inner if "custom_id" in field}


def usual_in(field: Mapping[str, Any]) -> str:
    """What is chosen in a field of a form that opens; "" if nothing is."""
    options = field.get("options") or ()
    return next((str(option["value"]) for option in options if option.get("default")), "")
