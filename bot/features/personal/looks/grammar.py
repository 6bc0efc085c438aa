"""Reads the words after `style` and `board`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.match import grammar
from bot.match.session import BoardStyle

DEFAULT: Final = "default"
"""The word with which a person sees what their server shows again."""
NUMBERS: Final = "numbers"
ZOOM: Final = "zoom"


@dataclass(frozen=True, slots=True)
class View:
    """What a person wants to see of a board besides the whole of it."""

    numbers: bool
    """The number of each move, on its stone."""
    zoom: bool
    """Only the part where the fight is."""


def parse_choice(words: str) -> BoardStyle | None:
    """Read a style, or None for that of the server. Raises UserError for anything else."""
    return None if words.strip().lower() == DEFAULT else grammar.parse_style(words)


def parse_view(words: str, others: Iterable[str] = ()) -> View:
    """Read `numbers` and `zoom`, in any order. Raises UserError for anything else.

    `others` are words that the command knows besides.
    """
    found = words.lower().split()
    if strange := [word for word in found if word not in {NUMBERS, ZOOM}]:
        raise grammar.unknown(strange[0], (NUMBERS, ZOOM, *others))
    return View(NUMBERS in found, ZOOM in found)
