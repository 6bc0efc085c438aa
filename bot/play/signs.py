"""The emoji of boards as a terminal can show them."""

from __future__ import annotations

import re
from typing import Final

from bot.emoji import KEYCAPS, Tile, named

_MENTION: Final = re.compile("<:([0-9a-z_]+):[0-9]+>")
_ROW: Final = re.compile(f"(?:{_MENTION.pattern}){{3,}}")
_EMOJI_WIDTH: Final = 2
"""Columns that an emoji takes where a letter takes one."""


def plain(content: str) -> str:
    """A message with the nearest signs of Unicode; rows of high numbers in columns."""
    numbers = [tile.number or 0 for tile in map(named, _MENTION.findall(content)) if tile]
    width = len(str(max(numbers, default=0)))
    if max(numbers, default=0) > KEYCAPS:
        content = _ROW.sub(lambda row: _spaced(row[0], max(width, _EMOJI_WIDTH)), content)
    return _MENTION.sub(lambda found: str(named(found[1]) or found[0]), content)


def _spaced(row: str, width: int) -> str:
    cells = (_cell(named(name), width) for name in _MENTION.findall(row))
    return " ".join(cells).rstrip()


def _cell(tile: Tile | None, width: int) -> str:
    if tile is not None and tile.number is not None:
        return f"{tile.number:{width}}"
    return " " * (width - _EMOJI_WIDTH) + str(tile or "⬜")
