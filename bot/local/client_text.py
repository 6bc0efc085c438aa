"""Shows emoji and times in a message as Discord's client does, but in a terminal."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from babel.dates import format_timedelta

from bot.show.emoji import KEYCAPS, RECOMMENDED, tile_named

_MENTION: Final = re.compile("<:([0-9a-z_]+):[0-9]+>")
_CELL: Final = re.compile(f"{_MENTION.pattern}|{RECOMMENDED}")
_ROW: Final = re.compile(f"(?:{_CELL.pattern}){{3,}}")
_TIMESTAMP: Final = re.compile("<t:([0-9]+):R>")
_EMOJI_WIDTH: Final = 2
"""The number of columns that an emoji takes in a terminal."""


def plain(content: str) -> str:
    """Replace application emoji by those of Unicode. Rows of high numbers get columns."""
    numbers = [tile.number or 0 for tile in map(tile_named, _MENTION.findall(content)) if tile]
    width = len(str(max(numbers, default=0)))
    if max(numbers, default=0) > KEYCAPS:
        content = _ROW.sub(lambda row: _spaced(row[0], max(width, _EMOJI_WIDTH)), content)
    return _MENTION.sub(_unicode, content)


def _unicode(found: re.Match[str]) -> str:
    tile = tile_named(found[1])
    return found[0] if tile is None else tile.plain


def expand_timestamps(content: str, now: datetime, language: str) -> str:
    """Replace each time in a message by how long it is until then."""

    def told(found: re.Match[str]) -> str:
        left = timedelta(seconds=round(int(found[1]) - now.timestamp()))
        # use a unit only from 2 on: "in 24 hours", not "in 1 day"
        locale = language.replace("-", "_")
        return format_timedelta(left, threshold=2, add_direction=True, locale=locale)

    return _TIMESTAMP.sub(told, content)


def _spaced(row: str, width: int) -> str:
    return " ".join(_cell(found, width) for found in _CELL.finditer(row)).rstrip()


def _cell(found: re.Match[str], width: int) -> str:
    if found[0] == RECOMMENDED:
        return " " * (width - _EMOJI_WIDTH) + RECOMMENDED
    tile = tile_named(found[1])
    if tile is not None and tile.number is not None:
        return f"{tile.number:{width}}"
    return " " * (width - _EMOJI_WIDTH) + (tile.plain if tile is not None else "⬜")
