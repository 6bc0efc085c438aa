"""Shows emoji and times in a message as Discord's client does, but in a terminal."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final

from babel.dates import format_date, format_time, format_timedelta

from bot.show.emoji import KEYCAPS, RECOMMENDED, tile_named

_MENTION: Final = re.compile("<:([0-9a-z_]+):[0-9]+>")
_CELL: Final = re.compile(f"{_MENTION.pattern}|{RECOMMENDED}")
_ROW: Final = re.compile(f"(?:{_CELL.pattern}){{3,}}")
_TIMESTAMP: Final = re.compile("<t:([0-9]+)(?::([tTdDfFR]))?>")
_DATES: Final = {"d": "short", "D": "long", "f": "long", "F": "full"}
_TIMES: Final = {"t": "short", "T": "medium", "f": "short", "F": "short"}
"""How long the date and the time of each style are written, in the words of Babel."""
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
    """Replace each time in a message: by how long it is until then, or by its date and hour.

    These are of the time zone of `now`.
    """
    locale = language.replace("-", "_")

    def told(found: re.Match[str]) -> str:
        style = found[2] or "f"
        if style == "R":
            left = timedelta(seconds=round(int(found[1]) - now.timestamp()))
            # use a unit only from 2 on: "in 24 hours", not "in 1 day"
            return format_timedelta(left, threshold=2, add_direction=True, locale=locale)
        then = datetime.fromtimestamp(int(found[1]), now.tzinfo)
        date, time = _DATES.get(style), _TIMES.get(style)
        words = [format_date(then, date, locale=locale)] if date else []
        words += [format_time(then, time, locale=locale)] if time else []
        return " ".join(words)

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
