"""Sentences about how a person sees boards."""

from __future__ import annotations

from typing import Final

from bot.match.session import BoardStyle
from bot.show.style import mark, move_name
from bot.show.text.language import Sentence, listed
from bot.show.zoom import Section
from engine import Position, Side

_REMEMBERED: Final = Sentence("Your boards are drawn as {style} from now on.")
_FORGOTTEN: Final = Sentence("Your boards are drawn as the server has chosen again.")
_PART: Final = Sentence("From {first} to {last}:")
_MOVES: Final = Sentence("Moves: {moves}")
_NEWEST: Final = 100
"""The most moves that are listed in words: the newest ones."""


def style_remembered(style: BoardStyle | None) -> str:
    """Tells a person that their choice is stored."""
    return str(_FORGOTTEN) if style is None else _REMEMBERED.format(style=f"`{style.value}`")


def part(position: Position, window: Section) -> str:
    """Which part of a board is shown."""
    first, last = (move_name(position.rules, tile) for tile in window.corners(position.rules))
    return _PART.format(first=first, last=last)


def moves_in_order(position: Position, style: BoardStyle) -> str:
    """The moves with their numbers, or the newest of many."""
    rules = position.rules
    marks = [mark(rules, style, side) for side in Side]
    numbered = [
        f"{ply} {marks[(ply + 1) % 2]} {move_name(rules, move, style)}"
        for ply, move in enumerate(position.moves, 1)
    ]
    return _MOVES.format(moves=listed(numbered[-_NEWEST:]))
